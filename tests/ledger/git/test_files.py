"""Loose objects as Git writes them, refs moved under Git's own lock, leftovers removed."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git import files, ref_files
from gitopoly.ledger.git.object_files import write_objects
from tests.ledger.repositories import Repository, act, bare
from tests.ledger.servers import git

TEXT = Object("blob", object_id("blob", b"text"), b"text")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    (tmp_path / "gitopoly").mkdir()
    return bare(tmp_path)


def test_all_loose_objects_and_half_written_ones_are_removed(repo: Repository) -> None:
    objects = repo.path / "objects"
    for _ in range(2):
        write_objects(objects, [TEXT])
        assert git("cat-file", "blob", TEXT.id, at=repo.path) == "text"
        files.remove_loose(objects, TEXT.id)
        files.remove_loose(objects, TEXT.id)
        assert not repo.holds(TEXT.id)
    write_objects(objects, [TEXT])
    (objects / "tmp_obj_x").touch()
    (objects / TEXT.id[:2] / "tmp_obj_y").touch()
    files.remove_all_loose(objects)
    assert sorted(path.name for path in objects.iterdir()) == ["info", "pack"]


def test_a_folder_in_the_place_of_an_object_or_a_lock_is_left_alone(
    repo: Repository,
) -> None:
    git_dir = repo.path
    object_id = "ab" + "0" * 38
    odd = [git_dir / "objects" / "ab" / object_id[2:], git_dir / "refs" / "heads" / "main.lock"]
    for path in odd:
        path.mkdir(parents=True)

    files.remove_loose(git_dir / "objects", object_id)
    files.remove_all_loose(git_dir / "objects")
    files.remove_leftovers(git_dir)

    assert all(path.is_dir() for path in odd)


def test_a_ref_moves_under_its_lock_alone(repo: Repository, tmp_path: Path) -> None:
    name, one, two = "refs/remotes/bob/main", "1" * 40, "2" * 40
    files.force_ref(tmp_path, name, one)
    with ref_files.locked(f"{tmp_path}/{name}", sync=False, is_ours=True) as ref:
        assert files.ref_target(tmp_path, name) == one
        with pytest.raises(InvalidRepository, match=r"main\.lock"):
            files.force_ref(tmp_path, name, two)
        ref.write(f"{two}\n".encode())
    assert files.ref_target(tmp_path, name) == two
    with ref_files.locked(f"{tmp_path}/{name}", sync=False, is_ours=True):
        pass
    assert files.ref_target(tmp_path, name) == two
    assert list(files.ref_names(tmp_path)) == [name]


def test_a_ref_is_found_where_housekeeping_has_put_it(repo: Repository, tmp_path: Path) -> None:
    head, other = act(repo), "refs/heads/other"
    git("branch", "other", at=tmp_path)
    git("pack-refs", "--all", at=tmp_path)
    assert not (tmp_path / "refs" / "heads" / "main").exists()
    assert list(files.ref_names(tmp_path)) == ["refs/heads/main", other]
    assert files.ref_target(tmp_path, "refs/heads/main") == head
    files.force_ref(tmp_path, "refs/heads/main", None)
    assert list(files.ref_names(tmp_path)) == [other]
    assert git("for-each-ref", at=tmp_path).split() == [head, "commit", other]


def test_git_can_read_what_is_left_when_refs_are_removed(repo: Repository, tmp_path: Path) -> None:
    head = act(repo)
    refs = ["refs/heads/main", "refs/heads/other", "refs/heads/third"]
    files.force_ref(tmp_path, refs[2], None)
    assert not (tmp_path / "packed-refs").exists()
    for name in refs[1:]:
        git("update-ref", name, head, at=tmp_path)
    git("pack-refs", "--all", at=tmp_path)
    while refs:
        files.force_ref(tmp_path, refs.pop(0), None)
        assert list(files.ref_names(tmp_path)) == refs
        assert git("for-each-ref", "--format=%(refname)", at=tmp_path).split() == refs
