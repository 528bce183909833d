// The header of every view, and warnings below it.
import { h } from "./dom.js";
import { help } from "./help.js";
import { settings } from "./settings.js";
import { muteButton } from "./sounds.js";
import { t } from "./texts.js";
import { wordmark } from "./wordmark.js";

/** The line at the top of the page; `title` says what is shown. */
export function top(table, title = "") {
  return h(
    "header",
    { class: "top" },
    h(
      "a",
      { class: "brand", href: "#", "aria-label": "Gitopoly" },
      h("img", { src: document.querySelector("link[rel=icon]").getAttribute("href"), alt: "" }),
      wordmark(),
    ),
    title ? h("p", { class: "title" }, title) : null,
    h(
      "nav",
      { "aria-label": t("nav.label") },
      table?.send ? muteButton() : null,
      h("button", { class: "button plain small", "data-do": "help", onclick: help }, t("nav.help")),
      h(
        "button",
        { class: "button plain small", "data-do": "settings", onclick: () => settings(table) },
        t("nav.settings"),
      ),
    ),
  );
}

/** What no honest program writes, with the evidence. */
export function warn(place, table) {
  const key = JSON.stringify(table.view.warnings);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(
    ...table.view.warnings.map((warning) =>
      h(
        "div",
        { class: "alarm" },
        h("strong", {}, t("trust.alarm", { name: warning.seat })),
        " ",
        t(`evidence.${warning.code}`),
        " ",
        h("code", {}, warning.commits.map((commit) => commit.slice(0, 10)).join(" ")),
      )
    ),
  );
}
