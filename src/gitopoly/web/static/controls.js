// The controls of a replay: the bar below the board, and keys.
import { h, svg } from "./dom.js";
import { number, t } from "./texts.js";

/** Milliseconds that a frame stays, by speed. */
export const SPEEDS = { "½×": 1600, "1×": 800, "2×": 400, "4×": 200, "16×": 50 };
const ICONS = {
  first: "M5 4V20M19 4 8 12 19 20Z",
  turnBack: "M12 5 4 12 12 19ZM20 5 12 12 20 19Z",
  back: "M16 5 7 12 16 19Z",
  play: "M7 4 20 12 7 20Z",
  pause: "M7 5H10V19H7ZM14 5H17V19H14Z",
  forward: "M8 5 17 12 8 19Z",
  turnForward: "M12 5 20 12 12 19ZM4 5 12 12 4 19Z",
  last: "M19 4V20M5 4 16 12 5 20Z",
};

/** Keys for the whole page; those that mean something to the focused element are left alone. */
export function keyboard(commands) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const at = event.target.closest?.(".board, [role=tablist], select, button, a, input");
    if (event.key === " " && at && at.type !== "range") return;
    if (at?.matches(".board, [role=tablist], select") && event.key !== " ") return;
    if (event.target.closest?.("[role=tab], .board")) return;
    const turn = event.shiftKey;
    const keys = {
      ArrowRight: turn ? "turnForward" : "forward",
      ArrowLeft: turn ? "turnBack" : "back",
      PageDown: "turnForward",
      PageUp: "turnBack",
      Home: "first",
      End: "last",
      " ": "play",
    };
    const command = keys[event.key];
    if (!command) return;
    event.preventDefault();
    commands[command]();
  };
}

function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/** The bar below: playback, the slider, speed and the heat map; returns how to draw it again. */
export function controls(bar, playback, state, commands, jump, pause) {
  const button = (name, label) =>
    h("button", {
      class: "button playback-button",
      title: label,
      "aria-label": label,
      "data-do": name,
      onclick: commands[name],
    }, icon(name));
  const slider = h("input", {
    type: "range",
    class: "slider",
    min: 0,
    max: playback.last,
    step: 1,
    value: state.frame,
    "aria-label": t("replay.slider"),
    id: "slider",
    oninput: (event) => {
      const frame = Number(event.target.value);
      pause();
      jump(frame);
    },
  });
  const playing = button("play", t("replay.play"));
  const where = h("output", { class: "where", for: "slider" });
  const heat = h("button", {
    class: "button small",
    "data-do": "heat",
    "aria-pressed": "false",
    onclick: commands.heat,
  }, t("replay.heat"));
  bar.replaceChildren(
    h(
      "div",
      { class: "playback" },
      button("first", t("replay.first")),
      button("turnBack", t("replay.turnBack")),
      button("back", t("replay.back")),
      playing,
      button("forward", t("replay.forward")),
      button("turnForward", t("replay.turnForward")),
      button("last", t("replay.last")),
    ),
    slider,
    where,
    h(
      "div",
      { class: "more" },
      h(
        "label",
        { class: "speed" },
        h("span", {}, t("replay.speed")),
        h(
          "select",
          { onchange: (event) => commands.speed(event.target.value) },
          Object.keys(SPEEDS).map((name) => h("option", { value: name, selected: name === state.speed }, name)),
        ),
      ),
      heat,
    ),
  );
  return () => {
    const runs = state.timer !== null, label = t(runs ? "replay.pause" : "replay.play");
    if (playing.title !== label || playing.dataset.runs !== String(runs)) {
      playing.dataset.runs = runs;
      playing.title = label;
      playing.setAttribute("aria-label", label);
      playing.replaceChildren(icon(runs ? "pause" : "play"));
    }
    slider.value = state.frame;
    slider.style.setProperty("--done", `${(100 * state.frame) / playback.last}%`);
    const words = t("replay.where", {
      turn: number(playback.turn(state.frame)),
      turns: number(playback.replay.turns.length),
      step: number(state.frame),
      steps: number(playback.last),
    });
    slider.setAttribute("aria-valuetext", words);
    where.textContent = words;
    heat.setAttribute("aria-pressed", state.heat);
  };
}
