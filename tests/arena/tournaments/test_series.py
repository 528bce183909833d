"""Games in a row: what each of them came to."""

from __future__ import annotations

import io
import json
from typing import Any

import gitopoly.arena
from gitopoly.arena import Adjudicator
from gitopoly.arena.agents.roster import parse_bots, players
from gitopoly.arena.matches.record import Recorder
from gitopoly.arena.tournaments.series import FixedOutcomes, MatchSummary, play_series, summary
from tests.arena.invented_agents import Scripted, table


def games(count: int, seed: int = 1, fixed: FixedOutcomes | None = None) -> list[MatchSummary]:
    first, second = parse_bots(["sensible", "random"])
    with players((first, second)) as pair:
        return list(play_series(pair, count, seed, fixed=fixed))


def test_equal_seeds_give_equal_series_and_every_game_has_other_dice() -> None:
    assert games(3) == games(3)
    assert games(1, seed=1) != games(1, seed=2)
    one, _, other = games(3)
    assert one.state != other.state


def test_every_second_game_swaps_the_seats_and_keeps_the_dice() -> None:
    one, other, third = games(3, fixed=FixedOutcomes(dice=[(1, 3)], chance=[0]))
    assert one.bots == third.bots == ("sensible", "random")
    assert other.bots == ("random", "sensible")
    one, other, *_ = games(4)
    assert one.bots == other.bots[::-1]
    assert [game.number for game in games(4)] == [0, 1, 2, 3]
    stream = io.StringIO()
    with players((parse_bots(["random"])[0],) * 2) as pair:
        list(play_series(pair, 4, 5, recorder=Recorder(stream)))
    lines = map(json.loads, stream.getvalue().splitlines())
    dice = [line["dice"] for line in lines if line["kind"] == "end"]
    rolls = min(map(len, dice))
    assert dice[0][:rolls] == dice[1][:rolls] != dice[2][:rolls] == dice[3][:rolls]


def test_a_game_tells_how_it_ended() -> None:
    fixed = FixedOutcomes(dice=[(1, 3)], chance=[0], community_chest=[0])
    (game,) = games(1, fixed=fixed)
    assert (game.ending, game.turns, game.cash) == ("dice", 1, (1300, 1500))
    assert game.money == [(1500, 1500)]
    for cash, ending, turns in ((199, "ruin", 1), (200, "dice", 1)):
        match = table(Scripted(), Scripted(), [(1, 3)], cash=(cash, 1500))
        winner, view = match.play()
        told = summary(0, ("a", "b"), winner, match, view)
        assert (told.ending, told.turns, told.winner) == (ending, turns, 2)
    ends = {game.ending for game in games(8)}
    assert ends <= {"ruin", "turns"}


def test_faults_are_told_by_seat() -> None:
    match = table(Scripted(buy="x"), Scripted(bid="y"), [(1, 2)])
    winner, view = match.play()
    told = summary(0, ("a", "b"), winner, match, view)
    assert told.faults == ({"junk": 1}, {"junk": 1})
    assert told.first_faults[0] == "a, buyProperty: junk: 'x'; expected True or False"


def test_the_public_names_of_the_arena() -> None:
    names: Any = gitopoly.arena.__all__
    assert sorted(names) == [
        *("Adjudicator", "AgentFault", "FAULTS", "FIELDS", "ResourceLimits", "STATIC"),
    ]
    for name in names:
        assert getattr(gitopoly.arena, name) is not None
    assert not hasattr(gitopoly.arena, "Nothing")
    assert gitopoly.arena.Adjudicator is Adjudicator
