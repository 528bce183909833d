"""Games to verify: random ones as records, and the same with one thing wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from gitopoly.bots.series import Series, moves
from gitopoly.editions import Edition
from gitopoly.game.record import GameRecord
from gitopoly.proof.games.replay import RecordCheck, replay
from gitopoly.proof.tlc.classic_trace import ClassicTrace, config_of, module_of
from gitopoly.proof.tlc.trace import Trace
from gitopoly.proof.tlc.trace_run import REACHED, printed_after, run_module
from gitopoly.rules import Step

OneTrace = TypeVar("OneTrace", Trace, ClassicTrace)


def played(
    edition: str | Edition,
    game: int = 0,
    players: int = 3,
    turns: int = 1000,
    policy: str = "random",
    **options: Any,
) -> GameRecord:
    """A game between bots, by default random ones."""
    chosen = tuple(options.items())
    series = Series(edition, players, (policy,), max_turns=turns, options=chosen)
    return GameRecord(series.rules(), tuple(move.step for move in moves(series, game)))


def traced(record: GameRecord) -> tuple[RecordCheck, Trace]:
    """A game of `formal`, replayed and as a trace."""
    trace = Trace(record.rules)
    return replay(record, trace.add), trace


def classic_trace(record: GameRecord) -> ClassicTrace:
    """A game of `classic` or of an edition like it as a trace."""
    trace = ClassicTrace(record.rules)
    replay(record, trace.add)
    return trace


def without(record: GameRecord, place: int) -> GameRecord:
    """The game without one of its actions."""
    return replace(record, steps=record.steps[:place] + record.steps[place + 1 :])


def swapped(record: GameRecord, place: int) -> GameRecord:
    """The game with two actions in the wrong order."""
    steps = list(record.steps)
    steps[place], steps[place + 1] = steps[place + 1], steps[place]
    return replace(record, steps=tuple(steps))


def altered(record: GameRecord, place: int, **changes: Any) -> GameRecord:
    """The game with another action, dice, card or order at one place."""
    steps = list(record.steps)
    code = changes.pop("code", steps[place].code)
    steps[place] = Step(code, steps[place].drawn._replace(**changes))
    return replace(record, steps=tuple(steps))


def tampered(trace: OneTrace, place: int, **changes: Any) -> OneTrace:
    """The trace with one of its steps altered, whatever the kernel thinks of it."""
    steps = list(trace.steps)
    steps[place] = replace(steps[place], **changes)
    return type(trace)(trace.rules, steps)


def follow_all(traces: Sequence[ClassicTrace]) -> set[int]:
    """The games, by their places, that are behaviours to their last step: one run for all.

    They must have the same rules.
    """
    run = run_module(module_of(traces), config_of(traces[0].rules))
    found = (told.split(", ") for told in printed_after(run, REACHED))
    return {int(game) - 1 for game, at in found if int(at) == len(traces[int(game) - 1].steps)}
