// The replay of a game, finished or in progress, on the same board.
import { Board } from "./board.js";
import { controls, keyboard, SPEEDS } from "./controls.js";
import { showDeed } from "./deed.js";
import { announce, h } from "./dom.js";
import { momentList, wholeStory } from "./moments.js";
import { peeks } from "./peek.js";
import { players } from "./players.js";
import { Playback } from "./playback.js";
import { stage } from "./stage.js";
import { note, sentence } from "./story.js";
import { top, warn } from "./header.js";
import { tabbed } from "./tabs.js";
import { currentLanguage, has, list, number, store, stored, t, translatedSquares } from "./texts.js";
import { wealthChart } from "./wealth.js";

const WALKS = 800;
const SQUARE = 170;

/** What the parts of the page share; nothing can be decided here. */
class ReplayTable {
  constructor(replay) {
    this.replay = replay;
    this.game = { printed: replay.printed, view: null, lines: [] };
    this.dice = this.card = null;
    this.change = {};
    this.changes = new EventTarget();
    this.redraw = () => {};
  }

  get view() {
    return this.game.view;
  }
  get squares() {
    return translatedSquares(this.game.printed.board.squares);
  }
  name(seat) {
    return seat >= 0 ? this.game.printed.names[seat] : t("bank");
  }
  mine() {
    return false;
  }
  act() {}
}

/** Show a replay; `base` is where the address of a frame begins. Returns how to stop. */
export function showReplay(app, replay, base) {
  const table = new ReplayTable(replay), playback = new Playback(replay);
  const state = {
    frame: frameOf(location.hash, base, playback),
    speed: stored("speed") in SPEEDS ? stored("speed") : "1×",
    heat: false,
    whose: null,
    timer: null,
  };
  let parts = null, settled = null;

  const jump = (frame, still = true) => {
    const before = state.frame;
    state.frame = Math.min(playback.last, Math.max(0, frame));
    draw(still || state.frame !== before + 1);
  };
  const move = (frame) => {
    pause();
    jump(frame, Math.abs(frame - state.frame) !== 1);
    tell();
  };
  const tell = () => {
    const line = table.game.lines.at(-1);
    announce(line ? sentence(table, line) : t("replay.beginning"));
  };
  const pause = () => {
    clearTimeout(state.timer);
    state.timer = null;
    parts.controls();
  };
  const play = () => {
    if (state.frame >= playback.last) jump(0);
    const next = () => {
      if (!app.isConnected || state.frame >= playback.last) return pause();
      const pace = SPEEDS[state.speed], walks = pace >= WALKS;
      jump(state.frame + 1, !walks);
      if (walks) tell();
      state.timer = setTimeout(
        next,
        pace + (walks ? SQUARE * walked(replay.frames[state.frame - 1].line, table.squares.length) : 0),
      );
    };
    state.timer = setTimeout(next, 0);
    parts.controls();
  };
  const commands = {
    first: () => move(0),
    turnBack: () => move(playback.turnFrom(state.frame, false)),
    back: () => move(state.frame - 1),
    play: () => (state.timer === null ? play() : pause()),
    forward: () => move(state.frame + 1),
    turnForward: () => move(playback.turnFrom(state.frame, true)),
    last: () => move(playback.last),
    heat: () => {
      state.heat = !state.heat;
      draw(true);
      parts.controls();
    },
    whose: (seat) => {
      state.whose = seat;
      draw(true);
    },
    speed: (name) => {
      state.speed = name;
      store("speed", name);
    },
  };
  /** A link to a frame: it can be copied, and a click moves there. */
  const link = (frame, attributes, ...children) =>
    h("a", {
      ...attributes,
      href: `${base}${frame}`,
      onclick: (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
          event.preventDefault();
          move(frame);
        }
      },
    }, ...children);

  const build = () => {
    const board = new Board(table.game, (square) => showDeed(table, square));
    const scene = h("section", { class: "stage", "aria-label": t("stage.label") });
    const people = h("section", { class: "card people", "aria-label": t("players.label") });
    const tabs = h("section", { class: "card tabbed" });
    const alarm = h("div", { role: "alert" }),
      bar = h("section", { class: "controls", "aria-label": t("replay.controls") });
    const arena = h("div", { class: "arena" }, board.element, scene);
    peeks(table, arena, board);
    app.replaceChildren(
      top(table, title(replay.printed)),
      alarm,
      h(
        "main",
        { class: "table replay" },
        arena,
        h("div", { class: "side" }, people, tabs),
      ),
      bar,
    );
    const drawStage = stage(table, scene), chart = wealthChart(table, playback, (frame) => move(frame));
    const heat = heatNote(table, state, commands);
    scene.append(heat.element, chart.element);
    const shown = () => followStory(tabs, state.frame);
    const drawTabs = tabbed(tabs, {
      moments: { draw: () => momentList(table, playback, link), facts: () => currentLanguage(), shown },
      story: { draw: () => wholeStory(table, playback, link), facts: () => currentLanguage(), shown },
    });
    parts = {
      board,
      alarm,
      heat,
      stage: drawStage,
      chart,
      players: players(table, people),
      tabs: drawTabs,
      shown,
      controls: controls(bar, playback, state, commands, jump, pause),
    };
  };

  const draw = (still) => {
    const { frame } = state;
    const { trust, warnings, open } = replay;
    table.game.view = { ...playback.at(frame), me: null, waiting: [], trust, warnings, open };
    table.game.lines = playback.lines(frame, 12);
    table.dice = table.card = null;
    note(table, table.game.lines.slice(0, -1), true);
    table.change = {};
    note(table, table.game.lines.slice(-1), still && state.timer !== null);
    if (still && table.dice) table.dice.fresh = false; // dice roll in playback, not on a jump
    parts.board.counts = state.heat ? playback.landings(frame, state.whose) : null;
    parts.board.show(table.view, still);
    parts.stage();
    parts.players();
    parts.tabs();
    parts.chart.show(frame);
    parts.shown();
    parts.controls();
    parts.heat.show(parts.board.counts);
    warn(parts.alarm, table);
    table.changes.dispatchEvent(new Event("change"));
    clearTimeout(settled);
    settled = setTimeout(() => history.replaceState(null, "", `${base}${frame}`), 300);
  };
  table.redraw = () => {
    build();
    draw(true);
  };
  table.redraw();

  const key = keyboard(commands);
  const hash = () => {
    const frame = frameOf(location.hash, base, playback);
    if (frame !== state.frame) move(frame);
  };
  document.addEventListener("keydown", key);
  if (base === "#") window.addEventListener("hashchange", hash);
  return () => {
    clearTimeout(state.timer);
    clearTimeout(settled);
    document.removeEventListener("keydown", key);
    window.removeEventListener("hashchange", hash);
  };
}

