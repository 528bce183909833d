"""A game replayed from its first move: what each entry has done, in one order for all.

Live, an entry does what its author saw. In a replay, every action of the rules happens once, at
its place in the order of the log, so that one can step back and forth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.peers import Move, ProtocolPosition, carry_out, skip
from gitopoly.peers.position import Setting
from gitopoly.rules import Rules, Taken
from gitopoly.table.events import Told, is_quiet, told_of
from gitopoly.table.game_replica import GameReplica


@dataclass(frozen=True)
class ReplayEvent:
    """Something that happened in a game."""

    id: str
    """The commit behind it; empty in a game that is only a record."""
    seat: int
    """Who wrote it."""
    time: int
    """When it happened according to its author, in seconds since 1970; 0 if unknown."""
    told: Told | None
    """Its wording, for entries that do nothing under the rules."""
    quiet: bool
    """Whether it is a bookkeeping move."""
    steps: tuple[Taken, ...]


class LoggedMove(NamedTuple):
    """One move that is replayed."""

    id: str
    seat: int
    time: int
    move: Move
    past: tuple[int, ...]
    void: bool
    """Whether it does not count, because of a fork."""


@dataclass(frozen=True)
class MoveLog:
    """Everything that a replay needs, apart from the game, which may continue meanwhile."""

    rules: Rules
    setting: Setting
    forked: tuple[bool, ...]
    moves: tuple[LoggedMove, ...]


def move_log_of(game: GameReplica) -> MoveLog:
    """The moves of a game in order; the work of replaying them comes later."""
    fold, log = game.fold, game.log
    verdict = log.verdict(log.named())
    ends = fold.ends()
    logged = []
    moves = [entry.id for entry in log if fold.is_move(entry.id)]
    for entry_id in fold.counting(moves, verdict, ends):
        entry = log[entry_id]
        logged.append(
            LoggedMove(
                entry_id,
                game.names.index(entry.seat),
                entry.time,
                fold.move(entry_id),
                fold.past(entry_id),
                log.is_void(entry_id, verdict),
            )
        )
    forked = tuple(name in verdict for name in game.names)
    return MoveLog(game.file.rules(), game.file.setting(), forked, tuple(logged))


def replay_events(log: MoveLog) -> Iterator[ReplayEvent]:
    """Replay a game; nothing is checked, because everything was checked on receipt."""
    position = ProtocolPosition(log.rules, log.setting)
    position.forked = list(log.forked)
    for move in log.moves:
        before = position.copy()
        act = skip if move.void else carry_out
        act(position, move.seat, move.move, move.past)
        steps = tuple(position.steps)
        quiet = move.void or is_quiet(move.seat, move.move, position)
        silent = quiet or (steps and not move.move.NEWS)
        told = None if silent else told_of(before, move.seat, move.move, position)
        yield ReplayEvent(move.id, move.seat, move.time, told, quiet, steps)
