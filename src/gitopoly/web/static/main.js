// The page: which view is shown, and what a change redraws.
import { canReconnect, follow, get, post, prepareReconnect, Refused } from "./api.js";
import { Alive } from "./alive.js";
import { Arrival, rollIn } from "./arrival.js";
import { Board } from "./board.js";
import { showDeed } from "./deed.js";
import { DeviceNotices, guestDevices } from "./devices.js";
import { announce, h, toast } from "./dom.js";
import { winnerOf } from "./ending.js";
import { showDoor } from "./guest.js";
import { showHome } from "./home.js";
import { atDoor, hasLink, takeLink } from "./link.js";
import { lobby } from "./lobby.js";
import { awaitInstallation, call, Wakefulness } from "./notices.js";
import { peeks } from "./peek.js";
import { players } from "./players.js";
import { useTheme } from "./settings.js";
import { headline, stage } from "./stage.js";
import { sideTabs } from "./tabs.js";
import { currentLanguage, loadTexts, reason, t, translatedSquares } from "./texts.js";
import { note, sentence } from "./story.js";
import { top, warn } from "./header.js";
import { hint, welcome } from "./welcome.js";

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
    this.walking = null;
    this.answered = null;
    this.summary = this.past = null;
    this.othersActed = false;
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
    return seat >= 0 ? this.view.seats[seat].name : t("bank");
  }
  mine(seat) {
    return seat === this.view.me;
  }

  /** Send a command; refusals are shown, whatever the reason. */
  async send(name, facts = {}) {
    // A command in flight must not be sent again before the page shows its effect.
    const decides = "decision" in facts;
    if (decides && facts.decision === this.answered) return false;
    if (decides) this.answered = facts.decision;
    try {
      await post(`api/games/${encodeURIComponent(this.id)}/${name}`, facts);
      return true;
    } catch (error) {
      if (decides) this.answered = null;
      const refused = error instanceof Refused && error.refused;
      toast(refused ? reason(refused) : error.message);
      return false;
    }
  }

  act(code) {
    return this.send("act", { decision: this.view.decision, code });
  }

  /** Edit the standing orders of the person's seat. */
  orders() {
    import("./orders.js").then(({ orders }) => orders(this));
  }

  /** Show the host what plays the guests' seats. */
  guests() {
    guestDevices(this);
  }

  /** What stands out in a game that is over: loaded then, and kept however often the middle is drawn. */
  afterwards() {
    if (this.summary?.lang !== currentLanguage()) {
      const box = this.summary = h("div", { class: "afterwards", lang: currentLanguage() });
      import("./summary.js").then(({ summary }) => box.replaceChildren(summary(this)));
    }
    return this.summary;
  }
}

