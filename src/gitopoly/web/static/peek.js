// A square at a glance: its deed, the rent now and the cost of building, where the mouse or the focus is.
import { rent } from "./deed.js";
import { h } from "./dom.js";
import { lens } from "./lens.js";
import { groupName } from "./pieces.js";
import { houses, money, t } from "./texts.js";

/** Show what a square is while it is pointed at or touched; a click or a tap opens the whole deed. */
export function peeks(table, arena, board) {
  const card = h("div", { class: "peek", "aria-hidden": "true", hidden: true });
  const squareOf = (event) => event.target.closest?.(".tile")?.dataset.square;
  const hide = () => (card.hidden = true);
  const show = (square) => {
    card.replaceChildren(...lines(table, square));
    card.hidden = false;
    place(card, arena, board.tiles[square].group);
  };
  board.element.addEventListener("pointerover", (event) => {
    const square = event.pointerType === "mouse" ? squareOf(event) : undefined;
    if (square === undefined) hide();
    else show(Number(square));
  });
  board.element.addEventListener("pointerleave", hide);
  board.element.addEventListener("focusin", (event) => {
    if (event.target.matches(".tile:focus-visible")) show(Number(squareOf(event)));
  });
  board.element.addEventListener("focusout", hide);
  arena.append(card);
  lens(arena, board, (square) => lines(table, square));
}

function lines(table, square) {
  const { view } = table, facts = table.squares[square], owner = view.owners[square];
  const now = facts.rents?.[view.rents[square]];
  const words = facts.group === undefined ? [facts.price ? money(facts.price) : ""] : [
    groupName(facts.group),
    owner >= 0 ? t("deed.owner", { name: table.name(owner) }) : t("board.free", { price: money(facts.price) }),
    view.mortgaged[square] ? t("deed.mortgaged") : "",
    view.levels[square] ? houses(view.levels[square]) : "",
    now ? t("deed.rent.now", { rent: rent(now) }) : "",
    facts.house ? t("deed.house.cost", { price: money(facts.house) }) : "",
  ];
  return [h("strong", {}, facts.name), ...words.filter(Boolean).map((line) => h("span", {}, line))];
}

/** Beside its square, towards the middle of the board and inside of it. */
function place(card, arena, tile) {
  const all = arena.getBoundingClientRect(), at = tile.getBoundingClientRect(), own = card.getBoundingClientRect();
  const centred = (start, length, size) => start + length / 2 - size / 2;
  let x = centred(at.left - all.left, at.width, own.width), y = centred(at.top - all.top, at.height, own.height);
  if (at.bottom > all.top + 0.88 * all.width) y = at.top - all.top - own.height - 6;
  else if (at.top < all.top + 0.1 * all.width) y = at.bottom - all.top + 6;
  else if (at.left < all.left + 0.1 * all.width) x = at.right - all.left + 6;
  else x = at.left - all.left - own.width - 6;
  card.style.left = `${Math.max(4, Math.min(x, all.width - own.width - 4))}px`;
  card.style.top = `${Math.max(4, y)}px`;
}
