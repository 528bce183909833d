// Hints, in games that allow them: what to do, whether a trade is good, what the next round may bring.
import { post } from "./api.js";
import { h, open, replace } from "./dom.js";
import { list, money, number, signed, t } from "./texts.js";

const percent = (value) => t("advice.percent", { value: number(Math.round(value)) });
/** An amount with its sign, which stays on the same line. */
const change = (value) => (value ? signed(value).replace(/^(.)/, "$1\u2060") : money(0));
const ask = (table, command, facts) => post(`api/games/${encodeURIComponent(table.id)}/${command}`, facts);

/** One choice in the words of its button. */
function label(table, { key, operation, bid, square, left }) {
  const name = square === undefined ? "" : table.squares[square].name;
  if (bid !== undefined) return `${t("auction.bid")} ${money(bid)}`;
  return operation ? `${t(`deed.do.${operation}`, { left: left ?? "" })}: ${name}` : t(`do.${key}`, { square: name });
}

/** What is shown while the answer is worked out, and then the answer or why there is none. */
async function answer(place, asked, draw) {
  replace(place, h("p", { class: "reason", role: "status" }, t("advice.thinking")));
  try {
    replace(place, draw(await asked));
  } catch (error) {
    replace(place, h("p", { class: "problem" }, error.message));
  }
  place.scrollIntoView({ block: "nearest" });
}

/** A share that is not none never looks like none. */
const small = (value) =>
  value >= 1 ? percent(value) : t("advice.percent", { value: number(Math.max(Math.round(10 * value) / 10, 0.1)) });

/** What the next round may bring, in a few sentences. */
function risk(table, found) {
  if (!found) return null;
  const facts = { low: change(found.low), high: change(found.high), short: small(found.short), out: small(found.out) };
  const squares = found.squares.map(({ square, cost, share }) =>
    t("advice.risk.square", { square: table.squares[square].name, cost: money(cost), share: percent(share) })
  );
  return [
    t(found.low === found.high ? "advice.risk.same" : "advice.risk", facts),
    t(found.short ? "advice.risk.short" : "advice.risk.enough", facts),
    found.out ? t("advice.risk.out", facts) : "",
    squares.length ? t("advice.risk.squares", { squares: list(squares) }) : found.jailed ? "" : t("advice.risk.none"),
  ].filter(Boolean).map((sentence) => h("p", {}, sentence));
}

function openHints(table) {
  const place = h("div", { class: "advice" });
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("advice.title")),
      place,
      h("footer", {}, h("button", { class: "button primary", onclick: () => dialog.close() }, t("close"))),
    ),
    { label: t("advice.title") },
  );
  answer(place, ask(table, "hint", { decision: table.view.decision }), (found) =>
    found.hints.length || found.risk
      ? [
        h(
          "ol",
          {},
          found.hints.map((one) =>
            h(
              "li",
              {},
              label(table, one),
              ": ",
              h("strong", {}, percent(one.chance)),
              `\u00a0±\u00a0${number(one.error)}`,
            )
          ),
        ),
        risk(table, found.risk),
        h("p", { class: "reason" }, t("advice.relative.round")),
      ]
      : h("p", {}, t("advice.none")));
}

/** The button for hints; nothing where the game allows none or nothing is to be decided. */
export const hintButton = (table) =>
  table.view.hints && table.view.decisions && (table.view.decisions.buttons.length || table.view.decisions.bid)
    ? [h("button", {
      class: "button small",
      "data-focus": "hint",
      "data-do": "hint",
      onclick: () => openHints(table),
    }, t("advice.open"))]
    : [];

/** "Is this trade good for me?", below an offer that is being built. */
export function tradeAdvice(table, facts) {
  const place = h("div", { class: "advice" });
  const name = () => table.name(facts().to);
  const draw = (found) => {
    if (found.refused) return null;
    const key = Math.abs(found.gain) < 2 * found.error ? "even" : found.gain > 0 ? "good" : "bad";
    const asked = found.asked === null ? "none" : found.asked < 0 ? "adds" : "asks";
    return [
      h("p", {}, t(`advice.trade.${key}`, { gain: percent(Math.abs(found.gain)), error: number(found.error) })),
      h(
        "p",
        {},
        t(found.accepted ? "advice.trade.accepted" : `advice.trade.${asked}`, {
          name: name(),
          amount: money(Math.abs(found.asked ?? 0)),
        }),
      ),
      h("p", { class: "reason" }, t("advice.relative")),
    ];
  };
  return h(
    "div",
    {},
    h("button", {
      class: "button small",
      "data-do": "judge-offer",
      onclick: () => answer(place, ask(table, "judge-offer", facts()), draw),
    }, t("advice.trade")),
    place,
  );
}
