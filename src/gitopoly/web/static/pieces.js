// Drawn in more than one place: tokens, dice, the signs of groups.
import { svg } from "./dom.js";
import { has, t } from "./texts.js";

/** The signs of the groups: streets from the cheapest to the most expensive, railroads, utilities.
 *
 * No letters: those are the players'.
 */
export const GROUP_SIGNS = ["1", "2", "3", "4", "5", "6", "7", "8", "#", "*"];
const NAMED = { 8: "board.railroads", 9: "board.utilities" };

/** A group in words: by its colour, or as its edition calls it. */
export function groupName(group) {
  const name = names[group], key = NAMED[group] ?? (name ? `colour.${name.replaceAll(" ", "-")}` : "board.group");
  return has(key) ? t(key, { sign: GROUP_SIGNS[group] }) : name;
}
const DARK = new Set([0, 4, 6, 7, 8, 9]);
let colours = [], names = [];

/** The colours and names that an edition gives its groups of streets; the others keep the usual ones. */
export function useColours(own, called) {
  colours = own;
  names = called;
  for (let group = 0; group < GROUP_SIGNS.length; group++) {
    document.documentElement.style.setProperty(`--g${group}`, own[group] || "");
  }
}

/** Whether letters on a group's colour had better be white. */
function isDark(group) {
  if (!colours[group]) return DARK.has(group);
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colours[group].slice(at, at + 2), 16));
  return 299 * red + 587 * green + 114 * blue < 128000;
}
export const onGroup = (group) => (isDark(group) ? "on-dark" : "on-light");

/** Each seat has a shape of its own, so that nobody has to rely on colours. */
const SHAPES = [
  { tag: "circle", r: 20 },
  { tag: "rect", x: -18, y: -18, width: 36, height: 36, rx: 7 },
  { tag: "path", d: "M0-24 23 17H-23Z", "stroke-linejoin": "round" },
  { tag: "path", d: "M0-24 24 0 0 24-24 0Z", "stroke-linejoin": "round" },
  { tag: "path", d: "M-12-21H12L23 0 12 21H-12L-23 0Z", "stroke-linejoin": "round" },
  { tag: "path", d: "M0-24 22-7 14 20H-14L-22-7Z", "stroke-linejoin": "round" },
  { tag: "path", d: "M-20-20H20V4Q20 22 0 24-20 22-20 4Z" },
  { tag: "path", d: "M-8-22H8V-8H22V8H8V22H-8V8H-22V-8H-8Z", "stroke-linejoin": "round" },
];

/** What stands on everything of a seat: the first letter of its name; seats without one are P1, P2, … */
export const markOf = (name) => (/^p\d$/.test(name) ? name : first(name) || "?").toUpperCase();
/** What a reader takes for the first letter; an accent or a combining character belongs to it. */
const first = (
  name,
) => (Intl.Segmenter ? [...new Intl.Segmenter().segment(name.slice(0, 40))][0]?.segment : [...name][0]);

/** The body of a seat's token, with the first letter of its name. */
export function tokenBody(seat, name) {
  const { tag, ...shape } = SHAPES[seat];
  return [
    svg(tag, { ...shape, class: `body f${seat}` }),
    svg("text", { y: seat === 2 ? 4 : 1 }, markOf(name)),
  ];
}

/** A token as a small picture beside a name. */
export function tokenPicture(seat, name) {
  return svg("svg", { viewBox: "-28 -28 56 56", class: "token", "aria-hidden": "true" }, tokenBody(seat, name));
}

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export function die(face, rolled) {
  return svg(
    "svg",
    { viewBox: "0 0 54 54", class: rolled ? "die rolled" : "die", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 50, height: 50, rx: 11 }),
    rolled ? TUMBLES.map((more) => pips((face + more - 1) % 6 + 1, "tumble")) : null,
    pips(face, "settled"),
  );
}

/** The faces that a rolling die shows before its own, counted from that. */
const TUMBLES = [2, 5, 3];
const pips = (face, role) =>
  svg(
    "g",
    { class: role },
    PIPS[face].map(([x, y]) => svg("circle", { cx: 27 + 13.5 * x, cy: 27 + 13.5 * y, r: 4.8 })),
  );

/** Patterns that tell the groups apart without colours. */
export function patterns() {
  const stroke = { stroke: "#fff", "stroke-opacity": ".55", "stroke-width": "3", fill: "none" };
  const dark = { ...stroke, stroke: "#000", "stroke-opacity": ".28" };
  const line = (d, style) => svg("path", { d, ...style });
  const make = (id, size, ...shapes) =>
    svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, shapes);
  return svg(
    "defs",
    {},
    make("mark-0", 14, line("M0 9 3.5 4 7 9 10.5 4 14 9", { ...stroke, "stroke-width": "2" })),
    make("mark-1", 12, svg("circle", { cx: 4, cy: 4, r: 2.4, fill: "#000", "fill-opacity": ".28" })),
    make("mark-2", 12, line("M-3 15 15-3", dark)),
    make("mark-3", 10, line("M0 5H10", dark)),
    make("mark-4", 12, line("M0 0 12 12M12 0 0 12", { ...stroke, "stroke-width": "2" })),
    make("mark-5", 10, line("M5 0V10", dark)),
    make("mark-6", 12, line("M-3-3 15 15", stroke)),
    make("mark-7", 12, line("M0 6H12M6 0V12", { ...stroke, "stroke-width": "2" })),
    make("mark-8", 16, line("M0 5H16M0 11H16M4 2V14M12 2V14", { ...stroke, "stroke-width": "1.6" })),
    make("mark-9", 16, line("M0 8Q4 2 8 8T16 8", { ...stroke, "stroke-width": "2" })),
    svg(
      "pattern",
      { id: "hatch-mortgage", width: 14, height: 14, patternUnits: "userSpaceOnUse" },
      svg("rect", { width: 14, height: 14, fill: "var(--ground)" }),
      line("M-3 17 17-3", { stroke: "var(--line)", "stroke-width": 4, fill: "none" }),
    ),
  );
}
