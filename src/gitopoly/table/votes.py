"""A vote is binding: its author takes no more entries of the seat (TLA+: Dice2, Bound).

The author is free again when another seat shows that it has a later entry of the silent one and
did not cast that vote: then the seat cannot be retired there. It is also free when it is shown that
the vote is complete, or that it has been voted out itself, perhaps by the seat it has voted on.
"""

from __future__ import annotations

import contextlib

from gitopoly.errors import InvalidAction
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.inspection import unknown_past
from gitopoly.ledger.replica import Received
from gitopoly.ledger.signature import check
from gitopoly.peers import STAYS, Move, Retire, bound, move_from_trailers, voted
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica


def why_out(game: GameReplica, seat: int) -> Told | None:
    """Why a seat no longer takes part, if votes have ended its log; None otherwise."""
    if not game.started or game.position.retired[seat] == STAYS:
        return None
    name = game.names[seat]
    newest = game.log.tips().get(name)
    last = game.fold.ends()[name]
    later = range(last + 1, game.log.number(newest) + 1 if newest else 0)
    if newest and any(isinstance(game.fold.move(game.log.at(newest, n)), Retire) for n in later):
        return Told(key="out.crossed", facts={})
    return Told(key="out.voted", facts={})


class Votes:
    """The seats that the votes of one seat keep out."""

    def __init__(self, game: GameReplica, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._free: set[tuple[int, int]] = set()
        self._held: set[str] = set()

    def bind(self) -> bool:
        """Take no entries of seats that this one has voted out; whether one is free again."""
        game = self._game
        held = set(filter(self._holds, game.names)) if game.started else set()
        game.replica.bound = held
        freed, self._held = bool(self._held - held), held
        return freed

    def _holds(self, name: str) -> bool:
        position, other = self._game.position, self._game.names.index(name)
        free = (other, position.counts[other]) in self._free
        return other != self._seat and not free and bound(position, self._seat, other)

    def release(self, source: str, received: Received) -> bool:
        """Whether what another seat shows releases this one from its vote."""
        refused = received.refused
        if refused is None or refused.code != "bound" or not self._game.started:
            return False
        position, game = self._game.position, self._game
        third = game.names.index(source)
        unknown = [
            entry
            for _, entry in unknown_past(refused.id, game.store, game.log.__contains__)
            if isinstance(entry, Entry)
        ]
        freed, out = False, self._voted_out(unknown)
        for other, name in enumerate(game.names):
            last = position.counts[other]
            shows = third != other and any(entry.seat == name for entry in unknown)
            complete = out & {self._seat, other}
            if complete or (shows and not voted(position, third, other, last)):
                self._free.add((other, last))
                freed = True
        if freed:
            self.bind()
        return freed

    def _voted_out(self, unknown: list[Entry]) -> set[int]:
        """The seats on which entries that this one has not taken complete a vote."""
        names, votes = self._game.names, self._game.position.votes
        cast: set[tuple[int, Move]] = set()
        for entry in unknown:
            key = self._game.replica.keys.get(entry.seat)
            if entry.trailers.get("Action") != Retire.NAME or key is None:
                continue
            # Nothing in it was checked yet.
            with contextlib.suppress(InvalidAction):
                vote = move_from_trailers(entry.trailers, names.index(entry.seat), names)
                if check(key, entry.payload, entry.signature):
                    cast.add((names.index(entry.seat), vote))
        return {
            vote.seat
            for _, vote in cast
            if isinstance(vote, Retire)
            and vote.is_passed(lambda voter, vote: (voter, vote) in cast or vote in votes[voter])
        }
