"""An edition of one's own between friends: shown before joining, and accepted by its hash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gitopoly.cli.friends import seating
from tests.cli.seated import at_home, run

BEN = ("--me", "ben=ben.git", "--from", "ann.git")
MINE = 'extends = "harbour"\nsummary = "where ann grew up"\n[squares.1]\nname = "My Lane"\n'


@pytest.fixture
def accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The hash of the edition of a game that ann has begun."""
    at_home(tmp_path, monkeypatch)
    Path("mytown.toml").write_text(MINE, encoding="utf-8")
    begun = run("new", "--me", "ann=ann.git", "--player", "ben=ben.git", "--edition", "mytown.toml")
    assert begun.exit_code == 0
    (found,) = set(re.findall(r"--accept-edition ([0-9a-f]{64})", begun.output))
    return str(found)


def test_who_has_the_line_from_the_friend_joins(accepted: str) -> None:
    Path("mytown.toml").unlink()
    joined = run("join", *BEN, "--accept-edition", accepted)
    assert joined.exit_code == 0
    assert "where ann grew up" in joined.output
    assert "My Lane" in joined.output
    assert "mytown" in run("verify", "ben.git").output


@pytest.mark.parametrize("more", [(), ("--accept-edition", "0" * 64)])
def test_nobody_plays_by_an_edition_unseen(accepted: str, more: tuple[str, ...]) -> None:
    refused = run("join", *BEN, *more)
    assert refused.exit_code == 2
    assert "My Lane" in refused.stdout
    assert f"add --accept-edition {accepted}" in refused.stderr
    assert not Path("monopoly_ben").exists()


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2)])
def test_at_a_terminal_one_is_asked(
    accepted: str, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert accepted
    monkeypatch.setattr(seating, "can_ask", lambda: True)
    asked = run("join", *BEN, typed=answer)
    assert "Do you want to play by it?" in asked.output
    assert asked.exit_code == code
    assert Path("monopoly_ben").exists() is (code == 0)
