"""What counts once a seat has forked, and what can no longer be taken back: `Finality.tla`.

Of a forked seat the branch is kept that every other seat stands for with its newest entry; an
entry counts where exactly that of its past is kept which its author kept.
A verdict is a function of the past alone and is stored with its entry, so that nothing here
walks over the history; without a fork there is nothing to store.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gitopoly.ledger.entry import Entry
    from gitopoly.ledger.log import Log, Newest

Verdict = Mapping[str, str | None]
"""Of each seat that forked: the newest entry that is kept, None if none is."""

NOBODY_FORKED: Verdict = MappingProxyType({})
MOST_REMEMBERED = 4096
"""Views that are remembered between questions about finality."""


class Departure(NamedTuple):
    """Word that a seat leaves: its own, or a vote of others, which needs all whom it names."""

    seat: str
    last: int
    """The number at which a vote ends its chain; 0 for the seat's own word."""
    voters: frozenset[str]

    @property
    def is_vote(self) -> bool:
        """Whether others say so; they cannot keep the seat from writing on in ignorance of it."""
        return self.seat not in self.voters


class Settled(NamedTuple):
    """What all who speak have settled at a level: what counts in the views of some entries."""

    views: tuple[tuple[str, Verdict], ...]
    """These entries, each with the verdict on itself and its past."""
    newest: Mapping[str, int]
    """The newest number of each seat that all of them hold."""


DepartureOf = Callable[["Entry"], Departure | None]
"""What an entry says about who leaves; the ledger itself does not know."""


