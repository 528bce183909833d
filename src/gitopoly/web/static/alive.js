// What a game looks and sounds like while it changes; the page itself says everything, too.
import { celebrateGroup, celebrateWinner, completed } from "./celebration.js";
import { fly, hop, skippable } from "./motion.js";
import { listenForFirstSound, play, soundsOf } from "./sounds.js";

export class Alive {
  constructor(table) {
    this.table = table;
    this.ended = null;
    this.owners = null;
    this.stops = [skippable(), listenForFirstSound()];
  }

  /** A board was drawn; its tokens are heard when they walk. */
  use(board, people) {
    this.owners ??= [...this.table.view.owners];
    this.ended ??= Boolean(this.table.view.standings);
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
    this.celebrate();
    if (standings && this.ended === false) {
      play("win");
      celebrateWinner();
    }
    this.ended = Boolean(standings);
    fly(lines, this.board, this.people);
  }

  /** Somebody may have completed a group; what was so when the page was opened is no news. */
  celebrate() {
    const { owners } = this.table.view;
    for (const found of this.owners ? completed(this.table.squares, this.owners, owners) : []) {
      play("group");
      celebrateGroup(this.table, this.board, found);
    }
    this.owners = [...owners];
  }

  leave() {
    this.stops.forEach((stop) => stop());
  }
}
