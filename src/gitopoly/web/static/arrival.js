// A roll in its own time: the dice roll, the token walks, and only then the page says what follows.

/** Milliseconds that the dice roll, and that an arrival is looked at. */
const DICE = 600;
const LOOK = 200;
const SKIPS = new Set(["Enter", " ", "Escape"]);

/** The only roll in some lines that moved a token, if there is exactly one. */
export function rollIn(lines) {
  const found = lines.flatMap((line) =>
    line.steps.flatMap((step) => {
      const move = step.dice && (step.moves || []).find(([mover]) => mover === step.seat);
      return move ? [{ id: line.id, seat: step.seat, faces: step.dice, from: move[1], to: move[2] }] : [];
    })
  );
  return found.length === 1 ? found[0] : null;
}

/** Holds back what follows a roll; a click or a key skips the wait. */
export class Arrival {
  /** `release(lines)` shows everything that came meanwhile. */
  constructor(table, release) {
    this.table = table;
    this.release = release;
    this.lines = null;
    this.timer = null;
    this.arrive = () => {};
  }

  get waits() {
    return this.lines !== null;
  }

  /** Begin with a roll; the token walks once the dice lie. */
  begin(roll, lines, tokens) {
    this.end();
    const own = this.lines = [...lines], count = tokens.places.length;
    this.arrive = () => tokens.put(roll.seat, roll.to);
    this.table.walking = roll;
    this.table.card = null;
    this.table.dice = { faces: roll.faces, seat: roll.seat, id: roll.id, fresh: true };
    const flies = (roll.from + roll.faces[0] + roll.faces[1]) % count !== roll.to; // to jail
    const there = () => {
      if (this.lines === own) this.timer = setTimeout(() => this.end(), LOOK);
    };
    this.timer = setTimeout(() => tokens.walk(roll.seat, roll.to, flies, there), DICE);
  }

  /** What happens meanwhile is shown afterwards. */
  add(lines) {
    this.lines.push(...lines);
  }

  /** Show everything now. */
  end() {
    if (!this.waits) return;
    clearTimeout(this.timer);
    const { lines } = this;
    this.lines = null;
    this.table.walking = null;
    this.arrive();
    this.release(lines);
  }

  /** Let a click in a part of the page, and the keys that choose, end the wait. */
  skippedBy(element) {
    element.addEventListener("pointerdown", () => this.end());
  }

  /** Let a key at the board end the wait and do nothing else; elsewhere, as in a dialog, it does what it does. */
  skippedByKey(event) {
    const { target } = event, elsewhere = target !== document.body && !target.closest?.(".arena");
    if (!this.waits || !SKIPS.has(event.key) || elsewhere || target.closest?.("input")) return;
    event.preventDefault();
    this.end();
  }
}