class Kept:
    """The rule by which a branch is kept when all others stand for it."""

    def __init__(self, log: Log, departure_of: DepartureOf | None) -> None:
        self._log = log
        self._departure_of = departure_of
        self._verdicts: dict[str, Verdict] = {}
        self._departures: dict[str, dict[Departure, dict[str, list[str]]]] = defaultdict(dict)
        self._views: dict[tuple[str, int], frozenset[str] | None] = {}

    def note(self, entry: Entry, past: Newest) -> None:
        """Store the verdict on the past of a new entry, and what it says about who leaves."""
        if self._log.any_forks and (verdict := self.verdict(past)):
            self._verdicts[entry.id] = verdict
        departure = self._departure_of(entry) if self._departure_of else None
        if departure is not None:
            said = self._departures[departure.seat].setdefault(departure, defaultdict(list))
            said[entry.seat].append(entry.id)

    # TLA+: KeptOf, Voters, Speakers, Live, Left.

    def verdict(self, held: Newest) -> Verdict:
        """Kept: which branch of each forked seat is kept in a set of entries."""
        forked = [seat for seat, tops in held.items() if len(tops) > 1]
        if not forked:
            return NOBODY_FORKED
        deciding = {s for s in self.speakers(held) if not self._left(held, s, votes_only=True)}
        return {seat: self._kept_of(held, seat, deciding) for seat in forked}

    def _kept_of(self, held: Newest, forked: str, deciding: set[str]) -> str | None:
        """KeptOf: what all branches share, or what every voter stands for if that is more."""
        log = self._log
        voters = deciding - {forked} or {
            seat for seat in log.seats if seat != forked and len(held.get(seat, ())) < 2
        }
        common = log.last_common(held[forked])
        shared = log.last_common([self._stands_for(held, voter, forked) for voter in voters])
        if shared is None or (common is not None and log.number(common) >= log.number(shared)):
            return common
        return shared

    def _stands_for(self, held: Newest, seat: str, forked: str) -> str | None:
        """The newest entry of a forked seat that the newest one of another seat keeps."""
        tops = held.get(seat)
        return self._kept_by(tops[0], forked) if tops else None

    def _kept_by(self, entry_id: str, seat: str) -> str | None:
        """The newest entry of another seat that the author of an entry kept."""
        verdict = self._verdicts.get(entry_id, NOBODY_FORKED)
        if seat in verdict:
            return verdict[seat]
        tops = self._log.newest_of(entry_id, seat)
        return tops[0] if tops else None

    def speakers(self, held: Newest) -> set[str]:
        """Speakers: who is live, and who has left without all of these knowing it yet."""
        unforked = [seat for seat in self._log.seats if len(held.get(seat, ())) < 2]
        gone = {seat for seat in unforked if self._left(held, seat)}
        live = [seat for seat in unforked if seat not in gone]
        return {*live, *(s for s in gone if any(self._misses(held, t, s) for t in live))}

    def _misses(self, held: Newest, seat: str, gone: str) -> bool:
        tops = held.get(seat)
        return not tops or not self._left(self._log.newest(tops[0]), gone)

    def _left(self, held: Newest, seat: str, *, votes_only: bool = False) -> bool:
        """Left, VotedOut: whether a seat has said so, or all whom a vote names have, in a set."""
        holds = self._log.holds
        return any(
            (departure.is_vote or not votes_only)
            and all(any(holds(held, e) for e in said.get(v, ())) for v in departure.voters)
            for departure, said in self._departures.get(seat, {}).items()
        )

    # TLA+: Sound.

    def void(self, entry_id: str, verdict: Verdict) -> bool:
        """Whether an entry does not count where this is kept."""
        seat = self._log[entry_id].seat
        return any(
            not self.on_chain(entry_id, kept)
            if forked == seat
            else not self._same(entry_id, forked, kept)
            for forked, kept in verdict.items()
        )

    def on_chain(self, entry_id: str, kept: str | None) -> bool:
        """Whether an entry of a forked seat is the one that is kept, or below it."""
        return kept is not None and self._log.follows(kept, entry_id)

    def _same(self, entry_id: str, forked: str, kept: str | None) -> bool:
        """Whether exactly that of a forked seat is kept in a past which the author kept."""
        log = self._log
        mine = self._kept_by(entry_id, forked)
        if mine is not None and not self.on_chain(mine, kept):
            return False
        following = 1 if mine is None else log.number(mine) + 1
        if kept is None or following > log.number(kept):
            return True
        beyond = log.at(kept, following)
        return not any(log.follows(top, beyond) for top in log.newest_of(entry_id, forked))

    def agrees(self, entry_id: str, verdict: Verdict) -> bool:
        """Whether the same counts in an entry's own view as where this is kept.

        If the entry counts, so does all that its author counted; that forked seats end at the
        same entries is asked as well, because what they show beyond has effects there.
        """
        own = self.verdict(self._log.newest(entry_id))
        same = all(verdict.get(seat) == kept for seat, kept in own.items())
        return same and not self.void(entry_id, verdict)

    # TLA+: FinalAt.

    def settled(self, held: Newest, level: int) -> Settled | None:
        """What is settled at a level; None if nothing is, as somebody has not spoken yet."""
        views = self._views_at(held, level)
        if views is None:
            return None
        pasts = [self._log.newest(view) for view in views]
        newest = {seat: min(self._newest(past, seat) for past in pasts) for seat in self._log.seats}
        return Settled(tuple(zip(views, map(self.verdict, pasts), strict=True)), newest)

    def _newest(self, held: Newest, seat: str) -> int:
        return max(map(self._log.number, held.get(seat, ())), default=0)

    def _views_at(self, held: Newest, level: int) -> frozenset[str] | None:
        """The entries in whose views all has to count that is settled at a level."""
        views: set[str] = set()
        for seat in self.speakers(held):
            tops = held.get(seat)
            lower = self._view(tops[0], level) if tops else None
            if lower is None:
                return None
            views |= lower
        return frozenset(views) if views else None

    def _view(self, entry_id: str, level: int) -> frozenset[str] | None:
        if level == 1:
            return frozenset({entry_id})
        if (entry_id, level) not in self._views:
            if len(self._views) >= MOST_REMEMBERED:
                self._views.clear()
            held = self._log.newest(entry_id)
            self._views[entry_id, level] = self._views_at(held, level - 1)
        return self._views[entry_id, level]

    def is_settled(self, entry_id: str, settled: Settled) -> bool:
        """Whether an entry counts in all these views."""
        log = self._log
        if log.number(entry_id) > settled.newest[log[entry_id].seat]:
            return False
        return not log.any_forks or all(
            (view == entry_id or log.in_past(entry_id, view)) and not self.void(entry_id, verdict)
            for view, verdict in settled.views
        )
