"""The first rule about forks, by which games of the first format are judged: `Ledger.tla`.

A fork freezes its seat at the last entry that all branches share; what stands on a later one is
void unless it has the proof of the fork in its past.
A seat with nothing to lose can take back everybody's moves with it: `finality` has the rule that
came after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitopoly.ledger.finality import Verdict

if TYPE_CHECKING:
    from gitopoly.ledger.entry import Entry
    from gitopoly.ledger.log import Log, Newest


class Frozen:
    """The rule by which a forked seat is frozen before its fork."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def note(self, entry: Entry, past: Newest) -> None:
        """Nothing has to be stored with an entry."""

    def verdict(self, held: Newest) -> Verdict:
        """Where each forked seat is frozen in a set of entries."""
        return {s: self._log.last_common(tops) for s, tops in held.items() if len(tops) > 1}

    def void(self, entry_id: str, verdict: Verdict) -> bool:
        """Whether an entry does not count where seats are frozen so."""
        log = self._log
        seat = log[entry_id].seat
        for forked, last in verdict.items():
            below = 0 if last is None else log.number(last)
            if forked == seat:
                if log.number(entry_id) > below:
                    return True
                continue
            tops = log.newest_of(entry_id, forked)
            beyond = {log.at(top, below + 1) for top in tops if log.number(top) > below}
            # One: built on one branch, unaware of the fork. Two: the proof of it.
            if len(beyond) == 1:
                return True
        return False

    def agrees(self, entry_id: str, verdict: Verdict) -> bool:
        """Whether the same counts in an entry's own view as where seats are frozen so."""
        log = self._log
        held = log.newest(entry_id)
        own = self.verdict(held)
        return all(
            (seat in own and own[seat] == last)
            or all(last is not None and log.follows(last, top) for top in held.get(seat, ()))
            for seat, last in verdict.items()
        )
