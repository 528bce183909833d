// Wealth over time: a line for each player, distinguished by colour and by dashes.
import { h, svg } from "./dom.js";
import { list, money, t } from "./texts.js";

const DASHES = ["", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3", "16 5", "5 5", "1 6"];
const LEFT = 60, RIGHT = 10, TOP = 8, BOTTOM = 20, TALL = 170, LOW = 110, EDGE = 32;
/** Beside the board the height is the window's, and the chart makes room. */
const lowWindow = matchMedia("(min-width: 700px) and (max-height: 780px)");

/** The chart; `jump(frame)` is called when somebody points at a time. */
export function wealthChart(table, playback, jump) {
  const { wealth, turns, moments } = playback.replay;
  const highest = Math.max(1, ...wealth.map((line) => line.reduce((most, one) => Math.max(most, one), 0)));
  const tick = niceTick(highest);
  const top = highest * 1.04;
  const drawing = svg("svg", { class: "chart", role: "img" });
  const legend = h("ul", { class: "legend" });
  const box = h(
    "figure",
    { class: "wealth" },
    h("figcaption", {}, h("span", { class: "label" }, t("wealth.label")), legend),
    drawing,
  );
  let width = 0, height = TALL, shown = 0, pointed = null, cursor = null, finger = null;

  const x = (frame) => LEFT + (frame / playback.last) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - Math.max(0, value) / top) * (height - TOP - BOTTOM);

  const draw = () => {
    const parts = [];
    for (let value = 0; value <= top; value += tick) {
      parts.push(
        svg("path", { class: "grid", d: `M${LEFT} ${y(value)}H${width - RIGHT}` }),
        svg("text", { class: "scale", x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, money(value)),
      );
    }
    const every = Math.max(1, niceTick(turns.length, width / 90));
    for (let turn = every; turn <= turns.length; turn += every) {
      const at = x(turns[turn - 1]), anchor = at > width - EDGE ? "end" : "middle";
      parts.push(
        svg(
          "text",
          { class: "scale", x: anchor === "end" ? width : at, y: height - 4, "text-anchor": anchor },
          t("replay.turn", { turn }),
        ),
      );
    }
    for (const moment of moments) {
      if (!["monopoly", "bankrupt", "trade"].includes(moment.kind)) continue;
      parts.push(svg("path", { class: `mark m-${moment.kind}`, d: `M${x(moment.frame)} ${height - BOTTOM}v-7` }));
    }
    wealth.forEach((line, seat) => {
      const points = line.map((value, frame) => `${x(frame).toFixed(1)} ${y(value).toFixed(1)}`);
      parts.push(
        svg("path", {
          class: `wealth-line w${seat}`,
          "stroke-dasharray": DASHES[seat] || null,
          d: `M${points.join("L")}`,
        }),
      );
    });
    cursor = svg("path", { class: "cursor" });
    finger = svg("path", { class: "cursor finger" });
    drawing.replaceChildren(...parts, cursor, finger);
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    mark();
  };

  const mark = () => {
    if (!cursor) return;
    cursor.setAttribute("d", `M${x(shown)} ${TOP}V${height - BOTTOM}`);
    finger.setAttribute("d", pointed === null ? "M0 0" : `M${x(pointed)} ${TOP}V${height - BOTTOM}`);
    const frame = pointed ?? shown;
    const values = wealth.map((line, seat) => `${table.name(seat)} ${money(line[frame])}`);
    drawing.setAttribute("aria-label", t("wealth.at", { turn: playback.turn(frame), values: list(values) }));
    legend.replaceChildren(
      ...wealth.map((line, seat) =>
        h(
          "li",
          {},
          svg(
            "svg",
            { class: "sample", viewBox: "0 0 34 8", "aria-hidden": "true" },
            svg("path", { class: `wealth-line w${seat}`, "stroke-dasharray": DASHES[seat] || null, d: "M1 4H33" }),
          ),
          h("span", {}, table.name(seat)),
          h("b", {}, money(line[frame])),
        )
      ),
    );
  };

  const frameAt = (event) => {
    const place = drawing.getBoundingClientRect();
    const share = (event.clientX - place.left - LEFT) / Math.max(1, place.width - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, share)) * playback.last);
  };
  drawing.addEventListener("pointermove", (event) => {
    pointed = frameAt(event);
    if (event.buttons) jump(pointed);
    else mark();
  });
  drawing.addEventListener("pointerleave", () => {
    pointed = null;
    mark();
  });
  drawing.addEventListener("pointerdown", (event) => jump(frameAt(event)));

  const observer = new ResizeObserver(() => {
    const wide = Math.floor(box.clientWidth), high = lowWindow.matches ? LOW : TALL;
    if (!wide || (wide === width && high === height && cursor)) return;
    [width, height] = [wide, high];
    drawing.setAttribute("height", height);
    draw();
  });
  observer.observe(box);
  return {
    element: box,
    show: (frame) => {
      shown = frame;
      mark();
    },
  };
}

/** A round step that divides a range into about this many parts. */
function niceTick(range, parts = 4) {
  const raw = range / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
}
