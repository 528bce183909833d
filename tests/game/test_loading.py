"""Kept records are played to their ends, and what is saved is loaded again."""

import json
from pathlib import Path
from typing import Any

import pytest

import gitopoly
from gitopoly.errors import InvalidRecord, NoRoom
from tests.game.walks import EDITIONS, walked

WRITTEN = Path(__file__).parents[1] / "written"
EXPECTED = json.loads((WRITTEN / "expected.json").read_text(encoding="utf-8"))["records"]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_record_that_was_written_before_is_loaded_to_its_end(name: str) -> None:
    game = gitopoly.load(WRITTEN / "records" / f"{name}.jsonl")
    expected = EXPECTED[name]["verify"]
    assert (game.edition.name, game.steps) == (expected["edition"], expected["actions"])
    assert (game.result is not None) is expected["over"]
    winner = game.result.winner if game.result is not None else None
    assert (game.seats[winner].number + 1 if winner else None) == (expected["winner"] or None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_saved_game_is_loaded_with_all_its_steps(edition: str, tmp_path: Path) -> None:
    game = walked(edition, 80, seats=["Ann", "Ben"])
    game.save(tmp_path / "game.jsonl")
    again = gitopoly.load(tmp_path / "game.jsonl")
    assert list(again.seats) == ["Ann", "Ben"]
    assert again.to_yaml() == game.to_yaml()
    assert list(map(str, again.history)) == list(map(str, game.history))


def test_a_game_without_names_is_saved_without_them(tmp_path: Path) -> None:
    walked("formal-small", 10, players=2).save(tmp_path / "game.jsonl")
    first = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith('{"record": 1, ')
    assert "seats" not in first


def test_a_game_keeps_the_rulings_that_it_names_when_it_is_saved(tmp_path: Path) -> None:
    game = gitopoly.load(WRITTEN / "records" / "classic-short-of-houses.jsonl")
    game.save(tmp_path / "game.jsonl")
    again = gitopoly.load(tmp_path / "game.jsonl")
    assert again.to_yaml() == game.to_yaml()
    first = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert '"features": []' in first


def test_a_loaded_game_is_taken_back_and_goes_on(tmp_path: Path) -> None:
    game = gitopoly.load(WRITTEN / "records" / "classic-random.jsonl")
    steps = len(game.history)
    game.undo()
    assert len(game.history) < steps
    while len(game.history) > 2:
        game.undo()
    game.push("roll", dice=(3, 4))
    assert len(game.history) <= 4


def test_an_illegal_step_in_a_record_is_told_with_its_place(tmp_path: Path) -> None:
    lines = (WRITTEN / "records" / "formal.jsonl").read_text(encoding="utf-8").splitlines()
    lines[3] = lines[1]
    (tmp_path / "broken.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InvalidRecord, match=r"broken.jsonl, action 3: .* is refused: .*TIME-1"):
        gitopoly.load(tmp_path / "broken.jsonl")


def test_no_file_and_no_room_give_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="there is no file or folder"):
        gitopoly.load(tmp_path / "none.jsonl")
    with pytest.raises(NoRoom, match="choose another file"):
        walked("formal-small", 3).save(tmp_path)


@pytest.mark.parametrize("path", [None, 5, b"game.jsonl", "a\0b", "\ud800", ["game.jsonl"]])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(InvalidRecord):
        gitopoly.load(path)
    with pytest.raises(NoRoom, match="not a valid file path"):
        walked("formal-small", 3).save(path)


def rolls_for_rent(game: gitopoly.Game) -> bool:
    return any(step.action.kind == "pay rent" and step.outcome for step in game.history)


def test_a_loaded_game_tells_what_was_automatic_as_the_played_one_does(tmp_path: Path) -> None:
    games = (walked("formal-small", 80, seed=seed) for seed in range(50))
    game = next(game for game in games if rolls_for_rent(game))
    game.save(tmp_path / "game.jsonl")
    again = gitopoly.load(tmp_path / "game.jsonl")
    assert [step.automatic for step in again.history] == [step.automatic for step in game.history]
