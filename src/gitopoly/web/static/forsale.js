// What is for sale on the current square: the deed at a glance, so that nobody has to look it up.
import { rent } from "./deed.js";
import { h } from "./dom.js";
import { groupCalled } from "./groups.js";
import { GROUP_SIGNS, groupName } from "./pieces.js";
import { list, money, t } from "./texts.js";

/** The deed that the person may buy now, if there is one. */
export function forSale(table) {
  const { view } = table;
  const choice = view.decisions?.buttons.find((one) => one.do === "BuyProperty");
  if (!choice) return null;
  const square = choice.square, facts = table.squares[square];
  const left = view.seats[view.me].money - facts.price;
  return h(
    "section",
    { class: "for-sale", "aria-label": facts.name },
    h(
      "div",
      { class: "deed-line" },
      h("span", { class: `chip big c${facts.group}`, "aria-hidden": "true" }, GROUP_SIGNS[facts.group]),
      h("strong", {}, groupName(facts.group)),
      h("span", { class: "reason" }, owners(table, square)),
    ),
    h(
      "dl",
      { class: "glance" },
      rents(facts).map(([name, amount]) => h("div", {}, h("dt", {}, name), h("dd", {}, amount))),
    ),
    completes(table, square)
      ? h("p", { class: "completes" }, t("buy.completes", { group: groupCalled(table, facts.group) }))
      : null,
    left >= 0 ? h("p", { class: "reason" }, t("buy.leaves", { amount: money(left) })) : null,
  );
}

function rents({ rents: rows }) {
  const shown = rows.filter(({ of }, place) => of !== "level" || place === rows.length - 1);
  return shown.map((row) => [SHORT[row.of](row.count), rent(row)]);
}

const SHORT = {
  bare: () => t("rent.bare"),
  group: () => t("rent.group.short"),
  level: () => t("deed.hotel.short"),
  rails: (count) => t("rent.rails.short", { count }),
  utilities: (count) => t(count === 1 ? "rent.util.one" : "rent.util.both"),
};

/** Whether all the rest of its group is the person's own. */
function completes({ squares, view }, square) {
  return squares.every((one, number) =>
    number === square || one.group !== squares[square].group || view.owners[number] === view.me
  );
}

/** Who owns how much of its group. */
function owners(table, square) {
  const group = table.squares.flatMap((one, number) => (one.group === table.squares[square].group ? [number] : []));
  const words = table.view.seats.flatMap((seat, number) => {
    const owned = group.filter((one) => table.view.owners[one] === number).length;
    return owned
      ? [t("buy.owns", { name: table.mine(number) ? t("buy.you") : seat.name, owned, group: group.length })]
      : [];
  });
  return words.length ? list(words) : t("buy.nobody", { group: group.length });
}
