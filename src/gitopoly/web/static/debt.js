// A debt that cannot be paid at once: what is owed, what is missing, and what could raise it.
import { buttons } from "./choices.js";
import { h } from "./dom.js";
import { money, t } from "./texts.js";

export function debtPanel(table) {
  const { view } = table;
  const debt = view.debts[0];
  const mine = table.mine(debt.debtor);
  const creditor = debt.creditor >= 0
    ? table.name(debt.creditor)
    : debt.creditor === -2
    ? t("debt.pot")
    : t("debt.bank");
  const cash = view.seats[debt.debtor].money;
  const share = Math.min(100, Math.round((cash / debt.amount) * 100));
  const bar = h("div", {});
  bar.style.width = `${share}%`;
  return h(
    "section",
    { class: "auction debt", "aria-label": t("debt.label") },
    h(
      "strong",
      {},
      t(mine ? "debt.mine" : "debt.theirs", { name: table.name(debt.debtor), creditor, amount: money(debt.amount) }),
    ),
    h("div", {
      class: "meter",
      role: "progressbar",
      "aria-valuenow": share,
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-label": t("debt.label"),
    }, bar),
    h(
      "div",
      { class: "balance" },
      h("span", {}, t("debt.cash", { cash: money(cash) })),
      h("span", {}, t("debt.missing", { missing: money(debt.missing) })),
    ),
    h("p", { class: "reason" }, t("debt.could", { amount: money(Math.max(0, view.seats[debt.debtor].liquid - cash)) })),
    mine && debt.missing ? raising(table) : null, // first what helps, then the details
    mine ? buttons(table) : null,
  );
}

/** Everything that brings money, largest amounts first, one click each. */
function raising(table) {
  const found = [];
  for (const [square, operations] of Object.entries(table.view.decisions?.deeds || {})) {
    for (const operation of operations) {
      if (!operation.refused && (operation.cost < 0 || operation.do === "sell_group")) {
        found.push({ square: Number(square), ...operation });
      }
    }
  }
  found.sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0));
  return h(
    "ul",
    { class: "operations picks" },
    found.map((operation) =>
      h(
        "li",
        { class: "operation" },
        h("span", {}, table.squares[operation.square].name),
        h(
          "button",
          {
            class: "button small",
            "data-focus": `raise-${operation.square}-${operation.do}`,
            "data-do": operation.do,
            onclick: () => table.act(operation.code),
          },
          t(`deed.do.${operation.do}`, { left: operation.left ?? "" }),
          operation.cost ? h("span", { class: "cost" }, `+${money(-operation.cost)}`) : null,
        ),
      )
    ),
  );
}
