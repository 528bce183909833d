// What moves beside the dice: tokens hop, money flies, houses and owners appear.
//
// Everything is transform and opacity, so that the browser can do it beside the scripts.
import { h } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** How many payments fly at once, and how many coins in each. */
const PAYMENTS = 6;
const COINS = 5;
const FLIGHT = 650;
const SKIPS = new Set(["Enter", " ", "Escape"]);

/** Whether something may move: somebody looks, and does not mind. */
export const moves = () => !still.matches && !document.hidden;

/** Let a token hop while it goes on to the next square. */
export function hop(token) {
  if (!moves()) return;
  const up = "translateY(-14px) scale(1.08)";
  token.animate({ transform: ["none", up, "none"] }, { duration: 170, easing: "ease-out", composite: "add" });
}

/** Let what is new on a square appear: buildings above the level before, or a new owner's sign. */
export function appear(marks, before, after) {
  if (!before || !moves()) return;
  const [owner, level] = before.split(" ").map(Number), [now, height] = after.split(" ").map(Number);
  const found = [...marks.querySelectorAll(".house, .hotel")].slice(height === 5 ? 0 : level);
  if (height > level) found.forEach((building) => building.classList.add("appears"));
  if (now >= 0 && now !== owner) {
    marks.querySelectorAll("[class*=owner]").forEach((one) => one.classList.add("appears"));
  }
}

/** Who pays whom in some lines; nobody, the bank, is -1. */
export function payments(lines) {
  return lines.flatMap((line) => line.steps).flatMap(({ money = [] }) => {
    const gains = money.filter(([, amount]) => amount > 0), losses = money.filter(([, amount]) => amount < 0);
    if (!losses.length) return gains.map(([seat, amount]) => ({ from: -1, to: seat, amount }));
    if (!gains.length) return losses.map(([seat, amount]) => ({ from: seat, to: -1, amount: -amount }));
    return losses.flatMap(([from, lost]) =>
      gains.map(([to, gained]) => ({ from, to, amount: Math.min(-lost, gained) }))
    );
  });
}

/** Let coins fly for each payment, from purse to purse; the bank's is in the middle of the board. */
export function fly(lines, board, people) {
  if (!moves()) return;
  const due = payments(lines).slice(0, PAYMENTS);
  if (!due.length) return;
  const ways = due.map(({ from, to, amount }) => ({
    start: purse(from, board, people),
    goal: purse(to, board, people),
    coins: Math.min(COINS, 1 + Math.floor(amount / 60)),
  }));
  const flights = h("div", { class: "flights", "aria-hidden": "true" });
  document.body.append(flights);
  const landed = ways.flatMap((way) =>
    Array.from({ length: way.coins }, (_, nth) => {
      const coin = h("i", { class: "coin" });
      flights.append(coin);
      return flight(coin, way, nth).finished.catch(() => {});
    })
  );
  Promise.all(landed).then(() => flights.remove());
}

/** One coin on its way, in an arc. */
function flight(coin, { start, goal }, nth) {
  const at = (/** @type {number[]} */ [x, y], size) => `translate(${x}px, ${y}px) scale(${size})`;
  const high = [(start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2 - 60];
  return coin.animate(
    { transform: [at(start, 0.6), at(high, 1.15), at(goal, 0.6)], opacity: [0, 1, 1, 0.2] },
    { duration: FLIGHT, delay: 70 * nth, easing: "ease-in-out", fill: "both" },
  );
}

/** Where a seat's money is on the screen: beside its name, or at its token where that is out of sight. */
function purse(seat, board, people) {
  const places = seat < 0 ? [board] : [
    people.querySelectorAll(".player")[seat]?.querySelector(".money"),
    board.querySelectorAll(".token")[seat],
    board,
  ];
  const boxes = places.filter(Boolean).map((place) => place.getBoundingClientRect());
  const box = boxes.find(({ top, bottom, width }) => width && top >= 0 && bottom <= innerHeight) ?? boxes.at(-1);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** End all movement that has an end. */
export function skip() {
  for (const animation of document.getAnimations()) {
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  }
}

/** Let a click anywhere, and the keys that choose, end all movement; returns how to stop that. */
export function skippable() {
  const key = (event) => SKIPS.has(event.key) && skip();
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", key, true);
  return () => {
    document.removeEventListener("pointerdown", skip, true);
    document.removeEventListener("keydown", key, true);
  };
}
