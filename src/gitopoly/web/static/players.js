// Who plays: money, deeds, jail cards, and what changed last.
import { showDeed } from "./deed.js";
import { h, redrawOnChange, scrollable } from "./dom.js";
import { GROUP_SIGNS, tokenPicture } from "./pieces.js";
import { money, signed, t } from "./texts.js";

export function players(table, element) {
  const draw = redrawOnChange(
    element,
    () => [
      table.view.seats,
      table.view.trust.map((seat) => seat.holder),
      table.view.devices,
      table.view.turn,
      table.view.owners,
      table.view.mortgaged,
      table.change,
      table.view.over,
    ],
    () => [
      h("h2", {}, t("players.label")),
      h(
        "ul",
        { class: table.view.seats.length > 5 ? "players many" : "players" },
        table.view.seats.map((seat, number) => player(table, seat, number)),
      ),
    ],
  );
  return () => {
    draw();
    scrollable(element);
  };
}

/** How many devices play a guest's seat; none of a seat that is no guest's. */
export const deviceCount = (view, name) => view.devices?.find((one) => one.name === name)?.count ?? 0;

/** Why a player is out of the game. */
export function whyOut(seat) {
  return t(seat.left ? "players.left" : "players.out");
}

function player(table, seat, number) {
  const { view } = table;
  const change = table.change[number], count = deviceCount(view, seat.name);
  const tags = [
    table.mine(number) ? t("players.you") : seat.bot ? t("players.bot") : "",
    view.trust[number]?.holder ? t("players.guest") : "",
    count > 1 ? t("players.devices", { count }) : "",
    seat.out ? whyOut(seat) : seat.jailed ? t("players.jail") : "",
  ];
  return h(
    "li",
    {
      class: `player ${view.turn === number && !view.over ? "turn" : ""} ${seat.out ? "out" : ""}`,
      "aria-current": view.turn === number ? "true" : null,
    },
    tokenPicture(number, seat.name),
    h("div", { class: "who" }, seat.name, tags.filter(Boolean).map((tag) => h("span", { class: "tag" }, tag))),
    h("div", { class: `change ${change < 0 ? "loss" : "gain"}` }, change ? signed(change) : ""),
    h("div", { class: "money" }, money(seat.money)),
    h(
      "div",
      { class: "holdings" },
      holdings(table, number),
      seat.cards.map(() => h("span", { class: "jail-card" }, t("players.card"))),
    ),
  );
}

function holdings(table, seat) {
  const found = [], { owners, mortgaged } = table.view;
  table.squares.forEach((facts, square) => {
    if (owners[square] !== seat) return;
    const whole = table.squares.every((one, other) => one.group !== facts.group || owners[other] === seat);
    const words = [facts.name, whole ? t("players.whole") : "", mortgaged[square] ? t("deed.mortgaged") : ""].filter(
      Boolean,
    ).join(", ");
    found.push({
      group: facts.group,
      element: h("button", {
        class: `chip c${facts.group} ${mortgaged[square] ? "mortgaged" : ""} ${whole ? "whole" : ""}`,
        title: words,
        "data-focus": `chip-${square}`,
        "aria-label": words,
        onclick: () => showDeed(table, square),
      }, GROUP_SIGNS[facts.group]),
    });
  });
  return found.sort((a, b) => a.group - b.group).map((one) => one.element);
}
