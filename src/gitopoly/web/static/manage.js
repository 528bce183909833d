// All of the person's deeds in one place: building, selling, mortgaging, without searching the board.
import { h, openLive, redrawOnChange } from "./dom.js";
import { GROUP_SIGNS } from "./pieces.js";
import { houses, money, reason, t } from "./texts.js";

/** Open the sheet; it follows the game while it is open. */
export function openDeeds(table) {
  const body = h("div", { class: "sheet" });
  const facts = ({ view }) => [view.decisions?.deeds, view.levels, view.mortgaged, view.seats[view.me].money];
  const draw = redrawOnChange(body, () => facts(table), () => [
    h(
      "header",
      {},
      h("h2", {}, t("manage.title")),
      h("p", { class: "money" }, t("debt.cash", { cash: money(table.view.seats[table.view.me].money) })),
    ),
    general(table),
    h("ul", { class: "manage" }, own(table).map((square) => row(table, square))),
    h(
      "footer",
      {},
      h("button", { class: "button primary", "data-focus": "close", onclick: () => dialog.close() }, t("close")),
    ),
  ]);
  const dialog = openLive(table, body, draw, { label: t("manage.title"), wide: true });
  draw();
}

const own = (table) =>
  Object.keys(table.view.decisions?.deeds || {}).map(Number).sort((a, b) =>
    table.squares[a].group - table.squares[b].group || a - b
  );

/** What holds for all of them, once: why nothing can be built or paid off, where that has one reason. */
function general({ view }) {
  const operations = Object.values(view.decisions?.deeds || {}).flat();
  const debt = operations.find((one) => one.refused?.key === "only_to_raise");
  if (debt) return h("p", { class: "reason" }, reason(debt.refused));
  const streets = operations.filter((one) => one.do === "build");
  return streets.length && streets.every((one) => one.refused?.key === "group_incomplete")
    ? h("p", { class: "reason" }, t("manage.whole"))
    : null;
}

/** Reasons that stand above all deeds, or that its colour shows. */
const GENERAL = new Set(["only_to_raise", "group_incomplete"]);

function row(table, square) {
  const { view } = table, facts = table.squares[square], operations = view.decisions.deeds[square];
  const state = [
    view.levels[square] ? houses(view.levels[square]) : "",
    view.mortgaged[square] ? t("deed.mortgaged") : "",
  ].filter(Boolean).join(" · ");
  const closed = operations.find((one) =>
    one.do === (view.mortgaged[square] ? "unmortgage" : "build") && one.refused &&
    !GENERAL.has(one.refused.key)
  );
  return h(
    "li",
    {},
    h("span", { class: `chip big c${facts.group}`, "aria-hidden": "true" }, GROUP_SIGNS[facts.group]),
    h(
      "div",
      {},
      h("strong", {}, facts.name),
      state ? h("span", { class: "reason" }, ` ${state}`) : null,
      closed
        ? h(
          "p",
          { class: "reason" },
          t("manage.closed", { what: t(`deed.do.${closed.do}`), reason: reason(closed.refused) }),
        )
        : null,
    ),
    h(
      "div",
      { class: "does" },
      operations.filter((one) => !one.refused).map((one) =>
        h(
          "button",
          {
            class: "button small",
            "data-focus": `${one.do}${one.left ?? ""}-${square}`,
            "data-do": one.do,
            "aria-label": `${t(`deed.do.${one.do}`, { left: one.left ?? "" })}: ${facts.name}${
              one.cost ? ` ${price(one.cost)}` : ""
            }`,
            onclick: () => table.act(one.code),
          },
          t(`deed.do.${one.do}`, { left: one.left ?? "" }),
          one.cost ? h("span", { class: "cost" }, price(one.cost)) : null,
        )
      ),
    ),
  );
}

const price = (cost) => (cost < 0 ? `+${money(-cost)}` : `−${money(cost)}`);
