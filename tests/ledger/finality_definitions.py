"""The definitions of ``specs/ledger/Finality.tla``, word for word, over plain sets.

Slow and obvious: the tests hold `gitopoly.ledger.finality` against it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce

Held = frozenset[str]
NOTHING: Held = frozenset()


@dataclass(frozen=True)
class Vote:
    """A vote to go on without a silent seat, whose chain ends at a number."""

    seat: str
    last: int
    voters: frozenset[str]


What = str | Vote
"""``move``, ``leave``, ``finish``, or a vote."""


@dataclass
class Definitions:
    """All entries that were ever written, each with its past, what it is, and its verdicts."""

    seats: tuple[str, ...]
    levels: int = 3
    seat: dict[str, str] = field(default_factory=dict)
    past: dict[str, Held] = field(default_factory=dict)
    what: dict[str, What] = field(default_factory=dict)
    kept: dict[str, Held] = field(default_factory=dict)
    at: dict[str, list[Held]] = field(default_factory=dict)

    def add(self, e: str, seat: str, past: Held, what: What = "move") -> None:
        """``Add``: write an entry with its past, and store the verdicts on it."""
        self.seat[e], self.past[e], self.what[e] = seat, past, what
        self.kept[e] = self.kept_in(past)
        here = past | {e}
        self.at[e] = [self.sound(here)]
        for j in range(1, self.levels):
            self.at[e].append(self.settled(here, j))

    def up_to(self, e: str) -> Held:
        """``UpTo``."""
        return self.past[e] | {e}

    def of(self, held: Held, s: str) -> Held:
        """``Of``."""
        return frozenset(e for e in held if self.seat[e] == s)

    def comparable(self, e: str, f: str) -> bool:
        """``Comparable``."""
        return e == f or e in self.past[f] or f in self.past[e]

    def tops(self, held: Held, s: str) -> Held:
        """The newest entries of a seat, one of each branch."""
        own = self.of(held, s)
        return frozenset(e for e in own if not any(e in self.past[f] for f in own))

    def top(self, held: Held, s: str) -> str:
        """``Top``."""
        (newest,) = self.tops(held, s)
        return newest

    def forked(self, held: Held, s: str) -> bool:
        """``Forked``."""
        return len(self.tops(held, s)) > 1

    def number(self, e: str) -> int:
        """``NumberOf``: an entry's place in its own chain."""
        return len(self.of(self.past[e], self.seat[e])) + 1

    def passed(self, held: Held, vote: Vote) -> bool:
        """``Passed``."""
        return all(any(self.what[e] == vote for e in self.of(held, v)) for v in vote.voters)

    def voted_out(self, held: Held, s: str) -> bool:
        """``VotedOut``."""
        votes = {what for e in held if isinstance(what := self.what[e], Vote)}
        return any(vote.seat == s and self.passed(held, vote) for vote in votes)

    def left(self, held: Held, s: str) -> bool:
        """``Left``."""
        own = any(self.what[e] == "leave" for e in self.of(held, s))
        return own or self.voted_out(held, s)

    def live(self, held: Held) -> set[str]:
        """``Live``."""
        return {s for s in self.seats if not self.forked(held, s) and not self.left(held, s)}

    def speakers(self, held: Held) -> set[str]:
        """``Speakers``."""
        live = self.live(held)
        return live | {
            s
            for s in set(self.seats) - live
            if not self.forked(held, s) and any(self.misses_leaving(held, t, s) for t in live)
        }

    def misses_leaving(self, held: Held, t: str, s: str) -> bool:
        """Whether the newest entry of t does not know that s has left."""
        return not self.of(held, t) or not self.left(self.up_to(self.top(held, t)), s)

    def voters(self, held: Held, c: str) -> set[str]:
        """``Voters``."""
        others = {s for s in self.speakers(held) - {c} if not self.voted_out(held, s)}
        return others or {s for s in self.seats if s != c and not self.forked(held, s)}

    def common(self, held: Held, c: str) -> Held:
        """``Common``."""
        own = self.of(held, c)
        return frozenset(e for e in own if all(self.comparable(e, f) for f in own))

    def kept_of(self, held: Held, c: str) -> Held:
        """``KeptOf``."""
        own = self.of(held, c)
        if not self.forked(held, c):
            return own
        voters = self.voters(held, c)
        stood_for = [
            self.kept[self.top(held, s)] if self.of(held, s) else NOTHING for s in voters
        ] or [NOTHING]
        return self.common(held, c) | reduce(frozenset.__and__, stood_for, own)

    def kept_in(self, held: Held) -> Held:
        """``Kept``."""
        return NOTHING.union(*(self.kept_of(held, c) for c in self.seats))

    def sound(self, held: Held) -> Held:
        """``Sound``."""
        kept = self.kept_in(held)
        return frozenset(e for e in kept if kept & self.past[e] == self.kept[e])

    def ended(self, sound: Held, e: str) -> bool:
        """``Ended``."""
        votes = {what for v in sound if isinstance(what := self.what[v], Vote)}
        return any(
            vote.seat == self.seat[e] and self.number(e) > vote.last and self.passed(sound, vote)
            for vote in votes
        )

    def counts(self, held: Held) -> Held:
        """``Counts``."""
        sound = self.sound(held)
        return frozenset(e for e in sound if not self.ended(sound, e))

    def settled(self, held: Held, level: int) -> Held:
        """``Settled``: what everybody who speaks has settled at a level."""
        views = [
            self.at[self.top(held, s)][level - 1] if self.of(held, s) else NOTHING
            for s in self.speakers(held)
        ]
        return reduce(frozenset.__and__, views) if views else NOTHING

    def final_at(self, held: Held, level: int) -> Held:
        """``FinalAt``: what counts and is settled at a level."""
        return self.settled(held, level) & self.counts(held)

    # Who plays and may vote: only what counts has a say.

    def plays(self, held: Held, s: str) -> bool:
        """``Plays``."""
        stays = all(self.what[e] != "leave" for e in self.kept_of(held, s))
        return stays and not self.voted_out(self.counts(held), s)

    def has_cast(self, counted: Held, s: str, vote: Vote) -> bool:
        """``HasCast``."""
        return any(self.what[e] == vote for e in self.of(counted, s))

    def newer(self, held: Held, vote: Vote) -> bool:
        """``Newer``."""
        return any(self.number(x) > vote.last for x in self.of(held, vote.seat))

    def can_pass(self, held: Held, vote: Vote) -> bool:
        """``CanPass``."""
        counted = self.counts(held)
        return all(
            self.has_cast(counted, t, vote) or (self.plays(held, t) and not self.forked(held, t))
            for t in vote.voters
        )

    def shown(self, counted: Held, s: str, vote: Vote) -> bool:
        """``Shown``."""

        def has_voted(t: str) -> bool:
            cast = (self.what[w] for w in self.of(counted, t))
            return any(
                isinstance(w, Vote) and (w.seat, w.last) == (vote.seat, vote.last) for w in cast
            )

        return any(
            self.newer(self.kept[y], vote) and not has_voted(third)
            for y in counted
            if (third := self.seat[y]) not in (s, vote.seat)
        )

    def binding(self, held: Held, s: str) -> set[Vote]:
        """``Binding``."""
        counted = self.counts(held)
        cast = {what for e in self.of(counted, s) if isinstance(what := self.what[e], Vote)}
        return {
            vote
            for vote in cast
            if not self.voted_out(counted, vote.seat)
            and self.can_pass(held, vote)
            and not self.shown(counted, s, vote)
        }
