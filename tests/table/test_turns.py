"""The number of a turn, counted from the log, is that of the game told again."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.kernel import initial
from gitopoly.table.replay import replay_events, script_of
from gitopoly.table.turns import TurnCount
from gitopoly.verify.games.analysis import Analysis
from tests.table.tables import Table, act_at_random


def played(table: Table, moves: int, seed: int) -> TurnCount:
    """Let all act at random; what the first seat has counted while it went on."""
    random, count = Random(seed), TurnCount()
    first = table.seats[0]
    seen: set[str] = set()
    for _ in range(moves):
        for seat in table.seats:
            if not first.game.over and not seat.tidy():
                act_at_random(seat, random)
        table.exchange()
        news = [one for one in first.game.counted() if one not in seen]
        seen.update(news)
        count.take(first.game, news)
    return count


def told_again(table: Table) -> int:
    """How many turns begin when the game is played again from its first move."""
    game = table.seats[0].game
    analysis = Analysis(initial(game.file.rules()))
    for frame, event in enumerate(replay_events(script_of(game)), 1):
        for step in event.steps:
            analysis.see(step, frame, event.quiet)
    return len(analysis.turns)


def counted_at_once(table: Table) -> int:
    """The number for somebody who opens the game now."""
    count = TurnCount()
    count.take(table.seats[0].game, table.seats[0].game.counted())
    return count.number


@pytest.mark.parametrize("opening", [0, 1])
@pytest.mark.parametrize("players", [2, 4])
def test_turns_are_counted_alike_live_at_once_and_told_again(players: int, opening: int) -> None:
    table = Table(players, "classic", options={"opening_throw": opening}).start()
    live = played(table, 250, players)
    assert live.number == counted_at_once(table) == told_again(table) > players


def test_where_the_rules_count_they_count_the_same() -> None:
    table = Table(3, "classic", options={"opening_throw": 0, "turn_limit": 9}).start()
    live = played(table, 150, 5)
    state = table.seats[0].position.state
    assert 0 < state.turns < 9
    assert live.number == counted_at_once(table) == state.turns + 1


def test_a_player_who_resigns_in_the_own_turn_ends_it() -> None:
    table = Table(3, "classic", options={"opening_throw": 0}).start()
    before = played(table, 40, 4).number
    turn_player = table.seats[0].position.state.turn_player
    table.seats[turn_player].resign()
    table.exchange()
    for _ in range(40):
        if table.seats[0].position.state.turn_player != turn_player:
            break
        played(table, 1, 6)
    assert counted_at_once(table) == before + 1 == told_again(table)


def test_before_the_start_it_is_the_first_turn() -> None:
    table = Table(2)
    count = TurnCount()
    count.take(table.seats[0].game, table.seats[0].game.counted())
    assert count.number == 1
