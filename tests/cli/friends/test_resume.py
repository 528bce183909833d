"""``gitopoly resume``: going on, or one clear line why not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.ledger.git.store import GitStore
from gitopoly.table.remote_game import resume_game
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, refused, run
from tests.ledger.servers import git

TWO = ("--me", "ann=ann.git", "--player", "ben=ben.git")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


def test_the_only_game_here_goes_on(home: Path) -> None:
    run("new", *TWO)
    result = run("resume", typed="keys\n")
    assert result.exit_code == 0
    assert "ben  has not joined yet" in result.output
    assert "resume with: gitopoly resume monopoly_ann" in result.output


def test_of_several_games_one_must_be_named(home: Path) -> None:
    refused(run("resume"), "there is no game in this folder")
    run("new", *TWO)
    run("new", "--me", "cleo=cleo.git", "--player", "ben=ben.git")
    refused(run("resume"), "monopoly_ann, monopoly_cleo")
    assert run("resume", "monopoly_cleo").exit_code == 0


def test_a_second_process_is_refused(home: Path) -> None:
    run("new", *TWO)
    with resume_game(home / "monopoly_ann", own_key()):
        refused(run("resume", "monopoly_ann"), "open in another process")


def test_the_current_folder_can_be_replaced_by_what_is_published(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("new", *TWO)
    monkeypatch.chdir(home / "monopoly_ann")
    result = run("resume", ".", "--take-published")
    assert result.exit_code == 0, result.output
    assert (home / "monopoly_ann.before-1" / ".git").is_dir()
    with resume_game(home / "monopoly_ann", own_key()) as table:
        assert table.game.names == ("ann", "ben")


def test_another_key_is_refused_and_nothing_is_changed_or_made(home: Path) -> None:
    run("new", *TWO)
    own_key(home / "other.key")
    before = contents(home)
    refused(run("resume", "--identity", "other.key"), "ann plays with the key", "--identity")
    refused(run("resume", "--identity", "no.key"), "there is no key in no.key", "--identity")
    assert contents(home) == before
    assert run("resume").exit_code == 0


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def spoil(file: Path) -> None:
    """Make the middle of a file unreadable."""
    data = bytearray(file.read_bytes())
    for at in range(len(data) // 3, len(data) // 2):
        data[at] ^= 0x55
    file.chmod(0o644)
    file.write_bytes(data)


def pack_in(folder: Path) -> Path:
    """Where Git finds a game's objects."""
    (pack,) = (folder / ".git" / "objects" / "pack").glob("*.pack")
    return pack


@pytest.mark.parametrize("damage", [Path.unlink, spoil])
def test_a_damaged_game_is_refused_and_left_as_it_is_and_an_older_copy_goes_on(
    home: Path, damage: Callable[[Path], None]
) -> None:
    run("new", *TWO)
    for name in ("copy", "damaged"):
        shutil.copytree(home / "monopoly_ann", home / name)
    damage(home / "damaged" / ".git" / "gitopoly" / "journal")
    damage(pack_in(home / "damaged"))
    before = contents(home / "damaged" / ".git" / "objects")
    refused(run("resume", "damaged"), "is damaged", "restore a copy of the folder")
    assert contents(home / "damaged" / ".git" / "objects") == before
    assert run("resume", "copy").exit_code == 0


@pytest.mark.parametrize("damage", [Path.unlink, spoil])
@pytest.mark.parametrize("is_shown", [True, False])
def test_the_journal_and_what_git_is_shown_are_mended_from_each_other(
    home: Path, damage: Callable[[Path], None], is_shown: bool
) -> None:
    run("new", *TWO)
    folder = home / "monopoly_ann"
    before = git("rev-parse", "main", at=folder)
    damage(pack_in(folder) if is_shown else folder / ".git" / "gitopoly" / "journal")
    assert run("resume").exit_code == 0
    git("fsck", "--strict", at=folder)
    assert git("rev-parse", "main", at=folder) == before


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("gitopoly/journal", ("Is a directory",)),
        ("gitopoly/lock", ("Is a directory",)),
        ("gitopoly/name", ("gitopoly/name does not say whose seat it is",)),
        ("HEAD", ("monopoly_ann",)),
    ],
)
def test_files_that_are_not_what_they_should_be_give_one_line(
    home: Path, file: str, words: tuple[str, ...]
) -> None:
    run("new", *TWO)
    place = home / "monopoly_ann" / ".git" / file
    place.unlink(missing_ok=True)
    place.mkdir()
    refused(run("resume"), *words)


def test_a_config_that_git_cannot_read_ends_no_game(home: Path) -> None:
    """Nothing in it decides about the game."""
    run("new", *TWO)
    config = home / "monopoly_ann" / ".git" / "config"
    config.write_bytes(b"[core")
    assert run("resume").exit_code == 0


def test_settings_are_added_to_a_config_whose_last_line_does_not_end(home: Path) -> None:
    run("new", *TWO)
    config = home / "monopoly_ann" / ".git" / "config"
    config.write_bytes(b"[core]\n\tbare = false")
    assert run("resume").exit_code == 0
    assert git("config", "--local", "core.bare", at=home / "monopoly_ann") == "false\n"
    assert git("config", "--local", "gpg.ssh.allowedSignersFile", at=home / "monopoly_ann")


@pytest.mark.parametrize("name", [b"", b"x\0y", b"\xed\xa0\x80", b"ben\n", b"zoe\n", None])
def test_a_folder_that_does_not_say_whose_it_is_is_kept_and_can_be_mended(
    home: Path, name: bytes | None
) -> None:
    run("new", *TWO)
    place = home / "monopoly_ann" / ".git" / "gitopoly" / "name"
    place.unlink()
    if name is not None:
        place.write_bytes(name)
    before = contents(home)
    told = {run(command, "monopoly_ann").stderr for command in ("resume", "log", "verify")}
    (line,) = told
    assert "remove" not in line
    assert contents(home) == before
    said, _, mend = line.strip().rpartition("keep the folder, and repair it: ")
    assert said == (
        "gitopoly: the game in monopoly_ann is damaged: gitopoly/name does not say whose seat it "
        "is; "
    )
    subprocess.run(mend, shell=True, check=True)
    assert place.read_text() == "ann\n"
    assert run("resume").exit_code == 0


def test_a_folder_in_which_nothing_was_begun_is_not_called_a_game(home: Path) -> None:
    GitStore.create(home / "monopoly_ann", "ann").close()
    own_key()
    for command in ("resume", "log"):
        refused(run(command, "monopoly_ann"), "there is no move in monopoly_ann yet")


def test_settings_of_the_user_that_cannot_be_read_end_no_game_on_this_machine(home: Path) -> None:
    run("new", *TWO)
    own = {**os.environ, "GIT_CONFIG_GLOBAL": str(home / ".gitconfig")}
    (home / ".gitconfig").write_text("[core\n")
    for words, code in (
        (["resume", "monopoly_ann"], 0),
        (["verify", "ann.git"], 0),
        (["log", "ann.git"], 0),
        (["log", "git://127.0.0.1:1/ann.git"], 2),  # a network may need them
    ):
        command = [sys.executable, "-m", "gitopoly", *words]
        done = subprocess.run(
            command, env=own, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        assert (".gitconfig" in done.stderr) == (code != 0)
        assert len(done.stderr.splitlines()) <= 1


def test_what_is_no_game_is_refused(home: Path) -> None:
    refused(run("resume", "nowhere"), "there is no game in nowhere")
    refused(run("resume", "ann.git"), "ann.git")
