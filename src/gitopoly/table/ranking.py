"""Who stands where in a game: the richest first, then those who are out, the last to go first."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.money import worth_at_the_end
from gitopoly.protocols import Act, Move, Resign, Retire
from gitopoly.table.game import Game


def ranked(s: State, gone: Sequence[int] = ()) -> list[int]:
    """All seats, the best first; `gone` are those who are out, in the order in which they went."""
    lasted = {seat: place for place, seat in enumerate(gone)}

    def standing(seat: int) -> tuple[int, int, int]:
        if s.is_bankrupt[seat]:
            return 1, -lasted.get(seat, -1), seat
        return 0, -worth_at_the_end(s, s.rules, seat), seat

    return sorted(range(s.rules.num_players), key=standing)


def gone_from(game: Game) -> list[int]:
    """The seats that are out of a game, the first to go first.

    The position does not say when, so the log is asked for the entry that put each of them out:
    the bankruptcy or resignation of a seat, or the newest vote on it.
    """
    s = game.position.state
    found: dict[int, int] = {}
    for place, entry_id in enumerate(game.counted()):
        if game.fold.is_move(entry_id):
            author = game.names.index(game.log[entry_id].seat)
            seat = _put_out(author, game.fold.move(entry_id))
            if seat is not None:
                found[seat] = place
    return sorted((seat for seat in found if s.is_bankrupt[seat]), key=lambda seat: found[seat])


def _put_out(author: int, move: Move) -> int | None:
    """The seat that a move may put out of the game."""
    if isinstance(move, Act):
        return author if a.kind_of(move.action) == a.GO_BANKRUPT else None
    if isinstance(move, Resign):
        return author
    return move.seat if isinstance(move, Retire) else None
