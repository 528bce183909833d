// Why a roll is fair: who took part in it, and in plain words how.
import { h, open } from "./dom.js";
import { atDoor } from "./link.js";
import { list, number, t } from "./texts.js";

const PARTS = ["before", "roll", "together"];

/** Whether whoever's turn it is has not rolled yet: what lies on the table is then somebody else's. */
export const unrolled = ({ phase }) => phase === "pre-roll" || phase === "roll";

/** A line below the dice that says who drew them; a click explains it. */
export function fairness(table) {
  const { dice, view } = table;
  const shown = dice && (table.walking || !unrolled(view) || dice.seat === view.turn);
  if (!shown || table.game.printed.dice !== "joint") return null;
  return h("button", {
    class: "fair",
    "data-focus": "fair",
    "data-do": "fair",
    onclick: () => explain(table),
  }, t("fair.drawn", taking(view)));
}

const taking = ({ seats }) => ({ count: seats.filter((seat) => !seat.out).length, all: seats.length });

/** Whose numbers a host keeps for its guests; nothing where all keep their own. */
function held({ trust }) {
  const guests = trust.filter((seat) => seat.holder);
  return guests.length
    ? [t("fair.held", { name: guests[0].holder, names: list(guests.map((seat) => seat.name)) })]
    : [];
}

function explain(table) {
  const draws = table.view.trust[0]?.draws ?? 0;
  const words = [
    ...PARTS.map((part) => t(`fair.${part}`)),
    ...held(table.view),
    t(atDoor() ? "fair.checked.door" : "fair.checked", { draws: number(draws) }),
  ];
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("fair.title")),
      h("ol", { class: "fair-steps" }, words.map((text) => h("li", {}, text))),
      h("footer", {}, h("button", { class: "button primary", onclick: () => dialog.close() }, t("close"))),
    ),
    { label: t("fair.title") },
  );
}
