// One square: its price and rents, and what its owner can do with it.
import { why } from "./choices.js";
import { h, openLive, redrawOnChange } from "./dom.js";
import { GROUP_SIGNS, groupName } from "./pieces.js";
import { hotelLevel, houses, money, reason, t } from "./texts.js";

export function showDeed(table, square) {
  const body = h("div", { class: "sheet" });
  const draw = redrawOnChange(body, () => facts(table, square), () => content(table, square, dialog));
  const dialog = openLive(table, body, draw, { label: table.squares[square].name });
  draw();
}

const facts = (
  { view },
  square,
) => [
  view.owners,
  view.levels,
  view.rents[square],
  view.mortgaged[square],
  view.decisions?.deeds[square],
  view.decision,
];

function content(table, square, dialog) {
  const { view } = table;
  const printed = table.squares[square];
  const owner = view.owners[square];
  return [
    h(
      "header",
      { class: "deed-head" },
      h("div", {}, h("h2", {}, printed.name), h("p", { class: "reason" }, subtitle(printed))),
      printed.group === undefined
        ? null
        : h("span", { class: `chip big c${printed.group}`, "aria-hidden": "true" }, GROUP_SIGNS[printed.group]),
    ),
    printed.group === undefined
      ? h(
        "p",
        {},
        t(`square.${printed.type}`, {
          fine: money(table.game.printed.board.fine),
          salary: money(table.game.printed.board.salary),
          amount: money(printed.price || 0),
        }),
      )
      : [
        h(
          "p",
          {},
          owner >= 0 ? t("deed.owner", { name: table.name(owner) }) : t("deed.free"),
          view.mortgaged[square] ? ` · ${t("deed.mortgaged")}` : "",
          view.levels[square] ? ` · ${houses(view.levels[square])}` : "",
        ),
        rents(table, square),
      ],
    operations(table, square),
    h("footer", {}, h("button", { class: "button", "data-focus": "close", onclick: () => dialog.close() }, t("close"))),
  ];
}

function subtitle(printed) {
  const words = [];
  if (printed.group !== undefined) {
    words.push(
      groupName(printed.group),
      t("deed.price", { price: money(printed.price) }),
      t("deed.mortgage", { value: money(printed.mortgage) }),
    );
  }
  if (printed.house) words.push(t("deed.house", { price: money(printed.house) }));
  return words.join(" · ");
}

function rents(table, square) {
  const now = table.view.rents[square];
  return h(
    "table",
    { class: "rents" },
    h("caption", { class: "unseen" }, t("rent.caption")),
    h(
      "tbody",
      {},
      table.squares[square].rents.map((row, place) =>
        h(
          "tr",
          { class: place === now ? "now" : null },
          h("th", { scope: "row" }, rentName(row)),
          h("td", {}, rent(row)),
        )
      ),
    ),
  );
}

/** A row of the rent table in words: when it applies. */
function rentName({ of, count }) {
  if (of === "level") {
    if (count === hotelLevel()) return t("rent.with.hotel");
    return count === 1 ? t("rent.with.house") : t("rent.with.houses", { count });
  }
  if (of === "utilities") return t(count === 1 ? "rent.util.one" : "rent.util.both");
  return t(`rent.${of}`, { count: count ?? "" });
}

/** The rent in a row of the rent table: dollars, or a multiple of the roll. */
export const rent = ({ amount, times }) => (times ? t("rent.times", { count: times }) : money(amount));

/** Building and mortgaging, with costs; unavailable ones say why. */
export function operations(table, square) {
  const found = table.view.decisions?.deeds[square];
  if (!found) return null;
  const mortgaged = table.view.mortgaged[square];
  const useful = found.filter((
    one,
  ) => (one.do === "mortgage" ? !mortgaged : one.do === "unmortgage" ? mortgaged : !mortgaged || one.do === "build"));
  return h(
    "div",
    { class: "operations" },
    useful.map((one) => {
      const id = `why-${square}-${one.do}`;
      const cost = one.cost === undefined ? "" : one.cost < 0 ? `+${money(-one.cost)}` : `−${money(one.cost)}`;
      return h(
        "div",
        { class: "operation" },
        h(
          "div",
          { class: "reason" },
          h("span", { id }, one.refused ? reason(one.refused) : t(`deed.about.${one.do}`)),
          one.refused ? [" ", why(one.refused, one.do)] : null,
        ),
        h(
          "button",
          {
            class: "button small",
            "data-focus": one.do + (one.left ?? ""),
            "data-do": one.do,
            "aria-disabled": one.refused ? "true" : null,
            "aria-describedby": id,
            onclick: () => {
              if (!one.refused) table.act(one.code);
            },
          },
          t(`deed.do.${one.do}`, { left: one.left ?? "" }),
          h("span", { class: "cost" }, cost),
        ),
      );
    }),
  );
}
