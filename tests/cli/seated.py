"""Commands about games on repositories, run in this process without a terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.table import remote_game
from gitopoly.table.trust import own_key
from tests.table.repositories import PUBLISHED, bare, invitation, open_all, play, wait_for


def run(*arguments: str, typed: str = "") -> Result:
    """Run a command; what is typed comes from a pipe."""
    return CliRunner().invoke(main, list(arguments), input=typed)


def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a key and three empty repositories of its own."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GITOPOLY_HOME", str(folder / "home"))
    monkeypatch.setenv("GITOPOLY_UI", "terminal")
    monkeypatch.setattr(remote_game, "LAST_PUSH", 300.0)  # a busy machine publishes late
    for name in ("ann", "ben", "cleo"):
        bare(folder, name)
    return folder


def refused(result: Result, *words: str) -> None:
    """One clear line and exit code 2."""
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("gitopoly: ")
    for word in words:
        assert word in line, line


def begun(folder: Path) -> Path:
    """A game between ann and ben that has been played for a while and left; ann's folder."""
    game = invitation(folder / "game", 2, "classic", options=(("opening_throw", 0),))
    seats = open_all(folder / "game", game)
    play(seats, Random(1), 70)
    wait_for(lambda: all(seat.status.published == PUBLISHED for seat in seats), seats)
    for seat in seats:
        seat.close()
    return folder / "game" / "m0"


def key_of(folder: Path) -> str:
    """The fingerprint of the key of whoever works in a folder."""
    return own_key(folder / "home" / "identity").public.fingerprint
