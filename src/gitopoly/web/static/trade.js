// An offer that awaits its answer: what each side gives, what that is worth, and why it is made.
import { buttons } from "./choices.js";
import { h } from "./dom.js";
import { completed } from "./groups.js";
import { GROUP_SIGNS } from "./pieces.js";
import { remarkText } from "./remarks.js";
import { money, t } from "./texts.js";
import { balance, openTrade } from "./tradebuilder.js";

/** What one side of an open offer gives, in words. */
function things(table, side) {
  const words = side.deeds.map((
    square,
  ) => [
    h(
      "span",
      { class: `chip big c${table.squares[square].group}`, "aria-hidden": "true" },
      GROUP_SIGNS[table.squares[square].group],
    ),
    " ",
    table.squares[square].name + (table.view.mortgaged[square] ? ` (${t("deed.mortgaged")})` : ""),
  ]);
  side.cards.forEach((deck) => words.push(t(deck ? "trade.card.chest" : "trade.card.chance")));
  if (side.cash) words.push(money(side.cash));
  return words.length ? words : [t("trade.nothing")];
}

export function offerPanel(table) {
  const { offer, accepted } = table.view;
  const side = (seat, facts) =>
    h(
      "div",
      { class: "side-box" },
      h("strong", {}, table.mine(seat) ? t("trade.you") : t("trade.gives", { name: table.name(seat) })),
      h("ul", {}, things(table, facts).map((thing) => h("li", {}, thing))),
      facts.interest ? h("p", { class: "reason" }, t("trade.interest", { amount: money(facts.interest) })) : null,
    );
  return h(
    "section",
    { class: "auction offer", "aria-label": t("trade.label") },
    h(
      "div",
      { class: "act" },
      h("div", { class: "sides" }, side(offer.from, offer.gives), side(offer.to, offer.wants)),
      buttons(table),
    ),
    h(
      "div",
      { class: "rest" },
      reasons(table, offer),
      worth(table, offer),
      completed(table, offer).map((words) => h("p", { class: "completes" }, words)),
      accepted ? h("p", { class: "reason" }, t("trade.accepted")) : null,
      instead(table),
    ),
  );
}

/** What the other side has just said about it. */
function reasons(table, { from }) {
  const said = table.game.said?.findLast((line) => line.seat === from);
  return said?.remarks && !table.view.talk.muted.includes(from)
    ? h("p", { class: "quote" }, t("talk.heard", { name: table.name(from), text: remarkText(table, said.remarks) }))
    : null;
}

/** Decline, and say what one would like instead. */
function instead(table) {
  const { offer, accepted, talk, decisions } = table.view;
  const decline = decisions?.buttons.find((choice) => choice.do === "DeclineTrade" && !choice.refused);
  if (!talk?.speaks || accepted || !table.mine(offer.to) || !decline) return null;
  const draft = {
    to: offer.from,
    deeds: new Set([...offer.gives.deeds, ...offer.wants.deeds]),
    cards: new Set([...offer.gives.cards, ...offer.wants.cards]),
    give: offer.wants.cash,
    want: offer.gives.cash,
  };
  return h("button", {
    class: "button small",
    "data-focus": "instead",
    "data-do": "instead",
    onclick: () => openTrade(table, { wish: true, draft, decline: decline.code }),
  }, t("wish.instead"));
}

/** What an offer brings the person at list prices, and the cash that is left after it. */
function worth(table, { from, to, gives, wants }) {
  const { me } = table.view;
  if (me !== from && me !== to) return null;
  const [mine, theirs] = me === from ? [gives, wants] : [wants, gives];
  const draft = {
    to: me === from ? to : from,
    give: mine.cash,
    want: theirs.cash,
    deeds: new Set([...mine.deeds, ...theirs.deeds]),
    cards: new Set([...mine.cards, ...theirs.cards]),
  };
  const left = table.view.seats[me].money - mine.cash + theirs.cash - mine.interest;
  return [balance(table, draft, me), h("p", { class: "reason" }, t("trade.left", { amount: money(left) }))];
}
