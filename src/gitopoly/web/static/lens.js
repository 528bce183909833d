// A lens for fingers: where squares are too small for their names, holding one shows it enlarged.
import { h, svg } from "./dom.js";

/** Milliseconds after which a finger that rests looks rather than taps. */
const HELD = 220;
/** How far a finger may tremble while it rests, in pixels. */
const TREMBLE = 10;

/** Show an enlarged part of the board while a finger rests on it or moves over it; `words(square)` are below. */
export function lens(arena, board, words) {
  let timer = 0, looking = false, start = { x: 0, y: 0 };
  const glass = h("div", { class: "lens", "aria-hidden": "true", hidden: true });
  const end = () => {
    clearTimeout(timer);
    glass.hidden = true;
    // The click that follows a finger's rest is not a tap.
    setTimeout(() => (looking = false));
  };
  const look = (x, y) => {
    const square = document.elementFromPoint(x, y)?.closest(".tile")?.getAttribute("data-square");
    if (!square || glass.dataset.square === square) return;
    glass.dataset.square = square;
    glass.replaceChildren(enlarged(board, Number(square)), ...words(Number(square)));
  };
  const begin = () => {
    looking = true;
    delete glass.dataset.square;
    look(start.x, start.y);
    glass.hidden = false;
  };
  board.element.addEventListener("touchstart", ({ touches }) => {
    clearTimeout(timer);
    if (touches.length > 1) return end();
    start = { x: touches[0].clientX, y: touches[0].clientY };
    timer = setTimeout(begin, HELD);
  }, { passive: true });
  board.element.addEventListener("touchmove", (event) => {
    const { clientX, clientY } = event.touches[0];
    if (looking) {
      event.preventDefault(); // or the page would scroll away under the lens
      look(clientX, clientY);
    } else if (Math.hypot(clientX - start.x, clientY - start.y) > TREMBLE) clearTimeout(timer);
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) board.element.addEventListener(name, end);
  board.element.addEventListener("click", (event) => looking && event.stopPropagation(), true);
  board.element.addEventListener("contextmenu", (event) => looking && event.preventDefault());
  arena.append(glass);
}

/** A square with its name and price; between its neighbours where those are beside it. */
function enlarged(board, square) {
  const count = board.places.length, flat = board.places[square].side % 2 === 0 || board.places[square].corner;
  const shown = (flat ? [-1, 0, 1] : [0]).map((step) => (square + step + count) % count)
    .filter((one) => board.places[one].side === board.places[square].side || !board.places[square].corner);
  const boxes = shown.map((one) => board.places[one]);
  const left = Math.min(...boxes.map((box) => box.x)), top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w)), bottom = Math.max(...boxes.map((box) => box.y + box.h));
  const copies = shown.map((one) => {
    const copy = board.tiles[one].group.cloneNode(true);
    for (const name of ["tabindex", "role", "aria-label", "data-square"]) copy.removeAttribute(name);
    copy.classList.toggle("looked-at", one === square);
    return copy;
  });
  return svg("svg", { class: "board", viewBox: `${left} ${top} ${right - left} ${bottom - top}` }, copies);
}
