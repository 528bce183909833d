// Key moments of a game, and its whole story, as lists that link to their frames.
import { h } from "./dom.js";
import { mistakeText, swingText, verdictText } from "./mistakes.js";
import { commit, firmness, logLine } from "./story.js";
import { saidLine } from "./talk.js";
import { list, money, t } from "./texts.js";

const SIGNS = {
  monopoly: "◆",
  rent: "$",
  bankrupt: "✕",
  left: "✕",
  auction: "⚑",
  trade: "⇄",
  lead: "▲",
  end: "★",
  mistake: "?",
  swing: "↕",
};

/** A key moment in the reader's language. */
export function momentText(table, moment) {
  if (moment.kind === "mistake") return mistakeText(table, moment);
  if (moment.kind === "swing") return swingText(table, moment);
  const { kind, other = -1, square, group, amount = 0 } = moment;
  const facts = {
    name: table.name(moment.seat ?? -1),
    other: other === -2 ? t("debt.pot") : table.name(other),
    amount: money(Math.abs(amount)),
    square: square === undefined ? t("moment.building") : table.squares[square].name,
    streets: list(table.squares.filter((one) => group !== undefined && one.group === group).map((one) => one.name)),
  };
  if (kind === "bankrupt") return t(other >= 0 ? "moment.bankrupt.by" : "moment.bankrupt", facts);
  if (kind === "lead") return t(other >= 0 ? "moment.lead.from" : "moment.lead", facts);
  if (kind === "end") return (moment.seat ?? -1) < 0 ? t("end.tie") : t("end.winner", facts);
  if (kind === "trade") {
    return t("moment.trade", {
      ...facts,
      gives: goods(table, moment.squares, moment.cards, amount),
      wants: goods(table, moment.others, moment.other_cards, -amount),
    });
  }
  return t(`moment.${kind}`, facts);
}

function goods(table, squares = [], cards = 0, cash = 0) {
  const words = squares.map((square) => table.squares[square].name);
  if (cards) words.push(t("moment.cards", { count: cards }));
  if (cash > 0) words.push(money(cash));
  return words.length ? list(words) : t("trade.nothing");
}

/** All key moments, each a link to its frame. */
export function momentList(table, playback, link) {
  const { mistakes = [], swings = [] } = playback.replay.chances ?? {}; // earlier versions have no swings
  const found = [
    ...mistakes.map((one) => ({ ...one, kind: "mistake" })),
    ...swings.map((one) => ({ ...one, kind: "swing" })),
  ];
  const moments = [...playback.replay.moments, ...found].sort((one, other) => one.frame - other.frame);
  if (!moments.length) return h("p", { class: "reason" }, t("moment.none"));
  return h(
    "ol",
    { class: "moments", "aria-label": t("tab.moments") },
    moments.map((moment) =>
      h(
        "li",
        { "data-frame": moment.frame },
        link(
          moment.frame,
          { class: `moment m-${moment.kind}`, "data-focus": `moment-${moment.frame}` },
          h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[moment.kind]),
          h(
            "span",
            { class: "line" },
            momentText(table, moment),
            moment.kind === "trade" ? ` ${verdictText(table, playback.replay, moment.frame)}` : null,
          ),
          h("span", { class: "when" }, t("replay.turn", { turn: playback.turn(moment.frame) })),
        ),
      )
    ),
  );
}

/** The whole story from the first line, with what was said; the current line is marked. */
export function wholeStory(table, playback, link) {
  const turns = new Map(playback.replay.turns.map((frame, place) => [frame, place + 1]));
  const said = new Map();
  for (const line of playback.replay.talk ?? []) { // replays of earlier versions have none
    said.set(line.frame, [
      ...said.get(line.frame) ?? [],
      saidLine(table, line, table.name(line.seat), { class: "said" }),
    ]);
  }
  return h(
    "ol",
    { class: "story whole", "aria-label": t("replay.story") },
    said.get(0),
    playback.replay.frames.map(({ line }, place) => {
      const turn = turns.get(place + 1);
      const row = h(
        "li",
        { "data-frame": place + 1 },
        h("span", { class: `dot d${line.seat}` }),
        link(
          place + 1,
          { class: "jump" },
          turn ? h("span", { class: "when" }, t("replay.turn", { turn })) : null,
          logLine(table, line),
        ),
        line.id ? [firmness(table, line), commit(table, line)] : null,
      );
      return [row, said.get(place + 1)];
    }),
  );
}
