// Lines of talk about trades, in the reader's language: reasons, and wishes with one click to fulfil them.
import { h } from "./dom.js";
import { groupCalled } from "./groups.js";
import { list, money, t } from "./texts.js";

/** Milliseconds for which a new wish cannot be clicked: the click may have been meant for something else. */
const JUST_NOW = 700;

/** Why a bot likes a trade, or not. */
export const remarkText = (table, remarks) =>
  remarks.map(([key, group]) => t(`remark.${key}`, { group: group < 0 ? "" : groupCalled(table, group) })).join(" ");

/** A wish in the words of its author. */
export const wishText = (table, wish) =>
  t("wish.told", { other: table.name(wish.to), given: goods(table, wish.gives), wanted: goods(table, wish.wants) });

function goods(table, { deeds, cards, cash }) {
  const words = deeds.map((square) => table.squares[square].name);
  cards.forEach((deck) => words.push(t(deck ? "trade.card.chest" : "trade.card.chance")));
  if (cash) words.push(money(cash));
  return words.length ? list(words) : t("trade.nothing");
}

/** What became of a wish that was said to the person. */
export function wishNote(table, { id, wish }) {
  const { talk, me } = table.view;
  if (!talk?.wishes || wish.to !== me) return null;
  const open = talk.wishes.find((one) => one.id === id);
  return open?.may ? null : t(open ? "wish.later" : "wish.over");
}

/** What others would like the person to offer, as far as it can be offered now. */
export function wishPanels(table) {
  table.hiddenWishes ??= new Set();
  table.seenWishes ??= new Map();
  return (table.view.talk?.wishes ?? [])
    .filter((one) => one.may && !table.hiddenWishes.has(one.id))
    .map((one) => wishPanel(table, one));
}

function wishPanel(table, { id, seat, wish }) {
  const name = table.name(seat);
  const hide = () => {
    table.hiddenWishes.add(id);
    panel.remove();
  };
  const make = h("button", {
    class: "button small",
    "data-focus": `wish-${id}`,
    "data-do": "make-wish",
    onclick: async () => {
      if (make.getAttribute("aria-disabled") === "true") return;
      const { wants, gives } = wish;
      const offer = { to: seat, deeds: [...wants.deeds, ...gives.deeds], cards: [...wants.cards, ...gives.cards] };
      const sent = { decision: table.view.decision, ...offer, cash: wants.cash - gives.cash };
      if (await table.send("offer", sent)) hide();
    },
  }, t("wish.make"));
  settle(table, id, make);
  const panel = h(
    "section",
    { class: "wish", "aria-label": t("wish.label", { name }) },
    h("p", {}, h("strong", {}, `${name}:`), " ", wishText(table, wish)),
    h(
      "div",
      { class: "choices" },
      make,
      h(
        "button",
        { class: "button small", "data-focus": `hide-${id}`, "data-do": "hide-wish", onclick: hide },
        t("wish.hide"),
      ),
    ),
  );
  return panel;
}

/** A wish that has just come, perhaps in place of another one, can be clicked in a moment. */
function settle(table, id, button) {
  const now = performance.now();
  if (!table.seenWishes.has(id)) table.seenWishes.set(id, now);
  const left = JUST_NOW - (now - table.seenWishes.get(id));
  if (left <= 0) return;
  button.setAttribute("aria-disabled", "true");
  setTimeout(() => button.removeAttribute("aria-disabled"), left);
}
