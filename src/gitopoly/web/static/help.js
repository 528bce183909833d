// How to play, in a few lines.
import { h, open } from "./dom.js";
import { t } from "./texts.js";

const PARTS = ["goal", "turn", "deeds", "auction", "debt", "board", "keys"];

export function help() {
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("help.title")),
      h(
        "dl",
        { class: "help" },
        PARTS.map((part) => [h("dt", {}, t(`help.${part}`)), h("dd", {}, t(`help.${part}.text`))]),
      ),
      h("footer", {}, h("button", { class: "button primary", onclick: () => dialog.close() }, t("close"))),
    ),
    { label: t("help.title") },
  );
}
