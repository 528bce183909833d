// What the players of a game have earned in rent.
import { h } from "./dom.js";
import { money, t } from "./texts.js";

/** Who earned how much rent, and where most. */
export function earnings(table, { rents, best }) {
  return [
    h(
      "dl",
      { class: "rents-earned", "aria-label": t("end.rents") },
      h("dt", {}, t("end.rents")),
      rents.map((amount, seat) => h("dd", {}, `${table.name(seat)} ${money(amount)}`)),
    ),
    best
      ? h(
        "p",
        { class: "best" },
        t("end.best", {
          square: table.squares[best.square].name,
          name: table.name(best.seat),
          amount: money(best.amount),
        }),
      )
      : null,
  ].filter(Boolean);
}
