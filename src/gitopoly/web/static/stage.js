// The middle of the board: whose turn it is, the dice, and everything that can be decided.
import { auctionPanel } from "./auction.js";
import { buttons } from "./choices.js";
import { debtPanel } from "./debt.js";
import { h, open, redrawOnChange, scrollable } from "./dom.js";
import { ending } from "./ending.js";
import { forSale } from "./forsale.js";
import { hintButton } from "./hints.js";
import { openDeeds } from "./manage.js";
import { wishPanels } from "./remarks.js";
import { offerPanel } from "./trade.js";
import { openTrade } from "./tradebuilder.js";
import { fairness, unrolled } from "./fairness.js";
import { die } from "./pieces.js";
import { cardText, sentence } from "./story.js";
import { list, money, number, reason, t } from "./texts.js";

export function stage(table, element) {
  const bank = h("div", { class: "bank" }),
    scene = h("div", { class: "scene" }),
    extras = h("div", { class: "choices" });
  element.replaceChildren(bank, scene, extras);
  if (element.dataset.waits) scene.dataset.waits = "true";
  const parts = [
    redrawOnChange(
      bank,
      () => [table.view.bank, table.view.number, table.view.over, table.game.printed.board.pot],
      () => bankLine(table),
    ),
    redrawOnChange(
      scene,
      () =>
        table.walking ? table.walking.id : [shownFacts(table), table.dice, table.card?.id, table.game.lines.at(-1)?.id],
      () => drawScene(table),
    ),
    redrawOnChange(
      extras,
      () => [
        table.view.decisions?.trade,
        table.view.decisions?.buttons.length || table.view.decisions?.bid,
        Object.keys(table.view.decisions?.deeds || {}).length,
        table.view.decision,
        table.view.over,
        maySuggest(table),
        silent(table),
        hurries(table),
        table.walking?.id,
      ],
      () => table.walking ? [] : [...votes(table), ...hurry(table), ...hintButton(table), ...more(table)],
    ),
  ];
  return () => {
    parts.forEach((draw) => draw());
    [scene, ...scene.querySelectorAll(".offer .sides")].forEach(scrollable);
  };
}

const shownFacts = ({ view }) => [
  view.phase,
  view.turn,
  view.floor,
  view.doubles,
  view.drawing,
  view.auction,
  view.ceiling,
  view.offer,
  view.accepted,
  view.debts,
  view.standings,
  view.decisions,
  view.waiting,
  view.opening,
  view.seats.map((seat) => [seat.position, seat.money, seat.jailed, seat.out]),
  view.mortgaged,
  view.levels,
  view.talk?.wishes,
];

function bankLine({ view, game }) {
  if (view.over) return []; // nothing is left to buy
  const words = [
    !view.number
      ? ""
      : game.printed.limit
      ? t("turn.of", { turn: number(view.number), limit: number(game.printed.limit) })
      : t("turn.number", { turn: number(view.number) }),
    t("bank.stock", { houses: view.bank.houses, hotels: view.bank.hotels }),
  ];
  if (game.printed.board.pot) words.push(t("bank.pot", { amount: money(view.bank.pot) }));
  return [h("span", {}, words.filter(Boolean).join(" · ")), h("span", {}, t(`bank.${game.printed.dice}`))];
}

/** The middle: what is decided now, and below it on a telephone, around it elsewhere, what helps to decide. */
function drawScene(table) {
  const { view, walking } = table;
  if (walking) {
    const name = table.name(walking.seat);
    const words = t(table.mine(walking.seat) ? "head.my.roll" : "head.roll", { name });
    return [core(h("h1", { class: "headline" }, words), lastRoll(table), fairness(table))];
  }
  if (view.standings) return ending(table);
  const head = h("h1", { class: "headline" }, headline(table)), panel = panelOf(table);
  if (panel) {
    const own = view.debts.length && table.mine(view.debts[0].debtor);
    return [
      core(head, view.auction || view.offer || own ? null : buttons(table)),
      panel,
      details(view.auction ? latest(table) : null, waits(table)),
    ];
  }
  const card = drawnCard(table);
  return [
    core(head, lastRoll(table), fairness(table), card, buttons(table)),
    details(wishPanels(table), forSale(table), jailNote(table), latest(table), waits(table)),
  ];
}

