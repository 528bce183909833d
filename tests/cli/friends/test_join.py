"""``gitopoly join``: a seat, or one clear line why not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitopoly.cli.friends import seating
from gitopoly.table import opening, remote_game
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, key_of, refused, run
from tests.table.repositories import bare

BEN = ("--me", "ben=ben.git", "--from", "ann.git")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which ann has begun a game."""
    at_home(tmp_path, monkeypatch)
    assert run("new", "--me", "ann=ann.git", "--player", "ben=ben.git").exit_code == 0
    return tmp_path


def test_a_seat_is_taken_and_the_keys_are_shown(home: Path) -> None:
    result = run("join", *BEN)
    assert result.exit_code == 0
    assert f"  ann  {key_of(home)}\n  ben  {key_of(home)}" in result.output
    assert "resume with: gitopoly resume monopoly_ben" in result.output
    assert "ben joins." in run("log", "ben.git").output
    assert "keys: ann and ben have the same one" in run("verify", "ben.git").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("your friend's link is missing", "--from URL")),
        (("--me", "ben=ben.git"), ("your friend's repository is missing", "--from URL")),
        (("--from", "ann.git"), ("Your seat is missing", "--me NICK=URL")),
        (("--me", "ben=cleo.git", "--from", "ann.git"), ("the initiator wrote", "ben.git")),
        (("--me", "eve=ben.git", "--from", "ann.git"), ("no seat eve", "ann, ben")),
        (
            ("--me", "ann=ann.git", "--from", "ann.git", "--dir", "monopoly_x"),
            ("started this game",),
        ),
        (("--me", "ben=ben.git", "--from", "cleo.git"), ("no game at",)),
        (("--me", "ben=ben.git", "--from", "nowhere"), ("cannot reach",)),
        (("--me", "ben=ben.git", "--from", "ext::sh"), ("'ext::sh' is refused",)),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    home: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    refused(run("join", *arguments), *words)
    assert [path.name for path in home.glob("monopoly_*")] == ["monopoly_ann"]


def test_who_has_joined_is_told_to_resume(home: Path) -> None:
    assert run("join", *BEN).exit_code == 0
    refused(run("join", *BEN), "monopoly_ben already exists", "resume")
    refused(run("join", *BEN, "--dir", "again"), "not empty", "resume")


def test_a_seat_that_somebody_else_has_taken_is_not_there_to_be_resumed(home: Path) -> None:
    assert run("join", *BEN).exit_code == 0
    other = ("--identity", "other.key", "--dir", "mine")
    result = run("join", *BEN, *other)
    refused(result, "somebody else has taken the seat of ben", key_of(home), "ask ann")
    assert "resume" not in result.stderr
    assert not (home / "mine").exists()


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("other.key", ("somebody else has taken the seat of ben", "ask ann")),
        ("home/identity", ("ben has already joined this game with this key", "resume")),
    ],
)
def test_of_two_who_join_at_the_same_moment_the_second_is_told_and_left_clean(
    home: Path, monkeypatch: pytest.MonkeyPatch, key: str, words: tuple[str, ...]
) -> None:
    """The other one comes in between the look at the empty repository and the own push."""
    real = opening.add_remotes

    def meanwhile(*given: object) -> None:
        monkeypatch.setattr(opening, "add_remotes", real)
        assert run("join", *BEN).exit_code == 0
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(opening, "add_remotes", meanwhile)
    result = run("join", *BEN, "--identity", key, "--dir", "mine")
    refused(result, *words)
    assert not (home / "mine").exists()
    assert run("verify", "ben.git").exit_code == 0


def test_a_repository_that_is_away_keeps_nobody_from_joining(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = opening.add_remotes

    def away(*given: object) -> None:
        (home / "ben.git").rename(home / "away.git")
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(opening, "add_remotes", away)
    monkeypatch.setattr(remote_game, "LAST_PUSH", 1.0)
    result = run("join", *BEN)
    assert result.exit_code == 0
    assert "Not everything could be published" in result.output


def test_another_key_than_the_pinned_one_is_refused(home: Path) -> None:
    url = bare(home, "first")
    pinned = own_key(home / "ben.key").public.fingerprint
    invited = run("new", "--me", f"anna={url}", "--player", f"ben=ben.git#{pinned}")
    assert invited.exit_code == 0
    refused(run("join", "--me", "ben=ben.git", "--from", url), pinned, "--identity")
    right = run("join", "--me", "ben=ben.git", "--from", url, "--identity", "ben.key")
    assert right.exit_code == 0, right.output


# Addresses of one's own that the invitation names.

NEAR = "http://127.0.0.1:9/cleo.git"
SEATS = ("--player", "ben=ben.git", "--player", f"cleo={NEAR}", "--dir", "three")
ANN2 = ("new", "--me", "ann=ann2.git", *SEATS)
BEN2 = ("join", "--me", "ben=ben.git", "--from", "ann2.git")


@pytest.fixture
def strange(home: Path) -> Path:
    """A folder in which ann has begun a game that names a service of this machine."""
    bare(home, "ann2")
    assert run(*ANN2).exit_code == 0
    return home


def test_without_a_terminal_an_address_of_ones_own_is_refused(strange: Path) -> None:
    named = ("names private addresses", f"cleo at {NEAR} (this machine)")
    refused(run(*BEN2), *named, f"--allow-address {NEAR}")
    refused(run(*BEN2, "--allow-address", f"{NEAR}2"), *named)
    refused(run("watch", "ann2.git", "--json"), *named)
    refused(run(*BEN2, "--ui", "web", "--no-browser"), *named)
    assert not (strange / "monopoly_ben").exists()


def test_what_only_reads_one_repository_asks_nothing(strange: Path) -> None:
    for command in ("log", "verify"):
        assert run(command, "ann2.git").exit_code == 0


def test_an_address_can_be_allowed_and_is_then_kept(strange: Path) -> None:
    assert run(*BEN2, "--allow-address", NEAR).exit_code == 0
    assert run("resume", "monopoly_ben").exit_code == 0


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_on_a_terminal_it_is_shown_and_asked_about(
    strange: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    monkeypatch.setattr(seating, "can_ask", lambda: True)
    result = run(*BEN2, typed=answer)
    assert result.exit_code == code, result.output
    assert f"  cleo at {NEAR}: this machine\n" in result.stdout
    assert "Allow that? [y/N]" in result.stdout
    assert (strange / "monopoly_ben").exists() == (code == 0)


def test_joining_again_in_another_folder_would_be_a_fork(home: Path) -> None:
    """Ben has emptied his repository, because the program said that it was not empty."""
    assert run("join", *BEN).exit_code == 0
    refused(run("join", *BEN, "--dir", "again"), "not empty")
    shutil.rmtree("ben.git")
    bare(home, "ben")
    again = run("join", *BEN, "--dir", "again")
    refused(again, "already joined this game with this key", "monopoly_ben", "resume it there")
    assert not (home / "again").exists()
    assert run("join", *BEN, "--dir", "again", "--identity", "other.key").exit_code == 0
