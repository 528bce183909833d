"""A game on the ledger as a trace, for TLC to follow."""

from __future__ import annotations

from gitopoly.game.record import entry_of
from gitopoly.peers.position import LEFT
from gitopoly.proof.games.audit import record_of
from gitopoly.proof.games.replay import replay
from gitopoly.proof.tlc.classic_trace import ClassicTrace
from gitopoly.proof.tlc.trace_run import AnyTrace, trace_of
from gitopoly.table.game_replica import GameReplica


def trace_of_game(game: GameReplica) -> AnyTrace:
    """Every move that counts, and every player who left, as a step.

    Raises `InvalidRecord` where the specification of the edition knows no players who leave.
    """
    trace = trace_of(game.file.rules())
    if not isinstance(trace, ClassicTrace):
        replay(record_of(game), trace.add)
        return trace
    moves = (move for steps in game.fold.applied_actions() for move in steps)
    for index, (before, action, outcome, after) in enumerate(moves):
        if action == LEFT:
            trace.add_leaving(index, outcome, before, after)
        else:
            trace.add(index, entry_of(before, action, outcome), before, after)
    return trace
