"""What the commands of a game on repositories share."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.cli.friends import seating
from gitopoly.errors import InvalidSeat


def test_the_command_to_resume_can_be_pasted() -> None:
    assert seating.resume_command(Path("monopoly_ann"), None) == "gitopoly resume monopoly_ann"
    assert seating.resume_command(Path("my game"), Path("a key")) == (
        "gitopoly resume 'my game' --identity 'a key'"
    )


def test_every_player_has_a_folder_of_their_own() -> None:
    assert seating.default_folder("ann") == Path("monopoly_ann")


def test_what_is_given_is_not_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert seating.ask_seat("ann=x.git", "--me", "Your").url == str(tmp_path / "x.git")
    assert seating.ask_address("x.git", "--from", "x") == str(tmp_path / "x.git")


def test_without_a_terminal_what_is_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "can_ask", lambda: False)
    with pytest.raises(InvalidSeat, match="--me NICK=URL"):
        seating.ask_seat(None, "--me", "Your")
    with pytest.raises(InvalidSeat, match="--from URL"):
        seating.ask_address(None, "--from", "the repository")


def test_tests_have_no_terminal() -> None:
    assert not seating.can_ask()


def typing(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """Let somebody answer; whoever asks more often is told."""
    left = list(answers)

    def prompt(text: str, **options: object) -> str:
        assert left, f"asked once too often: {text}"
        return left.pop(0)

    monkeypatch.setattr(seating.click, "prompt", prompt)


def test_one_more_player_is_asked_for_until_the_name_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typing(monkeypatch, "origin", "a b", "cleo", "ext::x", "c.git")
    place = seating.ask_one_more()
    assert place is not None
    assert (place.name, place.url) == ("cleo", str(tmp_path / "c.git"))
    typing(monkeypatch, "")
    assert seating.ask_one_more() is None


def test_a_link_or_an_address_is_asked_for_until_one_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(seating, "can_ask", lambda: True)
    link = f"http://127.0.0.1:4000/#ben.{'c' * 22}.{'f' * 43}"
    typing(monkeypatch, link[:40], link, "ann.git")
    assert seating.ask_link_or_address() == (link, None)
    assert seating.ask_link_or_address() == (None, str(tmp_path / "ann.git"))
