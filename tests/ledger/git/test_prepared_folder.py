"""A game's folder that somebody else has prepared leads us to no file outside of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.checkout import check_out
from gitopoly.ledger.git.files import OWN_REF, ref_names
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.git.untrusted import Damaged
from tests.ledger.folders import game
from tests.ledger.repositories import bare
from tests.ledger.seats import opened, replica, write
from tests.ledger.servers import git

SECRET = "not a commit id, and not ours\n"


def go_on(folder: Path) -> None:
    """One more entry in a game."""
    store, mine = opened(folder)
    with store:
        write(mine, "alice", "goes on")


def elsewhere(tmp_path: Path) -> Path:
    """A folder of the player's, with a file in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "secret").write_text(SECRET)
    return folder


@pytest.mark.parametrize("namespace", ["gitopoly/kept", "remotes"])
def test_a_packed_name_that_leads_elsewhere_is_no_branch(tmp_path: Path, namespace: str) -> None:
    last, victim = game(tmp_path / "game"), elsewhere(tmp_path) / "secret"
    up = "../" * (4 + namespace.count("/"))
    packed = tmp_path / "game" / ".git" / "packed-refs"
    packed.write_text(f"{last} refs/{namespace}/{up}elsewhere/secret\n")
    assert (packed.parent / "refs" / namespace / up).resolve() == tmp_path
    with opened(tmp_path / "game")[0] as store:
        assert store.head("alice") == last
    assert victim.read_text() == SECRET


@pytest.mark.parametrize("name", ["refs/gitopoly/kept/\0x", "refs/heads/a..b", "refs/heads/.x"])
def test_a_packed_name_that_git_would_refuse_is_no_branch(tmp_path: Path, name: str) -> None:
    last = game(tmp_path)
    (tmp_path / ".git" / "packed-refs").write_text(f"{last} {name}\n")
    with opened(tmp_path)[0] as store:
        assert store.head("alice") == last


@pytest.mark.parametrize(
    "place",
    [
        *("objects", "objects/ab", "objects/pack", "objects/info", "refs", "refs/heads"),
        *("refs/remotes/bob", "gitopoly", "gitopoly/temporary"),
    ],
)
def test_a_folder_that_is_a_link_is_refused_before_anything_is_written(
    tmp_path: Path, place: str
) -> None:
    game(tmp_path / "game")
    path, away = tmp_path / "game" / ".git" / place, elsewhere(tmp_path) / "folder"
    path.parent.mkdir(exist_ok=True)
    path.rename(away) if path.exists() else away.mkdir()
    (away / "secret").write_text(SECRET)
    path.symlink_to(away, target_is_directory=True)
    before = sorted(away.rglob("*"))
    with pytest.raises(InvalidRepository, match=r"symbolic link|no game in|not both folders"):
        GitStore(tmp_path / "game")
    assert sorted(away.rglob("*")) == before


@pytest.mark.parametrize("name", ["lock", "journal", "journal.new", "journal.damaged"])
def test_a_file_that_is_a_link_is_refused_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    game(tmp_path / "game")
    victim, place = elsewhere(tmp_path) / "secret", tmp_path / "game" / ".git" / "gitopoly" / name
    place.unlink(missing_ok=True)
    place.symlink_to(victim)
    with pytest.raises(InvalidRepository, match="symbolic link"):
        GitStore(tmp_path / "game")
    assert victim.read_text() == SECRET


def test_an_empty_folder_in_the_place_of_a_branch_is_removed_as_git_does(tmp_path: Path) -> None:
    last = game(tmp_path)
    branch = tmp_path / ".git" / "refs" / "heads" / "main"
    branch.unlink()
    branch.mkdir()
    with opened(tmp_path)[0] as store:
        assert store.head("alice") == last
    assert branch.read_text().strip() == last


def test_a_folder_with_something_in_it_is_named_and_left_alone(tmp_path: Path) -> None:
    game(tmp_path)
    branch = tmp_path / ".git" / "refs" / "heads" / "main"
    branch.unlink()
    branch.mkdir()
    (branch / "notes").write_text(SECRET)
    with pytest.raises(InvalidRepository, match="is a folder where a branch belongs; move it away"):
        opened(tmp_path)
    assert (branch / "notes").read_text() == SECRET


@pytest.mark.parametrize("name", ["\0", "a\0b", "../../../elsewhere/secret", "a" * 300])
def test_a_default_branch_that_leads_nowhere_is_replaced(tmp_path: Path, name: str) -> None:
    folder = bare(tmp_path / "x.git").path
    (folder / "HEAD").write_text(f"ref: refs/heads/{name}\n")
    ref_files.swap_ref(folder, "refs/heads/main", None, "aa" * 20)
    ref_files.set_default_branch(folder, "refs/heads/main")
    assert (folder / "HEAD").read_text() == "ref: refs/heads/main\n"


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ("[include]\n\tpath = ../../pipe\n", "include"),
        ('[includeIf "gitdir:/"] path = ../../pipe\n', "include"),
        ("[core]\n\tworkTree = ../../elsewhere\n", "workTree"),
        ("[core] worktree = ../../elsewhere\n", "worktree"),
        ("[core]\n attributesFile = ../../pipe\n", "attributesFile"),
        ("[core]\n excludesfile=../../pipe\n", "excludesfile"),
        ("[extensions]\n\tworktreeConfig = true\n", "worktreeConfig"),
    ],
)
def test_a_setting_that_leads_elsewhere_is_refused(
    tmp_path: Path, setting: str, named: str
) -> None:
    game(tmp_path / "game")
    victim = elsewhere(tmp_path) / "secret"
    os.mkfifo(tmp_path / "pipe")
    config = tmp_path / "game" / ".git" / "config"
    config.write_text(config.read_text() + setting)
    with pytest.raises(InvalidRepository, match=rf"the setting {named} in its config"):
        GitStore(tmp_path / "game")
    assert victim.read_text() == SECRET


