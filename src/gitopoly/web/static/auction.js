// An auction: the current price, who leads, who still decides, and the person's own bid.
import { h } from "./dom.js";
import { tokenPicture } from "./pieces.js";
import { money, t } from "./texts.js";

/** How far a single click raises the price. */
const RAISES = [1, 10, 50];

export function auctionPanel(table) {
  const { auction } = table.view;
  const building = auction.kind === "house" || auction.kind === "hotel";
  return h(
    "section",
    { class: "auction", "aria-label": t("auction.label") },
    h(
      "div",
      { class: "act" },
      h(
        "div",
        { class: "balance" },
        h("strong", { class: "going" }, price(table)),
        building ? null : h(
          "span",
          { class: "reason" },
          t("auction.price", { price: money(table.squares[auction.square].price) }),
        ),
      ),
      bidding(table),
    ),
    h(
      "div",
      { class: "rest" },
      h(
        "ul",
        { class: "bids", "aria-label": t("auction.bids") },
        auction.bidders.map((bidder) => bidLine(table, bidder)),
      ),
      remark(table),
    ),
  );
}

function price(table) {
  const { price: amount, leader } = table.view.auction;
  if (!amount) return t("auction.none");
  if (leader < 0) return t("auction.now", { amount: money(amount) });
  return t(table.mine(leader) ? "auction.now.you" : "auction.now.by", {
    amount: money(amount),
    name: table.name(leader),
  });
}

function bidLine(table, bidder) {
  const leads = bidder.seat === table.view.auction.leader, amount = bidder.bid ?? bidder.before;
  const state = bidder.passed
    ? t("auction.passed")
    : leads
    ? t("auction.leads", { bid: money(amount) })
    : bidder.bid === null
    ? t("auction.thinks")
    : money(amount);
  return h(
    "li",
    { class: bidder.passed ? "passed" : leads ? "leads" : null },
    h("span", { class: "bidder" }, tokenPicture(bidder.seat, table.name(bidder.seat)), table.name(bidder.seat)),
    h("span", {}, state),
  );
}

/** What the person can do: raise, name a limit, pass. */
function bidding(table) {
  const { auction, decisions, ceiling, me } = table.view;
  const own = auction.bidders.find((bidder) => bidder.seat === me);
  if (!own || own.passed) return null;
  if (ceiling !== null) return limited(table, ceiling);
  const range = decisions?.bid;
  return [
    isAsked(table) ? h("div", { class: "bidding" }, range ? quick(table, range) : null, passing(table)) : null,
    named(table, range),
  ];
}

const isAsked = ({ view: { decisions } }) =>
  Boolean(decisions?.bid || decisions?.buttons.some((button) => !button.refused));

/** What can be bid, or why nothing can. */
function remark(table) {
  const { auction, ceiling, decisions, me } = table.view, own = auction.bidders.find((bidder) => bidder.seat === me);
  if (!own || (ceiling !== null && !own.passed)) return null;
  const range = decisions?.bid, say = (key, facts = {}) => h("p", { class: "reason" }, t(key, facts));
  if (own.passed) return say("auction.out");
  if (range) return say("auction.range", { lowest: money(range.lowest), highest: money(range.highest) });
  if (isAsked(table)) return say("auction.poor");
  return say(auction.leader === me ? "auction.bound" : "auction.wait");
}

/** Raises of one click each. */
function quick(table, { lowest, highest }) {
  const amounts = RAISES.map((step) => [step, Math.max(lowest, table.view.auction.price + step)]);
  return amounts.filter(([, amount], place) => amount <= highest && amount !== amounts[place - 1]?.[1]).map((
    [step, amount],
  ) =>
    h("button", {
      class: "button",
      "data-focus": `raise-${step}-${table.view.decision}`,
      "data-do": `raise-${step}`,
      "aria-label": t("auction.raise", { amount: money(amount) }),
      onclick: () => bid(table, amount),
    }, `+${money(amount - table.view.auction.price)}`)
  );
}

/** An amount of one's own: as a bid, or as the limit of what the page bids unasked. */
function named(table, range) {
  const { auction, me, seats } = table.view;
  const lowest = range?.lowest ?? auction.price + 1, highest = range?.highest ?? seats[me].money;
  if (lowest > highest) return null;
  const input = h("input", {
    type: "number",
    min: lowest,
    max: highest,
    value: Math.min(highest, Math.max(lowest, auction.price + (auction.price >= 100 ? 10 : 5))),
    "data-keep": `bid-${auction.square}`,
    "data-focus": "bid",
    "aria-label": t("auction.yours", { lowest: money(lowest), highest: money(highest) }),
    onkeydown: (event) => {
      if (event.key === "Enter" && range && !event.repeat) bid(table, amount());
    },
  });
  const amount = () => Math.trunc(Number(input.value)) || 0;
  const costs = [h("span", { class: "cost" }), h("span", { class: "cost" })];
  const say = () => costs.forEach((cost) => cost.textContent = money(amount()));
  input.addEventListener("input", say);
  input.addEventListener("kept", () => {
    if (amount() < lowest) input.value = lowest;
    say();
  });
  say();
  return h(
    "div",
    { class: "bidding" },
    input,
    range
      ? h(
        "button",
        {
          class: "button primary",
          "data-focus": `send-bid-${table.view.decision}`,
          "data-do": "Bid",
          onclick: () => bid(table, amount()),
        },
        t("auction.bid"),
        costs[0],
      )
      : null,
    h(
      "button",
      { class: "button", "data-focus": "limit", "data-do": "limit", onclick: () => limit(table, amount()) },
      t("auction.limit"),
      costs[1],
    ),
  );
}

/** Passing; whoever led until now is bound for this round, and leaves with the next. */
function passing(table) {
  const pass = table.view.decisions.buttons.find((button) => button.do === "Pass");
  return h("button", {
    class: "button",
    "data-focus": `Pass-${table.view.decision}`,
    "data-do": "Pass",
    onclick: () => pass && !pass.refused ? table.act(pass.code) : limit(table, 0),
  }, t("auction.pass"));
}

/** The page bids by itself; that can be stopped. */
function limited(table, ceiling) {
  return h(
    "div",
    { class: "bidding" },
    h("span", {}, ceiling ? t("auction.limited", { amount: money(ceiling) }) : t("auction.leaving")),
    h(
      "button",
      { class: "button", "data-focus": "unlimited", "data-do": "unlimited", onclick: () => limit(table, -1) },
      t("auction.stop"),
    ),
  );
}

const bid = (table, amount) => table.send("bid", { decision: table.view.decision, amount });
const limit = (table, amount) => table.send("ceiling", { amount });
