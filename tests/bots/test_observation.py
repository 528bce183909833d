"""What is counted while games are played, against a slow recount from every position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitopoly.bots import observation
from gitopoly.bots.observation import SOURCES, Counters
from gitopoly.bots.series import Series, play_chunk, play_series
from tests.bots.recounting import Recount
from tests.rules.house_options import EVERY

MIXED = ("random", "sensible", "cautious", "builder", "trader")


def series(edition: str, players: int, seed: int, **options: object) -> Series:
    """A series whose seats play differently, so that every rule gets used."""
    policies = tuple(MIXED[(seed + seat) % len(MIXED)] for seat in range(players))
    chosen = tuple(options.items())
    return Series(edition, players, policies, seed, 150, True, chosen, observed=True)


CASES = [
    *(series("classic", players, players) for players in range(2, 9)),
    *(series("formal", players, players) for players in range(2, 7)),
    *(series("formal-small", players, players) for players in range(2, 5)),
    series("arena", 2, 1),
    series("classic", 4, 1, free_parking_pot=1, opening_throw_moves=1),
    series("classic", 3, 9, houses=6, hotels=2),
    series("london", 4, 2),
    series("london", 3, 5),
    *(series("classic", 4, 3, **options) for options in EVERY.values()),
    series("formal", 3, 4, starting_money=300),
    Series("classic", 4, ("trader",), 11, 300, True, observed=True),
    Series("formal-small", 4, ("random",), 5, 300, True, observed=True),
]


def counted(asked: Series, engine: str = "interpreted", games: int = 2) -> dict[str, list[int]]:
    found = play_chunk(asked, engine, 0, games).counted
    assert found is not None
    return found


def name_of(asked: Series) -> str:
    return f"{asked.edition}-{asked.players}-{asked.seed}"


LANES = ((), pytest.mark.long, pytest.mark.slow, pytest.mark.long)
"""By a case's number modulo four."""


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(case, marks=LANES[number % 4], id=name_of(case))
        for number, case in enumerate(CASES)
    ],
)
def test_the_counters_are_those_of_a_slow_recount(asked: Series) -> None:
    recount = Recount()
    ends = [recount.game(asked, number) for number in range(2)]
    found = counted(asked)
    for name in Counters.FIELDS:
        assert found[name] == recount.counted[name], name

    # Every dollar that a seat has gained or lost stands under one source.
    for seat in range(len(ends[0].money)):
        places = range(seat, len(SOURCES) * 8, 8)
        gained = sum(found["received"][place] - found["paid"][place] for place in places)
        rules = ends[0].rules
        started = rules.starting_money_of(seat) if seat < rules.num_players else 0
        assert gained == sum(end.money[seat] - started for end in ends)
    assert sum(found["landings"]) + sum(found["jailings"]) == recount.moves


@pytest.mark.long
def test_the_cases_use_every_counter() -> None:
    total = dict.fromkeys(Counters.FIELDS, 0)
    sources = [0] * len(SOURCES)
    for asked in CASES:
        found = counted(asked)
        for name in Counters.FIELDS:
            total[name] += sum(found[name])
        for number in range(len(SOURCES)):
            sources[number] += sum(found["received"][8 * number : 8 * number + 8])
            sources[number] += sum(found["paid"][8 * number : 8 * number + 8])
    assert all(total.values()), total
    assert all(sources), dict(zip(SOURCES, sources, strict=True))


def test_a_wrong_count_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = CASES[0]
    right = counted(asked)
    monkeypatch.setattr(observation, "has_paid_fine", lambda *_: False)
    monkeypatch.setattr(observation, "moves_forward", lambda *_: False)
    assert counted(asked) != right


@pytest.mark.parametrize("first", [0, pytest.param(5, marks=pytest.mark.slow)])
def test_a_game_goes_the_same_way_unobserved(first: int) -> None:
    for asked in CASES[first::10]:
        plain = play_chunk(replace(asked, observed=False), "interpreted", 0, 2)
        seen = play_chunk(asked, "interpreted", 0, 2)
        assert plain.counted is None
        assert (plain.games, plain.kinds) == (seen.games, seen.kinds)


def test_counters_of_batches_add_up() -> None:
    asked = CASES[-1]
    whole = counted(asked, games=4)
    parts = [chunk.counted for chunk in play_series(asked, "interpreted", 0, 4, 1, 1)]
    for name in Counters.FIELDS:
        sums = [sum(values) for values in zip(*(part[name] for part in parts if part), strict=True)]
        assert sums == whole[name]


@pytest.mark.xdist_group("compiled")
def test_games_with_a_search_are_counted_too() -> None:
    asked = Series("formal-small", 3, ("strong", "random", "trader"), 3, 40, True, (), 4, True)
    recount = Recount()
    recount.game(asked, 0)
    assert counted(asked, games=1) == recount.counted
