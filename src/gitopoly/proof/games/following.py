"""A game on the ledger as a trace, for TLC to follow."""

from __future__ import annotations

from gitopoly.errors import InvalidRecord
from gitopoly.proof.tlc.classic_trace import ClassicTrace
from gitopoly.proof.tlc.trace_run import AnyTrace, trace_of
from gitopoly.table.game_replica import GameReplica


def trace_of_game(game: GameReplica) -> AnyTrace:
    """Every move that counts, and every player who left, as a step.

    Raises `InvalidRecord` where the specification of the edition knows no players who leave.
    """
    trace = trace_of(game.file.rules())
    moves = (step for event in game.fold.move_log().events() for step in event.steps)
    for index, taken in enumerate(moves):
        if not taken.leaves:
            trace.add(index, taken.step, taken.before, taken)
        elif isinstance(trace, ClassicTrace):
            trace.add_leaving(index, taken)
        else:
            left = game.names[taken.seat]
            raise InvalidRecord(f"{left} left the game, which the specification does not cover")
    return trace
