"""Random histories with arbitrary pasts: honest seats that lag and lose, and cheats that fork.

As in ``specs/ledger/Finality.tla`` an entry names whatever its author likes; an honest seat has
a single chain, and all its own entries are in the past of its next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.finality import Departure
from gitopoly.ledger.log import Log
from tests.ledger.finality_definitions import Definitions, Held, Vote, What
from tests.ledger.simulation import fake_entry


class History:
    """Everything that was written, as plain sets and as entries of a log."""

    def __init__(
        self, seed: int, honest: int, cheats: int, *, leaving: bool = False, voting: bool = False
    ) -> None:
        self.random = Random(seed)
        self.honest = tuple(f"h{n}" for n in range(honest))
        self.cheats = tuple(f"c{n}" for n in range(cheats))
        self.seats = (*self.honest, *self.cheats)
        self.level = cheats + 1
        self.spec = Definitions(self.seats, levels=self.level)
        self.entries: dict[str, Entry] = {}
        self.root = self.write(self.seats[0], frozenset())
        first = [self.write(seat, frozenset({self.root})) for seat in self.seats]
        self.start = frozenset({self.root, *first})
        self.lag = self.random.random()
        self.hidden: set[str] = set()
        self.leaving = leaving
        self.silent = self.random.choice(self.seats) if voting else None

    def everything(self) -> Held:
        """All entries."""
        return frozenset(self.entries)

    def write(self, seat: str, past: Held, what: What = "move") -> str:
        """Write an entry."""
        own = self.spec.of(past, seat)
        previous = max(own, key=self.spec.number, default=None)
        tops = sorted(e for e in past if not any(e in self.spec.past[f] for f in past))
        first = [previous or self.root] if past else []
        parents = (*first, *(e for e in tops if e not in first))
        number = (len(self.entries) * 2654435761) % 2**32
        entry = fake_entry(seat, number, parents)
        self.spec.add(entry.id, seat, past, what)
        self.entries[entry.id] = entry
        return entry.id

    def steps(self, count: int) -> None:
        """Let somebody write something, so many times, where the rules allow it."""
        for _ in range(count):
            seat = self.random.choice(self.seats)
            past = self._past(seat)
            if self.may_write(seat, past):
                written = self.write(seat, past, self._what(seat, past))
                if seat in self.cheats and self.random.random() < 0.6:
                    self.hidden.add(written)

    def may_write(self, seat: str, past: Held) -> bool:
        """``OneChain``, ``MayGoOn`` and ``Free``."""
        spec = self.spec
        own = spec.of(past, seat)
        return (
            all(spec.comparable(e, f) for e in own for f in own)
            and not any(spec.what[e] in ("leave", "finish") for e in own)
            and not spec.voted_out(spec.counts(past), seat)
            and not any(spec.newer(spec.kept_in(past), vote) for vote in spec.binding(past, seat))
        )

    def departure_of(self, entry: Entry) -> Departure | None:
        """What an entry says about who leaves."""
        what = self.spec.what[entry.id]
        if isinstance(what, Vote):
            return Departure(what.seat, what.last, what.voters)
        return Departure(entry.seat, 0, frozenset({entry.seat})) if what == "leave" else None

    def log(self, held: Iterable[str]) -> Log:
        """A log that takes in some entries, in a random order that their pasts allow."""
        log = Log(self.seats, self.departure_of)
        waiting = sorted(held)
        self.random.shuffle(waiting)
        while waiting:
            entry_id = next(e for e in waiting if all(p in log for p in self.entries[e].parents))
            waiting.remove(entry_id)
            log.add(self.entries[entry_id])
        return log

    def views(self, count: int) -> Iterator[Held]:
        """Sets of entries that somebody may hold."""
        written = sorted(self.entries)
        for _ in range(count):
            some = self.random.sample(written, self.random.randint(1, len(self.seats) + 2))
            yield self.start.union(*(self.spec.up_to(e) for e in some))

    def _past(self, seat: str) -> Held:
        """What the next entry of a seat stands on."""
        random, spec = self.random, self.spec
        own = sorted(spec.of(self.everything(), seat), key=lambda e: (len(spec.past[e]), e))
        if seat in self.cheats:
            own = [random.choice(own) if random.random() < 0.35 else own[-1]]
        past = self.start.union(*(spec.up_to(e) for e in own))
        written = list(self.entries)
        wanted = [random.choice(written) for _ in range(random.choice((0, 1, 1, 2, 3, 4)))]
        if seat in self.honest and random.random() > 0.5 + self.lag / 2:
            wanted = [e for e in written if e not in self.hidden]
        for entry_id in wanted:
            more = past | spec.up_to(entry_id)
            chain = spec.of(more, seat)
            if all(spec.comparable(e, f) for e in chain for f in chain):
                past = more
        return past

    def _what(self, seat: str, past: Held) -> What:
        spec, chance = self.spec, self.random.random()
        if self.leaving and chance < 0.08:
            return "leave"
        silent = self.silent
        if silent in (None, seat) or chance >= 0.3 or not spec.plays(past, seat):
            return "move"
        return self._vote(seat, past, silent) or "move"

    def _vote(self, seat: str, past: Held, silent: str) -> Vote | None:
        """``VoteOut``; only one seat is ever silent, so there is one vote at a time."""
        spec = self.spec
        players = {s for s in self.seats if spec.plays(past, s)}
        voters = {s for s in players - {silent} if not spec.forked(past, s)}
        vote = Vote(silent, len(spec.kept_of(past, silent)), frozenset(voters))
        may = silent in players and not spec.has_cast(spec.counts(past), seat, vote)
        return vote if may else None
