// A debt that cannot be paid at once: what is owed, what is missing, and what could raise it.
import { buttons } from "./choices.js";
import { h } from "./dom.js";
import { list, money, number, t } from "./texts.js";

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
  const raises = Math.max(0, view.seats[debt.debtor].liquid - cash);
  const short = mine && raises < debt.missing && table.game.printed.board.trading;
  return h(
    "section",
    { class: "auction debt", "aria-label": t("debt.label") },
    h(
      "div",
      { class: "act" },
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
        debt.missing ? h("span", {}, t("debt.missing", { missing: money(debt.missing) })) : null,
      ),
      mine && view.decisions ? [debt.missing ? planned(table) : null, ways(table)] : null,
    ),
    h(
      "div",
      { class: "rest" },
      h("p", { class: "reason" }, t(short ? "debt.short" : "debt.could", { amount: money(raises) })),
      mine && debt.missing && view.decisions ? [given(table), raising(table)] : null,
    ),
  );
}

/** One click that raises what is missing and pays; what it gives up stands below. */
function planned(table) {
  const { plan, buttons: choices } = table.view.decisions;
  if (!plan.length || !choices.length) return null;
  return h(
    "div",
    { class: "choice" },
    h(
      "button",
      {
        class: "button primary",
        "data-focus": `plan-${table.view.decision}`,
        "data-do": "plan",
        "aria-describedby": "plan",
        onclick: () => table.send("raise", { decision: table.view.decision }),
      },
      t("debt.plan"),
      h("span", { class: "cost" }, money(table.view.debts[0].amount)),
    ),
  );
}

/** What the plan gives up. */
function given(table) {
  const { plan } = table.view.decisions;
  const words = ["mortgage", "sell"].flatMap((verb) => {
    const squares = plan.filter((step) => step.do === verb).map(({ square }) => table.squares[square].name);
    return squares.length ? [t(`debt.plan.${verb}`, { squares: list(counted(squares)) })] : [];
  });
  return words.length
    ? h("p", { class: "reason plan", id: "plan" }, t("debt.plan.is", { steps: words.join("; ") }))
    : null;
}

/** Names, each once; those that came several times with their number. */
const counted = (names) =>
  [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${name} (${number(count)} ×)` : name;
  });

/** What can be done with the debt itself; what cannot needs no button while the plan says why. */
function ways(table) {
  const possible = table.view.decisions.buttons.filter((choice) => !choice.refused);
  return possible.length || !table.view.decisions.plan.length ? buttons(table, possible) : null;
}

/** Everything that brings money, largest amounts first, one click each. */
function raising(table) {
  const found = [];
  for (const [square, operations] of Object.entries(table.view.decisions.deeds)) {
    for (const operation of operations) {
      if (!operation.refused && (operation.cost < 0 || operation.do === "sell_group")) {
        found.push({ square: Number(square), ...operation });
      }
    }
  }
  found.sort((a, b) => (a.cost ?? 0) - (b.cost ?? 0));
  if (!found.length) return null;
  return h(
    "ul",
    { class: "picks ways", "aria-label": t("debt.ways") },
    found.map((operation) => h("li", {}, way(table, operation))),
  );
}

function way(table, operation) {
  return h(
    "button",
    {
      class: "button small",
      "data-focus": `raise-${operation.square}-${operation.do}`,
      "data-do": operation.do,
      onclick: () => table.act(operation.code),
    },
    h(
      "span",
      { class: "what" },
      h("span", { class: "reason" }, t(`deed.do.${operation.do}`, { left: operation.left ?? "" })),
      " ",
      table.squares[operation.square].name,
    ),
    operation.cost ? h("span", { class: "cost" }, `+${money(-operation.cost)}`) : null,
  );
}
