"""Pages that a player asks for."""

from __future__ import annotations

import re

import pytest

from gitopoly.cli.screen import pages
from gitopoly.cli.screen.symbols import UNICODE
from tests.cli.memory_game import MemoryGame, answer, session, table
from tests.table.tables import Table


def shown(game: MemoryGame, name: str, rest: str = "") -> str:
    """A page as text."""
    state = game.game.position.state if game.game.started else None
    page = pages.page(name, rest, game.game, state, UNICODE)
    assert page is not None
    return "\n".join(line.plain for line in page)


@pytest.mark.parametrize("name", ["help", "h", "?"])
def test_the_help_names_every_page_and_command(name: str) -> None:
    text = shown(MemoryGame(table()), name)
    for word in ("log", "deeds", "board", "keys", "evidence", "trade", "auto", "vote NAME"):
        assert f"\n  {word} " in text
    assert "resign" in text
    assert "quit" in text


def test_the_actions_of_the_help_are_understood() -> None:
    at = session(MemoryGame(table()))
    typed = re.findall(r"^  (bid.*?|build.*?)  +(mortgage.*|offer.*)$", pages.HELP, re.MULTILINE)
    for action in (action for pair in typed for action in pair):
        assert "unknown action" not in answer(at, action).notice or "a deed that" in at.notice


def test_the_log_has_the_commit_behind_each_line() -> None:
    game = MemoryGame(table())
    game.poll()
    lines = shown(game, "log").splitlines()
    assert lines[0].startswith(f"{game.game.root[:8]}  ann invites to a game of classic. (")
    assert not any("takes the dice" in line for line in lines)
    assert any("takes the dice" in line for line in shown(game, "log", "all").splitlines())


def test_the_keys_are_those_of_the_identities() -> None:
    game = MemoryGame(table())
    for line, identity in zip(shown(game, "keys").splitlines(), game.table.identities, strict=True):
        assert line.endswith(identity.public.fingerprint)


def test_there_may_be_no_evidence() -> None:
    assert shown(MemoryGame(table()), "evidence") == "Nothing was refused."


def test_board_and_deeds_are_pages() -> None:
    game = MemoryGame(table())
    assert "Baltic" in shown(game, "board")
    assert "B Baltic Avenue           for sale at $60" in shown(game, "deeds")


def test_before_the_start_there_is_no_board() -> None:
    game = MemoryGame(Table(2))
    assert pages.page("board", "", game.game, None, UNICODE) is None
    assert pages.page("nonsense", "", game.game, None, UNICODE) is None
    assert "Type the number" in shown(game, "help")
