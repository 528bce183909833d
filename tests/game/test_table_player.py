"""Players at a table: one wish, among what the table offers."""

from pathlib import Path
from typing import Any

import pytest

import gitopoly
from gitopoly.bots.table_policy import TablePolicy, fits
from gitopoly.errors import InvalidBot
from gitopoly.game.entrants import entrant
from gitopoly.game.player import Fault
from gitopoly.game.table_player import TablePlayer, chooser
from gitopoly.rules import AmountRange, actions as a, is_legal, legal_actions
from tests.bots.positions import positions
from tests.game.players import written
from tests.rules.scenario import Scenario


class Last(gitopoly.Player):
    """Takes what is listed last, and bids as high as it can."""

    def decide(self, game: Any, actions: Any) -> Any:
        chosen = actions[-1]
        return chosen.at(chosen.high) if chosen.limit else chosen


def test_the_choice_is_legal_and_offered() -> None:
    with TablePlayer(entrant(Last), 0, 1) as player:
        for s in positions("classic", 3, 11, 40):
            offered = legal_actions(s, 0)
            if offered:
                before = s.copy()
                chosen = player.choose(s, offered)
                assert s == before
                assert is_legal(s, chosen)
                assert any(fits(chosen, choice) for choice in offered)
        assert player.faults == ()


def test_what_is_closed_is_not_even_listed() -> None:
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    buy, auction = a.code_of(a.BUY_PROPERTY, 0), a.code_of(a.AUCTION_PROPERTY, 0)
    with TablePlayer(entrant(Last), 0, 1) as player:
        assert player.choose(game.s, [auction, buy]) == buy
        assert player.choose(game.s, [auction]) == auction


def test_what_is_legal_but_closed_gives_way_to_the_default() -> None:
    class Stubborn(gitopoly.Player):
        def decide(self, game: Any, actions: Any) -> Any:
            return "buy"

    game = Scenario(players=2).give(1, "Baltic Avenue").at(1, 39).turn(1, "post-roll")
    others = [each for each in legal_actions(game.s, 0) if each != a.code_of(a.BUY_PROPERTY, 0)]
    with TablePlayer(entrant(Stubborn), 0, 1) as player:
        assert player.choose(game.s, others) == a.code_of(a.AUCTION_PROPERTY, 0)
        (fault,) = player.faults
    assert (fault.kind, fault.detail) == ("refused", "buy: the table does not offer it now")


def test_whoever_asks_is_told_of_each_fault_once() -> None:
    class Broken(gitopoly.Player):
        def decide(self, game: Any, actions: Any) -> Any:
            return "castle"

    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    told: list[Fault] = []
    with TablePlayer(entrant(Broken), 0, 1) as player:
        player.on_fault = told.append
        for _ in range(2):
            player.choose(game.s, legal_actions(game.s, 0))
        assert tuple(told) == player.faults
    assert [fault.kind for fault in told] == ["junk", "junk"]


def test_bids_stay_in_the_range_of_the_table() -> None:
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll").do("auction")
    with TablePlayer(entrant(Last), 0, 1) as player:
        assert player.choose(game.s, [AmountRange(a.code_of(a.BID, 0), 7, 9)]) == a.code_of(
            a.BID, 0, 0, 9
        )


def test_a_policy_is_a_policy_and_a_file_a_player_of_its_own_process(tmp_path: Path) -> None:
    assert isinstance(chooser("trader", 0, 1), TablePolicy)
    player = chooser(f"{written(tmp_path)}:Raising", 0, 1, ["Ann", "Ben"])
    assert isinstance(player, TablePlayer)
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    with player:
        assert player.choose(game.s, legal_actions(game.s, 0)) == a.code_of(a.AUCTION_PROPERTY, 0)
    assert [(fault.seat, fault.kind) for fault in player.faults] == [("Ann", "raised")]
    with pytest.raises(InvalidBot, match="is not a player"):
        chooser("castle", 0, 1)