function showGame(id) {
  const table = new Table(id);
  let parts = null, redraw = null, waits = null;
  const build = () => {
    const board = new Board(table.game, (square) => showDeed(table, square));
    const scene = h("section", { class: "stage", "aria-label": t("stage.label") });
    const people = h("section", { class: "card people", "aria-label": t("players.label") });
    const tabs = h("section", { class: "card tabbed" });
    const alarm = h("div", { role: "alert" });
    const arena = h("div", { class: "arena" }, board.element, scene);
    arrival.skippedBy(arena);
    alive.use(board, people);
    peeks(table, arena, board);
    app.replaceChildren(
      top(table),
      alarm,
      h(
        "main",
        { class: "table live" },
        arena,
        h("div", { class: "side" }, people, tabs),
      ),
    );
    if (app.dataset.begun) scene.dataset.waits = app.dataset.begun;
    delete app.dataset.begun;
    parts = { board, alarm, stage: stage(table, scene), players: players(table, people), tabs: sideTabs(table, tabs) };
  };
  redraw = () => {
    arrival.end();
    build();
    draw(true);
  };
  const draw = (still) => {
    parts.board.show(table.view, still);
    parts.stage();
    parts.players();
    parts.tabs();
    warn(parts.alarm, table);
    hint(table);
    wakefulness.update();
    table.changes.dispatchEvent(new Event("change"));
  };
  table.redraw = () => {
    devices.show();
    if (table.game.printed) redraw();
    else {
      waits = lobby(app, top(table), table);
      waits(table.game);
    }
  };
  const changed = (game, fresh) => {
    const first = !table.game?.printed;
    table.game = game;
    devices.show();
    if (!game.printed) {
      waits ??= lobby(app, top(table), table);
      waits(game);
      return;
    }
    const roll = fresh && !first && !still.matches && !document.hidden ? rollIn(fresh) : null;
    if (roll) {
      arrival.begin(roll, fresh, parts.board.tokens);
      alive.roll();
      parts.stage();
      return;
    }
    if (fresh && arrival.waits) {
      arrival.add(fresh);
      return;
    }
    arrival.end();
    // A restored connection redraws what changed, and leaves the focus where it was.
    if (first) build();
    if (fresh) show(fresh);
    else {
      note(table, game.lines.slice(-12), true);
      draw(true);
      tell(table, null);
    }
    if (first) welcome(table);
  };
  const show = (fresh) => {
    note(table, fresh, false);
    draw(false);
    alive.show(fresh);
    tell(table, fresh);
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const alive = new Alive(table), wakefulness = new Wakefulness(table);
  const devices = new DeviceNotices(table);
  const arrival = new Arrival(table, show), key = (event) => arrival.skippedByKey(event);
  document.addEventListener("keydown", key, true);
  const leave = follow(id, changed, (what, why) => trouble(what, why, table.game?.again));
  stop = () => {
    document.removeEventListener("keydown", key, true);
    alive.leave();
    wakefulness.leave();
    devices.leave();
    leave();
  };
}

/** A sentence for the ear: no arrows, and an end. */
const spoken = (text) => `${text.replaceAll(" → ", ": ")}${/[.!?]$/.test(text) ? "" : "."}`;

/** Read out what happened, and what the person has to do; the title says so too. */
function tell(table, fresh) {
  const { decisions, decision, phase, over } = table.view;
  const words = (fresh || []).map((line) => spoken(sentence(table, line)));
  const asked = !over && Boolean(decisions && (decisions.bid || decisions.buttons.some((button) => !button.refused)));
  if (fresh?.some((line) => !table.mine(line.seat))) table.othersActed = true; // since the last question
  const about = asked ? `${decision} ${phase}` : "";
  if (asked && about !== table.told) {
    words.push(spoken(headline(table)), t("announce.choose"));
    call(headline(table), table.othersActed);
    table.othersActed = false;
  }
  table.told = about;
  if (table.view.standings && !table.ended && fresh) words.push(spoken(winnerOf(table)));
  table.ended = Boolean(table.view.standings);
  if (words.length) announce(words.join(" "));
  document.title = asked
    ? `● ${t("title.yours")} · Gitopoly`
    : table.view.standings
    ? `${winnerOf(table)} · Gitopoly`
    : "Gitopoly";
}

/** The replay of a game; its scripts are loaded on demand. */
async function openReplay(id) {
  app.replaceChildren(top(null), h("main", { class: "loading", "aria-busy": "true" }, h("p", {}, t("replay.loading"))));
  try {
    const [{ showReplay }, replay] = await Promise.all([
      import("./replay.js"),
      get(`api/games/${encodeURIComponent(id)}/replay`),
    ]);
    stop = showReplay(app, replay, `#replay/${encodeURIComponent(id)}/`);
    if (id === "sample") /** @type {HTMLElement} */ (document.querySelector("[data-do=play]"))?.click();
  } catch (error) {
    app.replaceChildren(
      top(null),
      h("main", { class: "home" }, h("p", { class: "problem", role: "alert" }, error.message)),
    );
  }
}

let lost = null;
/** That nobody answers, and what brings the game back; a guest can only wait. */
function lostWords(command) {
  if (atDoor()) return t("error.lost.door");
  return [
    t("error.lost"),
    " ",
    h("span", {}, t("error.again")),
    " ",
    h("code", {}, command || "gitopoly games latest"),
    " ",
    canReconnect() ? h("span", {}, t("error.back")) : null,
  ];
}

/** Say on top of the page that the server cannot be heard, until it can; nothing else removes that message. */
function trouble(what, why = "", command = "") {
  if (what && lost?.dataset.what === what) return;
  lost?.remove();
  lost = null;
  if (!what) return;
  const words = what === "lost" ? lostWords(command) : t("error.closed", { reason: why || "…" });
  lost = h("div", { class: "banner", role: "alert", "data-what": what }, words);
  document.body.prepend(lost);
}

async function show() {
  stop();
  trouble("");
  takeLink();
  document.title = "Gitopoly";
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
  const id = decodeURIComponent(location.hash.slice(1));
  if (id.startsWith("replay/")) await openReplay(id.split("/")[1]);
  else if (id && (!atDoor() || hasLink())) showGame(id);
  else {
    stop = () => {};
    if (atDoor()) {
      await showDoor(app, top(null), (game) => (location.hash = game));
      return;
    }
    await showHome(app, top(null));
    welcome(null);
  }
}

/** Whoever comes back from an earlier run continues where they were, with the keyboard too. */
function returned() {
  try {
    if (!sessionStorage.getItem("gitopoly.returned")) return;
    sessionStorage.removeItem("gitopoly.returned");
  } catch {
    return;
  }
  app.dataset.begun = "true";
  announce(t("error.returned"));
}

await loadTexts();
useTheme();
awaitInstallation();
window.addEventListener("hashchange", show);
returned();
await show();
await prepareReconnect().catch(() => {}); // a page that cannot reconnect still works
