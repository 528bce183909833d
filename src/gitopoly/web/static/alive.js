// What a game looks and sounds like while it changes; the page itself says everything, too.
import { fly, hop, skippable } from "./motion.js";
import { listenForFirstSound, play, soundsOf } from "./sounds.js";

export class Alive {
  constructor(table) {
    this.table = table;
    this.ended = null;
    this.stops = [skippable(), listenForFirstSound()];
  }

  /** A board was drawn; its tokens are heard when they walk. */
  use(board, people) {
    this.board = board.element;
    this.people = people;
    board.tokens.stepped = (token) => {
      hop(token);
      play("step");
    };
  }

  /** The dice begin to roll. */
  roll() {
    play("dice");
  }

  /** Some lines were drawn. */
  show(lines) {
    const { standings, me } = this.table.view;
    for (const name of soundsOf(lines, me)) play(name);
    if (standings && this.ended === false) play("win");
    this.ended = Boolean(standings);
    fly(lines, this.board, this.people);
  }

  leave() {
    this.stops.forEach((stop) => stop());
  }
}
