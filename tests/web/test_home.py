"""Where games lie, and what is known of them without opening them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository, UnknownGame
from gitopoly.web import home
from gitopoly.web.home import SavedGame


def game(number: int = 1) -> SavedGame:
    """What is known of some game."""
    return SavedGame(f"20260101-12000{number}-00ff", "Ann", {"Birch": "sensible"}, 1_700_000_000)


def keep(folder: Path, saved: SavedGame) -> None:
    (folder / saved.id).mkdir(parents=True)
    home.save(folder, saved)


def test_games_lie_below_the_folder_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GITOPOLY_HOME", str(tmp_path))
    assert home.games_folder() == tmp_path / "games"
    monkeypatch.delenv("GITOPOLY_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert home.games_folder() == tmp_path / "data" / "gitopoly" / "games"


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    keep(tmp_path, game())
    assert home.read(tmp_path, game().id) == game()


def test_the_newest_game_comes_first_and_damaged_ones_are_left_out(tmp_path: Path) -> None:
    keep(tmp_path, game(1))
    keep(tmp_path, game(2))
    keep(tmp_path, game(3))
    (tmp_path / game(3).id / home.FACTS).write_text("[]", encoding="utf-8")
    assert [saved.id for saved in home.saved_games(tmp_path)] == [game(2).id, game(1).id]


def test_games_that_are_left_out_are_named(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        keep(tmp_path, game(number))
    assert home.find_games(tmp_path).complaint(tmp_path) == ""
    (tmp_path / game(3).id / home.FACTS).write_text("[]", encoding="utf-8")
    (tmp_path / game(1).id / home.FACTS).unlink()
    (tmp_path / "notes").mkdir()  # somebody's own folder is no damaged game
    found = home.find_games(tmp_path)
    assert found.damaged == [game(1).id, game(3).id]
    line = found.complaint(tmp_path)
    assert str(tmp_path / game(1).id / home.FACTS) in line
    assert str(tmp_path / game(3).id / home.FACTS) in line
    assert "\n" not in line


@pytest.mark.parametrize(
    "wrong",
    [
        {"created": None},
        {"created": 10**30},
        {"created": -(10**30)},
        {"created": True},
        {"bots": {"Birch": 7}},
        {"bots": ["Birch"]},
        {"options": []},
        {"person": 5},
        {"edition": 5},
        {"over": "yes"},
        {"winner": ["Ann"]},
        {"person": "\ud800"},
        {"bots": {"\udfff": "sensible"}},
        {"options": {"board": "\ud800"}},
    ],
    ids=str,
)
def test_facts_that_no_version_has_written_are_refused(
    tmp_path: Path, wrong: dict[str, object]
) -> None:
    keep(tmp_path, game())
    path = tmp_path / game().id / home.FACTS
    path.write_text(json.dumps(asdict(game()) | wrong), encoding="utf-8")
    assert home.saved_games(tmp_path) == []
    with pytest.raises(InvalidRepository, match="cannot read"):
        home.read(tmp_path, game().id)


def test_facts_that_nest_without_end_are_refused(tmp_path: Path) -> None:
    keep(tmp_path, game())
    (tmp_path / game().id / home.FACTS).write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InvalidRepository, match="cannot read"):
        home.read(tmp_path, game().id)


def test_games_of_older_and_newer_versions_are_read(tmp_path: Path) -> None:
    keep(tmp_path, game())
    path = tmp_path / game().id / home.FACTS
    older = {"person": "Ann", "bots": {"Birch": "sensible"}, "created": 1_700_000_000}
    for facts in (older, asdict(game()) | {"mood": "good"}):
        path.write_text(json.dumps(facts), encoding="utf-8")
        assert home.saved_games(tmp_path) == [game()]


def test_the_newest_is_the_one_that_began_last_whatever_the_clock_on_the_wall_said(
    tmp_path: Path,
) -> None:
    """Names tell the local time, which goes back when people travel and when summer ends."""
    before = SavedGame("20261025-025900-00ff", "Ann", {"Birch": "sensible"}, 1_793_408_340)
    after = SavedGame("20261025-020100-00ff", "Ann", {"Birch": "sensible"}, 1_793_408_460)
    keep(tmp_path, after)
    keep(tmp_path, before)
    assert home.saved_games(tmp_path) == [after, before]


@pytest.mark.parametrize("name", ["..", "../../etc", "", "20260101-120001-00ff/..", "x" * 5000])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnknownGame, match="is not a game"):
        home.folder_of(tmp_path, name)


def test_new_names_are_names(tmp_path: Path) -> None:
    assert home.folder_of(tmp_path, home.new_id(tmp_path)).parent == tmp_path


def test_a_name_that_is_taken_is_not_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games of the same second would get the same one sooner or later."""
    drawn = iter(["00ff", "00ff", "00aa"])
    monkeypatch.setattr(home.secrets, "token_hex", lambda _: next(drawn))
    monkeypatch.setattr(home.time, "strftime", lambda _: "20260101-120000")
    (tmp_path / home.new_id(tmp_path)).mkdir()
    assert home.new_id(tmp_path) == "20260101-120000-00aa"


def test_a_game_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="there is no game 20260101-120001-00ff"):
        home.read(tmp_path, game().id)
