// What the players say to each other. Their words are text nodes, whatever they contain.
import { announce, h, redrawOnChange } from "./dom.js";
import { remarkText, wishNote, wishText } from "./remarks.js";
import { clock, currentLanguage, list, t, worded } from "./texts.js";

/** How many new lines are read out at once. */
const HEARD = 3;

const nameOf = (table, seat) => table.view.trust[seat].name;
const isOwn = (table, seat) => table.view.trust[seat].own;
const audible = (table, line) => !table.view.talk.muted.includes(line.seat);

/** Whether the reasons of an offer stand beside it. */
const isQuoted = ({ view }, line) =>
  Boolean(line.remarks && view.offer && view.offer.to === view.me && view.offer.from === line.seat);

/** Show a line for a few seconds, where it hides no decision and no click is lost to it. */
function passing(text) {
  document.querySelector(".passing")?.remove();
  const note = h("div", { class: "passing", role: "status" }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 6000);
}

/** What a line says, in the reader's language if it is not just words. */
export function words(table, line) {
  if (line.reaction) return t(`talk.reaction.${line.reaction}`);
  if (line.wish) return wishText(table, line.wish);
  return line.remarks ? remarkText(table, line.remarks) : line.text;
}

/** The panel of a table's talk: drawn once, so that nobody's typing is disturbed by a new line. */
export class TalkPanel {
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "talk" });
    const people = h("div", { class: "hears" }), lines = h("ol", { class: "said", "aria-label": t("talk.label") });
    const notes = h("div", { class: "remarks" });
    this.element.append(...(table.view.talk.speaks ? this.#speaking() : []), notes, lines, people);
    this.parts = [
      redrawOnChange(notes, () => table.view.talk, () => this.#notes()),
      redrawOnChange(
        lines,
        () => [table.game.said, table.view.talk.muted, table.view.talk.wishes],
        () => this.#lines(),
      ),
      redrawOnChange(people, () => table.view.talk.muted, () => this.#people()),
    ];
    // What was said before the page was opened is not news.
    table.read ??= new Set(table.game.said.map((line) => line.id));
    table.heard ??= new Set(table.read);
  }

  get visible() {
    return this.element.isConnected;
  }

  /** How many lines were not seen yet. */
  get unread() {
    return this.#unread().length;
  }

  #unread() {
    const { table } = this;
    return table.game.said.filter((line) =>
      !table.read.has(line.id) && !isOwn(table, line.seat) && audible(table, line)
    );
  }

  /** Show what is new; a panel that is out of sight says so in a line that goes away. */
  refresh() {
    this.parts.forEach((draw) => draw());
    const fresh = this.#unread().filter((line) => !this.table.heard.has(line.id));
    for (const line of fresh) this.table.heard.add(line.id);
    const heard = fresh.filter((line) => !isQuoted(this.table, line)).slice(-HEARD).map((line) =>
      t("talk.heard", { name: nameOf(this.table, line.seat), text: words(this.table, line) })
    );
    if (this.visible) this.seen();
    if (!heard.length) return;
    if (this.visible) announce(heard.join(" "));
    else passing(heard.at(-1));
  }

  /** The name of its tab, with a number for what was not seen yet. */
  label(button) {
    const count = this.unread;
    button.textContent = count ? `${t("tab.talk")} ${count}` : t("tab.talk");
    if (count) button.setAttribute("aria-label", t("talk.unread", { count }));
    else button.removeAttribute("aria-label");
    button.classList.toggle("news", count > 0);
  }

  /** Everything has been read. */
  seen() {
    this.table.read = new Set(this.table.game.said.map((line) => line.id));
    document.querySelector(".passing")?.remove();
  }

  #speaking() {
    const { table } = this;
    const input = h("input", {
      type: "text",
      id: "say",
      maxlength: table.view.talk.most,
      autocomplete: "off",
      "aria-label": t("talk.say"),
      placeholder: t("talk.say"),
      value: table.draft ?? "",
      oninput: () => (table.draft = input.value),
    });
    const say = async (event) => {
      event.preventDefault();
      const text = input.value;
      if (!text.trim()) return;
      input.value = table.draft = "";
      // What was refused can be said again later, unless something else is being typed by now.
      if (!(await table.send("say", { text })) && !input.value) input.value = table.draft = text;
    };
    return [
      h("form", { class: "say", onsubmit: say }, input, h("button", { class: "button small" }, t("talk.send"))),
      h(
        "div",
        { class: "reactions", role: "group", "aria-label": t("talk.reactions") },
        table.view.talk.reactions.map((name) =>
          h("button", {
            class: "button small",
            "data-do": `react-${name}`,
            onclick: () => table.send("react", { name }),
          }, t(`talk.reaction.${name}`))
        ),
      ),
    ];
  }

  #notes() {
    const { problem, complaints, muted, speaks } = this.table.view.talk;
    const names = muted.map((seat) => nameOf(this.table, seat));
    return [
      problem ? t("talk.problem", { reason: problem }) : "",
      ...complaints.map((one) => `${worded(one)}.`),
      names.length ? t("talk.muted", { names: list(names) }) : "",
      speaks ? "" : t("talk.watching"),
    ].filter(Boolean).map((text) => h("p", { class: "reason" }, text));
  }

  #lines() {
    const { table } = this;
    const shown = table.game.said.filter((line) => audible(table, line)).reverse();
    if (!shown.length) return [h("li", { class: "reason" }, t("talk.none"))];
    return shown.map((line) =>
      saidLine(table, line, isOwn(table, line.seat) ? t("talk.you") : nameOf(table, line.seat))
    );
  }

  #people() {
    const { table } = this;
    return table.view.trust.map((one, seat) => {
      if (one.own) return null;
      const muted = table.view.talk.muted.includes(seat);
      return h("button", {
        class: "button small",
        "data-focus": `mute-${seat}`,
        "data-do": "mute",
        onclick: () => table.send("mute", { name: one.name, on: !muted }),
      }, t(muted ? "talk.unmute" : "talk.mute", { name: one.name }));
    });
  }
}

const timeOfDay = (time) =>
  new Date(time * 1000).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit" });

/** A line: who said what, and when according to them. */
export function saidLine(table, line, name, attributes = {}) {
  const note = line.wish ? wishNote(table, line) : null;
  return h(
    "li",
    attributes,
    h("span", { class: `dot d${line.seat}` }),
    h(
      "div",
      { class: line.reaction ? "words reaction" : "words" },
      h("strong", {}, name),
      " ",
      words(table, line),
      note ? h("div", { class: "reason" }, note) : null,
    ),
    line.time ? h("span", { class: "when", title: clock(line.time) }, timeOfDay(line.time)) : null,
  );
}
