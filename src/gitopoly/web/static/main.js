// The page: which view is shown, and what a change redraws.
import { follow, get, post, Refused } from "./api.js";
import { Board } from "./board.js";
import { showDeed } from "./deed.js";
import { announce, h, toast } from "./dom.js";
import { showHome } from "./home.js";
import { players } from "./players.js";
import { useTheme } from "./settings.js";
import { stage } from "./stage.js";
import { sideTabs } from "./tabs.js";
import { loadTexts, reason, t } from "./texts.js";
import { note, sentence } from "./story.js";
import { top, warn } from "./surround.js";

const app = document.getElementById("app");
let stop = () => {};

/** What the parts of a game's page share: its newest state and how to act in it. */
class Table {
  constructor(id) {
    this.id = id;
    this.game = null;
    this.dice = null;
    this.card = null;
    this.change = {};
    this.answered = null;
  }

  get view() { return this.game.view; }
  get squares() { return this.game.printed.board.squares; }
  name(seat) { return seat >= 0 ? this.view.seats[seat].name : t("bank"); }
  mine(seat) { return seat === this.view.me; }

  /** Send an order; refusals are shown, whatever the reason. */
  async order(name, facts = {}) {
    // What is on its way must not be ordered twice before the page shows that it is done.
    const decides = "decision" in facts;
    if (decides && facts.decision === this.answered) return false;
    if (decides) this.answered = facts.decision;
    try {
      await post(`api/games/${encodeURIComponent(this.id)}/${name}`, facts);
      return true;
    } catch (error) {
      if (decides) this.answered = null;
      const refused = error instanceof Refused && error.refused;
      toast(refused ? `${reason(refused)} (${refused.rule})` : error.status === 409 ? t("error.stale") : error.message);
      return false;
    }
  }

  act(code) { return this.order("act", { decision: this.view.decision, code }); }
}

function showGame(id) {
  const table = new Table(id);
  let parts = null, redraw = null;
  const build = () => {
    const board = new Board(table.game, (square) => showDeed(table, square));
    const scene = h("section", { class: "stage", "aria-label": t("stage.label") });
    const people = h("section", { class: "card", "aria-label": t("players.label") });
    const tabs = h("section", { class: "card tabbed" });
    const alarm = h("div", { role: "alert" });
    app.replaceChildren(
      top(table),
      alarm,
      h("main", { class: "table" }, h("div", { class: "arena" }, board.element, scene), h("div", { class: "side" }, people, tabs)),
    );
    parts = { board, alarm, stage: stage(table, scene), players: players(table, people), tabs: sideTabs(table, tabs) };
  };
  redraw = () => { build(); draw(true); };
  const draw = (still) => {
    parts.board.show(table.view, still);
    parts.stage();
    parts.players();
    parts.tabs();
    warn(parts.alarm, table);
  };
  table.redraw = redraw;
  const changed = (game, fresh) => {
    const first = !table.game?.printed;
    table.game = game;
    if (!game.printed) { showLobby(game); return; }
    note(table, fresh ?? game.lines.slice(-12), fresh === null);
    if (first || fresh === null) build();
    draw(fresh === null);
    tell(table, fresh);
  };
  stop = follow(id, changed, trouble);
}

/** Read out what happened, and what is asked of the person. */
function tell(table, fresh) {
  const words = (fresh || []).map((line) => sentence(table, line));
  const buttons = table.view.decisions?.buttons.filter((button) => !button.refused) || [];
  if (buttons.length || table.view.decisions?.bid) words.push(t("announce.choose"));
  if (words.length) announce(words.join(" "));
}

function showLobby(game) {
  const { joined, waiting } = game.view;
  app.replaceChildren(
    top(null),
    h("main", { class: "home" }, h("h1", {}, t("lobby.title")),
      h("p", { class: "lead" }, t("lobby.waiting", { names: waiting.map((one) => one.name).join(", ") })),
      h("ul", {}, joined.map((name) => h("li", {}, t("lobby.joined", { name }))))),
  );
}

/** A game that is wound back and forth; its scripts are loaded when somebody wants them. */
async function showFilm(id) {
  app.replaceChildren(top(null), h("main", { class: "loading", "aria-busy": "true" }, h("p", {}, t("replay.loading"))));
  try {
    const [{ showReplay }, film] = await Promise.all([import("./replay.js"), get(`api/games/${encodeURIComponent(id)}/replay`)]);
    stop = showReplay(app, film, `#replay/${encodeURIComponent(id)}/`);
  } catch (error) {
    app.replaceChildren(top(null), h("main", { class: "home" }, h("p", { class: "problem", role: "alert" }, error.message)));
  }
}

let lost = null;
function trouble(what) {
  lost?.remove();
  lost = null;
  if (!what) return;
  lost = h("div", { class: "toast", role: "alert" }, what === "lost" ? t("error.lost") : t("error.closed", { reason: what }));
  document.body.append(lost);
}

async function show() {
  stop();
  trouble("");
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  const id = decodeURIComponent(location.hash.slice(1));
  if (id.startsWith("replay/")) await showFilm(id.split("/")[1]);
  else if (id) showGame(id);
  else { stop = () => {}; await showHome(app, top(null), show); }
}

await loadTexts();
useTheme();
window.addEventListener("hashchange", show);
await show();
