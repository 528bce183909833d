// What is printed on the felt: a rosette of fine lines, as on paper that nobody can forge, and the track.
import { svg } from "./dom.js";

const TURN = 2 * Math.PI;
const POINTS = 240;
/** The curves of the rosette: how far from the middle, how high the waves, how many, and how often turned. */
const CURVES = [
  { radius: 318, wave: 58, petals: 16, turns: 5 },
  { radius: 178, wave: 64, petals: 10, turns: 4 },
];

/** A closed wave around the middle. */
function wave(radius, height, petals, shift) {
  const points = Array.from({ length: POINTS }, (_, nth) => {
    const angle = (TURN * nth) / POINTS, far = radius + height * Math.cos(petals * angle + shift);
    return `${Math.round(far * Math.cos(angle))} ${Math.round(far * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

const rosette = () =>
  CURVES.flatMap(({ radius, wave: height, petals, turns }) =>
    Array.from({ length: turns }, (_, nth) => wave(radius, height, petals, (TURN * nth) / turns))
  ).join("");

/** The rosette alone, as the ornament of a page. */
export const ornament = () =>
  svg(
    "svg",
    { class: "ornament", viewBox: "-380 -380 760 760", "aria-hidden": "true" },
    svg("path", { class: "rosette", d: rosette() }),
  );

/** Where a token stands on the inner edge of a square. */
function inner({ x, y, w, h: height, side }, deep) {
  return [[x + w / 2, y - deep], [x + w + deep, y + height / 2], [x + w / 2, y + height + deep], [
    x - deep,
    y + height / 2,
  ]][side];
}

/** The felt of a board: its ground, the rosette, and the track from square to square, a line of commits. */
export function felt(size, places) {
  const deep = 12, edge = places[0].w + deep, middle = `translate(${size / 2} ${size / 2})`;
  const track = { x: edge, y: edge, width: size - 2 * edge, height: size - 2 * edge, rx: 16 };
  const stops = places.filter((place) => !place.corner).map((place) => inner(place, deep));
  return svg(
    "g",
    { class: "printed", "aria-hidden": "true" },
    svg(
      "radialGradient",
      { id: "felt-light", cx: "50%", cy: "42%", r: "70%" },
      svg("stop", { class: "felt-middle", offset: "0" }),
      svg("stop", { class: "felt-edge", offset: "1" }),
    ),
    svg("rect", { class: "felt", x: -2, y: -2, width: size + 4, height: size + 4, rx: 26 }),
    svg("path", { class: "rosette", d: rosette(), transform: middle }),
    svg("rect", { class: "track", ...track }),
    stops.map(([cx, cy]) => svg("circle", { class: "stop", cx, cy, r: 6 })),
  );
}
