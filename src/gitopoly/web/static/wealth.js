// Wealth and chances over time: a line for each player, distinguished by colour and by dashes.
import { h, svg } from "./dom.js";
import { list, money, t } from "./texts.js";
import { mistakeText } from "./mistakes.js";

const DASHES = ["", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3", "16 5", "5 5", "1 6"];
const LEFT = 60, RIGHT = 10, TOP = 8, BOTTOM = 20, TALL = 170, LOW = 110, EDGE = 32;
/** Beside the board the height is the window's, and the chart makes room. */
const lowWindow = matchMedia("(min-width: 700px) and (max-height: 780px)");

/** The chart; `jump(frame)` is called when somebody points at a time. */
export function wealthChart(table, playback, jump) {
  const { wealth, turns, moments, chances } = playback.replay; // replays of earlier versions have no chances
  const highest = Math.max(1, ...wealth.map((line) => line.reduce((most, one) => Math.max(most, one), 0)));
  const mistakes = chances?.mistakes ?? [];
  const views = [{
    label: "wealth.label",
    at: "wealth.at",
    lines: wealth,
    value: money,
    tick: niceTick(highest),
    top: highest * 1.04,
    marks: moments.filter(({ kind }) => ["monopoly", "bankrupt", "left", "trade"].includes(kind)),
  }];
  if (chances) {
    views.unshift({
      label: "analysis.label",
      at: "analysis.at",
      lines: chances.lines,
      value: percent,
      tick: 0.25,
      top: 1,
      marks: mistakes.map(({ frame }) => ({ frame, kind: "mistake" })),
    });
  }
  let view = views[0];
  const drawing = svg("svg", { class: "chart", role: "img" });
  const legend = h("ul", { class: "legend" });
  const remark = h("p", { class: "reason", hidden: !chances });
  const choose = (/** @type {typeof view} */ chosen) => {
    view = chosen;
    draw();
  };
  const box = h(
    "figure",
    { class: "wealth" },
    h(
      "figcaption",
      {},
      chances ? chooser(views, () => view, choose) : h("span", { class: "label" }, t(view.label)),
      legend,
    ),
    drawing,
    remark,
  );
  let width = 0, height = TALL, shown = 0, pointed = null, cursor = null, finger = null;

  const x = (frame) => LEFT + (frame / playback.last) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - Math.max(0, value) / view.top) * (height - TOP - BOTTOM);

  const draw = () => {
    const parts = [];
    for (let value = 0; value <= view.top; value += view.tick) {
      parts.push(
        svg("path", { class: "grid", d: `M${LEFT} ${y(value)}H${width - RIGHT}` }),
        svg("text", { class: "scale", x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, view.value(value)),
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
    for (const moment of view.marks) {
      parts.push(svg("path", { class: `mark m-${moment.kind}`, d: `M${x(moment.frame)} ${height - BOTTOM}v-7` }));
    }
    view.lines.forEach((line, seat) => {
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

  /** How uncertain a chance is, where that is more than rounding. */
  const spread = (seat, frame) => {
    const error = view.lines === chances?.lines ? chances.errors?.[seat][frame] ?? 0 : 0;
    return error >= 0.005 ? ` ± ${Math.round(100 * error)}` : "";
  };

  const mark = () => {
    if (!cursor) return;
    cursor.setAttribute("d", `M${x(shown)} ${TOP}V${height - BOTTOM}`);
    finger.setAttribute("d", pointed === null ? "M0 0" : `M${x(pointed)} ${TOP}V${height - BOTTOM}`);
    const frame = pointed ?? shown;
    const values = view.lines.map((line, seat) => `${table.name(seat)} ${view.value(line[frame])}`);
    drawing.setAttribute("aria-label", t(view.at, { turn: playback.turn(frame), values: list(values) }));
    legend.replaceChildren(
      ...view.lines.map((line, seat) =>
        h(
          "li",
          {},
          svg(
            "svg",
            { class: "sample", viewBox: "0 0 34 8", "aria-hidden": "true" },
            svg("path", { class: `wealth-line w${seat}`, "stroke-dasharray": DASHES[seat] || null, d: "M1 4H33" }),
          ),
          h("span", {}, table.name(seat)),
          h("b", {}, view.value(line[frame]), spread(seat, frame)),
        )
      ),
    );
    remark.hidden = view.lines !== chances?.lines;
    if (chances) {
      const mistake = mistakes.find((one) => one.frame === frame);
      remark.textContent = mistake ? mistakeText(table, mistake) : relativeTo(table, chances.policies);
    }
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

const percent = (share) => `${Math.round(100 * share)} %`;

/** What all chances are relative to, in words. */
function relativeTo(table, policies) {
  const same = policies.every((policy) => policy === policies[0]);
  const words = same
    ? t("analysis.all", { policy: policies[0] })
    : list(policies.map((policy, seat) => t("analysis.one", { name: table.name(seat), policy })));
  return t("analysis.relative", { policies: words }).replace(/:$/, ".");
}

/** Buttons to choose what the chart shows. */
function chooser(views, current, choose) {
  const box = h("span", { class: "label", role: "group" });
  const draw = () =>
    box.replaceChildren(
      ...views.map((one) =>
        h("button", {
          type: "button",
          class: "button plain",
          "aria-pressed": String(one === current()),
          onclick: () => {
            choose(one);
            draw();
          },
        }, t(one.label))
      ),
    );
  draw();
  return box;
}

/** A round step that divides a range into about this many parts. */
function niceTick(range, parts = 4) {
  const raw = range / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
}
