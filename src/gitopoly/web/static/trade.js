// Trading: the builder of an offer, and an offer that awaits its answer.
import { post } from "./api.js";
import { buttons, why } from "./choices.js";
import { h, open, replace } from "./dom.js";
import { GROUP_SIGNS } from "./pieces.js";
import { money, reason, t } from "./texts.js";

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
    { class: "auction", "aria-label": t("trade.label") },
    h("div", { class: "sides" }, side(offer.from, offer.gives), side(offer.to, offer.wants)),
    worth(table, offer),
    completed(table, offer).map((words) => h("p", { class: "completes" }, words)),
    accepted ? h("p", { class: "reason" }, t("trade.accepted")) : null,
    buttons(table),
  );
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

/** Which groups a trade would complete for whom; most trades are about that. */
function completed(table, { from, to, gives, wants }) {
  const owners = [...table.view.owners];
  gives.deeds.forEach((square) => {
    owners[square] = to;
  });
  wants.deeds.forEach((square) => {
    owners[square] = from;
  });
  const groups = new Set([...gives.deeds, ...wants.deeds].map((square) => table.squares[square].group));
  return [...groups].flatMap((group) => {
    const seats = new Set(table.squares.flatMap((one, square) => (one.group === group ? [owners[square]] : [])));
    const [seat] = seats;
    if (seats.size > 1) return [];
    return [
      t(table.mine(seat) ? "trade.completes.you" : "trade.completes", {
        name: table.name(seat),
        sign: GROUP_SIGNS[group],
      }),
    ];
  });
}

