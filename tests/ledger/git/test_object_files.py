"""What we write as objects is what stock Git reads, loose and packed."""

import subprocess
from pathlib import Path

import pytest

from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.object_files import LOOSE_AT_MOST, write_objects
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from tests.ledger.repositories import bare
from tests.ledger.servers import git

CONTENTS = [b"", b"x", b"y" * 15, b"y" * 16, b"z" * 2047, b"z" * 2048, bytes(300_000)]
OBJECTS = [Object("blob", object_id("blob", content), content) for content in CONTENTS]
MANY = [Object("blob", object_id("blob", b"%d" % n), b"%d" % n) for n in range(LOOSE_AT_MOST)]


def test_an_id_is_the_one_that_git_gives() -> None:
    given = subprocess.run(
        ["git", "hash-object", "--stdin"], input=b"hello\n", capture_output=True, check=True
    )
    assert object_id("blob", b"hello\n") == given.stdout.decode().strip()


@pytest.mark.parametrize("objects", [OBJECTS, OBJECTS + MANY], ids=["loose", "packed"])
def test_stock_git_reads_what_we_wrote_and_so_do_we(tmp_path: Path, objects: list[Object]) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    reader = CatFile(folder / "objects")
    write_objects(folder / "objects", objects)
    assert bool(list((folder / "objects" / "pack").iterdir())) == (objects is not OBJECTS)
    for kind, name, content in objects:
        assert reader.holds(name)
        assert reader.read(name, 10**6) == (kind, content)
        assert int(git("cat-file", "-s", name, at=folder)) == len(content)
    git("fsck", "--strict", "--no-dangling", at=folder)


def test_an_empty_object_file_left_by_a_power_loss_is_written_again(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    item = OBJECTS[1]
    path = folder / "objects" / item.id[:2] / item.id[2:]
    path.parent.mkdir()
    path.touch()
    reader = CatFile(folder / "objects")
    with pytest.raises(Damaged):
        reader.read(item.id, 100)
    write_objects(folder / "objects", [item])
    assert reader.read(item.id, 100) == (item.kind, item.data)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read_regular(tmp_path / "real", 3) == b"123"
    assert read_regular(tmp_path / "gone", 3) is None
    for name in ("link", "."):
        with pytest.raises(Damaged):
            read_regular(tmp_path / name, 3)