def test_a_value_that_names_such_a_setting_is_only_a_value(tmp_path: Path) -> None:
    last = game(tmp_path)
    config = tmp_path / ".git" / "config"
    more = '[remote "bob"]\n\turl = /games/include/worktree/bob.git\n'
    config.write_text(config.read_text() + more)
    with opened(tmp_path)[0] as store:
        assert store.head("alice") == last


@pytest.mark.parametrize(
    "name",
    [
        *("index", "info/grafts", "info/attributes", "info/exclude", "shallow", "config.worktree"),
        *("objects/info/commit-graph", "objects/pack/multi-pack-index", "objects/pack/pack-x.idx"),
        *("gitopoly/journal", "gitopoly/lock", "gitopoly/muted.new"),
    ],
)
def test_a_pipe_that_somebody_has_put_there_is_not_waited_for(tmp_path: Path, name: str) -> None:
    game(tmp_path)
    place = tmp_path / ".git" / name
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    with pytest.raises(InvalidRepository, match="is not a regular file"):
        GitStore(tmp_path)


@pytest.mark.parametrize("name", ["objects/info/alternates", "commondir"])
def test_objects_of_another_repository_are_not_borrowed(tmp_path: Path, name: str) -> None:
    game(tmp_path / "game")
    away = bare(tmp_path / "away.git").path
    place = tmp_path / "game" / ".git" / name
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"{away}/objects\n")
    with pytest.raises(InvalidRepository, match=f"not self-contained: {name} leads to another"):
        GitStore(tmp_path / "game")


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_the_newest_state_is_written_into_the_folder_alone(tmp_path: Path, kind: str) -> None:
    game(tmp_path / "game")
    victim = elsewhere(tmp_path) / "secret"
    own = OwnRepository(tmp_path / "game" / ".git")
    check_out(own, OWN_REF)
    name = next(path.name for path in (tmp_path / "game").iterdir() if path.is_file())
    place = tmp_path / "game" / name
    written = place.read_text()
    place.unlink()
    place.symlink_to(victim) if kind == "link" else os.mkfifo(place)
    check_out(own, OWN_REF)
    assert victim.read_text() == SECRET
    assert not place.is_symlink()
    assert place.read_text() == written


def test_git_finds_the_newest_state_in_the_folder_and_nothing_else(tmp_path: Path) -> None:
    game(tmp_path)
    for _ in range(2):
        go_on(tmp_path)
        check_out(OwnRepository(tmp_path / ".git"), OWN_REF)
        assert git("status", "--porcelain", at=tmp_path) == ""
        shown = git("show", "main:state.yml", at=tmp_path)
        assert (tmp_path / "state.yml").read_text() == shown
    with GitStore.create(tmp_path / "bare", "alice", bare=True) as store:
        write(replica(store), "alice")
        there = sorted((tmp_path / "bare").rglob("*"))
        check_out(store.own, OWN_REF)
        assert sorted((tmp_path / "bare").rglob("*")) == there


def test_a_checkout_that_was_killed_does_not_stop_the_next_one(tmp_path: Path) -> None:
    game(tmp_path)
    (tmp_path / ".git" / "index.lock").touch()
    with opened(tmp_path)[0] as store:
        check_out(store.own, OWN_REF)
    assert (tmp_path / "state.yml").read_text() == git("show", "main:state.yml", at=tmp_path)


def test_attributes_that_are_a_pipe_are_not_waited_for(tmp_path: Path) -> None:
    game(tmp_path)
    os.mkfifo(tmp_path / ".gitattributes")
    with pytest.raises(Damaged):
        check_out(OwnRepository(tmp_path / ".git"), OWN_REF)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".git", ".gitattributes"]


@pytest.mark.parametrize("place", ["refs/heads", "gitopoly/temporary", "objects"])
def test_folders_in_folders_without_end_are_read_like_any(tmp_path: Path, place: str) -> None:
    last = game(tmp_path)
    with nested(tmp_path / ".git" / place, 1100):
        assert list(ref_names(tmp_path / ".git")) == ["refs/heads/main"]
        assert any(ref_names(tmp_path / ".git"))
        with opened(tmp_path)[0] as store:
            assert store.head("alice") == last


@pytest.mark.slow
def test_a_path_that_is_too_long_to_be_opened_is_refused(tmp_path: Path) -> None:
    game(tmp_path)
    with nested(tmp_path / ".git" / "refs", 2100), pytest.raises(InvalidRepository):
        GitStore(tmp_path)


@contextlib.contextmanager
def nested(folder: Path, depth: int) -> Iterator[None]:
    """Folders in each other, perhaps deeper than a path may be long."""
    folder.mkdir(parents=True, exist_ok=True)
    at = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("a", dir_fd=at)
        inner = os.open("a", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)
    yield
    outermost, next_one = folder / "a", folder / "b"
    while (outermost / "a").is_dir():  # nothing else removes so many
        (outermost / "a").rename(next_one)
        outermost.rmdir()
        next_one.rename(outermost)
