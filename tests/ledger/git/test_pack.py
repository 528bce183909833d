"""Packs that stock Git takes for its own, and that grow without being made anew."""

import subprocess
from pathlib import Path

import pytest

from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.git import pack
from tests.ledger.repositories import bare
from tests.ledger.seats import sealed
from tests.ledger.servers import ENVIRONMENT, git


def blob(text: str) -> Object:
    """Make a blob."""
    return Object("blob", object_id("blob", text.encode()), text.encode())


def some(count: int, start: int = 0) -> list[Object]:
    """Make texts that resemble each other."""
    lines = [f"line {n}: {n * n}\n" for n in range(120)]
    return [
        blob("".join([*lines[: n % 100], f"new {n}\n", *lines]))
        for n in range(start, start + count)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return bare(tmp_path).objects / "pack"


def verify(folder: Path, index: pack.Index) -> None:
    """Let stock Git check a pack and its index."""
    git("verify-pack", pack.paths(folder, index.name)[1], at=folder.parent.parent)


def test_stock_git_reads_back_every_object(folder: Path) -> None:
    objects = [*some(130), *sealed("alice").objects, blob(""), blob("x" * 200_000)]
    index = pack.grow(folder, pack.Index(), [*objects, *objects])
    verify(folder, index)
    asked = "".join(f"{item.id}\n" for item in objects)
    told = subprocess.run(
        ["git", "cat-file", "--batch"],
        input=asked.encode(),
        capture_output=True,
        check=True,
        cwd=folder.parent.parent,
        env=ENVIRONMENT,
    )
    whole = (b"%s %s %d\n%s\n" % (i.encode(), k.encode(), len(d), d) for k, i, d in objects)
    assert told.stdout == b"".join(whole)


def test_a_pack_grows_and_keeps_what_it_held(folder: Path) -> None:
    first, second = some(60), some(60, start=60)
    one = pack.grow(folder, pack.Index(), first)
    two = pack.grow(folder, one, second)
    verify(folder, two)
    assert set(two.places) == {item.id for item in (*first, *second)}
    assert one.places.items() <= two.places.items()
    assert pack.read_index(folder, two.name) == two
    assert pack.read_index(folder, one.name) == one
    assert pack.grow(folder, two, first) == two


def test_likeness_makes_a_pack_small(folder: Path) -> None:
    objects = some(100)
    index = pack.grow(folder, pack.Index(), objects)
    size = pack.paths(folder, index.name)[0].stat().st_size
    assert size < sum(len(item.data) for item in objects) / 20


@pytest.mark.parametrize("damage", ["gone", "short", "changed", "no pack"])
def test_a_damaged_index_is_not_believed(folder: Path, damage: str) -> None:
    index = pack.grow(folder, pack.Index(), some(3))
    contents, path = pack.paths(folder, index.name)
    data = path.read_bytes()
    if damage == "no pack":
        contents.unlink()
    elif damage == "gone":
        path.unlink()
    else:
        path.chmod(0o644)
        path.write_bytes(data[:-3] if damage == "short" else data[:1100] + b"x" + data[1101:])
    assert pack.read_index(folder, index.name) is None
