"""What we write as objects is what stock Git reads, loose and packed."""

import os
import subprocess
from pathlib import Path

import pytest

from gitopoly.ledger.git.object_files import (
    Damaged,
    Object,
    ObjectFolder,
    TooLarge,
    object_id,
    read_regular,
    write_pack,
)
from tests.ledger.repositories import bare
from tests.ledger.servers import git

CONTENTS = [b"", b"x", b"y" * 15, b"y" * 16, b"z" * 2047, b"z" * 2048, bytes(300_000)]
OBJECTS: list[Object] = [("blob", object_id("blob", content), content) for content in CONTENTS]


def test_an_id_is_the_one_that_git_gives() -> None:
    given = subprocess.run(
        ["git", "hash-object", "--stdin"], input=b"hello\n", capture_output=True, check=True
    )
    assert object_id("blob", b"hello\n") == given.stdout.decode().strip()


@pytest.mark.parametrize("packed", [False, True])
def test_stock_git_reads_what_we_wrote_and_so_do_we(tmp_path: Path, packed: bool) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    objects = ObjectFolder(folder / "objects")
    if packed:
        write_pack(folder / "objects" / "pack", OBJECTS)
    else:
        objects.write(OBJECTS)
    for kind, name, content in OBJECTS:
        assert objects.has(name)
        assert objects.read(name, 10**6) == (kind, content)
        assert int(git("cat-file", "-s", name, at=folder)) == len(content)
    git("fsck", "--strict", "--no-dangling", at=folder)


@pytest.mark.parametrize("packed", [False, True])
def test_a_size_is_checked_before_the_content(tmp_path: Path, packed: bool) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    kind, name, content = OBJECTS[-1]
    if packed:
        write_pack(folder / "objects" / "pack", OBJECTS)
    else:
        ObjectFolder(folder / "objects").write([(kind, name, content)])
    with pytest.raises(TooLarge) as caught:
        ObjectFolder(folder / "objects").read(name, len(content) - 1)
    assert caught.value.size == len(content)
    assert ObjectFolder(folder / "objects").read(name, len(content)) == (kind, content)


def test_what_is_not_there_is_a_key_error(tmp_path: Path) -> None:
    objects = ObjectFolder(Path(bare(tmp_path / "x.git").path) / "objects")
    assert not objects.has("ab" * 20)
    with pytest.raises(KeyError):
        objects.read("ab" * 20, 100)


def test_an_object_that_was_packed_meanwhile_is_found(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    objects = ObjectFolder(folder / "objects")
    objects.write(OBJECTS[:1])
    assert objects.has(OBJECTS[0][1])
    write_pack(folder / "objects" / "pack", OBJECTS)
    git("prune-packed", at=folder)
    for kind, name, content in OBJECTS:
        assert objects.read(name, 10**6) == (kind, content)


def test_an_empty_object_file_left_by_a_power_loss_is_written_again(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path)
    objects = ObjectFolder(folder / "objects")
    kind, name, content = OBJECTS[1]
    path = folder / "objects" / name[:2] / name[2:]
    path.parent.mkdir()
    path.touch()
    with pytest.raises(Damaged):
        objects.read(name, 100)
    objects.write([(kind, name, content)])
    assert objects.read(name, 100) == (kind, content)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read_regular(tmp_path / "real", 3) == b"123"
    assert read_regular(tmp_path / "gone", 3) is None
    for name in ("link", "."):
        with pytest.raises(Damaged):
            read_regular(tmp_path / name, 3)


def test_a_linked_pack_is_refused(tmp_path: Path) -> None:
    folder = Path(bare(tmp_path / "x.git").path) / "objects"
    write_pack(tmp_path / "elsewhere", OBJECTS)
    for path in (tmp_path / "elsewhere").iterdir():
        (folder / "pack" / path.name).symlink_to(path)
    with pytest.raises(Damaged, match="not a regular file"):
        ObjectFolder(folder).read(OBJECTS[0][1], 100)


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="open files are not listed here")
def test_packs_are_closed_with_the_folder_and_when_others_take_their_place(tmp_path: Path) -> None:
    """Each fetch over a network looks into a folder of its own, thousands of times a game."""
    before = len(os.listdir("/dev/fd"))
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        objects = ObjectFolder(folder)
        for half in (OBJECTS[:3], OBJECTS[3:]):
            write_pack(folder / "pack", half)
            assert objects.read(half[0][1], 1 << 20) == ("blob", half[0][2])
        assert len(os.listdir("/dev/fd")) <= before + 1
    del objects
    assert len(os.listdir("/dev/fd")) <= before


def test_a_pack_that_was_mended_meanwhile_is_opened_again(tmp_path: Path) -> None:
    write_pack(tmp_path / "pack", OBJECTS)
    (pack,) = (tmp_path / "pack").glob("*.pack")
    sound = pack.read_bytes()
    pack.chmod(0o644)
    pack.write_bytes(sound[:40])
    objects = ObjectFolder(tmp_path)
    with pytest.raises(Damaged):
        objects.read(OBJECTS[-1][1], 1 << 20)

    other = tmp_path / "pack" / "mended"
    other.write_bytes(sound)
    other.replace(pack)

    assert objects.read(OBJECTS[-1][1], 1 << 20) == ("blob", OBJECTS[-1][2])
