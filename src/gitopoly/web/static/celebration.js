// A small celebration: for whoever completes a group, and for the winner.
import { announce, h } from "./dom.js";
import { momentText } from "./moments.js";
import { moves } from "./motion.js";

const PIECES = 56;
const FALL = 2600;
/** Milliseconds that the news of a group stays. */
const NEWS = 3200;

/** The groups of streets that somebody owns as a whole now, and did not before. */
export function completed(squares, before, after) {
  const groups = new Set(squares.flatMap(({ group, house }) => (house ? [group] : [])));
  return [...groups].flatMap((group) => {
    const deeds = squares.flatMap((one, square) => (one.group === group ? [square] : []));
    const seat = after[deeds[0]], whole = (owners) => deeds.every((square) => owners[square] === seat);
    return seat >= 0 && whole(after) && !whole(before) ? [{ group, seat, deeds }] : [];
  });
}

/** Let the squares of a group shine, and say whose it is. */
export function celebrateGroup(table, board, { group, seat, deeds }) {
  const words = momentText(table, { kind: "monopoly", seat, group });
  const news = h("div", { class: "ribbon", "aria-hidden": "true" }, words);
  announce(words);
  board.closest(".arena").append(news);
  setTimeout(() => news.remove(), NEWS);
  if (!moves()) return;
  deeds.forEach((square, nth) => {
    board.querySelector(`.tile[data-square="${square}"]`).animate(
      { transform: ["none", "scale(1.16)", "none"], filter: ["none", "brightness(1.25)", "none"] },
      { duration: 700, delay: 160 * nth, iterations: 2, easing: "ease-in-out" },
    );
  });
}

/** Let coins, notes and commits rain over the page; all of it goes by itself or with a click. */
export function celebrateWinner() {
  if (!moves()) return;
  const sky = h("div", { class: "flights", "aria-hidden": "true" });
  document.body.append(sky);
  const landed = Array.from({ length: PIECES }, (_, nth) => {
    const piece = h("i", { class: `piece ${nth % 3 ? "note" : "disc"} d${nth % 8}` });
    sky.append(piece);
    return fall(piece, nth).finished.catch(() => {});
  });
  Promise.all(landed).then(() => sky.remove());
}

/** One piece on its way down, never quite like its neighbour. */
function fall(piece, nth) {
  const across = innerWidth * ((nth * 0.618) % 1), drift = 60 * Math.sin(nth), turns = 360 * (nth % 2 ? 1 : -1);
  const at = (x, y, turn) => `translate(${x}px, ${y}px) rotate(${turn}deg) rotateX(${turn * 1.7}deg)`;
  return piece.animate(
    {
      transform: [
        at(across, -40, 0),
        at(across + drift, innerHeight * 0.55, turns),
        at(across, innerHeight + 40, 2 * turns),
      ],
      opacity: [1, 1, 0.7],
    },
    { duration: FALL + 37 * (nth % 23), delay: 45 * (nth % 29), easing: "cubic-bezier(.3, .2, .7, 1)", fill: "both" },
  );
}
