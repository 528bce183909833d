"""Datasets of recorded games: every row is a legal choice, and together they are the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from click.testing import CliRunner

import gitopoly
from gitopoly.arena.environments import action_space as space, episode as e
from gitopoly.arena.environments.datasets import DatasetWriter, choices_of, write_dataset
from gitopoly.bots.series import Series, moves
from gitopoly.cli import main
from gitopoly.errors import InvalidRecord, NoRoom
from gitopoly.rules import actions as a
from gitopoly.rules.buffer import ActionBuffer
from tests.game.players import written

SERIES = Series("classic", 3, ("trader", "random", "trader"), 3, 30, False, ())


def decoded(s: Any, numbers: list[int], seat: int) -> int:
    """The action that numbers stand for in a position."""
    episode = e.Episode()
    episode.actor = seat
    for number in numbers[:-1]:
        e.change_draft(s.rules, episode, number)
    return int(e.action_of(s, s.rules, episode, numbers[-1], ActionBuffer()))


def shape(code: int) -> tuple[int, ...]:
    """An action without its amounts."""
    if a.kind_of(code) == a.BID:
        return (a.kind_of(code), a.player_of(code))
    if a.kind_of(code) == a.OFFER_TRADE:
        return (a.player_of(code), a.addressee_of(code), a.deeds_of(code), a.cards_of(code))
    return (code,)


def test_the_choices_of_an_action_stand_for_it() -> None:
    kinds = set()
    for game in range(3):
        for s, code, *_ in moves(SERIES, game):
            choices = list(choices_of(s.copy(), code))
            if not choices or (choices[-1].action >= space.ADDRESSEES) != (
                a.kind_of(code) == a.OFFER_TRADE
            ):
                continue
            for choice in choices:
                assert choice.mask[choice.action]
                assert sum(choice.mask) > 1
                assert choice.seat == a.player_of(code)
            numbers = [choice.action for choice in choices]
            if e.is_about_draft(numbers[-1]):
                continue
            assert shape(decoded(s, numbers, choices[0].seat)) == shape(code)
            kinds.add(a.kind_of(code))
    assert {a.BID, a.OFFER_TRADE, a.BUY_PROPERTY, a.PASS} <= kinds


def test_a_dataset_is_loaded_in_five_lines(tmp_path: Path) -> None:
    with DatasetWriter(tmp_path / "games.npz", ["trader", "random", "trader"]) as writer:
        for game in range(2):
            writer.add(game, moves(SERIES, game))
    data = numpy.load(tmp_path / "games.npz")
    rows = len(data["actions"])
    assert rows == writer.rows
    assert data["observations"].shape == (rows, 460)
    assert data["masks"][numpy.arange(rows), data["actions"]].all()
    assert set(data["results"]) <= {-1, 0, 1}
    assert data["players"].tolist() == ["trader", "random", "trader"]
    assert sorted(set(data["games"])) == [0, 1]
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]


def test_an_error_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(InvalidRecord):
        write_dataset(tmp_path / "games.npz", [tmp_path / "bad.jsonl"])
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]
    with pytest.raises(NoRoom, match="choose another file"):
        write_dataset(tmp_path / "gone" / "games.npz", [])
    (tmp_path / "folder.npz").mkdir()
    with pytest.raises(NoRoom, match="choose another file"):
        write_dataset(tmp_path / "folder.npz", [])


def arrays(path: Path) -> dict[str, Any]:
    """What a dataset holds, its names of players apart."""
    with numpy.load(path) as data:
        return {name: data[name].tolist() for name in data.files if name != "players"}


def test_records_make_the_same_dataset_as_the_simulation(tmp_path: Path) -> None:
    line = ["simulate", "--games", "2", "--players", "2", "--policy", "trader", "--max-turns", "8"]
    for target in ("direct.npz", "records"):
        done = CliRunner().invoke(main, [*line, "--record", str(tmp_path / target)])
        assert done.exit_code == 0, done.output
    records = sorted((tmp_path / "records").iterdir())
    assert write_dataset(tmp_path / "again.npz", records) > 0
    assert arrays(tmp_path / "again.npz") == arrays(tmp_path / "direct.npz")


def test_players_make_datasets_too(tmp_path: Path) -> None:
    who = ["--player", f"{written(tmp_path)}:Saver", "--player", "random"]
    line = ["simulate", *who, "--games", "1", "--max-turns", "5", "--record"]
    done = CliRunner().invoke(main, [*line, str(tmp_path / "games.npz")])
    assert done.exit_code == 0, done.output
    assert numpy.load(tmp_path / "games.npz")["players"].tolist() == ["Saver", "random"]


def test_the_winner_of_a_game_is_told_on_every_row(tmp_path: Path) -> None:
    match = gitopoly.play_match(["trader", "random"], seed=1)
    match.game.save(tmp_path / "game.jsonl")
    write_dataset(tmp_path / "games.npz", [tmp_path / "game.jsonl"])
    assert match.result is not None
    won = match.result.ranking.index("trader") == 0
    data = numpy.load(tmp_path / "games.npz")
    assert set(data["results"][data["seats"] == 0]) == {1 if won else -1}
    assert set(data["results"][data["seats"] == 1]) == {-1 if won else 1}
