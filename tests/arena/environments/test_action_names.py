"""The action space in words: every number, and the table in the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.arena.environments import action_space as space
from gitopoly.arena.environments.action_names import describe, sections
from gitopoly.errors import InvalidAction
from gitopoly.rules import Rules

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "arena.md").read_text(encoding="utf-8")


def lines() -> list[str]:
    """The rows of the table, as the page has to show them."""
    return [
        f"| {s.first}" + (f" to {s.first + s.size - 1}" if s.size > 1 else "") + f" | {s.meaning} |"
        for s in sections()
    ]


def test_the_sections_cover_all_numbers_once() -> None:
    covered = [
        n for section in sections() for n in range(section.first, section.first + section.size)
    ]
    assert covered == list(range(space.ACTIONS))


def test_every_number_has_its_own_words() -> None:
    words = [describe(Rules.of("classic"), number) for number in range(space.ACTIONS)]
    assert len(set(words)) == space.ACTIONS
    assert words[0] == "EndPreRoll"
    assert words[37] == "LeaveJail"
    assert words[space.WAIT] == "wait"


@pytest.mark.parametrize("number", [-1, space.ACTIONS])
def test_other_numbers_mean_nothing(number: int) -> None:
    with pytest.raises(InvalidAction, match="0 to 341"):
        describe(Rules.of("classic"), number)


def test_the_page_shows_the_table() -> None:
    assert [line for line in lines() if line not in PAGE] == []


def test_a_table_with_another_number_is_noticed() -> None:
    assert lines()[0].replace("37", "38") not in PAGE