const core = (...parts) => h("div", { class: "core" }, parts);
const details = (...parts) => h("div", { class: "details" }, parts);
const waits = (table) => h("p", { class: "wait" }, waiting(table));

/** What takes the place of dice and cards while it lasts. */
function panelOf(table) {
  const { view } = table;
  if (view.auction) return auctionPanel(table);
  if (view.offer) return offerPanel(table);
  return view.debts.length ? debtPanel(table) : null;
}

/** What happened last, unless a card in sight says it. */
function latest(table) {
  const line = table.game.lines.at(-1);
  if (!line || (shownCard(table)?.id === line.id && !table.view.auction)) return null;
  return h("p", { class: "latest" }, sentence(table, line));
}

/** The last card, except that a turn does not begin with the card of somebody else. */
const shownCard = ({ card, view }) => (unrolled(view) && card?.seat !== view.turn ? null : card);

function drawnCard(table) {
  const card = shownCard(table);
  if (!card) return null;
  const fresh = !card.shown; // it rises once, however often the middle is redrawn
  card.shown = true;
  const words = t(card.deck ? "card.chest" : "card.chance", { name: table.name(card.seat) });
  return h(
    "div",
    { class: fresh ? "card-drawn fresh" : "card-drawn" },
    h("div", { class: "label" }, words),
    cardText(table.squares, card),
  );
}

/** How often the player may still roll to get out of jail. */
function jailNote({ view }) {
  const seat = view.me === null ? null : view.seats[view.me];
  return seat?.jailed && view.turn === view.me && view.phase === "pre-roll"
    ? h("p", { class: "reason" }, t("jail.throw", { number: seat.misses + 1 }))
    : null;
}

function lastRoll(table) {
  const { dice, view } = table;
  // A turn does not begin with the dice of somebody else.
  const stale = unrolled(view) && dice?.seat !== view.turn && !table.walking;
  if (!dice || stale) return h("div", { class: "dice" });
  const rolled = dice.fresh && dice.shown !== dice.id;
  dice.shown = dice.id;
  const label = t("dice.label", { name: table.name(dice.seat), first: dice.faces[0], second: dice.faces[1] });
  return h("div", { class: "dice", role: "img", "aria-label": label }, dice.faces.map((face) => die(face, rolled)));
}

export function headline(table) {
  const { view } = table;
  const name = table.name(view.turn), mine = table.mine(view.turn);
  const square = table.squares[view.seats[view.turn].position].name;
  if (view.me !== null && view.seats[view.me].out) return t("head.out", { name });
  if (view.offer && !view.accepted) return offered(table);
  const jailed = view.seats[view.turn].jailed && view.phase === "pre-roll";
  // Whoever has nothing left to decide waits for the others.
  if (mine && view.phase === "free-4-all" && !view.decisions?.buttons.length) {
    return t(view.doubles > 0 ? "head.my.pre-roll.again" : "head.my.ending");
  }
  const again = view.doubles > 0 && ["pre-roll", "free-4-all"].includes(view.phase);
  const key = jailed ? "jail" : again ? `${view.phase}.again` : view.phase;
  return t(mine ? `head.my.${key}` : `head.${key}`, {
    name,
    square,
    what: view.auction ? sold(table, view.auction) : "",
  });
}

/** Who offers whom a trade; that is more than whose turn it is. */
function offered(table) {
  const { from, to } = table.view.offer;
  if (table.mine(from)) return t("head.offering", { name: table.name(to) });
  return t(table.mine(to) ? "head.offered" : "head.offer", { name: table.name(from), other: table.name(to) });
}

const sold = (
  table,
  { kind, square },
) => (kind === "house" || kind === "hotel" ? t(`auction.${kind}`) : table.squares[square].name);

