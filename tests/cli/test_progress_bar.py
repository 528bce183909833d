"""The bar: none for what is quick or where nobody looks."""

from __future__ import annotations

import sys

import pytest

from gitopoly.cli import progress_bar
from gitopoly.cli.progress_bar import ProgressBar


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A standard error that claims to be a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")


def test_what_is_quick_shows_nothing(
    terminal: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_bar, "PATIENCE", 1000.0)
    with ProgressBar("replaying", 3) as bar:
        bar.done(1)
    assert not bar.timer.is_alive()
    assert capsys.readouterr().err.strip() == ""


def test_what_takes_long_shows_a_bar(terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.0)
    shown = []
    bar = ProgressBar("replaying", 3)
    monkeypatch.setattr(bar.timer, "function", lambda: shown.append("started"))
    with bar:
        bar.timer.join(300)
        bar.done(2)
    assert shown == ["started"]
    assert bar.bar.tasks[0].completed == 2


def test_nothing_is_shown_where_nobody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.0)
    with ProgressBar("replaying", 3, quiet=True) as bar:
        bar.timer.join(300)
        bar.done(3)
    assert capsys.readouterr().err == ""
