"""A game's folder that somebody else has prepared leads us to no file outside of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.store import GitStore
from tests.ledger.repositories import bare
from tests.ledger.seats import replica, write

SECRET = "not a commit id, and not ours\n"


def game(folder: Path) -> str:
    """A game with some entries; gives the newest."""
    with GitStore.create(folder, "alice") as store:
        mine = replica(store)
        return [write(mine, "alice", f"move-{number}").id for number in range(3)][-1]


def elsewhere(tmp_path: Path) -> Path:
    """A folder of the player's, with a file in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "secret").write_text(SECRET)
    return folder


@pytest.mark.parametrize("namespace", ["gitopoly/kept", "gitopoly/incoming", "remotes"])
def test_a_packed_name_that_leads_elsewhere_is_no_branch(tmp_path: Path, namespace: str) -> None:
    last, victim = game(tmp_path / "game"), elsewhere(tmp_path) / "secret"
    up = "../" * (4 + namespace.count("/"))
    packed = tmp_path / "game" / ".git" / "packed-refs"
    packed.write_text(f"{last} refs/{namespace}/{up}elsewhere/secret\n")
    assert (packed.parent / "refs" / namespace / up).resolve() == tmp_path
    with GitStore(tmp_path / "game") as store:
        assert store.head("alice") == last
    assert victim.read_text() == SECRET


@pytest.mark.parametrize("name", ["refs/gitopoly/kept/\0x", "refs/heads/a..b", "refs/heads/.x"])
def test_a_packed_name_that_git_would_refuse_is_no_branch(tmp_path: Path, name: str) -> None:
    last = game(tmp_path)
    (tmp_path / ".git" / "packed-refs").write_text(f"{last} {name}\n")
    with GitStore(tmp_path) as store:
        assert store.head("alice") == last


@pytest.mark.parametrize(
    "place",
    [
        *("objects", "objects/ab", "objects/pack", "objects/info", "refs", "refs/heads"),
        *("refs/remotes/bob", "gitopoly", "gitopoly/incoming"),
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
    with pytest.raises(InvalidRepository, match=r"symbolic link|no game in"):
        GitStore(tmp_path / "game")
    assert sorted(away.rglob("*")) == before


@pytest.mark.parametrize(
    "name", ["draft", "state.new", "evidence", "lock", "journal", "state", "name.new"]
)
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
    with GitStore(tmp_path) as store:
        assert store.head("alice") == last
    assert branch.read_text().strip() == last


def test_a_folder_with_something_in_it_is_named_and_left_alone(tmp_path: Path) -> None:
    game(tmp_path)
    branch = tmp_path / ".git" / "refs" / "heads" / "main"
    branch.unlink()
    branch.mkdir()
    (branch / "notes").write_text(SECRET)
    with pytest.raises(InvalidRepository, match="is a folder where a branch belongs; move it away"):
        GitStore(tmp_path)
    assert (branch / "notes").read_text() == SECRET


@pytest.mark.parametrize("name", ["\0", "a\0b", "../../../elsewhere/secret", "a" * 300])
def test_a_default_branch_that_leads_nowhere_is_replaced(tmp_path: Path, name: str) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    (folder / "HEAD").write_text(f"ref: refs/heads/{name}\n")
    ref_files.swap_ref(folder, "refs/heads/main", None, "aa" * 20)
    ref_files.set_default_branch(folder, "refs/heads/main")
    assert (folder / "HEAD").read_text() == "ref: refs/heads/main\n"