function waiting(table) {
  const { view } = table;
  if (view.drawing !== null) return t("wait.draw");
  if (view.auction) return ""; // its panel says who is thinking
  const others = view.waiting.filter((one) => one.name !== table.name(view.me ?? -1)).map((one) =>
    one.seconds >= 60 ? t("wait.since", { name: one.name, minutes: Math.floor(one.seconds / 60) }) : one.name
  );
  const mine = view.me !== null && view.waiting.some((one) => one.name === table.name(view.me));
  if (mine) return view.decisions?.buttons.length || view.decisions?.bid ? "" : t("wait.moment");
  return others.length ? t("wait.for", { names: list(others) }) : "";
}

/** Players who can be voted out: silent for a minute, or caught cheating. */
function silent({ view }) {
  const late = view.waiting.filter((one) => one.seconds >= 60).map((one) => one.name);
  const forked = (view.trust || []).filter((one) => one.forked).map((one) => one.name);
  return (view.votable || []).filter((name) => late.includes(name) || forked.includes(name));
}

function votes(table) {
  return silent(table).map((name) =>
    h("button", {
      class: "button small danger",
      "data-focus": `vote-${name}`,
      "data-do": "vote",
      onclick: () => confirmVote(table, name),
    }, t("vote.open", { name }))
  );
}

function confirmVote(table, name) {
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("vote.open", { name })),
      h("p", {}, t("vote.sure", { name })),
      h(
        "footer",
        {},
        h("button", { class: "button", onclick: () => dialog.close() }, t("cancel")),
        h("button", {
          class: "button danger",
          "data-do": "vote-sure",
          onclick: () => {
            table.send("vote", { name });
            dialog.close();
          },
        }, t("vote.do")),
      ),
    ),
    { label: t("vote.open", { name }) },
  );
}

/** Whether only bots are left; nobody needs to watch them. */
function hurries({ view }) {
  if (view.me === null || view.over || !view.settings || !view.seats[view.me].out || view.settings.pace === "instant") {
    return false;
  }
  return view.seats.every((seat) => seat.out || seat.bot);
}

function hurry(table) {
  if (!hurries(table)) return [];
  return [
    h("button", {
      class: "button small",
      "data-focus": "hurry",
      "data-do": "hurry",
      onclick: () => table.send("settings", { pace: "instant" }),
    }, t("out.hurry")),
  ];
}

/** Whether the person can say which trade they would like: at any time, to whoever is still there. */
function maySuggest({ view, game }) {
  return Boolean(
    view.talk?.speaks && view.me !== null && !view.over && !view.auction && !view.offer && !view.seats[view.me].out &&
      game.printed.board.trading && view.owners.some((owner) => owner >= 0),
  );
}

const suggest = (table) =>
  h("button", {
    class: "button small",
    "data-focus": "suggest",
    "data-do": "suggest",
    onclick: () => openTrade(table, { wish: true }),
  }, t("wish.open"));

function more(table) {
  const { view } = table;
  if (!view.decisions?.buttons.length) return maySuggest(table) ? [suggest(table)] : [];
  if (view.over || !table.game.printed.board.trading || view.auction || view.offer) return [];
  const trade = view.decisions.trade;
  const closed = !trade.with.length;
  const why = trade.refused?.key === "nothing_moves" ? t("trade.nobody") : trade.refused ? reason(trade.refused) : "";
  return [
    Object.keys(view.decisions.deeds).length
      ? h("button", {
        class: "button small",
        "data-focus": "manage",
        "data-do": "manage",
        onclick: () => openDeeds(table),
      }, t("manage.open"))
      : null,
    closed && maySuggest(table) ? suggest(table) : h("button", {
      class: "button small",
      "data-focus": "trade",
      "data-do": "trade",
      "aria-disabled": closed ? "true" : null,
      "aria-describedby": closed ? "why-trade" : null,
      onclick: () => {
        if (!closed) openTrade(table);
      },
    }, t("trade.open")),
    closed && !maySuggest(table) ? h("span", { class: "reason", id: "why-trade" }, why) : null,
  ].filter(Boolean);
}
