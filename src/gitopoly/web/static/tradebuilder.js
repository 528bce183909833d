// The builder of a trade: an offer, or a wish that somebody else may make an offer.
import { post } from "./api.js";
import { why } from "./choices.js";
import { h, open, replace } from "./dom.js";
import { completed, completing } from "./groups.js";
import { tradeAdvice } from "./hints.js";
import { GROUP_SIGNS } from "./pieces.js";
import { money, reason, t } from "./texts.js";

/** Everybody with whom the person could trade, whoever's turn it is. */
function everybody(table) {
  const { view, squares } = table;
  const built = new Set(squares.flatMap((one, at) => (view.levels[at] ? [one.group] : [])));
  const bare = (seat) => squares.flatMap((one, at) => (view.owners[at] === seat && !built.has(one.group) ? [at] : []));
  return view.seats.flatMap((facts, seat) =>
    seat === view.me || facts.out ? [] : [{ seat, gives: bare(view.me), wants: bare(seat) }]
  );
}

/** Build an offer: with whom, what each side gives, and what each side gains.
 *
 * A `wish` is only said; `decline` answers the offer on the table once it is.
 */
export function openTrade(table, { wish = false, draft = null, decline = null } = {}) {
  const { me, decision } = table.view;
  const partners = wish ? everybody(table) : table.view.decisions.trade.with;
  draft ??= { to: partners[0].seat, deeds: new Set(), cards: new Set(), give: 0, want: 0 };
  const body = h("div", { class: "sheet" });
  const title = t(wish ? "wish.open" : "trade.open");
  const dialog = open(body, { label: title, wide: true });
  const partner = () => partners.find((one) => one.seat === draft.to);
  const facts = () => ({
    ...(wish ? {} : { decision }),
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
    "data-do": wish ? "wish" : "OfferTrade",
    "aria-disabled": "true",
    onclick: async () => {
      if (send.getAttribute("aria-disabled") === "true" || !await table.send(wish ? "wish" : "offer", facts())) return;
      dialog.close();
      if (decline) table.send("act", { decision, code: decline });
    },
  }, t(decline ? "wish.decline" : wish ? "wish.send" : "trade.send"));
  let asked = 0;

  const checkOffer = async () => {
    const number = ++asked;
    const empty = !draft.deeds.size && !draft.cards.size;
    let refused = null;
    if (!empty) {
      try {
        refused =
          (await post(`api/games/${encodeURIComponent(table.id)}/${wish ? "check-wish" : "check-offer"}`, facts()))
            .refused;
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
        : h("p", { class: "reason" }, t(wish ? "wish.possible" : "trade.possible", { name: table.name(draft.to) })),
      possible && !wish && table.view.hints ? tradeAdvice(table, facts) : null,
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
  const deed = (square) => {
    const completes = completing(table, square, table.view.owners[square] === me ? draft.to : me);
    return h(
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
        completes ? h("span", { class: "completes mark" }, `◆ ${completes}`) : null,
      ),
    );
  };
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
      partners.map((one) => h("option", { value: one.seat, selected: one.seat === draft.to }, table.name(one.seat))),
    );
    replace(
      body,
      h("header", {}, h("h2", {}, title)),
      wish && !decline ? h("p", { class: "reason" }, t("wish.lead", { name: table.name(draft.to) })) : null,
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
export function balance(table, draft, me) {
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
