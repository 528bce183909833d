"""The accepted entries of all seats and what counts among them, as in `specs/ledger/Ledger.tla`.

Every entry names its past through its parents.
Two entries of one seat with the same number prove a fork, which freezes the seat below that
number; entries on top of what was written beyond are void unless they have the proof in
their past.
Nothing here walks over the history to add an entry: each keeps the newest entries of every
seat in its past.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from gitopoly.errors import InvalidEntry, MissingObject
from gitopoly.ledger.entry import Entry

Newest = dict[str, tuple[str, ...]]
"""For each seat its newest entries in some past: one, or one of each branch, sorted."""


class Fork(NamedTuple):
    """The proof that a seat wrote two entries in the same place."""

    last_common: str | None
    """Where the seat is frozen; None when even its first entries differ."""
    left: str
    right: str


@dataclass(eq=False, slots=True)
class _Branch:
    """A stretch of one seat's chain without forks; `start` is the number of its first entry."""

    above: _Branch | None
    start: int
    ids: list[str]


class Log:
    """A set of entries, closed under their pasts."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = tuple(seats)
        """The seats in their order, which decides between concurrent entries."""
        self._rank = {seat: rank for rank, seat in enumerate(self.seats)}
        self._entries: dict[str, Entry] = {}
        self._number: dict[str, int] = {}
        self._branch: dict[str, _Branch] = {}
        self._newest: dict[str, Newest] = {}
        self._tops: Newest = {}
        self._frozen: dict[str, int] = {}
        self.root: str | None = None
        """The entry without parents that all others stand on: the invitation."""

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._entries

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __getitem__(self, entry_id: str) -> Entry:
        try:
            return self._entries[entry_id]
        except KeyError:
            raise MissingObject(entry_id) from None

    def add(self, entry: Entry) -> None:
        """Take in an entry whose parents are all here; one that is here already changes nothing."""
        if entry.id in self._entries:
            return
        self._check(entry)
        before = self.previous(entry)
        self._number[entry.id] = 1 if before is None else self._number[before] + 1
        newest: Newest = {}
        for parent in entry.parents:
            self._merge_into(newest, self._newest[parent])
        self._entries[entry.id] = entry
        forked = self._place(entry, before)
        self._merge_into(newest, {entry.seat: (entry.id,)})
        self._newest[entry.id] = newest
        self._merge_into(self._tops, {entry.seat: (entry.id,)})
        if forked:
            self._frozen = self._freeze(self._tops)
        if not entry.parents:
            self.root = entry.id

    def previous(self, entry: Entry) -> str | None:
        """Give the entry of the same seat that this one follows; None if it is the seat's first."""
        first = entry.parents[0] if entry.parents else None
        return first if first is not None and self[first].seat == entry.seat else None

    def number(self, entry_id: str) -> int:
        """Count an entry's place in its seat's chain; the first has number 1."""
        self[entry_id]
        return self._number[entry_id]

    def in_past(self, earlier: str, later: str) -> bool:
        """Tell whether the author of `later` held `earlier`; no entry is in its own past."""
        newest = self._newest[self[later].id].get(self[earlier].seat, ())
        return earlier != later and any(self._follows(top, earlier) for top in newest)

    def newest(self, entry_id: str | None = None) -> Newest:
        """Give the newest entries of each seat, all branches, in an entry's past and itself.

        Without an entry: in the whole log.
        """
        return dict(self._tops if entry_id is None else self._newest[self[entry_id].id])

    def tips(self, entry_id: str | None = None) -> dict[str, str]:
        """Give the newest entry of each seat in an entry's past and itself, or in the whole log.

        Of a seat that is forked there: the last entry before its fork, if there is one.
        """
        result = {}
        for seat, tops in self.newest(entry_id).items():
            if len(tops) == 1:
                result[seat] = tops[0]
            elif (last := self._at(tops[0], self._fork_below(tops))) is not None:
                result[seat] = last
        return result

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

    def frozen(self, entry_ids: Iterable[str]) -> dict[str, int]:
        """Give the last number that counts of every seat that forked in the pasts of entries."""
        return self._freeze(self.merged(entry_ids))

    def is_void(self, entry_id: str, frozen: Mapping[str, int]) -> bool:
        """Tell whether an entry does not count where seats are frozen so."""
        return self._is_void(entry_id, frozen)

    def linear(self, entry_ids: Iterable[str]) -> list[str]:
        """Order entries each after its past, concurrent ones by seat.

        What stands between two of them has to be among them.
        """
        return self._linear(entry_ids)

    def forks(self, entry_id: str | None = None) -> dict[str, Fork]:
        """Give the proof against every seat that forked, in an entry's past or the whole log."""
        newest = self.newest(entry_id)
        result = {}
        for seat, below in self._freeze(newest).items():
            tops = newest[seat]
            left, right = sorted({e for top in tops if (e := self._at(top, below + 1))})[:2]
            result[seat] = Fork(self._at(tops[0], below), left, right)
        return result

    def void(self, entry_id: str) -> bool:
        """Tell whether an entry does not count in the whole log."""
        return self._is_void(entry_id, self._frozen)

    def counted(
        self, of: str | Iterable[str] | None = None, ends: Mapping[str, int] | None = None
    ) -> tuple[str, ...]:
        """List what counts, each entry after its past, concurrent ones by seat.

        Of one entry with its past, of several together, or of the whole log.
        `ends` names the last number that counts of seats that were voted out.
        """
        if of is None:
            held: Iterable[str] = self._entries
            frozen = self._frozen
        else:
            of = (of,) if isinstance(of, str) else tuple(of)
            held = self._with_pasts(of)
            frozen = self._freeze(self.merged(of))
        order = self._linear(held)
        if frozen:
            order = [e for e in order if not self._is_void(e, frozen)]
        if ends:
            after = len(self._entries)
            order = [e for e in order if self._number[e] <= ends.get(self._entries[e].seat, after)]
        return tuple(order)

    def frontier(self, seat: str) -> tuple[str, ...]:
        """Give the parents of a seat's next entry: its newest, then what that has not seen.

        Of a forked seat both branches are named: that is the proof.
        """
        own = max(self._tops.get(seat, ()), key=self._number.__getitem__, default=self.root)
        if own is None:
            return ()
        others = [e for s in self.seats if s != seat for e in self._proof(self._tops.get(s, ()))]
        listed = [own, *(e for e in others if e != own)]
        news = [e for e in listed[1:] if not any(self.in_past(e, other) for other in listed)]
        return (own, *news)

    def _check(self, entry: Entry) -> None:
        what = f"commit {entry.id}"
        for parent in entry.parents:
            if parent not in self._entries:
                raise MissingObject(parent)
        if entry.seat not in self._rank:
            raise InvalidEntry(what, f"the game has no seat {entry.seat!r}")
        if not entry.parents and self.root is not None:
            raise InvalidEntry(what, "it stands on nothing, and the game has begun elsewhere")

    def _place(self, entry: Entry, before: str | None) -> bool:
        """Put an entry on its branch, and tell whether it had to begin one beside another."""
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

    def _follows(self, later: str, earlier: str) -> bool:
        """Tell whether an entry is another of its own seat or comes after it on its chain."""
        return self._at(later, self._number[earlier]) == earlier

    def _merge_into(self, newest: Newest, more: Newest) -> None:
        for seat, theirs in more.items():
            mine = newest.get(seat)
            if mine is None:
                newest[seat] = theirs
            elif mine != theirs:
                both = {*mine, *theirs}
                passed = {a for a in both for b in both if a != b and self._follows(b, a)}
                newest[seat] = tuple(sorted(both - passed))

    def _fork_below(self, tops: tuple[str, ...]) -> int:
        """Give the number of the last entry that several branches have in common."""
        return min(self._last_shared(a, b) for a, b in combinations(tops, 2))

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

    def _freeze(self, newest: Newest) -> dict[str, int]:
        return {s: self._fork_below(tops) for s, tops in newest.items() if len(tops) > 1}

    def _is_void(self, entry_id: str, frozen: Mapping[str, int]) -> bool:
        if not frozen:
            return False
        seat, newest = self[entry_id].seat, self._newest[entry_id]
        for forked, below in frozen.items():
            if forked == seat:
                if self._number[entry_id] > below:
                    return True
                continue
            beyond = {e for top in newest.get(forked, ()) if (e := self._at(top, below + 1))}
            # One: on sand, in ignorance of the fork. Two: the proof of it.
            if len(beyond) == 1:
                return True
        return False

    def _proof(self, tops: tuple[str, ...]) -> tuple[str, ...]:
        """Give the newest entry, or of several branches the two that part first."""
        if len(tops) <= 2:
            return tops
        return min(combinations(tops, 2), key=lambda pair: self._last_shared(*pair))

    def _with_pasts(self, entry_ids: Iterable[str]) -> set[str]:
        found: set[str] = set()
        waiting = list(entry_ids)
        while waiting:
            entry_id = waiting.pop()
            if entry_id not in found:
                found.add(entry_id)
                waiting.extend(self[entry_id].parents)
        return found

    def _linear(self, held: Iterable[str]) -> list[str]:
        waiting_for: dict[str, int] = {}
        after: dict[str, list[str]] = {}
        held = set(held)
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

    def _key(self, entry_id: str) -> tuple[int, int, str]:
        return self._rank[self._entries[entry_id].seat], self._number[entry_id], entry_id
