// The log as a story; behind each line is a commit.
import { h, open } from "./dom.js";
import { atDoor } from "./link.js";
import { clock, money, signed, t, translatedCard } from "./texts.js";

/** One line in the reader's language. */
export function sentence(table, line) {
  // What does nothing under the rules has a key of its own.
  if (!line.steps.length) return line.told ? `${t(line.told.key, line.told.facts)}.` : line.text;
  const told = line.steps.map((step) => stepText(table, step));
  if (line.told) told.unshift(`${t(line.told.key, line.told.facts)}.`);
  return told.join(" ");
}

/** A card's text in the reader's language, with numbers for squares; a deck has it in English. */
export const cardText = (squares, { key, text }) =>
  translatedCard(key, text, Object.fromEntries(squares.map((facts, square) => [square, facts.name])));

/** One step: the server says which words fit, and the facts to fill in. */
function stepText(table, step) {
  const seat = (number) => (number >= 0 ? table.name(number) : "");
  const name = seat(step.seat);
  const square = step.square === undefined ? "" : table.squares[step.square].name;
  const [first, second] = step.dice || [];
  let text = t(`story.${step.say || step.do}`, {
    name,
    square,
    first,
    second,
    count: step.count,
    amount: step.amount === undefined ? "" : money(step.amount),
    card: step.card && cardText(table.squares, cardOf(step)).replace(/\.$/, ""),
    asset: step.building ? t(`asset.${step.building}`) : square,
    to: seat(step.to),
    winner: seat(step.winner),
    other: seat(step.starts),
    gives: side(table, step.gives, step.cash),
    wants: side(table, step.wants, -step.cash),
  });
  const move = (step.moves || []).find(([mover]) => mover === step.seat);
  if (move && (step.dice || step.card)) text += ` → ${table.squares[move[2]].name}`;
  if (step.trade) text += `: ${trade(table, step.trade)}`;
  if (step.go) text += `; ${t("effect.go", { name, amount: money(step.go) })}`;
  if (step.owes) {
    text += `; ${
      t("effect.owes", {
        name: table.name(step.owes[0]),
        creditor: creditor(table, step.owes[1]),
        amount: money(step.owes[2]),
      })
    }`;
  }
  return `${text}.`;
}

const cardOf = (step) => ({ key: step.card_key, text: step.card });

const creditor = (table, owed) => (owed >= 0 ? table.name(owed) : t(owed === -1 ? "bank" : "pot"));

/** Both sides of a trade. */
const trade = (table, { from, to, gives, wants, cash }) =>
  t("effect.trade", {
    name: table.name(from),
    gives: side(table, gives, cash),
    other: table.name(to),
    wants: side(table, wants, -cash),
  });

/** What one side of an offer gives: squares, jail cards as negative numbers, and cash. */
function side(table, things = [], cash = 0) {
  const words = things.map((
    thing,
  ) => (thing < 0 ? t(thing === -1 ? "story.card.chance" : "story.card.chest") : table.squares[thing].name));
  return (cash > 0 ? [...words, money(cash)] : words).join(", ") || t("trade.nothing");
}

/** Remember the latest roll and card, and whose cash changed. */
export function note(table, lines, old) {
  if (!old && lines.length) table.change = {};
  for (const line of lines) {
    for (const step of line.steps) {
      if (step.dice) {
        const shown = table.dice?.id === line.id ? table.dice.shown : undefined;
        table.dice = { faces: step.dice, seat: step.seat, id: line.id, fresh: !old, shown };
        table.card = null;
      }
      if (step.card) table.card = { ...cardOf(step), deck: step.deck, seat: step.seat, id: line.id };
      else if (step.do === "EndTurn") table.card = null;
      if (!old) {
        for (const [seat, amount] of step.money || []) table.change[seat] = (table.change[seat] || 0) + amount;
      }
    }
  }
}

/** The story, newest line first: each is drawn once, because every move changes how firm some of them are. */
export class StoryList {
  constructor(table) {
    this.table = table;
    this.element = h("ol", { class: "story", "aria-label": t("story.label") });
    this.rows = new Map();
  }

  /** Show the lines that are new, and what has changed of the others. */
  refresh() {
    const { table, rows, element } = this, kept = new Set(table.game.lines.map((line) => line.id));
    for (const [id, { row }] of rows) {
      if (kept.has(id)) continue;
      row.remove();
      rows.delete(id);
    }
    table.game.lines.forEach((line) => {
      const known = rows.get(line.id), final = howFinal(table, line);
      if (known?.final === final) return;
      const firm = firmness(table, line);
      if (known) known.firm.replaceWith(firm);
      else element.prepend(this.#row(line, firm));
      rows.set(line.id, { row: firm.parentElement, firm, final });
    });
  }

  #row(line, firm) {
    return h(
      "li",
      {},
      h("span", { class: `dot d${line.seat}` }),
      h("div", {}, logLine(this.table, line)),
      firm,
      commit(this.table, line),
    );
  }
}

/** Who could still take a line back, in words; nothing where the game does not promise it. */
function howFinal(table, line) {
  const { open } = table.view, level = open?.[line.id];
  if (!open) return "";
  if (level === undefined) return t("final.all");
  if (level > 1) return t("final.some", { count: level });
  if (level < 0) return t("final.void");
  return level ? t("final.one") : t("final.none");
}

/** A disc that fills as more players would have to cheat together. */
export function firmness(table, line) {
  const words = howFinal(table, line);
  if (!words) return h("span", {});
  const level = table.view.open[line.id], seats = table.game.printed.names.length;
  const quarters = level === undefined ? 4 : Math.min(3, Math.round(4 * level / seats));
  const filled = level < 0 ? "void" : `q${quarters}`;
  return h("span", { class: `firm ${filled}`, role: "img", title: words, "aria-label": words });
}

/** A line of the story, and whose cash it changed. */
export function logLine(table, line) {
  const changes = line.steps.flatMap((step) => step.money || []);
  return [
    h("span", { class: "line" }, sentence(table, line)),
    changes.length
      ? h(
        "span",
        { class: "deltas" },
        changes.map(([seat, amount]) =>
          h("span", { class: amount < 0 ? "loss" : "gain" }, `${table.name(seat)} ${signed(amount)} `)
        ),
      )
      : null,
  ];
}

/** The commit behind a line, to be opened. */
export function commit(table, line) {
  return h("button", {
    class: "commit",
    "aria-label": t("story.commit", { id: line.id.slice(0, 7) }),
    "data-focus": line.id,
    onclick: () => showCommit(table, line),
  }, line.id.slice(0, 7));
}

function showCommit(table, line) {
  const trust = table.view.trust[line.seat];
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("commit.title")),
      h("p", {}, sentence(table, line)),
      h(
        "dl",
        { class: "facts" },
        fact(t("commit.id"), h("code", {}, line.id)),
        fact(t("commit.author"), trust.name),
        fact(t("commit.time"), clock(line.time)),
        fact(t("commit.key"), h("code", {}, trust.fingerprint)),
        table.view.open ? fact(t("commit.final"), howFinal(table, line)) : null,
        line.text ? fact(t("commit.says"), line.text) : null,
      ),
      h("p", { class: "reason" }, t(atDoor() ? "commit.checked.door" : "commit.checked")),
      h("footer", {}, h("button", { class: "button", onclick: () => dialog.close() }, t("close"))),
    ),
    { label: t("commit.title") },
  );
}
