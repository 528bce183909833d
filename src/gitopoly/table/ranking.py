"""The ranking in a game: the richest first, then those who are out, last out first."""

from __future__ import annotations

from gitopoly.peers import Act, Move, Resign, Retire
from gitopoly.rules import actions as a, ranked
from gitopoly.table.game_replica import GameReplica

__all__ = ["gone_from", "ranked"]


def gone_from(game: GameReplica) -> list[int]:
    """The seats that are out of a game, first out first.

    The position does not say when, so the log is searched for the entry that put each of them
    out: the bankruptcy or resignation of a seat, or the newest vote on it.
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