function title({ names, edition }) {
  const named = has(`edition.${edition}`) ? t(`edition.${edition}`) : edition;
  return t("replay.title", { names: list(names), edition: named });
}

/** The frame that an address names; the beginning if it names none. */
function frameOf(hash, base, playback) {
  const rest = hash.startsWith(base) ? hash.slice(base.length) : "";
  return /^\d{1,7}$/.test(rest) ? Math.min(playback.last, Number(rest)) : 0;
}

/** How many squares a line lets a token walk. */
function walked(line, count) {
  const steps = line.steps.flatMap((step) => (step.moves || []).map(([, from, to]) => (to - from + count) % count));
  return Math.min(12, Math.max(0, ...steps));
}

/** Mark the line that is shown in the story and the moments, and bring it into view. */
function followStory(tabs, frame) {
  const panel = tabs.querySelector(".panel");
  panel.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const rows = [...panel.querySelectorAll("[data-frame]")];
  const at = rows.findLastIndex((row) => Number(row.dataset.frame) <= frame);
  const row = rows[at];
  if (!row) {
    panel.scrollTop = 0;
    return;
  }
  row.setAttribute("aria-current", "step");
  if (
    row.offsetTop < panel.scrollTop + 40 || row.offsetTop + row.offsetHeight > panel.scrollTop + panel.clientHeight - 20
  ) {
    panel.scrollTop = row.offsetTop - panel.clientHeight / 2;
  }
}

/** Whose landings the heat map shows, and what stands out; hidden while there is no heat map. */
function heatNote(table, state, commands) {
  const most = h("span", {});
  const who = h(
    "select",
    { id: "whose", onchange: (event) => commands.whose(event.target.value === "" ? null : Number(event.target.value)) },
    h("option", { value: "" }, t("replay.heat.all")),
    table.game.printed.names.map((name, seat) => h("option", { value: seat, selected: seat === state.whose }, name)),
  );
  const element = h(
    "div",
    { class: "heat-note reason", hidden: true },
    h("label", { class: "speed" }, t("replay.heat.whose"), who),
    most,
  );
  const show = (counts) => {
    element.hidden = !counts;
    if (!counts) return;
    const highest = Math.max(...counts), all = counts.reduce((sum, one) => sum + one, 0);
    most.textContent = all
      ? t("replay.heat.most", {
        square: table.squares[counts.indexOf(highest)].name,
        count: number(highest),
        all: number(all),
      })
      : t("replay.heat.none");
  };
  return { element, show };
}
