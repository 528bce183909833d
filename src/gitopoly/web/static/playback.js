// The frames of a game: the view after each of them, from the changes that the replay holds.

const SPACING = 64;

/** Takes changes `[number of a path, value]` into a view. */
function change(view, paths, changes) {
  for (const [number, value] of changes) {
    const path = paths[number];
    let place = view;
    for (const key of path.slice(0, -1)) place = place[key];
    // A copy, or later changes inside would change the replay itself.
    place[path[path.length - 1]] = typeof value === "object" && value !== null ? structuredClone(value) : value;
  }
  return view;
}

export class Playback {
  constructor(replay) {
    this.replay = replay;
    this.last = replay.frames.length;
    this.keyframes = [replay.start];
  }

  /** The view after a frame; 0 is the beginning. */
  at(frame) {
    const { paths, frames } = this.replay;
    const wanted = Math.floor(frame / SPACING);
    while (this.keyframes.length <= wanted) {
      const first = (this.keyframes.length - 1) * SPACING;
      const view = structuredClone(this.keyframes[this.keyframes.length - 1]);
      for (const one of frames.slice(first, first + SPACING)) change(view, paths, one.changes);
      this.keyframes.push(view);
    }
    const view = structuredClone(this.keyframes[wanted]);
    for (const one of frames.slice(wanted * SPACING, frame)) change(view, paths, one.changes);
    return view;
  }

  /** The lines up to a frame, at most this many. */
  lines(frame, most) {
    return this.replay.frames.slice(Math.max(0, frame - most), frame).map((one, place) => ({
      ...one.line,
      id: one.line.id ?? String(Math.max(0, frame - most) + place),
    }));
  }

  /** The number of the turn that a frame belongs to; 0 before the first. */
  turn(frame) {
    const { turns } = this.replay;
    let low = 0, high = turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (turns[middle] <= frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first frame of the next turn, or of this one or the one before it. */
  turnFrom(frame, forward) {
    const { turns } = this.replay;
    const turn = this.turn(frame);
    if (forward) return turns[turn] ?? this.last;
    return turn && turns[turn - 1] < frame ? turns[turn - 1] : turns[turn - 2] ?? 0;
  }

  /** How often tokens landed on each square up to a frame; those of one seat if it is named. */
  landings(frame, whose = null) {
    const counts = new Array(this.replay.printed.board.squares.length).fill(0);
    for (const [when, seat, square] of this.replay.landings) {
      if (when > frame) break;
      if (whose === null || seat === whose) counts[square] += 1;
    }
    return counts;
  }
}
