"""Every engine does the same: games, counts, playouts, choices and rows, number by number."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import pytest

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH
from gitopoly.arena.environments.rows import Batch, Row, begin_rows, sample_rows, step_rows
from gitopoly.bots import POLICIES, TRADER
from gitopoly.bots.desk import Desk
from gitopoly.bots.play import (
    FACTS,
    INTERRUPTED,
    STUCK,
    TERMINATED,
    VIOLATED,
    choose,
    play_on,
    play_out,
    play_rounds,
)
from gitopoly.bots.series import (
    Series,
    choose_engine,
    new_desk,
    play_chunk,
    play_series,
    violation_of,
)
from gitopoly.editions import EDITIONS, load
from gitopoly.engine import Engine, Interpreted, new_engine
from gitopoly.errors import InvalidEngine
from gitopoly.rules import Rules, initial, violated_invariants
from gitopoly.rules.bounds import fits_32_bits
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY
from gitopoly.rules.randomness import Generator, seeded
from gitopoly.rules.record import packed
from gitopoly.rules.rules import FLAGS
from tests.bots.positions import EDITIONS as TABLES, positions, seats_to_act
from tests.engine.carriers import NARROW, OVERFLOW, BuiltTogether
from tests.rules.house_options import EVERY
from tools import generate

pytestmark = pytest.mark.xdist_group("compiled")

COMPILED = ("compiled", "native")
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
    "classic, two and poor": Series(
        "classic", 2, ("random",), 7, options=(("starting_money", 300),)
    ),
    "classic, few buildings": Series(
        "classic",
        3,
        ("random",),
        7,
        options=(("houses", 4), ("hotels", 2), ("starting_money", 9000)),
    ),
    "classic, eight with all options": Series(
        "classic",
        8,
        ("random",),
        7,
        options=(
            *(("free_parking_pot", 1), ("turn_limit", 300), ("decks", 17)),
            ("opening_throw_moves", 1),
        ),
    ),
    "formal": Series("formal", 4, MIXED, 7, max_turns=200),
    "formal, six": Series("formal", 6, ("random",), 7),
    "formal-small": Series("formal-small", 3, ("random",), 8),
    "formal-small, mixed": Series("formal-small", 4, MIXED, 9),
    "formal-small, defects": Series(
        "formal-small",
        4,
        ("random",),
        9,
        options=(("dice_max", 3), *((name, 1) for name in FLAGS if name.startswith("defect_"))),
        check=False,
    ),
    "formal-small, strong": Series(
        "formal-small", 2, ("strong", "trader"), 2, max_turns=6, playouts=4
    ),
    "arena": Series("arena", 2, ("random", "trader"), 10),
    "london": Series("london", 4, MIXED, 13, 300),
    "somebody's own": Series(
        dataclasses.replace(load("harbour"), name="mytown"), 3, ("trader",), 5
    ),
    **{
        f"classic, {name}": Series("classic", 4, MIXED, 11, 300, options=tuple(options.items()))
        for name, options in EVERY.items()
    },
}
OBSERVED = ("classic", "formal-small", "formal-small, strong", "classic, options", "london")
"""Those that are always compared by all that is counted, the others when there is time."""
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


@cache
def engine(name: str) -> Any:
    """An engine; those built by a C++ compiler end the process where they leave an array."""
    if name == "interpreted":
        return Interpreted()
    if name == "compiled":
        return new_engine("compiled", Rules.of("classic"))
    return BuiltTogether(generate.source, *((NARROW, *OVERFLOW) if name == "narrow" else ()))


class Game:
    """A game of a series, played a slice at a time on one engine."""

    def __init__(self, series: Series, number: int, where: str) -> None:
        self.rules, self.where = series.rules(), where
        self.s, self.run = initial(self.rules), series.new_run()
        self.dice, self.buffer = seeded(series.seed, number), ActionBuffer()
        self.desk = new_desk(playouts=series.playouts)

    def play(self, actions: int) -> int:
        """Go on for some actions; the reason to stop."""
        self.run.most_actions = self.run.actions + actions
        given = self.s, self.rules, self.run, self.dice, self.dice, self.buffer, self.desk
        return int(engine(self.where).call(play_on, *given))

    def held(self) -> list[bytes]:
        """All that it holds."""
        return [bytes(packed(each)) for each in (self.s, self.run, self.dice, self.desk)]


def compare(one: Game, *others: Game, slices: int, actions: int) -> int:
    """Play all in slices and hold everything against each other; how many were played."""
    for _ in range(slices):
        status = one.play(actions)
        # Only the published defects can leave everybody without an action.
        assert status != STUCK or one.rules.defect_stale_debt
        for other in others:
            assert other.play(actions) == status
            assert other.s.difference(one.s) == {}
            assert other.held() == one.held()
        if status != INTERRUPTED:
            break
    return one.run.actions


def games(series: Series, number: int, *where: str) -> list[Game]:
    """The same game on several engines."""
    return [Game(series, number, name) for name in where]


# Games.


@pytest.mark.parametrize("name", SERIES)
def test_games_are_the_same_position_by_position(name: str) -> None:
    """Two games step by step, then others in longer stretches."""
    series, played, number = SERIES[name], 0, 0
    while played < (20 if series.searches else 10_000):
        tables = games(series, number, "interpreted", *COMPILED)
        slices, actions = (40, 23) if number < 2 else (50, 397)
        played += compare(*tables, slices=slices, actions=actions)
        assert not violated_invariants(tables[-1].s)
        number += 1


@pytest.mark.parametrize(
    "name",
    [
        *OBSERVED,
        *(pytest.param(name, marks=pytest.mark.slow) for name in SERIES if name not in OBSERVED),
    ],
)
def test_series_are_the_same_with_all_that_is_counted(name: str) -> None:
    series = dataclasses.replace(SERIES[name], seed=1 << 40 | 5, observed=True)
    played = [play_chunk(series, where, 3, 3) for where in ("interpreted", *COMPILED)]
    assert played[0].counted is not None
    assert played[0] == played[1] == played[2]
    alone = list(play_series(series, "native", 3, 3, 1, 1))
    assert list(play_series(series, "native", 3, 3, 2, 1)) == alone


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_million_transitions_are_the_same_on_every_engine(edition: str) -> None:
    """Random games and mixed ones, in turns; from now and then a position to the last one.

    A million over all editions.
    """
    seats = 2 if edition == "arena" else 4
    played = number = 0
    while played < 1_000_000 / len(EDITIONS):
        turned = number % seats
        policies = (MIXED * 2)[turned : turned + seats] if number % 2 else ("random",)
        series = Series(edition, seats, policies, 100 + number, check=False)
        tables = games(series, number, *COMPILED, "interpreted")
        played += compare(*tables, slices=1_000_000, actions=1_999)
        number += 1


@pytest.mark.parametrize(
    "name",
    [
        *("classic", "classic, large amounts"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in SERIES if name != "classic"),
    ],
)
def test_32_bits_are_enough_wherever_a_gpu_does_with_them(name: str) -> None:
    """A number that outgrows them would end the process."""
    series = SERIES.get(name, LARGE_AMOUNTS)
    assert fits_32_bits(series.rules(), series.max_turns)
    for number in range(2):
        assert compare(*games(series, number, "native", "narrow"), slices=40, actions=97) > 20


@pytest.mark.parametrize("where", COMPILED)
def test_the_comparison_notices_a_difference(where: str) -> None:
    one, other = games(SERIES["arena"], 0, "interpreted", where)
    other.s.money[1] += 1
    with pytest.raises(AssertionError):
        compare(one, other, slices=1, actions=1)


@pytest.mark.parametrize("where", ["interpreted", *COMPILED])
def test_a_broken_invariant_is_found_and_named(where: str) -> None:
    """A bank that starts with less is noticed at once."""
    series = SERIES["formal-small"]
    assert play_chunk(series, where, 0, 1).games[0].status == TERMINATED
    broken = Game(series, 0, where)
    broken.s.bank_money -= 1
    assert broken.play(100) == VIOLATED
    assert violation_of(VIOLATED, broken.run.violation) == "InvConservationOfMoney"
    assert broken.run.actions == 1


# Decisions.


@pytest.mark.parametrize("where", COMPILED)
@pytest.mark.parametrize("edition", TABLES)
def test_every_policy_chooses_the_same(edition: str, where: str) -> None:
    for s in positions(edition, 3, 29, 6):
        for seat, buffer in seats_to_act(s):
            for policy in POLICIES.values():
                dice, desk = (seeded(4), seeded(4)), (new_desk(playouts=6), new_desk(playouts=6))
                codes = [
                    engine(name).call(choose, s, s.rules, policy, seat, buffer, *room)
                    for name, *room in zip(("interpreted", where), dice, desk, strict=True)
                ]
                assert codes[0] == codes[1]
                assert packed(dice[0]) == packed(dice[1])
                assert packed(desk[0]) == packed(desk[1])


@pytest.mark.parametrize("where", COMPILED)
@pytest.mark.parametrize("edition", ["classic", "formal-small"])
def test_playouts_are_the_same(edition: str, where: str) -> None:
    for s in positions(edition, 5, 60, 3):
        found = []
        for name in ("interpreted", where):
            desk, shares, facts = new_desk(), [0] * 3 * MOST_PLAYERS, [0] * 3 * FACTS
            desk.run.key_low, desk.run.most_turns = 7, 12
            call = engine(name).call
            call(play_out, s, s.rules, desk, 0, 3, NOBODY, shares)
            call(play_rounds, s, s.rules, desk, 1, 0, 3, facts)
            found.append((shares, facts, packed(desk)))
        assert found[0] == found[1]


# Rows of environments.


def stepped(where: str, batch: Batch, rules: Rules, size: int, steps: int) -> list[bytes]:
    """What random steps of some rows leave in memory, step by step."""
    held: Engine = engine(where)
    rows, samplers = held.rows(Row(), size), held.rows(Generator(), size)
    place, room = held.rows(batch), (held.rows(ActionBuffer()), held.rows(Desk()))
    numbers, actions = held.numbers(4 * ACTIONS, size), held.numbers(8, size)
    seen, finals = (held.numbers(4 * OBSERVATION_LENGTH, size) for _ in range(2))
    masks = held.numbers(ACTIONS, size)
    first = rows, rules, place, 0, size, *room, samplers, numbers, seen, masks
    held.call(begin_rows, *first)
    found = []
    for _ in range(steps):
        held.call(sample_rows, rows, size, samplers, numbers, actions)
        held.call(step_rows, rows, rules, place, actions, size, *room, numbers, seen, masks, finals)
        found += [bytes(each.memory) for each in (rows, seen, masks, finals)]
    return found


@pytest.mark.parametrize("is_opposed", [0, 1])
def test_rows_of_environments_are_the_same(is_opposed: int) -> None:
    """That they are the interpreted games is shown where environments are."""
    rules, batch = Rules.of("classic", 3), Batch()
    batch.start, batch.low, batch.size, batch.most_steps = initial(rules), 7, 5, 60
    batch.is_shaped = batch.keeps_ends = 1
    batch.is_opposed = is_opposed
    one, other = (stepped(where, batch, rules, 5, 80) for where in COMPILED)
    assert one == other
    assert len(set(one)) > 100


def test_strong_is_refused_on_a_gpu() -> None:
    with pytest.raises(InvalidEngine, match="strong looks ahead, which the engine gpu"):
        choose_engine("gpu", 10, searches=True)
    assert choose_engine("native", 10, searches=True) == "native"
    assert TRADER in POLICIES.values()
