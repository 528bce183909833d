"""Which entries say that a seat leaves: a resignation, a bankruptcy, or a vote on a silent seat.

The ledger has to know, because a seat that has left no longer decides which branch of a fork is
kept; `protocols` defines what these moves do to the game.
"""

from __future__ import annotations

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.finality import Departure
from gitopoly.peers import Retire, move_from_trailers
from gitopoly.table.lobby import lobby_entries

OWN_WORD = {"Resign", "GoBankrupt"}
"""Moves by which a seat leaves by itself."""


def departure_of(names: tuple[str, ...], entry: Entry) -> Departure | None:
    """What an entry says about who leaves."""
    action = entry.trailers.get("Action")
    if action in OWN_WORD:
        return Departure(entry.seat, 0, frozenset({entry.seat}))
    if action != Retire.NAME:
        return None
    vote = move_from_trailers(entry.trailers, names.index(entry.seat), names)
    assert isinstance(vote, Retire)
    last = vote.last + lobby_entries(vote.seat)
    return Departure(names[vote.seat], last, frozenset(names[voter] for voter in vote.voters))
