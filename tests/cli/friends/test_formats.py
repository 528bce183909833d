"""Games of another format are refused in one line by every command, and harm no other game."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.editions.features import usual_with
from gitopoly.ledger.identity import from_seed
from gitopoly.table import game_file
from gitopoly.table.game_file import SHARED, GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.table.sources import Source
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, refused, run
from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key
from tests.table.repositories import bare, wait_for

READERS = ("verify", "log", "watch", "replay", "analyse")
OWNERS = ("resume", "attend", "verify", "log", "watch", "replay", "analyse")
FORMATS = [(2, "0.1.0", "before 1.0"), (4, "2.1", "install Gitopoly 2.1 or newer")]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


def nine_bytes(path: Path, branch: str = "main") -> None:
    """Show a signed commit whose `game.yml` is nothing but the name of a format."""
    key = Key("ann")
    said = message("ann invites.", {"Action": "Invite", "Key": key.text})
    files = two_files(b"format: 2", b"lobby: true\njoined: []\n")
    commit = entry("ann", [], said, files, 1_700_000_000, key)
    repository = Repository(path) if path.exists() else Repository.make(path)
    repository.write(*commit.objects)
    repository.show(commit.id, f"refs/heads/{branch}")


@pytest.mark.parametrize("command", READERS)
def test_nine_bytes_end_no_command_in_a_traceback(command: str, tmp_path: Path) -> None:
    nine_bytes(tmp_path / "ann.git")
    refused(run(command, str(tmp_path / "ann.git")), "is this a game's repository?")


def test_nine_bytes_are_no_invitation(tmp_path: Path) -> None:
    nine_bytes(tmp_path / "ann.git")
    me = f"--me=ben={bare(tmp_path, 'ben')}"
    source = f"--from={tmp_path / 'ann.git'}"
    refused(run("join", me, source, "--dir=ben"), "is this a game's repository?")
    assert not (tmp_path / "ben").exists()


@pytest.fixture(params=FORMATS, ids=["older", "newer"])
def other_format(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, str, str]:
    """The folder of a seat in a game of another format, and what is said about it."""
    number, since, reason = request.param
    with monkeypatch.context() as patch:
        patch.setattr(game_file, "FORMAT", number)
        patch.setattr(game_file, "SINCE", since)
        seats = tuple(SeatInfo(name, bare(tmp_path, name)) for name in ("ann", "ben"))
        identity = own_key(tmp_path / "home" / "identity")
        begin_game(tmp_path / "game", GameFile("classic", seats), identity).close()
    return tmp_path / "game", f"the game has format {number}, ", reason


@pytest.mark.parametrize("command", OWNERS)
def test_a_folder_of_another_format_is_refused_in_one_line(
    command: str, other_format: tuple[Path, str, str]
) -> None:
    folder, *reasons = other_format
    refused(run(command, str(folder)), *reasons)


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """A repository that two players share, to which somebody has pushed nine bytes besides."""
    place = bare(tmp_path, "all")
    seats = tuple(SeatInfo(name, place) for name in ("ann", "ben", "cleo"))
    game = GameFile("classic", seats, features=usual_with(SHARED))
    first = begin_game(tmp_path / "ann", game, from_seed(b"ann"))
    others = [
        join_game(
            tmp_path / name, name, place, Source(place, inviter="ann"), from_seed(name.encode())
        )
        for name in ("ben", "cleo")
    ]
    wait_for(lambda: all(seat.game.started for seat in (first, *others)), [first, *others])
    for seat in (first, *others):
        seat.close()
    nine_bytes(Path(place), "seats/ben")
    return place


@pytest.mark.parametrize("command", ["log", "verify"])
def test_one_unreadable_branch_is_noted_and_does_not_end_a_command(
    command: str, shared: str
) -> None:
    result = run(command, shared)
    assert result.exit_code == 0, result.output
    assert "ben" in result.output
    assert "it has no parents, but the game begins elsewhere" in result.output
