// The choices, as buttons: each with its cost, or the reason why it is unavailable.
import { h, open } from "./dom.js";
import { money, reason, t } from "./texts.js";

const DANGER = new Set(["GoBankrupt"]);

/** The choices of the moment, or some of them. */
export function buttons(table, some = table.view.decisions?.buttons || []) {
  const choices = withoutMissingCards(some);
  const possible = choices.filter((choice) => !choice.refused);
  // Do not lead a player who could still trade to bankruptcy.
  const last = rescue(table);
  const main =
    ["BuyProperty", "PayOffDebt", "EndPreRoll", "ConcludeFree4AllActions", "AcceptTrade"].map((name) =>
      possible.find((choice) => choice.do === name)
    ).find(Boolean) || possible.find((choice) => !(last && DANGER.has(choice.do)));
  return h("div", { class: "choices" }, choices.map((choice, place) => button(table, choice, choice === main, place)));
}

/** Whether a trade could still bring money to somebody who may go bankrupt. */
const rescue = ({ view }) =>
  Boolean(
    view.debts.length &&
      view.decisions?.trade?.with.some((one) => one.gives.length || view.seats[view.me].cards.length),
  );

function confirmed(table, choice) {
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t(`do.${choice.do}`)),
      h("p", {}, t("bankrupt.sure")),
      h(
        "footer",
        {},
        h("button", { class: "button", onclick: () => dialog.close() }, t("cancel")),
        h("button", {
          class: "button danger",
          "data-do": "bankrupt-sure",
          onclick: () => {
            table.act(choice.code);
            dialog.close();
          },
        }, t(`do.${choice.do}`)),
      ),
    ),
    { label: t(`do.${choice.do}`) },
  );
}

/** A single button for missing jail cards, shown only if the player holds none. */
function withoutMissingCards(choices) {
  const cards = choices.filter((choice) => choice.do.startsWith("PlayGoojf"));
  const missing = cards.filter((choice) => choice.refused);
  return choices.filter((choice) =>
    !missing.includes(choice) || (missing.length === cards.length && choice === missing[0])
  );
}

function button(table, choice, main, place) {
  const facts = {
    square: choice.square === undefined ? "" : table.squares[choice.square].name,
    player: choice.player === undefined ? "" : table.view.seats[choice.player].name,
    amount: choice.amount === undefined ? "" : money(choice.amount),
  };
  const key = choice.refused && choice.do.startsWith("PlayGoojf") ? "do.jail.card" : `do.${choice.key}`;
  const id = `why-${choice.do}-${place}`;
  return h(
    "div",
    { class: "choice" },
    h(
      "button",
      {
        class: `button ${main ? "primary" : ""} ${DANGER.has(choice.do) ? "danger" : ""}`,
        // A later decision of the same kind is another one, and takes no focus over.
        "data-focus": `${choice.do}${choice.square ?? ""}${facts.player}${facts.amount}-${table.view.decision}`,
        "data-do": choice.do,
        "aria-disabled": choice.refused ? "true" : null,
        "aria-describedby": choice.refused ? id : null,
        onclick: () => {
          if (choice.refused) return;
          if (DANGER.has(choice.do) && rescue(table)) confirmed(table, choice);
          else table.act(choice.code);
        },
      },
      t(key, facts),
      choice.cost ? h("span", { class: "cost" }, money(choice.cost)) : null,
    ),
    choice.refused
      ? h("div", { class: "reason" }, h("span", { id }, reason(choice.refused)), " ", why(choice.refused, choice.do))
      : null,
  );
}

/** The rule behind a refusal, on request; names of the specification are for nobody who plays. */
export const why = ({ rule }, what) =>
  /^[A-Z]+-\d+$/.test(rule)
    ? h(
      "details",
      { class: "why" },
      h("summary", { "data-focus": `why-${what}` }, t("why")),
      ` ${t("why.rule", { rule })}`,
    )
    : null;
