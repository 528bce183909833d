// Before the game: who has joined, and what the others have to type.
import { announce, h, replace, svg, toast } from "./dom.js";
import { atDoor } from "./link.js";
import { deviceCount } from "./players.js";
import { TalkPanel } from "./talk.js";
import { list, t, worded } from "./texts.js";

/** Build the page for a table that is filling up; returns how to show its newest state. */
export function lobby(app, top, table) {
  const talk = h("section", { class: "card", "aria-label": t("tab.talk"), hidden: true });
  const lead = h("p", { class: "lead" }),
    send = h("p", {}),
    seats = h("ul", { class: "lobby" }),
    watching = h("section", { class: "card", "aria-label": t("lobby.watch"), hidden: true }),
    notes = h("div", { class: "notes" });
  app.replaceChildren(
    top,
    h(
      "main",
      { class: "home" },
      h("div", {}, h("h1", {}, t("lobby.title")), lead, send),
      h("section", { class: "card", "aria-label": t("players.label") }, seats),
      watching,
      notes,
      talk,
    ),
  );
  let panel = null;
  let shown = "", before = null;
  return ({ view }) => {
    if (view.talk && !panel) {
      panel = new TalkPanel(table);
      talk.append(h("h2", {}, t("tab.talk")), panel.element);
      talk.hidden = false;
    }
    panel?.refresh();
    const facts = JSON.stringify([
      view.lobby,
      view.watch,
      view.trust,
      view.devices,
      view.waiting.map((one) => one.name),
    ]);
    if (facts === shown) return;
    shown = facts;
    const awaited = view.lobby.map((one) => one.name);
    lead.textContent = awaited.length
      ? t("lobby.waiting", { names: list(awaited) })
      : t("lobby.starts", { name: view.waiting[0]?.name ?? "" });
    const hosted = Boolean(view.watch), guest = view.lobby.some((one) => !one.command && !one.link);
    send.textContent = !awaited.length || guest ? "" : hosted ? t("lobby.send.links") : t("lobby.send");
    replace(seats, view.trust.map((seat) => place(view, seat)));
    watching.hidden = !view.watch;
    if (view.watch) {
      replace(
        watching,
        h("h2", {}, t("lobby.watch")),
        h("p", { class: "reason" }, t("lobby.watch.how")),
        shared(view.watch, t("lobby.copy.watch"), "copy-watch"),
      );
    }
    replace(notes, remarks(view).map((text) => h("p", { class: "reason" }, text)));
    if (before) { for (const name of view.joined) if (!before.includes(name)) announce(t("lobby.joined", { name })); }
    before = view.joined;
    document.title = `${t("lobby.short", { here: view.joined.length, all: view.trust.length })} · Gitopoly`;
  };
}

function remarks({ lobby: awaited, trust, watch, hints }) {
  const own = trust.find((seat) => seat.own);
  // Guests and spectators have no repository, and see keys through their host alone.
  if (atDoor()) return hints ? [t("advice.allowed")] : [];
  return [
    hints ? t("advice.allowed") : "",
    t("lobby.compare"),
    awaited.some((one) => one.here) ? t("lobby.folder") : "",
    watch ? t(reach(watch)) : "",
    watch?.text.startsWith("http:") ? t("lobby.plain") : "",
    own?.published ? t("lobby.published", { status: worded(own.published) }) : "",
  ].filter(Boolean);
}

/** Who can open the links, as far as that is known. */
const reach = ({ reached, text }) =>
  reached ? "lobby.reached" : /^https?:..(127\.|localhost|\[::1)/.test(text) ? "lobby.local" : "lobby.untried";

/** A seat: its key once it is here, the command to join until then. */
function place(view, seat) {
  const awaited = view.lobby.find((one) => one.name === seat.name), count = deviceCount(view, seat.name);
  const name = h("strong", {}, seat.name, seat.own ? ` (${t("players.you")})` : "");
  if (!awaited) {
    return h(
      "li",
      { class: "here" },
      h("div", { class: "ok" }, name, " ", t("lobby.here")),
      atDoor() ? null : h("div", {}, t("trust.key"), " ", h("code", {}, seat.fingerprint)),
      seat.holder ? h("div", { class: "reason" }, t("trust.held", { name: seat.holder })) : null,
      count > 1 ? h("div", { class: "reason" }, t("device.more", { name: seat.name, count })) : null,
    );
  }
  return h(
    "li",
    {},
    h("div", { class: "wait" }, name, " ", t("lobby.awaited")),
    awaited.link
      ? shared(awaited.link, t("lobby.copy.link", { name: seat.name }), `copy-${seat.name}`)
      : awaited.command
      ? typed(awaited.command, t("lobby.copy.for", { name: seat.name }), `copy-${seat.name}`)
      : null,
    awaited.pinned ? h("div", { class: "reason" }, t("lobby.pinned"), " ", h("code", {}, awaited.pinned)) : null,
    seat.error ? h("div", { class: "no" }, worded(seat.error)) : null,
  );
}

/** A link to send, with its code to scan. */
export function shared(link, label, focus) {
  const side = Number(link.size);
  return h(
    "div",
    { class: "shared" },
    typed(link.text, label, focus),
    h(
      "details",
      { class: "code" },
      h("summary", {}, t("lobby.code")),
      svg(
        "svg",
        { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": t("lobby.code") },
        svg("rect", { width: side, height: side, fill: "#fff" }),
        svg("path", { d: link.path, fill: "#000" }),
      ),
    ),
  );
}

/** A line that somebody types in a terminal, with a button that copies it. */
export function typed(command, label, focus) {
  const line = h("code", { class: "command" }, command);
  return h(
    "div",
    { class: "typed" },
    line,
    h("button", {
      class: "button small",
      "data-focus": focus,
      "data-do": "copy",
      "aria-label": label,
      onclick: (event) => copy(line, event.currentTarget),
    }, t("lobby.copy")),
  );
}

/** Copy a line; where the browser does not allow it, the line is selected, so that a key can copy it. */
async function copy(line, button) {
  getSelection().selectAllChildren(line);
  try {
    await navigator.clipboard.writeText(line.textContent);
  } catch {
    if (!document.execCommand("copy")) {
      toast(t("lobby.copy.hand"));
      return;
    }
  }
  button.textContent = t("lobby.copied");
  announce(t("lobby.copied"));
  setTimeout(() => {
    button.textContent = t("lobby.copy");
  }, 4000);
}
