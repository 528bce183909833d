"""Series of games by the translated rules, on this machine's processor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gitopoly.bots.batch import RESULT_LENGTH, play_many
from gitopoly.bots.counters import Counters, Observer
from gitopoly.bots.playout import PlayoutTally
from gitopoly.kernel import initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_KINDS
from gitopoly.kernel.randomness import seeded
from gitopoly.translation.native import FAST, translated
from gitopoly.translation.records import numbers, record, records

if TYPE_CHECKING:
    from gitopoly.bots.simulation import Series


def player(flags: tuple[str, ...] = FAST) -> Any:
    """The function that plays many games, built or loaded from the cache."""
    return translated(play_many, flags=flags).play_many


def play_natively(
    series: Series, first: int, count: int, flags: tuple[str, ...] = FAST
) -> tuple[list[int], list[int], Any]:
    """The results of some games one after the other, how often each kind was taken, counters."""
    rules = series.rules()
    results = numbers([0] * (count * RESULT_LENGTH))
    kinds = numbers([0] * MOST_KINDS)
    counters = record(Counters())
    player(flags)(
        records(initial(rules), 2),
        record(rules),
        numbers(series.policy_numbers()),
        series.seed & 0xFFFFFFFF,
        series.seed >> 32 & 0xFFFFFFFF,
        first,
        count,
        series.max_turns,
        series.check,
        record(seeded(0)),
        record(ActionBuffer()),
        record(PlayoutTally()),
        numbers([0] * RESULT_LENGTH),
        results,
        kinds,
        series.observed,
        record(Observer()),
        counters,
    )
    return list(results), list(kinds), counters if series.observed else None
