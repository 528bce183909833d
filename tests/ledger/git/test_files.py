"""Loose objects as Git writes them, refs moved under Git's own lock, leftovers removed."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git import files
from tests.ledger.repositories import Repository, act, bare
from tests.ledger.servers import git

TEXT = Object("blob", object_id("blob", b"text"), b"text")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    (tmp_path / "gitopoly").mkdir()
    return bare(tmp_path)


def test_git_reads_a_loose_object(repo: Repository) -> None:
    loose = files.LooseObjects(repo.path)
    data = files.compressed(TEXT)
    for _ in range(2):
        loose.write(TEXT.id, data)
    assert git("cat-file", "blob", TEXT.id, at=repo.path) == "text"
    loose.remove(TEXT.id)
    loose.remove(TEXT.id)
    assert not repo.holds(TEXT.id)


def test_all_loose_objects_and_half_written_ones_are_removed(repo: Repository) -> None:
    objects = repo.path / "objects"
    loose = files.LooseObjects(repo.path)
    loose.write(TEXT.id, files.compressed(TEXT))
    (objects / "tmp_obj_x").touch()
    (objects / TEXT.id[:2] / "tmp_obj_y").touch()
    loose.remove_all()
    assert sorted(path.name for path in objects.iterdir()) == ["info", "pack"]
    loose.write(TEXT.id, files.compressed(TEXT))


def test_a_folder_in_the_place_of_an_object_or_a_lock_is_left_alone(
    repo: Repository,
) -> None:
    git_dir, loose = repo.path, files.LooseObjects(repo.path)
    object_id = "ab" + "0" * 38
    odd = [git_dir / "objects" / "ab" / object_id[2:], git_dir / "refs" / "heads" / "main.lock"]
    for path in odd:
        path.mkdir(parents=True)

    loose.remove(object_id)
    loose.remove_all()
    files.remove_stale_locks(git_dir)

    assert all(path.is_dir() for path in odd)


def test_a_ref_moves_under_its_lock_alone(repo: Repository, tmp_path: Path) -> None:
    name, one, two = "refs/remotes/bob/main", "1" * 40, "2" * 40
    with files.RefLock(tmp_path, name) as ref:
        assert ref.target() is None
        ref.move(one)
    with files.RefLock(tmp_path, name) as ref:
        assert ref.target() == one
        with (
            pytest.raises(InvalidRepository, match=r"main\.lock"),
            files.RefLock(tmp_path, name),
        ):
            pass
    assert files.ref_target(tmp_path, name) == one
    with files.RefLock(tmp_path, name) as ref:
        ref.move(two)
    assert files.ref_target(tmp_path, name) == two
    assert list(files.ref_names(tmp_path)) == [name]


def test_a_ref_is_found_where_housekeeping_has_put_it(repo: Repository, tmp_path: Path) -> None:
    head, other = act(repo), "refs/heads/other"
    git("branch", "other", at=tmp_path)
    git("pack-refs", "--all", at=tmp_path)
    assert not (tmp_path / "refs" / "heads" / "main").exists()
    assert list(files.ref_names(tmp_path)) == ["refs/heads/main", other]
    with files.RefLock(tmp_path, "refs/heads/main") as ref:
        assert ref.target() == head
    files.force_ref(tmp_path, "refs/heads/main", None)
    assert list(files.ref_names(tmp_path)) == [other]
    assert git("for-each-ref", at=tmp_path).split() == [head, "commit", other]


def test_notes_without_the_one_that_was_cut_short(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_bytes(b'{"a": 1}\n[2]\n\xff\n{"b": 2}\n{"c":')
    assert files.read_notes(tmp_path / "evidence") == [{"a": 1}, {"b": 2}]
    assert files.read_notes(tmp_path / "gone") == []
