// For whoever is new here: three cards on the first visit, and a hint when something comes up the first time.
import { h, open } from "./dom.js";
import { atDoor } from "./link.js";
import { store, stored, t } from "./texts.js";

const CARDS = ["play", "friends", "watch"];
let goal = "";

/** Welcome whoever is here for the first time, at a table or on the first page; bots wait meanwhile. */
export function welcome(table) {
  if (goal === "friends" && !table) showFriends();
  if (stored("welcomed") || atDoor()) return;
  table?.send("pause", { on: true });
  const dialog = open(
    h(
      "div",
      { class: "sheet welcome" },
      h("h2", {}, t("welcome.title")),
      h("ul", {}, CARDS.map((name) => card(name, () => choose(name, table, dialog)))),
    ),
    {
      label: t("welcome.title"),
      wide: true,
      onclose: () => {
        store("welcomed", "yes");
        table?.send("pause", { on: false });
      },
    },
  );
}

const card = (name, onclick) =>
  h(
    "li",
    {},
    h("h3", {}, t(`welcome.${name}`)),
    h(
      "button",
      { class: name === "play" ? "button primary" : "button", "data-do": `welcome-${name}`, onclick },
      t(`welcome.${name}.do`),
    ),
    h("p", {}, t(`welcome.${name}.text`)),
  );

function choose(name, table, dialog) {
  dialog.close();
  if (name === "watch") location.hash = "replay/sample";
  else if (name === "friends") {
    if (table) {
      goal = name;
      location.hash = "";
    } else showFriends();
  } else if (!table) {
    const start = /** @type {HTMLButtonElement} */ (document.querySelector(".home form [type=submit]"));
    if (start && !start.disabled) start.click();
    else start?.focus();
  }
}

/** Bring what says how friends join into sight. */
function showFriends() {
  goal = "";
  const place = document.querySelector(".friends")?.closest("section");
  if (!place) return;
  place.scrollIntoView();
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

const SITUATIONS = {
  auction: ({ auction, me }) => auction && me !== null,
  trade: ({ offer, me }) => offer && offer.to === me,
  debt: ({ debts, me }) => debts.some((debt) => debt.debtor === me),
  jail: ({ seats, turn, me, phase }) => me !== null && turn === me && seats[me].jailed && phase === "pre-roll",
};

export const hinted = () => stored("hints") !== "off";

/** Whether hints are given; whoever asks for them again gets each again. */
export function useHints(on) {
  store("hints", on ? "on" : "off");
  if (on) Object.keys(SITUATIONS).forEach((name) => store(`hint.${name}`, ""));
  else document.querySelector(".hint")?.remove();
}

/** Give the hint that fits, once; it goes with its situation. */
export function hint({ view }) {
  const shown = /** @type {HTMLElement} */ (document.querySelector(".hint"));
  const fits = (name) => !view.over && SITUATIONS[name](view);
  if (shown && !fits(shown.dataset.about)) shown.remove();
  else if (shown) return;
  const name = hinted() && Object.keys(SITUATIONS).find((one) => fits(one) && !stored(`hint.${one}`));
  if (!name) return;
  store(`hint.${name}`, "given");
  const note = h(
    "div",
    { class: "hint", role: "status", "data-about": name, "aria-label": t("hint.label") },
    h("p", {}, t(`hint.${name}`)),
    h("button", { class: "button small", "data-do": "hint-close", onclick: () => note.remove() }, t("hint.close")),
  );
  document.getElementById("app").append(note);
}

export function hintField() {
  const box = h("input", { type: "checkbox", checked: hinted(), onchange: () => useHints(box.checked) });
  return [h("label", { class: "check" }, box, t("settings.hints"))];
}
