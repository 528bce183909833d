"""``gitopoly new``: an invitation, or one clear line why not."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from gitopoly.cli.friends.new import EDITIONS, retire_after
from gitopoly.editions import options_of
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository
from gitopoly.ledger.git.files import ref_names
from gitopoly.table.game_file import NOT_PLAYED, GameFile
from gitopoly.table.game_replica import find_invitation
from gitopoly.table.opening import clone_to_watch
from gitopoly.table.sources import Source
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, key_of, refused, run
from tests.ledger.servers import git
from tests.table.repositories import bare

TWO = ("--me", "ann=ann.git", "--player", "ben=ben.git")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


def written(folder: Path) -> GameFile:
    """The invitation that ann has published."""
    store, game = clone_to_watch(folder / "scratch", Source("ann.git"), folder)
    found = find_invitation(store, game.root)[1]
    store.close()
    return found


def test_the_options_of_the_rules_are_listed_and_nothing_is_published(home: Path) -> None:
    result = run("new", *TWO, "--list-options")
    assert result.exit_code == 0
    assert "board" in result.output
    assert "turn_limit" in result.output
    assert not (home / "monopoly_ann").exists()


def test_an_invitation_is_published_and_the_others_are_told_how_to_come(home: Path) -> None:
    result = run("new", *TWO, "--player", "cleo=cleo.git")
    assert result.exit_code == 0
    assert f"Your key is {key_of(home)}" in result.output
    for name in ("ben", "cleo"):
        words = ["--me", f"{name}={home}/{name}.git", "--from", f"{home}/ann.git"]
        assert f"{name} joins with: gitopoly join {shlex.join(words)}" in result.output
    assert "resume with: gitopoly resume monopoly_ann" in result.output
    assert written(home).names == ("ann", "ben", "cleo")


def test_every_player_is_a_remote_and_the_own_one_is_origin(home: Path) -> None:
    run("new", *TWO)
    shown = git("config", "--local", "--get-regexp", r"^remote\..*\.url$", at=home / "monopoly_ann")
    remotes = dict(line.split() for line in shown.splitlines())
    assert remotes == {"remote.origin.url": f"{home}/ann.git", "remote.ben.url": f"{home}/ben.git"}


def test_a_folder_named_from_here_is_published_and_shows_its_newest_state(home: Path) -> None:
    """Git runs elsewhere, so it must be told the whole way to the folder."""
    bare_repository(home / "zoe.git")
    with TRANSPORTS["smart HTTP"](home) as base:
        shown = run("new", "--me", f"zoe={base}/zoe.git", "--player", "ben=ben.git")
    assert shown.exit_code == 0, shown.output
    assert "could not be published" not in shown.output
    assert any(ref_names(home / "zoe.git"))
    assert (home / "monopoly_zoe" / "state.yml").is_file()


def test_edition_options_absence_token_folder_and_key_are_as_told(home: Path) -> None:
    settings = ("--edition", "formal", "--option", "turn_limit=9", "--absence", "3600")
    rest = ("--token", "iron", "--dir", "elsewhere", "--identity", "my.key")
    result = run("new", *TWO, *settings, *rest)
    assert result.exit_code == 0, result.output
    game = written(home)
    assert (game.edition, game.options, game.retire_after) == (
        "formal",
        (("turn_limit", "9"),),
        3600,
    )
    assert (home / "my.key").exists()
    assert not (home / "home").exists()
    assert "gitopoly resume elsewhere --identity my.key" in result.output


def test_a_preset_is_written_into_the_invitation_as_its_options(home: Path) -> None:
    assert run("new", *TWO, "--preset", "family").exit_code == 0
    assert dict(written(home).options) == {
        name: str(value) for name, value in options_of("family").items()
    }


def test_a_key_can_be_pinned(home: Path) -> None:
    pinned = f"ben=ben.git#{key_of(home)}"
    assert run("new", "--me", "ann=ann.git", "--player", pinned).exit_code == 0
    assert written(home).seats[1].fingerprint == key_of(home)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("Your seat is missing", "--me NICK=URL")),
        (("--me", "ann=ann.git"), ("The other player's seat is missing", "--player NICK=URL")),
        (("--me", "ann"), ("'ann' is not a seat", "NICK=URL")),
        (("--me", "origin=ann.git", "--player", "b=b"), ("'origin' cannot be a nickname",)),
        (("--me", "ann=ann.git", "--player", "ANN=b"), ("given twice",)),
        (("--me", "ann=ann.git", "--player", "ben=./ann.git"), ("a repository of their own",)),
        (("--me", f"{'a' * 5000}=ann.git", "--player", "ben=b"), ("aaa...", "a nickname")),
        (("--me", "ann=ext::sh", "--player", "b=b"), ("'ext::sh' is refused",)),
        (("--me", "ann=nowhere.git", "--player", "b=b"), ("cannot reach", "no such folder")),
        ((*TWO, "--absence", "soon"), ("--absence must be wait or a number of seconds",)),
        ((*TWO, "--option", "bord=uk"), ("there is no option 'bord'", "board")),
        ((*TWO, "--token", "gold bar"), ("there is no token 'gold bar'", "car")),
        (
            (*TWO, *(word for n in "cdefghij" for word in ("--player", f"{n}=x{n}"))),
            ("2 to 8 players, not 10",),
        ),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    home: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    refused(run("new", *arguments), *words)
    assert not (home / "monopoly_ann").exists()
    assert not any(ref_names(home / "ann.git"))


LONG = "x" * 300
"""A name that no file can have: looking for it fails like looking where one may not."""


@pytest.mark.parametrize(
    "words",
    [
        ("new", "--me", f"ann={LONG}", "--player", "ben=ben.git"),
        ("new", "--me", "ann=ann.git", "--player", "ben=ben.git", "--dir", LONG),
        ("new", "--me", "ann=ann.git", "--player", "ben=ben.git", "--dir", "file/below"),
        ("new", "--me", "ann=ann.git", "--player", "ben=ben.git", "--identity", LONG),
        ("join", "--me", "ben=ben.git", "--from", LONG),
        ("resume", LONG),
        ("watch", LONG),
        ("log", LONG),
        ("verify", LONG),
        ("verify", f"{LONG}.git"),
    ],
)
def test_a_place_that_cannot_be_looked_at_is_one_line(home: Path, words: tuple[str, ...]) -> None:
    (home / "file").write_text("no folder\n")
    own_key()
    before = sorted(home.rglob("*"))
    refused(run(*words))
    assert sorted(home.rglob("*")) == before


def test_a_repository_that_is_not_empty_is_refused(home: Path) -> None:
    assert run("new", *TWO).exit_code == 0
    refused(run("new", *TWO, "--dir", "again"), "is not empty", "resume")
    refused(run("new", "--me", f"ann={bare(home, 'x')}", *TWO[2:]), "already exists", "resume")


def test_every_edition_that_people_play_can_be_chosen() -> None:
    from gitopoly.editions import EDITIONS as ALL

    assert set(EDITIONS) == set(ALL) - set(NOT_PLAYED)


def test_absence_is_wait_or_a_time() -> None:
    assert retire_after("wait") == 0
    assert retire_after("90") == 90
    for wrong in ("0", "-1", "1.5", "", "Wait", "9" * 10):
        with pytest.raises(click.UsageError):
            retire_after(wrong)
