"""TIME-7: turns are counted where the turn passes, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gitopoly.rules import Rules, from_yaml, initial, is_over, to_yaml, turn_number
from gitopoly.rules.codes import OPENING
from tests.rules.walks import GAMES, Game, name_of, start, walk


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_turn_that_passes_is_counted_with_and_without_a_limit(game: Game) -> None:
    passed = 0
    before = start(game).copy()
    for after in walk(start(game), Random(name_of(game)), 600):
        passed += before.phase != OPENING and before.turn_player != after.turn_player
        assert after.turns == passed
        assert turn_number(after) == (passed if is_over(after) else passed + 1)
        before = after.copy()
    assert passed > 3


def test_without_a_limit_the_number_is_no_part_of_the_position() -> None:
    early = initial(Rules.of("classic", 3))
    late = early.copy()
    late.turns = 57
    assert late == early
    assert late.difference(early) == {}
    assert to_yaml(late) == to_yaml(early)
    assert "turns: 0\n" in to_yaml(late)


def test_with_a_limit_it_is() -> None:
    early = initial(Rules.of("classic", 3, turn_limit=90))
    late = early.copy()
    late.turns = 57
    assert late != early
    assert late.difference(early) == {"turns": (57, 0)}
    assert from_yaml(to_yaml(late), late.rules).turns == 57


def test_a_game_that_has_not_begun_is_in_its_first_turn() -> None:
    assert turn_number(initial(Rules.of("classic", 2))) == 1


def test_nobody_else_counts_them() -> None:
    source = Path(__file__).resolve().parents[2] / "src" / "gitopoly"
    counting = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if re.search(r"\bs(tate)?\.turns \+?= ", path.read_text(encoding="utf-8"))
    ]
    assert sorted(counting) == ["rules/turn.py"]
