// An auction: what is for sale, who bids what, and the person's own bid.
import { h } from "./dom.js";
import { tokenPicture } from "./pieces.js";
import { money, reason, t } from "./texts.js";

export function auctionPanel(table) {
  const { view } = table;
  const { auction, decisions } = view;
  const building = auction.kind === "house" || auction.kind === "hotel";
  const facts = table.squares[auction.square];
  const best = Math.max(0, ...auction.bidders.map((bidder) => bidder.bid ?? bidder.before));
  return h(
    "section",
    { class: "auction", "aria-label": t("auction.label") },
    h(
      "div",
      { class: "balance reason" },
      h("span", {}, building ? t(`auction.${auction.kind}`) : t("auction.price", { price: money(facts.price) })),
      h("span", {}, t("auction.round", { round: auction.round })),
    ),
    h(
      "ul",
      { class: "bids", "aria-label": t("auction.bids") },
      auction.bidders.map((bidder) => bidLine(table, bidder)),
    ),
    bidding(table, decisions, best),
  );
}

function bidLine(table, bidder) {
  const amount = bidder.bid ?? bidder.before;
  const bid = amount ? money(amount) : t("auction.thinks");
  const state = bidder.passed ? t("auction.passed") : bidder.leads ? t("auction.leads", { bid }) : bid;
  return h(
    "li",
    { class: bidder.passed ? "passed" : bidder.leads ? "leads" : null },
    h("span", { class: "bidder" }, tokenPicture(bidder.seat, table.name(bidder.seat)), table.name(bidder.seat)),
    h("span", {}, state),
  );
}

function bidding(table, decisions, best) {
  if (!decisions) return null;
  const range = decisions.bid;
  const pass = decisions.buttons.find((button) => button.do === "Pass");
  const stand = decisions.buttons.find((button) => button.do === "Stand");
  const line = h("div", { class: "bidding" }), sure = h("div", { class: "bidding" });
  if (range) {
    const start = Math.min(range.highest, Math.max(range.lowest, best + (best >= 100 ? 10 : 5)));
    const input = h("input", {
      type: "number",
      min: range.lowest,
      max: range.highest,
      value: start,
      "data-keep": `bid-${table.view.auction.square}`,
      "data-focus": "bid",
      "aria-label": t("auction.yours", { lowest: range.lowest, highest: range.highest }),
      onkeydown: (event) => {
        if (event.key === "Enter") send();
      },
    });
    const cost = h("span", { class: "cost" });
    const say = () => {
      cost.textContent = money(Math.trunc(Number(input.value)) || 0);
    };
    input.addEventListener("input", say);
    input.addEventListener("kept", () => {
      if (Number(input.value) < range.lowest) input.value = range.lowest;
      say();
    });
    const send = () => table.send("bid", { decision: table.view.decision, amount: Math.trunc(Number(input.value)) });
    const raise = (step) =>
      h("button", {
        class: "button small",
        "data-focus": `raise-${step}`,
        onclick: () => {
          input.value = Math.min(range.highest, Math.max(range.lowest, Number(input.value) + step));
          say();
        },
      }, `+${step}`);
    say();
    line.append(input, raise(1), raise(10), raise(50));
    sure.append(
      h(
        "button",
        { class: "button primary", "data-focus": "send-bid", "data-first": true, "data-do": "Bid", onclick: send },
        t("auction.bid"),
        cost,
      ),
    );
  }
  for (const choice of [stand, pass]) {
    if (!choice) continue;
    sure.append(h("button", {
      class: "button",
      "data-focus": choice.do,
      "data-do": choice.do,
      "aria-disabled": choice.refused ? "true" : null,
      title: choice.refused ? reason(choice.refused) : null,
      onclick: () => {
        if (!choice.refused) table.act(choice.code);
      },
    }, t(`do.${choice.do}`)));
  }
  return [
    range ? line : null,
    sure,
    h(
      "p",
      { class: "reason" },
      range ? t("auction.range", { lowest: money(range.lowest), highest: money(range.highest) }) : t("auction.wait"),
    ),
  ];
}
