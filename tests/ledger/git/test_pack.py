"""Packs that stock Git takes for its own, and damage that is noticed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git import object_files
from gitopoly.ledger.git.object_files import ids_in, remove_pack, write_pack
from tests.ledger.repositories import bare
from tests.ledger.seats import sealed
from tests.ledger.servers import ENVIRONMENT, git


def blob(data: bytes) -> Object:
    """Make a blob."""
    return Object("blob", object_id("blob", data), data)


SIZES = (0, 1, 15, 16, 17, 2047, 2048, 2049, 300_000)
OBJECTS = [
    *(blob(bytes(size)) for size in SIZES),
    *sealed("alice").objects,
    *(blob(b"%d" % n) for n in range(600)),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return bare(tmp_path).objects / "pack"


def test_stock_git_reads_back_every_object(folder: Path) -> None:
    made = write_pack(folder, [*OBJECTS, *OBJECTS])
    assert made is not None
    assert ids_in(made) == {item.id for item in OBJECTS}
    git("verify-pack", made.with_suffix(".idx"), at=folder)
    told = subprocess.run(
        ["git", "cat-file", "--batch"],
        input="".join(f"{item.id}\n" for item in OBJECTS).encode(),
        capture_output=True,
        check=True,
        cwd=folder.parent.parent,
        env=ENVIRONMENT,
    )
    whole = (b"%s %s %d\n%s\n" % (i.encode(), k.encode(), len(d), d) for k, i, d in OBJECTS)
    assert told.stdout == b"".join(whole)
    assert write_pack(folder, OBJECTS) == made
    assert sorted(path.suffix for path in folder.iterdir()) == [".idx", ".pack"]
    remove_pack(made)
    remove_pack(made)
    assert list(folder.iterdir()) == []


def test_nothing_makes_no_pack_and_too_much_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert write_pack(folder, []) is None
    monkeypatch.setattr(object_files, "LARGEST", 1000)
    with pytest.raises(InvalidRepository, match="two gigabytes"):
        write_pack(folder, OBJECTS)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("end", [".pack", ".idx"])
@pytest.mark.parametrize("damage", ["gone", "empty", "short", "changed", "folder", "pipe"])
def test_a_damaged_pack_is_not_whole(folder: Path, end: str, damage: str) -> None:
    made = write_pack(folder, OBJECTS[:12])
    assert made is not None
    path = made.with_suffix(end)
    data = path.read_bytes()
    path.unlink()
    if damage in ("empty", "short", "changed"):
        changed = data[:50] + bytes([data[50] ^ 1]) + data[51:]
        path.write_bytes({"empty": b"", "short": data[:-1], "changed": changed}[damage])
    elif damage == "folder":
        path.mkdir()
    elif damage == "pipe":
        os.mkfifo(path)
    assert ids_in(made) is None