/** Build an offer: with whom, what each side gives, and what each side gains. */
export function openTrade(table) {
  const { decisions, me } = table.view;
  const decision = table.view.decision;
  const draft = { to: decisions.trade.with[0].seat, deeds: new Set(), cards: new Set(), give: 0, want: 0 };
  const body = h("div", { class: "sheet" });
  const dialog = open(body, { label: t("trade.open"), wide: true });
  const partner = () => decisions.trade.with.find((one) => one.seat === draft.to);
  const facts = () => ({
    decision,
    to: draft.to,
    deeds: [...draft.deeds],
    cards: [...draft.cards],
    cash: draft.give - draft.want,
  });
  const wishes = new Map();
  /** Turn to another partner: one's own side stays, theirs is as it was left with them. */
  const turnTo = (seat) => {
    const own = (square) => table.view.owners[square] === me,
      held = (deck) => table.view.seats[me].cards.includes(deck);
    wishes.set(draft.to, {
      deeds: [...draft.deeds].filter((square) => !own(square)),
      cards: [...draft.cards].filter((deck) => !held(deck)),
      want: draft.want,
    });
    const theirs = wishes.get(seat) ?? { deeds: [], cards: [], want: 0 };
    draft.to = seat;
    const gives = [...draft.deeds].filter((square) => own(square) && partner().gives.includes(square));
    draft.deeds = new Set([...gives, ...theirs.deeds]);
    draft.cards = new Set([...[...draft.cards].filter(held), ...theirs.cards]);
    draft.want = theirs.want;
  };
  const verdict = h("div", { class: "field", role: "status" });
  const send = h("button", {
    class: "button primary",
    "data-do": "OfferTrade",
    "aria-disabled": "true",
    onclick: async () => {
      if (send.getAttribute("aria-disabled") !== "true" && await table.send("offer", facts())) dialog.close();
    },
  }, t("trade.send"));
  let asked = 0;

  const checkOffer = async () => {
    const number = ++asked;
    const empty = !draft.deeds.size && !draft.cards.size;
    let refused = null;
    if (!empty) {
      try {
        refused = (await post(`api/games/${encodeURIComponent(table.id)}/check-offer`, facts())).refused;
      } catch (error) {
        refused = { key: "", rule: "", text: error.message };
      }
    }
    if (number !== asked) return;
    const possible = !empty && !refused;
    send.setAttribute("aria-disabled", possible ? "false" : "true");
    const mine = [...draft.deeds].filter((square) => table.view.owners[square] === me),
      theirs = [...draft.deeds].filter((square) => !mine.includes(square));
    const groups = completed(table, { from: me, to: draft.to, gives: { deeds: mine }, wants: { deeds: theirs } });
    replace(
      verdict,
      balance(table, draft, me),
      groups.map((words) => h("p", { class: "completes" }, words)),
      empty
        ? h("p", { class: "reason" }, t("trade.pick"))
        : refused
        ? h("div", { class: "problem" }, reason(refused), " ", why(refused, "trade"))
        : h("p", { class: "reason" }, t("trade.possible")),
    );
  };

  const pick = (things, key) => (event) => {
    if (event.target.checked) draft[things].add(key);
    else draft[things].delete(key);
    checkOffer();
  };
  const cash = (side, label, most) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `cash-${side}` }, label),
      h("input", {
        type: "number",
        id: `cash-${side}`,
        min: 0,
        max: most,
        value: draft[side],
        oninput: (event) => {
          draft[side] = Math.max(0, Math.trunc(Number(event.target.value) || 0));
          checkOffer();
        },
      }),
    );
  const deed = (square) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: draft.deeds.has(square),
        onchange: pick("deeds", square),
        "data-square": square,
      }),
      h(
        "span",
        { class: `chip big c${table.squares[square].group}`, "aria-hidden": "true" },
        GROUP_SIGNS[table.squares[square].group],
      ),
      h(
        "span",
        {},
        table.squares[square].name,
        " ",
        h(
          "span",
          { class: "reason" },
          table.view.mortgaged[square] ? t("deed.mortgaged") : money(table.squares[square].price),
        ),
      ),
    );
  const box = (seat, squares, side, label) =>
    h(
      "fieldset",
      { class: "side-box" },
      h("legend", {}, label),
      h("div", { class: "picks" }, squares.length ? squares.map(deed) : h("p", { class: "reason" }, t("trade.none"))),
      squares.length < table.view.owners.filter((owner) => owner === seat).length
        ? h("p", { class: "reason" }, t("trade.built"))
        : null,
      table.view.seats[seat].cards.map((deck) =>
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", checked: draft.cards.has(deck), onchange: pick("cards", deck) }),
          t(deck ? "trade.card.chest" : "trade.card.chance"),
        )
      ),
      cash(side, t("trade.cash", { most: money(table.view.seats[seat].money) }), table.view.seats[seat].money),
    );

  const draw = () => {
    const who = h(
      "select",
      {
        id: "partner",
        onchange: (event) => {
          turnTo(Number(event.target.value));
          draw();
          checkOffer();
        },
      },
      decisions.trade.with.map((one) =>
        h("option", { value: one.seat, selected: one.seat === draft.to }, table.name(one.seat))
      ),
    );
    body.replaceChildren(
      h("header", {}, h("h2", {}, t("trade.open"))),
      h("div", { class: "field" }, h("label", { for: "partner" }, t("trade.with")), who),
      h(
        "div",
        { class: "sides" },
        box(me, partner().gives, "give", t("trade.you")),
        box(draft.to, partner().wants, "want", t("trade.they", { name: table.name(draft.to) })),
      ),
      verdict,
      h("footer", {}, h("button", { class: "button", onclick: () => dialog.close() }, t("cancel")), send),
    );
  };
  draw();
  checkOffer();
}

/** What each side gains at list prices; labelled as a rough guide. */
function balance(table, draft, me) {
  let gain = draft.want - draft.give;
  const value = (
    square,
  ) => (table.view.mortgaged[square] ? table.squares[square].mortgage : table.squares[square].price);
  for (const square of draft.deeds) gain += table.view.owners[square] === me ? -value(square) : value(square);
  for (const deck of draft.cards) {
    gain += (table.view.seats[me].cards.includes(deck) ? -1 : 1) * table.game.printed.board.fine;
  }
  if (!gain) return h("div", { class: "balance" }, h("span", {}, t("trade.even")));
  const facts = { name: table.name(draft.to), amount: money(Math.abs(gain)) };
  return h(
    "div",
    { class: "balance" },
    h("span", {}, t(gain > 0 ? "trade.gain.you" : "trade.loss.you", facts)),
    h("span", {}, t(gain > 0 ? "trade.loss.they" : "trade.gain.they", facts)),
  );
}
