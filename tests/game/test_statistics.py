"""What a series tells, and how the tables hang together."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace

import pytest

import gitopoly
from gitopoly.bots.observation import SOURCES
from gitopoly.bots.series import Series, play_chunk
from gitopoly.errors import InvalidRun
from gitopoly.game.series import Simulation
from gitopoly.game.statistics import Statistics, statistics_of
from gitopoly.game.totals import SeriesTotals
from gitopoly.rules import Rules
from tests.game.test_series import Saver

GAMES = 12


@pytest.fixture(scope="module")
def series() -> Simulation:
    return gitopoly.simulate(["trader", "trader", "builder"], games=GAMES, seed=4)


@pytest.fixture(scope="module")
def told(series: Simulation) -> Statistics:
    return series.statistics


def test_win_rates_are_those_of_the_games(series: Simulation, told: Statistics) -> None:
    won = Counter(game.winner for game in series.games)
    rows = {(row.by, row.name): row for row in told.wins}
    assert [rows["seat", f"p{seat + 1}"].wins for seat in range(3)] == [won[s] for s in range(3)]
    assert rows["policy", "trader"].wins == won[0] + won[1]
    assert rows["policy", "trader"].fair == 2 / 3
    for row in told.wins:
        assert row.low <= row.rate <= row.high
    first = rows["order", "first"]
    assert first.games == sum(row.wins for row in told.wins if row.by == "order")
    assert math.isclose(told.first_player_advantage.value, first.rate - 1 / 3)


def test_lengths_are_those_of_the_games(series: Simulation, told: Statistics) -> None:
    turns = sorted(game.turns for game in series.games)
    (row,) = told.lengths
    assert (row.games, row.capped, row.least, row.most) == (GAMES, 0, turns[0], turns[-1])
    assert row.mean == sum(turns) / GAMES
    assert row.median == turns[GAMES // 2 - 1]
    assert sum(games for _, games in told.turns) == GAMES
    assert min(turns) <= row.first_quartile <= row.median <= row.third_quartile <= max(turns)


def test_shares_of_squares_and_jail_are_all_moves(told: Statistics) -> None:
    sent = sum(row.times for row in told.jail)
    moves = sent + sum(row.landings for row in told.squares)
    for row in told.squares:
        assert row.share == row.landings / moves
        assert row.low <= row.share <= row.high
    assert [row.name for row in told.squares][:2] == ["GO", "Mediterranean Avenue"]


def test_the_error_of_a_share_of_moves_is_that_of_its_games(told: Statistics) -> None:
    single = [
        play_chunk(
            Series("classic", 3, ("trader", "trader", "builder"), 4, observed=True),
            "interpreted",
            game,
            1,
        ).counted
        for game in range(GAMES)
    ]
    row = told.squares[10]
    spread = 0.0
    for counted in single:
        assert counted is not None
        moves = sum(counted["landings"]) + sum(counted["jailings"])
        spread += (counted["landings"][10] - row.share * moves) ** 2
    error = math.sqrt(spread * GAMES / (GAMES - 1)) / (row.landings / row.share)
    assert math.isclose(row.high - row.share, 1.959963984540054 * error, rel_tol=1e-6)


def test_rents_of_groups_are_those_of_their_squares(told: Statistics) -> None:
    for group in told.groups:
        squares = [row for row in told.squares if row.group == group.name]
        assert group.rents == sum(row.rents for row in squares)
        paid = sum(row.rents * row.mean_rent for row in squares if row.rents)
        assert math.isclose(group.rents * group.mean_rent if group.rents else 0, paid)
        assert 0 <= group.won <= group.completed <= GAMES
    rent = next(row for row in told.money if row.source == "rent")
    assert rent.received == rent.paid
    # What bankrupts could not pay is no rent but part of what they hand over.
    assert rent.paid == round(sum(row.rents * row.mean_rent for row in told.squares if row.rents))


def test_money_of_seats_adds_up_to_that_of_all(told: Statistics) -> None:
    for source in SOURCES:
        rows = [row for row in told.money if row.source == source]
        assert [row.seat for row in rows] == ["all", "p1", "p2", "p3"]
        assert rows[0].received == sum(row.received for row in rows[1:])
        assert rows[0].paid == sum(row.paid for row in rows[1:])
        assert rows[0].paid_per_game == rows[0].paid / GAMES


def test_prices_at_auctions_against_list() -> None:
    rules = Rules.of("classic")
    totals = SeriesTotals()
    # Boardwalk, which lists for $400: sold for 300 in one game and for 500 in the other.
    # Nobody wanted Baltic Avenue.
    totals.counted["auctions_sold"][39] = 2
    totals.counted["auction_money"][39] = 800
    totals.counted["auction_squares"][39] = 300**2 + 500**2
    totals.counted["lists_squared"][0] = 2 * 400**2
    totals.counted["lists_by_prices"][0] = 400 * 300 + 400 * 500
    totals.counted["prices_squared"][0] = 300**2 + 500**2
    totals.counted["auctions_unsold"][3] = 1
    totals.add_game(None, 5, True)
    totals.add_game(None, 5, True)
    told = statistics_of(totals, rules, gitopoly.Game().edition, ["random"] * 4)
    every = next(row for row in told.auctions if row.kind == "deed" and row.square == "all")
    assert (every.sold, every.unsold, every.mean_price, every.mean_list) == (2, 1, 400, 400)
    one = next(row for row in told.auctions if row.square == "Boardwalk")
    assert one.sold == 2
    for row in (every, one):
        # Two prices, each off by a quarter of the list price: an error of 1/4.
        assert row.ratio == 1
        assert math.isclose(row.high - 1, 1.959963984540054 * 0.25)


def test_rents_of_one_game_are_not_many_games() -> None:
    rules = Rules.of("classic")
    totals = SeriesTotals()
    # Ten rents of $100 in one game, and ten of $200 in another: a mean of two games.
    totals.counted["rents"][39] = 20
    totals.counted["rent_money"][39] = 3000
    totals.counted["rents_squared"][39] = 10**2 + 10**2
    totals.counted["rents_by_money"][39] = 10 * 1000 + 10 * 2000
    totals.counted["rent_money_squared"][39] = 1000**2 + 2000**2
    totals.add_game(None, 5, True)
    totals.add_game(None, 5, True)
    told = statistics_of(totals, rules, gitopoly.Game().edition, ["random"] * 4)
    assert told.squares[39].mean_rent == 150
    assert math.isclose(told.squares[39].rent_error, 50)


def test_tables_are_plain_and_hold_no_number_that_json_lacks(told: Statistics) -> None:
    text = json.dumps(told.tables(), allow_nan=False)
    assert set(json.loads(text)) == {
        *("wins", "lengths", "squares", "jail", "groups", "money", "auctions", "turns"),
    }


def test_nothing_counted_is_unknown_not_zero() -> None:
    result = gitopoly.simulate(["random"] * 2, "classic", games=1, seed=1, max_turns=1)
    told = result.statistics
    assert all(math.isnan(row.win_rate) for row in told.groups)
    assert told.tables()["groups"][0]["win_rate"] is None
    assert math.isnan(told.first_player_advantage.value)


def test_players_are_counted_as_policies_are() -> None:
    told = gitopoly.simulate([Saver, "random"], "formal-small", games=5, seed=1).statistics
    assert [row.name for row in told.wins if row.by == "policy"] == ["Saver", "random"]
    assert sum(row.landings for row in told.squares) > 0
    again = gitopoly.simulate([Saver, "random"], "formal-small", games=5, seed=1).statistics
    assert told.tables() == again.tables()


def test_an_edition_of_ones_own_is_counted_too() -> None:
    own = replace(gitopoly.Game("formal-small").edition, name="own")
    told = gitopoly.simulate(["sensible", "random"], own, games=2, seed=3).statistics
    assert len(told.squares) == 13


def test_without_statistics_asking_for_them_is_refused() -> None:
    result = gitopoly.simulate(["random"] * 2, "formal-small", games=1, statistics=False)
    with pytest.raises(InvalidRun, match="no statistics were collected"):
        result.statistics  # noqa: B018
