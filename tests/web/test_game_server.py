"""The games of a server: what a bot needs is ready before its game begins."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from gitopoly.bots.series import Series, moves
from gitopoly.bots.table_policy import TablePolicy
from gitopoly.errors import (
    GitopolyError,
    IllegalAction,
    InvalidBot,
    InvalidGameFile,
    InvalidLine,
    UnknownGame,
)
from gitopoly.rules import OfferTemplate, is_over
from gitopoly.rules.codes import TRADE
from gitopoly.table.open_game import OpenGame
from gitopoly.table.wishes import Side, Wish
from gitopoly.web import game_server as module, home as homes
from gitopoly.web.requests import NEW_GAME
from gitopoly.words import Words
from tests.game.players import written
from tests.web.game_servers import game_server_in, play_person, view, wait_for


def test_a_game_that_has_ended_is_listed_so_while_its_room_is_open(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    room = game_server.begin("Ann", 1, "sensible", {"turn_limit": 2, "opening_throw": 0})
    (before,) = game_server.games()
    assert (before["over"], before["winner"]) == (False, "")
    play_person(room)
    (after,) = game_server.games()
    assert (after["open"], after["over"]) == (True, True)
    best = view(room)["standings"]["winner"]
    assert after["winner"] == ("Ann", "Birch", "")[best]  # -1: a tie, which dice may well bring
    game_server.close()


@pytest.mark.slow
def test_usual_opponents_play_games_that_end() -> None:
    """Policies that never trade leave groups divided, and many of their games never end."""
    for policy, ends in ((module.USUAL_POLICY, True), ("cautious", False)):
        series = Series("classic", 4, (policy,), 1, 400)
        assert all(ended(series, game) for game in range(3)) is ends, policy


def ended(series: Series, game: int) -> bool:
    """Whether somebody is the last one left in a game of policies."""
    *_, last = moves(series, game)
    return is_over(last.after)


@pytest.mark.slow
def test_another_game_of_the_same_kind_has_the_same_seats_and_rules(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    first = game_server.begin("Ann", 2, "sensible", {"turn_limit": 7, "opening_throw": 0})
    second = game_server.begin_again(first.name)
    assert second.name != first.name
    one, other = (homes.read(game_server.home, room.name) for room in (first, second))
    assert (one.person, one.bots, one.options) == (other.person, other.bots, other.options)
    assert second.snapshot()["repeats"]
    assert second.snapshot()["again"] == f"gitopoly games {second.name}"
    with pytest.raises(UnknownGame, match="is not a game"):
        game_server.begin_again("../elsewhere")
    game_server.close()


@pytest.mark.slow
def test_players_in_files_are_opponents_like_any_other(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    player = f"{written(tmp_path)}:Saver"
    settings = {"turn_limit": 4, "opening_throw": 0}
    room = game_server.begin("Ann", options=settings, who=[player, "sensible"])
    play_person(room)
    (listed,) = game_server.games()
    assert listed["players"] == ["Ann", "Birch", "Cedar"]
    assert listed["over"]
    saved = homes.read(game_server.home, listed["id"])
    assert saved.bots == {"Birch": player, "Cedar": "sensible"}
    again = game_server.begin_again(saved.id)
    assert homes.read(game_server.home, again.name).bots == saved.bots
    game_server.close()


def test_who_cannot_play_is_refused_before_there_is_a_game(tmp_path: Path) -> None:
    game_server = game_server_in(tmp_path)
    path = written(tmp_path)
    for who, reason in (
        ([f"{path}:Nobody"], "has no class Nobody"),
        (["castle"], "is not a player"),
        (["random"] * 9, "a game has 1 to 7 bots, not 9"),
    ):
        with pytest.raises(GitopolyError, match=reason):
            game_server.begin("Ann", who=who)
    assert game_server.games() == []


@pytest.mark.parametrize(
    ("person", "bots", "key"), [("origin", 1, "error.nickname"), ("Ann", 7, "error.players")]
)
def test_what_the_form_can_get_wrong_is_told_in_the_language_of_the_page(
    tmp_path: Path, person: str, bots: int, key: str
) -> None:
    with pytest.raises(InvalidGameFile) as caught:
        game_server_in(tmp_path).create(person, bots, edition="harbour")
    assert caught.value.told is not None
    told, facts = caught.value.told
    assert told == key
    assert str(caught.value) == Words()(key, **facts) != Words("de")(key, **facts)


def test_a_page_cannot_have_a_file_run(tmp_path: Path) -> None:
    with pytest.raises(InvalidBot, match="there is no bot"):
        game_server_in(tmp_path).begin("Ann", 1, f"{written(tmp_path)}:Saver")
    assert "who" not in NEW_GAME


@pytest.mark.slow
def test_a_bot_at_a_real_table_offers_what_the_person_wishes_for(tmp_path: Path) -> None:
    server = game_server_in(tmp_path)
    room = server.begin("Ann", 1, "trader", {"opening_throw": 0})

    person = TablePolicy("cautious", 0, 1)

    def work(table: OpenGame) -> bool:
        """Wish for a deed of the bot's, and go on without own offers until it makes one."""
        assert table.seat is not None
        assert table.talk is not None
        s = table.game.position.state
        if s.phase == TRADE and s.offer_to == 0 and s.offer_cash < 0:
            return True
        theirs = [at for at in s.rules.deeds[: s.rules.deed_count] if s.owner[at] == 1]
        said = table.talk.lines
        if theirs and not (said and said[-1].seat == "Ann"):  # or it was refused
            with contextlib.suppress(IllegalAction, InvalidLine):
                table.talk.wish(Wish(0, 1, Side((theirs[0],)), Side((), (), s.money[0] // 2)))
        if choices := table.seat.asked():
            table.act(person.choose(s, [c for c in choices if not isinstance(c, OfferTemplate)]))
        return False

    wait_for(lambda: room.submit(work).result(60), "the offer")
    assert room.snapshot()["said"][0]["wish"]["to"] == 1
    server.close()
