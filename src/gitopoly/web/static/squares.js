// What is drawn on a square: the band of its group, its name in lines, pictures, houses.
import { svg } from "./dom.js";
import { GROUP_SIGNS, onGroup } from "./pieces.js";

let pen = null, family = "";

/** The outline of a house. */
export function house(x, y, w, height) {
  const left = x - w / 2, roof = y + height * 0.4;
  return `M${left} ${y + height}V${roof}L${x} ${y}L${left + w} ${roof}V${y + height}Z`;
}

/** A deed's colours are towards the middle of the board, its name and price beside them. */
export function parted(box, side) {
  const { x, y, width, height } = box, thick = 25, rest = thick + 6;
  return [
    {
      band: { x: x + 6, y: y + 6, width: width - 12, height: thick },
      text: { x, y: y + rest, width, height: height - rest },
    },
    {
      band: { x: x + width - rest, y: y + 6, width: thick, height: height - 12 },
      text: { x, y, width: width - rest, height },
    },
    {
      band: { x: x + 6, y: y + height - rest, width: width - 12, height: thick },
      text: { x, y, width, height: height - rest },
    },
    {
      band: { x: x + 6, y: y + 6, width: thick, height: height - 12 },
      text: { x: x + rest, y, width: width - rest, height },
    },
  ][side];
}

/** The outer edge of a deed, in its owner's colour; round where the square is. */
export function edgeOf({ x, y, width, height }, side) {
  const thick = 22, right = x + width, bottom = y + height, round = 10;
  if (side === 2) {
    return `M${x} ${y + thick}V${y + round}q0-10 10-10H${right - round}q10 0 10 10V${y + thick}Z`;
  }
  const left = side === 3 ? `V${bottom}` : `V${bottom - round}q0 10 10 10`;
  const end = side === 1 ? `H${right}V${bottom - thick}` : `H${right - round}q10 0 10-10V${bottom - thick}`;
  return `M${x} ${bottom - thick}${left}${end}Z`;
}

/** The colours, pattern and sign of a group. */
export function bandOf(band, group) {
  const place = { ...band, rx: 7 }, across = band.width > band.height;
  const [x, y] = across ? [band.x + 14, band.y + 12.5] : [band.x + 12.5, band.y + 14];
  return [
    svg("rect", { ...place, class: `band g${group}` }),
    svg("rect", { ...place, class: "band", fill: `url(#mark-${group})` }),
    svg("circle", { cx: x, cy: y, r: 11, class: `band g${group}` }),
    svg("text", { x, y: y + 5.5, class: `group-sign ${onGroup(group)}` }, GROUP_SIGNS[group]),
  ];
}

/** Draw the picture of a square that is not a deed; whether there is one. */
export function drawn(group, type, x, y, scale) {
  const glyph = glyphOf(type);
  if (!glyph) return false;
  glyph.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  group.append(glyph);
  return true;
}

/** How wide a text is in the font that this reader has; fonts differ too much to guess. */
export function widthOf(text, size, weight) {
  if (!pen) {
    pen = document.createElement("canvas").getContext("2d");
    family = getComputedStyle(document.documentElement).fontFamily;
  }
  pen.font = `${weight} 100px ${family}`;
  return (pen.measureText(text).width * size) / 100;
}

/** How much too long a word may be before it is split: letters are narrowed that far. */
const NARROWED = 1.3;

/** A text in lines that fit; a word that is too long is split at its soft hyphens, or anywhere. */
export function wrapped(text, width, size, weight) {
  const fits = (line) => widthOf(line, size, weight) <= width, lines = [];
  for (const word of text.split(" ")) {
    const parts = word.split("\u00ad"), whole = parts.join("");
    const longer = lines.length ? `${lines[lines.length - 1]} ${whole}` : whole;
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else if (fits(whole)) lines.push(whole);
    else if (parts.length > 1 || widthOf(whole, size, weight) <= NARROWED * width) lines.push(...divided(parts, fits));
    else lines.push(...divided([...whole], (line) => fits(`${line}-`)));
  }
  return lines;
}

function divided(parts, fits) {
  const lines = [parts[0]];
  for (const part of parts.slice(1)) {
    const last = lines.length - 1;
    if (fits(lines[last] + part)) lines[last] += part;
    else {
      lines[last] += "-";
      lines.push(part);
    }
  }
  return lines;
}

/** Pictures for squares that are not deeds. */
function glyphOf(type) {
  const path = (d, full) => svg("path", { d, class: full ? "glyph full" : "glyph" });
  const shapes = {
    go: [path("M22 0H-20M-6-14-22 0-6 14")],
    jail: [path("M-20-20H20V20H-20ZM-7-20V20M7-20V20")],
    "free-parking": [path("M-10 20V-20H4Q16-20 16-8T4 4H-10")],
    "go-to-jail": [path("M-20 8Q-20-18 4-18H12M2-28 14-18 2-8M-6 8H22V22H-6ZM3 8V22M13 8V22")],
    chance: [path("M-9-10Q-9-20 1-20T11-10Q11-3 1 2V8M1 17V18")],
    "community-chest": [path("M-19-4H19V16H-19ZM-19-4Q-19-16 0-16T19-4M-4-1H4V6H-4Z")],
    tax: [path("M-13-18H13V19L7 14 0 19-7 14-13 19ZM-6-8H6M-6 0H6")],
  };
  return shapes[type] ? svg("g", {}, shapes[type]) : null;
}
