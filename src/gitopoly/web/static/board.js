// The board: a ring of tiles with upright names, moving tokens, buildings and owners.
import { svg } from "./dom.js";
import { felt } from "./felt.js";
import { appear } from "./motion.js";
import { groupName, markOf, patterns, useColours } from "./pieces.js";
import { bandOf, drawn, edgeOf, house, parted, widthOf, wrapped } from "./squares.js";
import { houses, money, t, translatedSquares, useCurrency, useHotel } from "./texts.js";
import { Tokens } from "./tokens.js";

const SIDE = 1100;
const GAP = 3;
/** The smallest letters of a name; board.css has a class for each size. */
const SMALLEST = 10;

/** The places of the tiles in a ring of this many squares, clockwise from the lower right corner. */
export function layout(count) {
  const sides = [3, 2, 1, 0].map((more) => Math.floor((count + more) / 4));
  // Room for names on a large board, and for what stands in the middle of a small one.
  const corner = Math.min(160, Math.max(128, SIDE / (sides[0] + 1)));
  const places = [];
  sides.forEach((squares, side) => {
    // A side with fewer squares has longer ones, so that the ring is closed.
    const width = (SIDE - 2 * corner) / Math.max(1, squares - 1);
    for (let nth = 0; nth < squares; nth++) {
      const along = nth === 0 ? 0 : corner + (nth - 1) * width;
      const long = nth === 0 ? corner : width;
      const boxes = [
        { x: SIDE - along - long, y: SIDE - corner, w: long, h: corner },
        { x: 0, y: SIDE - along - long, w: corner, h: long },
        { x: along, y: 0, w: long, h: corner },
        { x: SIDE - corner, y: along, w: corner, h: long },
      ];
      places.push({ ...boxes[side], side, corner: nth === 0 });
    }
  });
  return places;
}

