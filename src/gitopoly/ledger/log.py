"""The accepted entries of all seats, and what counts among them.

Every entry names its past through its parents.
Two entries of one seat with the same number prove a fork; `finality` decides what counts then.
Adding an entry never walks over the history: each keeps the newest entries of every seat in its
past.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import NamedTuple

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.finality import NOBODY_FORKED, DepartureOf, Kept, Settled, Verdict

Newest = dict[str, tuple[str, ...]]
"""For each seat its newest entries in some past: one, or one of each branch, sorted."""


class Fork(NamedTuple):
    """The proof that a seat wrote two entries in the same place."""

    last_common: str | None
    """The last entry of all branches; None when even the seat's first entries differ."""
    left: str
    right: str


@dataclass(eq=False, slots=True)
class _Branch:
    """A stretch of one seat's chain without forks; `start` is the number of its first entry."""

    above: _Branch | None
    start: int
    ids: list[str]


class Log:
    """A set of entries, closed under their pasts; whoever adds one has looked at its place."""

    def __init__(self, seats: Sequence[str], departure_of: DepartureOf | None = None) -> None:
        """Start empty; `departure_of` tells which entries say that a seat leaves."""
        self.seats = tuple(seats)
        """The seats in their order, which decides between concurrent entries."""
        self._rank = {seat: rank for rank, seat in enumerate(self.seats)}
        self._entries: dict[str, Entry] = {}
        self._number: dict[str, int] = {}
        self._branch: dict[str, _Branch] = {}
        self._newest: dict[str, Newest] = {}
        self._tops: Newest = {}
        self._kept = Kept(self, departure_of)
        self._verdict: Verdict = NOBODY_FORKED
        self._settled: dict[int, Settled | None] = {}
        self._named: tuple[str, ...] | None = None
        self.any_forks = False
        """Whether a fork of any seat is known."""
        self.root: str | None = None
        """The entry without parents that all others stand on: the invitation."""

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __reversed__(self) -> Iterator[Entry]:
        return reversed(self._entries.values())

    def __getitem__(self, entry_id: str) -> Entry:
        try:
            return self._entries[entry_id]
        except KeyError:
            raise MissingObject(entry_id) from None

    def add(self, entry: Entry) -> None:
        """Add an entry whose parents are all here; one that is already here changes nothing."""
        if entry.id in self._entries:
            return
        before = self.previous(entry)
        self._number[entry.id] = 1 if before is None else self._number[before] + 1
        newest: Newest = {}
        for parent in entry.parents:
            self._merge_into(newest, self._newest[parent])
        self._kept.note(entry, newest)
        self._entries[entry.id] = entry
        self.any_forks |= self._place(entry, before)
        self._merge_into(newest, {entry.seat: (entry.id,)})
        self._newest[entry.id] = newest
        self._merge_into(self._tops, {entry.seat: (entry.id,)})
        self._settled.clear()
        self._named = None
        if self.any_forks:
            self._verdict = self.verdict(self.named())
        if not entry.parents:
            self.root = entry.id

    def previous(self, entry: Entry) -> str | None:
        """Give the entry of the same seat that this one follows; None if it is the seat's first."""
        first = entry.parents[0] if entry.parents else None
        return first if first is not None and self[first].seat == entry.seat else None

    def stands_on_other_branch(self, entry: Entry) -> bool:
        """Tell whether a new entry's past holds entries of its seat that are not on its chain."""
        before = self.previous(entry)
        for parent in entry.parents:
            for top in self.newest_of(parent, entry.seat):
                if before is None or not (before == top or self.follows(before, top)):
                    return True
        return False

    def number(self, entry_id: str) -> int:
        """Count an entry's place in its seat's chain; the first has number 1."""
        self[entry_id]
        return self._number[entry_id]

    def in_past(self, earlier: str, later: str) -> bool:
        """Tell whether the author of `later` held `earlier`; no entry is in its own past."""
        return earlier != later and self.holds(self._newest[self[later].id], earlier)

    def holds(self, newest: Newest, entry_id: str) -> bool:
        """Tell whether an entry is among some newest ones and their pasts."""
        tops = newest.get(self[entry_id].seat, ())
        return any(self.follows(top, entry_id) for top in tops)

    def newest(self, entry_id: str | None = None) -> Newest:
        """Give the newest entries of each seat, on all branches, among an entry and its past.

        Without an entry: in the whole log.
        """
        return dict(self._tops if entry_id is None else self._newest[self[entry_id].id])

    def tips(self, entry_id: str | None = None) -> dict[str, str]:
        """Give the newest entry of each seat among an entry and its past, or in the whole log.

        For a seat that is forked there, it is the newest one that is kept, if any.
        """
        newest = self._tops if entry_id is None else self._newest[self[entry_id].id]
        result: dict[str, str | None] = {seat: tops[0] for seat, tops in newest.items()}
        if self.any_forks:
            result |= self._verdict if entry_id is None else self._kept.verdict(newest)
        return {seat: tip for seat, tip in result.items() if tip is not None}

    def named(self) -> tuple[str, ...]:
        """Give the newest entries that everybody's next entry names; they judge the whole log.

        For a forked seat these are two branches, which is the proof; a third that nobody has built
        on would be known only to its holder.
        """
        if self._named is None:
            proofs = (self._proof(self._tops.get(seat, ())) for seat in self.seats)
            self._named = tuple(entry_id for proof in proofs for entry_id in proof)
        return self._named

    def merged(self, entry_ids: Iterable[str]) -> Newest:
        """Give the newest entries of each seat in the pasts of several entries together."""
        newest: Newest = {}
        for entry_id in entry_ids:
            self._merge_into(newest, self._newest[self[entry_id].id])
        return newest

    def at(self, entry_id: str, number: int) -> str:
        """Give the entry with a number on the chain that ends at an entry."""
        found = self._at(self[entry_id].id, number)
        if found is None:
            raise MissingObject(f"{number} of the chain of {entry_id}")
        return found

    def newest_of(self, entry_id: str, seat: str) -> tuple[str, ...]:
        """Give the newest entries of one seat, on all branches, among an entry and its past."""
        return self._newest[entry_id].get(seat, ())

    def follows(self, later: str, earlier: str) -> bool:
        """Tell whether an entry is another of its own seat or comes after it on its chain."""
        return self._at(later, self._number[earlier]) == earlier

    def last_common(self, tops: Sequence[str | None]) -> str | None:
        """Give the newest entry that the chains of one seat share, None if they share none."""
        first = tops[0] if tops else None
        if first is None or None in tops:
            return None
        below = min((self._last_shared(first, top) for top in tops if top), default=0)
        return self._at(first, below)

    def verdict(self, entry_ids: Iterable[str]) -> Verdict:
        """Judge the forks in the pasts of some entries together."""
        return self._kept.verdict(self.merged(entry_ids)) if self.any_forks else NOBODY_FORKED

    def is_void(self, entry_id: str, verdict: Verdict | None = None) -> bool:
        """Tell whether an entry does not count under a verdict, or in the whole log."""
        verdict = self._verdict if verdict is None else verdict
        return bool(verdict) and self._kept.void(self[entry_id].id, verdict)

    def agrees(self, entry_id: str, verdict: Verdict) -> bool:
        """Tell whether the same counts in an entry's own view as under a verdict."""
        return not verdict or self._kept.agrees(self[entry_id].id, verdict)

    def on_void_branch(self, entry_id: str, verdict: Verdict) -> bool:
        """Tell whether an entry lies beyond what is kept of its own forked seat."""
        seat = self[entry_id].seat
        return seat in verdict and not self._kept.on_chain(entry_id, verdict[seat])

    def final_level(self, entry_id: str, most: int) -> int:
        """Give the highest level, up to `most`, at which an entry is final; 0 if it is at none.

        Level k + 1 holds against k cheating seats, as long as one seat in the game is honest.
        """
        if self.is_void(entry_id):
            return 0
        for level in range(1, most + 1):
            if level not in self._settled:
                held = self.merged(self.named()) if self.any_forks else self._tops
                self._settled[level] = self._kept.settled(held, level)
            settled = self._settled[level]
            if settled is None or not self._kept.is_settled(entry_id, settled):
                return level - 1
        return most

    def linear(self, entry_ids: Iterable[str]) -> list[str]:
        """Order entries so that each follows its past, concurrent ones by seat.

        Whatever lies between two of them must be among them.
        """
        waiting_for: dict[str, int] = {}
        after: dict[str, list[str]] = {}
        held = set(entry_ids)
        for entry_id in held:
            parents = [p for p in self._entries[entry_id].parents if p in held]
            waiting_for[entry_id] = len(parents)
            for parent in parents:
                after.setdefault(parent, []).append(entry_id)
        ready = [self._key(e) for e, missing in waiting_for.items() if not missing]
        heapq.heapify(ready)
        order = []
        while ready:
            entry_id = heapq.heappop(ready)[2]
            order.append(entry_id)
            for later in after.get(entry_id, ()):
                waiting_for[later] -= 1
                if not waiting_for[later]:
                    heapq.heappush(ready, self._key(later))
        return order

    def forks(self, entry_id: str | None = None) -> dict[str, Fork]:
        """Give the proof against every seat that forked, in an entry's past or the whole log."""
        if not self.any_forks:
            return {}
        result = {}
        for seat, tops in self.newest(entry_id).items():
            if len(tops) > 1:
                last = self.last_common(tops)
                after = 1 if last is None else self._number[last] + 1
                left, right = sorted({self.at(top, after) for top in tops})[:2]
                result[seat] = Fork(last, left, right)
        return result

    def counted(
        self, of: str | Iterable[str] | None = None, ends: Mapping[str, int] | None = None
    ) -> tuple[str, ...]:
        """List what counts, each entry after its past, concurrent ones by seat.

        It looks at one entry with its past, at several together, or at the whole log.
        For seats that were voted out, `ends` gives the last number that counts.
        """
        if of is None:
            held: Iterable[str] = self._entries
            verdict = self._verdict
        else:
            of = (of,) if isinstance(of, str) else tuple(of)
            newest, verdict = self.merged(of), self.verdict(of)
            held = [e for e in self._entries if self.holds(newest, e)]
        order = self.linear(held)
        if verdict:
            order = [e for e in order if not self._kept.void(e, verdict)]
        if ends:
            after = len(self._entries)
            order = [e for e in order if self._number[e] <= ends.get(self._entries[e].seat, after)]
        return tuple(order)

    def latest(self, count: int) -> list[Entry]:
        """List the entries that were added last, each after its past."""
        return list(islice(reversed(self), count))[::-1]

    def since(self, heads: Iterable[str]) -> list[Entry]:
        """List the entries that are in no past of some heads, each after its past."""
        known = self.merged(head for head in heads if head in self._entries)
        return [entry for entry in self if not self.holds(known, entry.id)]

    def frontier(self, seat: str) -> tuple[str, ...]:
        """Give the parents of a seat's next entry: its newest, then what that has not seen.

        For a forked seat both branches are named, which is the proof.
        """
        own = max(self._tops.get(seat, ()), key=self._number.__getitem__, default=self.root)
        if own is None:
            return ()
        others = [e for s in self.seats if s != seat for e in self._proof(self._tops.get(s, ()))]
        listed = [own, *(e for e in others if e != own)]
        news = [e for e in listed[1:] if not any(self.in_past(e, other) for other in listed)]
        return (own, *news)

    def _place(self, entry: Entry, before: str | None) -> bool:
        """Put an entry on its branch, and tell whether it had to start a second one."""
        above = None if before is None else self._branch[before]
        if above is not None and above.ids[-1] == before:
            above.ids.append(entry.id)
            self._branch[entry.id] = above
            return False
        self._branch[entry.id] = _Branch(above, self._number[entry.id], [entry.id])
        return entry.seat in self._tops

    def _at(self, entry_id: str, number: int) -> str | None:
        """Give the entry with a number on the chain that ends at an entry."""
        branch: _Branch | None = self._branch[entry_id]
        if not 0 < number <= self._number[entry_id]:
            return None
        while branch is not None and number < branch.start:
            branch = branch.above
        return None if branch is None else branch.ids[number - branch.start]

    def _merge_into(self, newest: Newest, more: Newest) -> None:
        for seat, theirs in more.items():
            mine = newest.get(seat)
            if mine == theirs:
                continue
            if mine is None or (len(mine) == len(theirs) == 1 and self.follows(theirs[0], mine[0])):
                newest[seat] = theirs
            else:
                both = {*mine, *theirs}
                passed = {a for a in both for b in both if a != b and self.follows(b, a)}
                newest[seat] = tuple(sorted(both - passed))

    def _last_shared(self, left: str, right: str) -> int:
        reach = dict(self._stretches(left))
        for branch, number in self._stretches(right):
            if branch in reach:
                return min(number, reach[branch])
        return 0

    def _stretches(self, entry_id: str) -> Iterator[tuple[_Branch, int]]:
        """Yield each branch below an entry with the last number that the chain has on it."""
        branch: _Branch | None = self._branch[entry_id]
        number = self._number[entry_id]
        while branch is not None:
            yield branch, number
            number = branch.start - 1
            branch = branch.above

    def _proof(self, tops: tuple[str, ...]) -> tuple[str, ...]:
        """Give the newest entry or, of several branches, the two that diverge first."""
        if len(tops) <= 2:
            return tops
        return min(combinations(tops, 2), key=lambda pair: self._last_shared(*pair))

    def _key(self, entry_id: str) -> tuple[int, int, str]:
        return self._rank[self._entries[entry_id].seat], self._number[entry_id], entry_id
