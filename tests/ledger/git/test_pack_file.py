"""Packs that others made: what is whole is read, and nothing else does any harm."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.git.object_files import ObjectFolder, object_id
from gitopoly.ledger.git.pack_file import LARGEST_OBJECT, LONGEST_CHAIN, MOST_CACHED
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, ReadBudget, TooLarge
from tests.ledger.packs import Pack, copy, difference, insert
from tests.ledger.repositories import act, game
from tests.ledger.servers import git

REFUSALS = (KeyError, Damaged, TooLarge, BudgetExceeded)
LARGE = 1 << 26


def states(count: int) -> list[bytes]:
    """Contents that differ by a few lines, as the states of a game do."""
    random, lines = Random(1), [f"line {number}: {number * 7919}\n" for number in range(60)]
    found = []
    for number in range(count):
        lines[random.randrange(60)] = f"changed in {number}\n"
        found.append("".join(lines).encode())
    return found


def chain(count: int, content: bytes = b"x" * 100) -> tuple[Pack, list[str]]:
    """A chain of differences, each to the one before; and the names of all."""
    pack, names = Pack(), [object_id("blob", content)]
    place = pack.whole("blob", content)
    for number in range(count):
        new = content[:-4] + number.to_bytes(4, "big")
        names.append(object_id("blob", new))
        change = difference(len(content), len(new), copy(0, len(new) - 4), insert(new[-4:]))
        place = pack.delta(names[-1], place, change)
        content = new
    return pack, names


@pytest.mark.slow
@pytest.mark.parametrize("depth", ["0", "5", "50", "250"])
def test_what_git_packed_is_read(tmp_path: Path, depth: str) -> None:
    repository = game(tmp_path)
    names = {str(repository.create_blob(state)): state for state in states(300)}
    head = act(repository)
    listed = "\n".join((*names, head)).encode()
    place = f"{repository.path}/objects/pack/pack"
    command = ["git", "-C", str(tmp_path), "pack-objects", "-q", "--window=50", f"--depth={depth}"]
    subprocess.run([*command, place], input=listed, check=True, capture_output=True)
    git("prune-packed", at=tmp_path)
    objects = ObjectFolder(Path(repository.path) / "objects", ReadBudget())
    for name, state in names.items():
        assert objects.header(name) == ("blob", len(state))
        assert objects.read(name, len(state)) == ("blob", state)
    assert objects.read(head, LARGE)[0] == "commit"
    assert not objects.has("ab" * 20)


def test_differences_to_a_name_are_followed(tmp_path: Path) -> None:
    pack, old, new = Pack(), b"old" * 9, b"old" * 9 + b"!"
    pack.named_delta(
        object_id("blob", new),
        object_id("blob", old),
        difference(27, 28, copy(0, 27), insert(b"!")),
    )
    pack.whole("blob", old)
    pack.write(tmp_path / "pack")
    assert ObjectFolder(tmp_path).read(object_id("blob", new), 28) == ("blob", new)


@pytest.mark.slow
def test_every_flipped_bit_is_harmless(tmp_path: Path) -> None:
    """Each byte of index and pack, one after the other."""
    pack, names = chain(12)
    index = pack.write(tmp_path / "pack")
    contents = {name: ObjectFolder(tmp_path).read(name, 200) for name in names}
    for path in (index, index.with_suffix(".pack")):
        whole = path.read_bytes()
        for place in range(len(whole)):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << place % 8
            path.write_bytes(damaged)
            objects = ObjectFolder(tmp_path, ReadBudget())
            for name in (names[0], names[6], names[12]):
                with contextlib.suppress(*REFUSALS):
                    assert objects.read(name, 200) == contents[name]
        path.write_bytes(whole)


@pytest.mark.parametrize("size", [0, 7, 8, 1031, 1032, 1071, 1100])
def test_an_index_that_is_cut_short_is_damaged(tmp_path: Path, size: int) -> None:
    pack, names = chain(3)
    os.truncate(pack.write(tmp_path / "pack"), size)
    with pytest.raises(Damaged, match="index"):
        ObjectFolder(tmp_path).read(names[0], 200)
    assert not ObjectFolder(tmp_path).has(names[0])


def test_a_damaged_pack_does_not_hide_the_others(tmp_path: Path) -> None:
    one, names = chain(3)
    other, more = chain(3, b"y" * 100)
    one.write(tmp_path / "pack")
    os.truncate(other.write(tmp_path / "pack"), 100)
    assert ObjectFolder(tmp_path).read(names[3], 200)[0] == "blob"
    with pytest.raises(Damaged):
        ObjectFolder(tmp_path).read(more[3], 200)


def test_a_pack_that_is_cut_short_is_damaged(tmp_path: Path) -> None:
    pack, names = chain(3)
    path = pack.write(tmp_path / "pack").with_suffix(".pack")
    for size in range(0, path.stat().st_size - 20, 5):
        whole = path.read_bytes()
        os.truncate(path, size)
        with pytest.raises(Damaged):
            ObjectFolder(tmp_path).read(names[3], 200)
        path.write_bytes(whole)


def test_a_chain_as_deep_as_git_makes_them_is_read_and_a_deeper_one_is_not(tmp_path: Path) -> None:
    pack, names = chain(LONGEST_CHAIN + 1)
    pack.write(tmp_path / "pack")
    assert ObjectFolder(tmp_path).read(names[LONGEST_CHAIN], 200)[0] == "blob"
    for ask in (ObjectFolder.header, lambda objects, name: objects.read(name, 200)):
        with pytest.raises(Damaged, match="chain of more than"):
            ask(ObjectFolder(tmp_path), names[-1])


def test_differences_in_a_circle_are_damaged(tmp_path: Path) -> None:
    pack, change = Pack(), difference(9, 9, copy(0, 9))
    pack.named_delta("11" * 20, "22" * 20, change)
    pack.named_delta("22" * 20, "11" * 20, change)
    pack.write(tmp_path / "pack")
    for ask in (ObjectFolder.header, lambda objects, name: objects.read(name, 200)):
        with pytest.raises(Damaged, match="chain of more than"):
            ask(ObjectFolder(tmp_path), "11" * 20)


@pytest.mark.parametrize(
    "change",
    [
        b"",
        b"\xff" * 30,
        difference(99, 9, copy(0, 9)),
        difference(100, 9, copy(95, 9)),
        difference(100, 9, copy(0, 8)),
        difference(100, 9, copy(0, 10)),
        difference(100, 9, b"\0", copy(0, 9)),
        difference(100, 9, b"\x0912345678"),
        difference(100, 9, b"\xff\0"),
    ],
    ids=["empty", "endless", "base", "beyond", "less", "more", "reserved", "short", "half"],
)
def test_a_difference_that_does_not_fit_is_damaged(tmp_path: Path, change: bytes) -> None:
    pack = Pack()
    pack.delta("33" * 20, pack.whole("blob", b"x" * 100), change)
    pack.write(tmp_path / "pack")
    with pytest.raises(Damaged):
        ObjectFolder(tmp_path).read("33" * 20, 200)


@pytest.mark.parametrize("said", [0, 99, 101, 1 << 40])
def test_a_size_that_is_not_true_is_noticed(tmp_path: Path, said: int) -> None:
    pack = Pack()
    pack.whole("blob", b"x" * 100, said=said)
    pack.write(tmp_path / "pack")
    with pytest.raises((Damaged, TooLarge)):
        ObjectFolder(tmp_path).read(object_id("blob", b"x" * 100), LARGE)


def test_a_giant_is_not_unpacked_for_a_small_difference_to_it(tmp_path: Path) -> None:
    pack, giant = Pack(), bytes(LARGEST_OBJECT + 1)
    small = difference(len(giant), 9, copy(0, 9))
    pack.delta(object_id("blob", bytes(9)), pack.whole("blob", giant), small)
    pack.write(tmp_path / "pack")
    with pytest.raises(TooLarge) as caught:
        ObjectFolder(tmp_path).read(object_id("blob", bytes(9)), 9)
    assert caught.value.size == len(giant)
    assert ObjectFolder(tmp_path).header(object_id("blob", giant)) == ("blob", len(giant))


def test_work_is_bounded_however_it_is_hidden(tmp_path: Path) -> None:
    """Large contents told by tiny differences: kilobytes that would take gigabytes of copying."""
    pack, size = Pack(), 4 * 1024 * 1024
    place = pack.whole("blob", bytes(size))
    for number in range(200):
        name = f"{number:040x}"
        change = difference(
            size, size, insert(bytes((number,))), *[copy(0, 65535)] * 64, copy(0, 63)
        )
        place = pack.delta(name, place, change)
    pack.write(tmp_path / "pack")
    assert sum(path.stat().st_size for path in (tmp_path / "pack").iterdir()) < 100_000
    with pytest.raises(BudgetExceeded, match="more work"):
        ObjectFolder(tmp_path, ReadBudget(most=100 * 1024 * 1024)).read(f"{199:040x}", LARGE)


def test_a_chain_costs_no_more_than_its_length(tmp_path: Path) -> None:
    """From its end or from its beginning: what was unpacked on the way is used again."""
    pack, names = chain(250, bytes(6000))
    pack.write(tmp_path / "pack")
    for order in (names, names[::-1]):
        objects = ObjectFolder(tmp_path, ReadBudget(most=40 * 6000 * len(names)))
        for name in order:
            objects.read(name, 6000)


def test_what_is_kept_for_the_next_read_is_bounded(tmp_path: Path) -> None:
    pack, size = Pack(), MOST_CACHED // 3
    contents = [bytes([number]) * size for number in range(6)]
    for content in contents:
        pack.whole("blob", content)
    pack.write(tmp_path / "pack")
    objects = ObjectFolder(tmp_path)
    for content in (*contents, *contents):
        assert objects.read(object_id("blob", content), size) == ("blob", content)
    assert objects.unpacked_bytes <= MOST_CACHED


def test_a_look_can_be_cut_off_from_outside(tmp_path: Path) -> None:
    pack, names = chain(3)
    pack.write(tmp_path / "pack")
    objects = ObjectFolder(tmp_path)
    objects.renew_budget()
    objects.stop()
    with pytest.raises(BudgetExceeded):
        objects.read(names[0], 200)
    objects.renew_budget()
    assert objects.read(names[0], 200)[0] == "blob"
