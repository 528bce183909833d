// The tokens on the board: they walk square by square, and stand side by side.
import { svg } from "./dom.js";
import { tokenBody } from "./pieces.js";

/** Milliseconds for a square; a long walk is faster. */
const STEP = 170;
const LONGEST = 1200;

export class Tokens {
  /** `places` are those of the squares; `here(square)` is told where the token of the turn is. */
  constructor(places, here) {
    this.places = places;
    this.here = here;
    this.walks = new Map();
    this.shown = [];
    this.stepped = (/** @type {Element} */ _token) => {};
    this.element = svg("g");
  }

  /** Show where everybody is; tokens walk there unless `still`. */
  show(view, still) {
    while (this.element.children.length < view.seats.length) {
      const seat = this.element.children.length;
      this.element.append(svg(
        "g",
        { class: "token", "data-seat": seat, "aria-hidden": "true" },
        svg("circle", { class: "halo", r: 27 }),
        tokenBody(seat, view.seats[seat].name),
      ));
    }
    const quick = still || matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.view = view;
    view.seats.forEach((seat, number) => {
      const token = this.element.children[number];
      token.toggleAttribute("hidden", seat.out);
      token.style.display = seat.out ? "none" : "";
      token.classList.toggle("turn", view.turn === number && !view.over);
      const goal = seat.position, from = this.shown[number];
      if (from === undefined || quick) this.put(number, goal);
      else if (from !== goal && this.walks.get(number)?.goal !== goal) this.walk(number, goal, seat.jailed);
    });
    this.settle();
  }

  /** Put a token somewhere at once. */
  put(number, square) {
    const walk = this.walks.get(number);
    clearTimeout(walk?.timer); // or it would walk on to its old target
    this.walks.delete(number);
    this.shown[number] = square;
    walk?.done();
  }

  /** Let a token walk square by square, or fly where it did not move by dice; `done` when it is there. */
  walk(number, goal, jailed, done = () => {}) {
    clearTimeout(this.walks.get(number)?.timer);
    const count = this.places.length, whole = (goal - this.shown[number] + count) % count;
    const pace = Math.min(STEP, LONGEST / Math.max(1, whole));
    const step = () => {
      const from = this.shown[number];
      const ahead = (goal - from + count) % count;
      if (ahead === 0) {
        this.walks.delete(number);
        done();
        return;
      }
      const back = count - ahead;
      if (jailed || (ahead > 12 && back > 3)) this.shown[number] = goal;
      else this.shown[number] = (from + (back <= 3 ? count - 1 : 1)) % count;
      this.settle();
      this.stepped(this.element.children[number]);
      this.walks.set(number, { goal, done, timer: setTimeout(step, pace) });
    };
    this.walks.set(number, { goal, done, timer: null });
    step();
  }

  /** Put each token where it is shown; several on one square are side by side. */
  settle() {
    const crowd = new Map();
    this.view.seats.forEach((seat, number) => {
      if (seat.out) return;
      const square = this.shown[number];
      crowd.set(square, [...(crowd.get(square) || []), number]);
    });
    for (const [square, seats] of crowd) {
      seats.forEach((number, place) => {
        const [x, y] = this.spotFor(square, place, seats.length, this.view.seats[number].jailed);
        this.element.children[number].style.transform = `translate(${x}px, ${y}px)`;
      });
    }
    this.here(this.view.over ? -1 : this.shown[this.view.turn]);
  }

  /** The place of one of several tokens on a square: on the inner edge, so that names stay readable. */
  spotFor(square, place, crowd, jailed) {
    const { x, y, w, h: height, side, corner } = this.places[square];
    if (corner) {
      const columns = Math.min(3, crowd), row = Math.floor(place / columns);
      const dx = ((place % columns) - (columns - 1) / 2) * 38;
      return [x + w / 2 + dx, y + height * (jailed ? 0.55 : 0.78) - row * 30];
    }
    const room = side % 2 ? height : w;
    const columns = Math.min(crowd, Math.max(1, Math.floor(room / 40)));
    const along = ((place % columns) - (columns - 1) / 2) * 41;
    const deep = 12 + Math.floor(place / columns) * 40;
    if (side === 0) return [x + w / 2 + along, y - deep];
    if (side === 1) return [x + w + deep, y + height / 2 + along];
    if (side === 2) return [x + w / 2 + along, y + height + deep];
    return [x - deep, y + height / 2 + along];
  }
}