export class Board {
  constructor(game, onpick) {
    this.printed = game.printed;
    useCurrency(this.printed.board.currency ?? "$");
    useHotel(this.printed.board.hotel);
    useColours(this.printed.board.colours ?? [], this.printed.board.groups ?? []);
    this.squares = translatedSquares(this.printed.board.squares);
    this.places = layout(this.squares.length);
    this.onpick = onpick;
    this.current = 0;
    this.counts = null;
    this.tiles = this.squares.map((_, square) => this.tile(square));
    this.tokens = new Tokens(this.places, (square) => this.mark(square));
    this.element = svg(
      "svg",
      { class: "board", viewBox: `-4 -4 ${SIDE + 8} ${SIDE + 8}`, role: "group", "aria-label": t("board.label") },
      patterns(),
      felt(SIDE, this.places),
      this.tiles.map((tile) => tile.group),
      this.tokens.element,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  tile(square) {
    const { x, y, w, h: height, corner, side } = this.places[square];
    const facts = this.squares[square];
    const box = { x: x + GAP, y: y + GAP, width: w - 2 * GAP, height: height - 2 * GAP };
    const group = svg(
      "g",
      { class: corner ? "tile corner" : "tile", role: "button", tabindex: square ? "-1" : "0", "data-square": square },
      svg("rect", { ...box, rx: corner ? 22 : 10, class: "ground" }),
    );
    group.addEventListener("click", () => this.onpick(square));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.onpick(square);
      }
    });
    const { band, text } = facts.group === undefined ? { text: box } : parted(box, side);
    const middle = text.x + text.width / 2, bottom = text.y + text.height;
    if (band) group.append(...bandOf(band, facts.group));
    // The price is at the outer edge; it is above the name in the upper row.
    const above = band && side === 2, foot = facts.price && !above ? 22 : 6;
    const top = text.y +
      (above ? 24 : band ? 2 : corner ? 6 : drawn(group, facts.type, middle, box.y + 24, 0.8) ? 40 : 6);
    const tall = corner && wrapped(facts.name, text.width - 8, 18, 600).length > 1;
    if (corner) drawn(group, facts.type, middle, box.y + (tall ? 78 : 70), tall ? 0.95 : 1.1);
    this.write(group, facts.name, {
      corner,
      middle,
      top,
      room: text.width - 8,
      free: bottom - foot - top,
    });
    if (facts.price) {
      const y = above ? text.y + 18 : bottom - 8;
      group.append(svg("text", { class: "price", x: middle, y }, money(facts.price)));
    }
    const marks = svg("g"),
      count = svg("text", {
        class: "count",
        x: corner ? box.x + 24 : middle,
        y: band ? bottom - 7 : corner ? bottom - 12 : box.y + 32,
      });
    group.append(marks, count);
    return { group, marks, text, band, side, count };
  }

  /** Write a name over as many lines as it needs; the name of a corner leaves room for tokens below. */
  write(group, name, { corner, middle, top, room, free }) {
    const weight = corner ? 600 : 400;
    let size = corner ? 18 : 16, lines = wrapped(name, room, size, weight);
    while (!corner && size > SMALLEST && lines.length * size * 1.05 > free) {
      size -= 2;
      lines = wrapped(name, room, size, weight);
    }
    const leading = size * 1.05;
    let baseline = top + (corner ? leading : Math.max(0, (free - lines.length * leading) / 2) + leading * 0.84);
    for (const line of lines) {
      const fits = widthOf(line, size, weight) <= room;
      group.append(svg("text", {
        class: corner ? "name" : `name s${size}`,
        x: middle,
        y: baseline,
        textLength: fits ? null : room,
        lengthAdjust: fits ? null : "spacingAndGlyphs",
      }, line));
      baseline += leading;
    }
  }

  /** Show a view; tokens walk unless `still`. */
  show(view, still) {
    this.squares.forEach((_, square) => {
      const { group, marks } = this.tiles[square];
      const owner = view.owners[square], level = view.levels[square], mortgaged = view.mortgaged[square];
      group.classList.toggle("mortgaged", Boolean(mortgaged));
      const due = this.due(view, square), key = `${owner} ${level} ${mortgaged} ${due}`;
      group.classList.toggle("owned", owner >= 0);
      for (let seat = 0; seat < view.seats.length; seat++) group.classList.toggle(`o${seat}`, seat === owner);
      if (marks.dataset.key !== key) {
        const before = marks.dataset.key;
        marks.dataset.key = key;
        marks.replaceChildren(...this.marks(this.tiles[square], view, owner, level, mortgaged, due));
        if (!still) appear(marks, before, key);
      }
      group.setAttribute("aria-label", this.label(view, square));
    });
    this.warm();
    this.tokens.show(view, still);
  }

  /** The rent of a square now, as short as it can be said. */
  due(view, square) {
    const row = this.squares[square].rents?.[view.rents[square]];
    return row ? (row.times ? `×${row.times}` : money(row.amount)) : "";
  }

  /** Mark the square of the token whose turn it is. */
  mark(here) {
    this.tiles.forEach(({ group }, square) => group.classList.toggle("here", square === here));
  }

  /** Colour each square by how often tokens landed there, if `counts` says so; the numbers say the same. */
  warm() {
    const { counts } = this;
    this.element.classList.toggle("warm", Boolean(counts));
    if (!counts) return;
    const most = Math.max(1, ...counts);
    this.tiles.forEach(({ group, count }, square) => {
      group.style.setProperty("--heat", `${Math.round((100 * counts[square]) / most)}%`);
      count.textContent = counts[square] || "";
    });
  }

  marks({ text, band, side }, view, owner, level, mortgaged, due) {
    const found = [];
    if (owner >= 0) {
      // Where the price was, along the edge: whose it is, and what a visitor pays.
      const words = `${markOf(view.seats[owner].name)} ${mortgaged ? "M" : due}`;
      const y = side === 2 ? text.y + 16 : text.y + text.height - 6;
      found.push(
        svg("path", { class: `owner f${owner}`, d: edgeOf(text, side) }),
        svg("text", {
          class: "owner-mark",
          x: text.x + text.width / 2,
          y,
          textLength: widthOf(words, 14, 700) > text.width - 14 ? text.width - 14 : null,
          lengthAdjust: "spacingAndGlyphs",
        }, words),
      );
    }
    const across = side % 2 === 0, hotel = this.printed.board.hotel;
    // Buildings are on the band, beside its sign.
    const [x, y] = band
      ? (across ? [band.x + band.width / 2 + 11, band.y + 12.5] : [band.x + 12.5, band.y + band.height / 2 + 11])
      : [0, 0];
    if (level === hotel) {
      found.push(svg("path", { class: "hotel", d: house(x, y - 13, across ? 36 : 25, 26) }));
    } else {
      for (let i = 0; i < level; i++) {
        const shift = (i - (level - 1) / 2) * 13.5;
        found.push(
          svg("path", {
            class: "house",
            d: across ? house(x + shift, y - 9.5, 13, 19) : house(x, y + shift - 7, 19, 13.5),
          }),
        );
      }
    }
    return found;
  }

  label(view, square) {
    const facts = this.squares[square];
    const words = [facts.name];
    if (facts.group !== undefined) words.push(groupName(facts.group));
    const owner = view.owners[square];
    if (owner >= 0) words.push(t("board.owned", { name: view.seats[owner].name }));
    else if (facts.price && facts.group !== undefined) words.push(t("board.free", { price: money(facts.price) }));
    if (view.levels[square]) words.push(houses(view.levels[square]));
    if (view.mortgaged[square]) words.push(t("deed.mortgaged"));
    const here = view.seats.filter((seat) => !seat.out && seat.position === square).map((seat) => seat.name);
    if (here.length) words.push(t("board.here", { names: here.join(", ") }));
    if (this.counts) words.push(t("board.landings", { count: this.counts[square] }));
    return words.join(", ");
  }

  /** Arrow keys move around the ring, so that the board is one stop for the Tab key. */
  key(event) {
    const steps = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1, Home: "first", End: "last" };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const count = this.tiles.length, step = steps[event.key];
    const at = Number(event.target.dataset?.square ?? this.current);
    const next = step === "first" ? 0 : step === "last" ? count - 1 : (at + step + count) % count;
    this.tiles[this.current].group.setAttribute("tabindex", "-1");
    this.current = next;
    this.tiles[next].group.setAttribute("tabindex", "0");
    this.tiles[next].group.focus();
  }
}
