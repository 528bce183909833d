"""The translated rules play every game exactly as the others do, position by position."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from gitopoly.bots import native, playout, strong
from gitopoly.bots.gpu import fits_32_bits
from gitopoly.bots.simulation import Series, choose_engine, play_chunk, play_series
from gitopoly.editions import EDITIONS
from gitopoly.errors import InvalidEngine
from gitopoly.kernel import compiled, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.randomness import seeded
from gitopoly.translation import records
from gitopoly.translation.native import CHECKED, NARROW, OVERFLOW, translated
from gitopoly.translation.types import fields_of
from tests.kernel.house_options import EVERY

WITHOUT_SEARCH = ("random", "sensible", "cautious", "builder", "trader")
MIXED = ("trader", "random", "builder", "sensible")
SERIES = {
    "classic": Series("classic", 4, MIXED, 3),
    "classic, random": Series("classic", 4, ("random",), 4),
    "classic, eight traders": Series("classic", 8, ("trader",), 5),
    "classic, options": Series(
        "classic",
        3,
        ("random", "cautious", "trader"),
        6,
        options=(("free_parking_pot", 1), ("turn_limit", 90), ("decks", 17), ("houses", 8)),
    ),
    "formal": Series("formal", 4, MIXED, 7, max_turns=200),
    "formal-small": Series("formal-small", 3, ("random",), 8),
    "formal-small, mixed": Series("formal-small", 4, MIXED, 9),
    "arena": Series("arena", 2, ("random", "trader"), 10),
    "london": Series("london", 4, MIXED, 13, 300),
    **{
        f"classic, {name}": Series("classic", 4, MIXED, 11, 300, options=tuple(options.items()))
        for name, options in EVERY.items()
    },
}
LARGE_AMOUNTS = Series(
    "classic",
    4,
    MIXED,
    12,
    options=(
        *(("starting_money", 250_000), ("total_money", 1_000_000), ("jail_fine", 1_000_000)),
        *(("base_rail_rent", 1_000_000), ("pass_go_reward", 10_000)),
        ("jail_card_worth", 1_000_000),
    ),
)
PARTS = ("s", "generator", "tally")


class Carrier:
    """A game on one of the carriers: its records, and what goes on with it."""

    def __init__(
        self,
        series: Series,
        game: int,
        play_on: Callable[..., int],
        record: Callable[[Any], Any],
        rules: Callable[[Any], Any],
        numbers: Callable[[list[int]], Any],
    ) -> None:
        plain = series.rules()
        self.series = series
        self.play_on = play_on
        self.rules = rules(plain)
        self.policies = numbers(series.policy_numbers())
        self.buffer = record(ActionBuffer())
        self.s = record(initial(plain))
        self.generator = record(seeded(series.seed, game))
        self.tally = record(playout.PlayoutTally())

    def play(self, actions: int) -> int:
        """Go on for some actions; the reason to stop."""
        return self.play_on(
            self.s,
            self.rules,
            self.policies,
            self.generator,
            self.buffer,
            self.series.max_turns,
            actions,
            self.series.check,
            self.tally,
        )

    def held(self) -> dict[str, Any]:
        """All that it holds, as plain numbers and lists."""
        classes: dict[str, Any] = {
            "s": type(initial(self.series.rules())),
            "generator": type(seeded(0)),
            "tally": playout.PlayoutTally,
        }
        return {
            f"{part}.{name}": _plain(getattr(self, part), name)
            for part in PARTS
            for name in fields_of(classes[part])
        }


def _plain(record: Any, name: str) -> Any:
    # A NumPy record has methods of its own, such as `round`.
    value = record[name] if hasattr(record, "dtype") else getattr(record, name)
    if hasattr(value, "tolist"):
        return value.tolist()
    return list(value) if hasattr(value, "__len__") else value


def _same(value: Any) -> Any:
    return value


def interpreted(series: Series, game: int) -> Carrier:
    return Carrier(series, game, playout.play_on, _same, _same, _same)


def by_numba(series: Series, game: int) -> Carrier:
    play_on = strong.compiled_kernel().play_on
    parts = (compiled.record, compiled.rules_record, compiled.numbers)
    return Carrier(series, game, play_on, *parts)


def in_cpp(series: Series, game: int, *flags: str) -> Carrier:
    play_on = translated(playout.play_on, flags=(*CHECKED, *flags)).play_on
    return Carrier(series, game, play_on, records.record, records.record, records.numbers)


def compare(one: Carrier, *others: Carrier, slices: int, actions: int) -> int:
    """Play all in slices and hold everything against each other; how many were played."""
    for _ in range(slices):
        status = one.play(actions)
        for other in others:
            assert other.play(actions) == status
            assert other.held() == one.held()
        if status != playout.INTERRUPTED:
            break
    return int(one.held()["tally.actions"])


@pytest.mark.parametrize("name", SERIES)
def test_translated_games_are_the_interpreted_ones_position_by_position(name: str) -> None:
    for game in range(2):
        played = compare(
            interpreted(SERIES[name], game), in_cpp(SERIES[name], game), slices=40, actions=23
        )
        assert played > 100


@pytest.mark.parametrize(
    "name",
    [
        "classic",
        "classic, large amounts",
        *(pytest.param(name, marks=pytest.mark.slow) for name in SERIES if name != "classic"),
    ],
)
def test_32_bits_are_enough_wherever_a_gpu_does_with_them(name: str) -> None:
    """A number that outgrows them would end the process."""
    series = SERIES.get(name, LARGE_AMOUNTS)
    assert fits_32_bits(series.rules(), series.max_turns)
    for game in range(2):
        narrow = in_cpp(series, game, NARROW, *OVERFLOW)
        assert compare(in_cpp(series, game), narrow, slices=40, actions=97) > 100


@pytest.mark.parametrize("policy", WITHOUT_SEARCH)
def test_every_policy_without_search_plays_the_same(policy: str) -> None:
    series = Series("classic", 3, (policy,), 11, max_turns=25)
    assert compare(interpreted(series, 0), in_cpp(series, 0), slices=1, actions=1_000_000) > 200


def test_the_comparison_notices_a_difference() -> None:
    one, other = interpreted(SERIES["arena"], 0), in_cpp(SERIES["arena"], 0)
    other.s.money[1] += 1
    with pytest.raises(AssertionError):
        compare(one, other, slices=1, actions=1)


@pytest.mark.parametrize("name", ["classic", "formal-small"])
def test_the_native_engine_gives_the_results_of_the_others(name: str) -> None:
    series = dataclasses.replace(SERIES[name], seed=1 << 40 | 5)
    assert play_chunk(series, "native", 3, 4) == play_chunk(series, "interpreted", 3, 4)


def test_two_processes_give_the_results_of_one() -> None:
    series = SERIES["formal-small"]
    alone = list(play_series(series, "native", 0, 6, 1, 3))
    assert list(play_series(series, "native", 0, 6, 2, 3)) == alone


def test_a_broken_invariant_is_found_and_named() -> None:
    """The rules are given as data, so a bank that starts with less is noticed at once."""
    series = SERIES["formal-small"]
    results, _, _ = native.play_natively(series, 0, 1)
    assert results[0] == playout.TERMINATED
    broken = in_cpp(series, 0)
    broken.s.bank_money -= 1
    assert broken.play(100) == playout.VIOLATED
    assert broken.tally.violation >= 0


@pytest.mark.parametrize("engine", ["native", "gpu"])
def test_strong_is_refused_where_nothing_searches(engine: str) -> None:
    with pytest.raises(InvalidEngine, match="strong looks ahead, which the engine"):
        choose_engine(engine, 10, searches=True)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_million_transitions_are_the_same_on_all_carriers(edition: str) -> None:
    """Random games and mixed ones, in turns; from now and then a position to the last one.

    A million over all editions.
    """
    seats = 2 if edition == "arena" else 4
    played = game = 0
    while played < 1_000_000 / len(EDITIONS):
        turned = game % seats
        policies = (MIXED * 2)[turned : turned + seats] if game % 2 else ("random",)
        series = Series(edition, seats, policies, 100 + game, check=False)
        carriers = by_numba(series, game), in_cpp(series, game), interpreted(series, game)
        played += compare(*carriers, slices=1_000_000, actions=1_999)
        game += 1
