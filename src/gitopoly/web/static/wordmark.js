// The name of the game, drawn with one pen: its rings are commits, its strokes are branches.
import { svg } from "./dom.js";

const STROKES =
  "M33 12A17 17 0 1 0 36 22H25M47 22V39M62 10V32Q62 39 69 39M55 22H69M103 22V51M158 5V39M167 22 176 39M185 22 171 51";
const RINGS = [84, 113, 140];

/** The name as a picture; whatever contains it says it in words. */
export function wordmark() {
  return svg(
    "svg",
    { class: "wordmark", viewBox: "0 0 188 54", "aria-hidden": "true" },
    svg("path", { d: STROKES }),
    RINGS.map((cx) => svg("circle", { class: "ring", cx, cy: 30, r: 9.5 })),
    svg("circle", { class: "commit-dot first", cx: 47, cy: 11, r: 4 }),
    svg("circle", { class: "commit-dot", cx: 84, cy: 30, r: 3.2 }),
    svg("circle", { class: "commit-dot", cx: 140, cy: 30, r: 3.2 }),
  );
}
