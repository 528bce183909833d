"""Packs that others made: what is whole is read, and nothing else does any harm."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import MissingTool, NoRoom
from gitopoly.ledger.entry import Object, links, object_id
from gitopoly.ledger.git import cat_file
from gitopoly.ledger.git.cat_file import MOST_KEPT, SILENCE, CatFile, _Child
from gitopoly.ledger.git.object_files import write_objects
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, ReadBudget, TooLarge, Trap
from tests.ledger.packs import Pack, copy, difference, insert
from tests.ledger.repositories import act, game, raw
from tests.ledger.servers import git

REFUSALS = (KeyError, Damaged, TooLarge, BudgetExceeded)
LARGE = 1 << 26
LITTLE = 48 * 1024 * 1024
"""Bytes of memory with which Git can just work."""


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
    names = {raw(repository, "blob", state): state for state in states(300)}
    head = act(repository)
    listed = "\n".join((*names, head)).encode()
    place = f"{repository.path}/objects/pack/pack"
    command = ["git", "-C", str(tmp_path), "pack-objects", "-q", "--window=50", f"--depth={depth}"]
    subprocess.run([*command, place], input=listed, check=True, capture_output=True)
    git("prune-packed", at=tmp_path)
    objects = CatFile(repository.objects, ReadBudget())
    for name, state in names.items():
        assert objects.header(name) == ("blob", len(state))
        assert objects.read(name, len(state)) == ("blob", state)
    assert objects.read(head, LARGE)[0] == "commit"
    assert not objects.holds("ab" * 20)


def test_differences_to_a_name_are_followed(tmp_path: Path) -> None:
    pack, old, new = Pack(), b"old" * 9, b"old" * 9 + b"!"
    pack.named_delta(
        object_id("blob", new),
        object_id("blob", old),
        difference(27, 28, copy(0, 27), insert(b"!")),
    )
    pack.whole("blob", old)
    pack.write(tmp_path / "pack")
    assert CatFile(tmp_path).read(object_id("blob", new), 28) == ("blob", new)


@pytest.mark.slow
def test_every_flipped_bit_is_harmless(tmp_path: Path) -> None:
    """Bytes of index and pack, one after the other."""
    pack, names = chain(12)
    index = pack.write(tmp_path / "pack")
    contents = {name: CatFile(tmp_path).read(name, 200) for name in names}
    for path in (index, index.with_suffix(".pack")):
        whole = path.read_bytes()
        for place in range(0, len(whole), 5):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << place % 8
            path.write_bytes(damaged)
            objects = CatFile(tmp_path, ReadBudget())
            for name in (names[0], names[6], names[12]):
                with contextlib.suppress(*REFUSALS):
                    assert objects.read(name, 200) == contents[name]
        path.write_bytes(whole)


@pytest.mark.parametrize("size", [0, 7, 8, 1031, 1032, 1071, 1100])
def test_an_index_that_is_cut_short_is_damaged(tmp_path: Path, size: int) -> None:
    pack, names = chain(3)
    os.truncate(pack.write(tmp_path / "pack"), size)
    with pytest.raises(Damaged):
        CatFile(tmp_path).read(names[0], 200)
    assert not CatFile(tmp_path).holds(names[0])


def test_a_damaged_pack_does_not_hide_the_others(tmp_path: Path) -> None:
    one, names = chain(3)
    other, more = chain(3, b"y" * 100)
    one.write(tmp_path / "pack")
    os.truncate(other.write(tmp_path / "pack"), 100)
    assert CatFile(tmp_path).read(names[3], 200)[0] == "blob"
    with pytest.raises(Damaged):
        CatFile(tmp_path).read(more[3], 200)


def test_a_pack_that_is_cut_short_is_damaged(tmp_path: Path) -> None:
    pack, names = chain(3)
    path = pack.write(tmp_path / "pack").with_suffix(".pack")
    for size in range(0, path.stat().st_size - 20, 5):
        whole = path.read_bytes()
        os.truncate(path, size)
        with pytest.raises(Damaged):
            CatFile(tmp_path).read(names[3], 200)
        path.write_bytes(whole)


def test_a_chain_deeper_than_git_makes_them_is_read_or_refused_at_once(tmp_path: Path) -> None:
    pack, names = chain(3000)
    pack.write(tmp_path / "pack")
    reader = CatFile(tmp_path)
    started = time.monotonic()
    for name in (names[250], names[-1]):
        assert reader.read(name, 200)[0] == "blob"
    assert time.monotonic() - started < SILENCE


def test_differences_in_a_circle_are_damaged(tmp_path: Path) -> None:
    pack, change = Pack(), difference(9, 9, copy(0, 9))
    pack.named_delta("11" * 20, "22" * 20, change)
    pack.named_delta("22" * 20, "11" * 20, change)
    pack.write(tmp_path / "pack")
    for ask in (CatFile.header, lambda objects, name: objects.read(name, 200)):
        with pytest.raises((Damaged, BudgetExceeded)):
            ask(CatFile(tmp_path), "11" * 20)


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
    with pytest.raises((Damaged, TooLarge)):
        CatFile(tmp_path).read("33" * 20, 200)


@pytest.mark.parametrize("said", [0, 99, 101, 1 << 40])
def test_a_size_that_is_not_true_is_noticed(tmp_path: Path, said: int) -> None:
    pack = Pack()
    pack.whole("blob", b"x" * 100, said=said)
    pack.write(tmp_path / "pack")
    with pytest.raises((Damaged, TooLarge)):
        CatFile(tmp_path).read(object_id("blob", b"x" * 100), LARGE)


def test_a_giant_is_told_by_its_size_and_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cat_file, "MEMORY", LITTLE)
    pack, giant = Pack(), bytes(2 * LITTLE)
    small = difference(len(giant), 9, copy(0, 9))
    pack.delta(object_id("blob", bytes(9)), pack.whole("blob", giant), small)
    pack.write(tmp_path / "pack")
    reader, name = CatFile(tmp_path), object_id("blob", giant)
    assert reader.header(name) == ("blob", len(giant))
    with pytest.raises(TooLarge) as caught:
        reader.read(name, LARGE)
    assert caught.value.size == len(giant)
    with pytest.raises(Damaged):  # Git must unpack the giant, and may not
        reader.read(object_id("blob", bytes(9)), 9)


def test_a_giant_among_the_parents_is_only_told_by_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git goes back along parents for us, and must not be led to unpack one."""
    monkeypatch.setattr(cat_file, "MEMORY", LITTLE)
    person = b"author a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\n"
    tree = b"tree " + object_id("tree", b"").encode() + b"\n"
    newest = giant = tree + person + b"x" * LITTLE
    pack = Pack()
    pack.whole("commit", giant)
    for number in range(9):
        newest = tree + b"parent %s\n" % object_id("commit", newest).encode() + person
        newest += b"%d" % number
        pack.whole("commit", newest)
    pack.write(tmp_path / "pack")
    reader, name = CatFile(tmp_path), object_id("commit", newest)
    while name != object_id("commit", giant):
        _, content = reader.read(name, 1000)
        name = links("commit", content)[1]
    with pytest.raises(TooLarge) as caught:
        reader.read(name, 1000)
    assert caught.value.size == len(giant)


def test_large_contents_told_by_tiny_differences_cost_no_more_than_a_moment(tmp_path: Path) -> None:
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
        CatFile(tmp_path, ReadBudget(most=1024 * 1024)).read(f"{199:040x}", LARGE)
    started = time.monotonic()
    with pytest.raises(Damaged, match="does not match its name"):
        CatFile(tmp_path).read(f"{199:040x}", LARGE)
    assert time.monotonic() - started < SILENCE


def test_what_is_kept_for_the_next_read_is_bounded(tmp_path: Path) -> None:
    size = 60_000
    contents = [number.to_bytes(4, "big") * (size // 4) for number in range(600)]
    pack, names = Pack(), [object_id("blob", content) for content in contents]
    for content in contents:
        pack.whole("blob", content)
    pack.write(tmp_path / "pack")
    reader = CatFile(tmp_path)
    for _ in range(2):
        for name, content in zip(names, contents, strict=True):
            assert reader.read(name, size) == ("blob", content)
    assert reader._kept_bytes <= MOST_KEPT < sum(map(len, contents))


def test_what_is_remembered_because_it_is_named_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cat_file, "MOST_NAMED", 100)
    named = b"".join(b"parent %040x\n" % number for number in range(1000))
    content = b"tree " + b"0" * 40 + b"\n" + named + b"\n"
    name = object_id("commit", content)
    write_objects(tmp_path, [Object("commit", name, content)])
    reader = CatFile(tmp_path)
    assert reader.read(name, len(content)) == ("commit", content)
    assert len(reader._ahead) == 100
    assert len(reader._parents) <= 100


def test_no_more_files_are_listed_than_a_game_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cat_file, "MOST_FILES", 10)
    (tmp_path / "pack").mkdir()
    for number in range(50):
        (tmp_path / "pack" / f"{number}").touch()
    scandir, listed = os.scandir, itertools.count()

    def counted(folder: str) -> Iterator[os.DirEntry[str]]:
        with scandir(folder) as found:
            for item in found:
                next(listed)
                yield item

    def listing(folder: str) -> object:
        # A child of an earlier test may be cleared away meanwhile.
        ours = folder == f"{tmp_path}/pack"
        return contextlib.closing(counted(folder)) if ours else scandir(folder)

    monkeypatch.setattr(os, "scandir", listing)
    reader = CatFile(tmp_path)
    with pytest.raises(Trap, match="more than 10 files"):
        reader.holds("0" * 40)
    assert next(listed) == 11


def test_a_look_can_be_cut_off_from_outside(tmp_path: Path) -> None:
    pack, names = chain(3)
    pack.write(tmp_path / "pack")
    reader = CatFile(tmp_path)
    reader.renew()
    reader.stop()
    with pytest.raises(BudgetExceeded):
        reader.read(names[0], 200)
    reader.renew()
    assert reader.read(names[0], 200)[0] == "blob"


def test_a_question_that_was_interrupted_spoils_none_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is ended with Ctrl-C is read once more to be closed."""
    pack, names = chain(3)
    pack.write(tmp_path / "pack")
    reader = CatFile(tmp_path)

    def interrupted(child: _Child, budget: ReadBudget) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(_Child, "_hear", interrupted)
        with pytest.raises(KeyboardInterrupt):
            reader.read(names[0], 200)
    for name in names:
        assert reader.read(name, 200)[0] == "blob"


# What leads elsewhere, runs something, or waits.


def loose(folder: Path, content: bytes = b"hello") -> tuple[str, Path]:
    """An object in a file of its own; its name and the file."""
    name = object_id("blob", content)
    write_objects(folder, [Object("blob", name, content)])
    return name, folder / name[:2] / name[2:]


def link_the_object(objects: Path, elsewhere: Path, path: Path) -> None:
    """To the same object in another folder."""
    path.rename(elsewhere / "object")
    path.symlink_to(elsewhere / "object")


def link_its_folder(objects: Path, elsewhere: Path, path: Path) -> None:
    """So that all objects with that beginning are read there."""
    path.parent.rename(elsewhere / "folder")
    path.parent.symlink_to(elsewhere / "folder")


def link_everything(objects: Path, elsewhere: Path, path: Path) -> None:
    """After the repository was opened."""
    objects.rename(elsewhere / "objects")
    objects.symlink_to(elsewhere / "objects")


def link_the_packs(objects: Path, elsewhere: Path, path: Path) -> None:
    """To the packs of another repository."""
    (objects / "pack").symlink_to(elsewhere)


def link_one_pack(objects: Path, elsewhere: Path, path: Path) -> None:
    """Only one."""
    (objects / "pack").mkdir()
    (objects / "pack" / "pack-1.pack").symlink_to(elsewhere / "x")


def put_a_pipe(objects: Path, elsewhere: Path, path: Path) -> None:
    """Where the object was."""
    path.unlink()
    os.mkfifo(path)


def put_a_pipe_among_the_packs(objects: Path, elsewhere: Path, path: Path) -> None:
    """Git reads every index to look for an object that is not there."""
    (objects / "pack").mkdir()
    os.mkfifo(objects / "pack" / "pack-1.idx")


def borrow(objects: Path, elsewhere: Path, path: Path) -> None:
    """From another repository, by its absolute path."""
    (objects / "info").mkdir()
    (objects / "info" / "alternates").write_text(f"{elsewhere}\n")


def borrow_over_http(objects: Path, elsewhere: Path, path: Path) -> None:
    """As old versions of Git do."""
    (objects / "info").mkdir()
    (objects / "info" / "http-alternates").write_text("http://localhost:1/objects\n")


def link_what_tells_of_it(objects: Path, elsewhere: Path, path: Path) -> None:
    """The list of what is borrowed is in another folder."""
    (elsewhere / "alternates").write_text(f"{elsewhere}\n")
    (objects / "info").symlink_to(elsewhere)


TRAPS = [
    link_the_object,
    link_its_folder,
    link_everything,
    link_the_packs,
    link_one_pack,
    put_a_pipe,
    put_a_pipe_among_the_packs,
    borrow,
    borrow_over_http,
    link_what_tells_of_it,
]


@pytest.mark.parametrize("trap", TRAPS)
@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_folder_that_leads_elsewhere_is_refused(
    tmp_path: Path, trap: Callable[[Path, Path, Path], None], when: str
) -> None:
    objects, elsewhere = tmp_path / "objects", tmp_path / "elsewhere"
    for folder in (objects, elsewhere):
        folder.mkdir()
    name, path = loose(objects)
    secret, _ = loose(elsewhere, b"secret")
    reader = CatFile(objects)
    if when == "meanwhile":
        assert reader.holds(name)
        assert not reader.holds(secret)
        reader.renew()
    trap(objects, elsewhere, path)
    with pytest.raises(Damaged):
        reader.read(name, 100)
    with pytest.raises((Trap, KeyError)):
        reader.read(secret, 100)


def test_what_is_borrowed_while_git_answers_is_noticed_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects, elsewhere = tmp_path / "objects", tmp_path / "elsewhere"
    for folder in (objects, elsewhere):
        folder.mkdir()
    secret, _ = loose(elsewhere, b"secret")
    answer = _Child.info

    def late(child: _Child, names: list[str], budget: ReadBudget) -> object:
        borrow(objects, elsewhere, objects)
        return answer(child, names, budget)

    monkeypatch.setattr(_Child, "info", late)
    with pytest.raises((Trap, KeyError)):
        CatFile(objects).read(secret, 100)


def test_a_pipe_that_comes_too_late_to_be_seen_costs_the_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, path = loose(tmp_path)
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(CatFile, "_look", lambda *_: None)
    monkeypatch.setattr(cat_file, "SILENCE", 0.3)
    reader = CatFile(tmp_path)
    for _ in range(2):  # and nothing more in this look
        with pytest.raises(BudgetExceeded):
            reader.read(name, 100)
    path.unlink()
    loose(tmp_path)
    with pytest.raises(BudgetExceeded):
        reader.read(name, 100)
    reader.renew()
    assert reader.read(name, 100) == ("blob", b"hello")


@pytest.mark.parametrize("odd", ['a "quoted" name', "two\nlines", "#x", "a:b;c", "ünïcode", "-c"])
def test_a_folder_may_have_any_name(tmp_path: Path, odd: str) -> None:
    objects = tmp_path / odd
    objects.mkdir()
    name, _ = loose(objects)
    assert CatFile(objects).read(name, 100) == ("blob", b"hello")


def test_nothing_of_the_repository_around_it_takes_effect(tmp_path: Path) -> None:
    repository = game(tmp_path)
    first, head = act(repository, "one"), act(repository, "two")
    marker, folder = tmp_path / "marker", repository.path
    for name, value in {
        "core.fsmonitor": f"touch '{marker}'",
        "core.sshCommand": f"touch '{marker}'",
        "core.alternateRefsCommand": f"touch '{marker}'",
        "remote.x.url": f"ext::touch '{marker}'",
        "remote.x.promisor": "true",
        "extensions.partialClone": "x",
    }.items():
        git("config", name, value, at=tmp_path)
    for place, text in {
        f"refs/replace/{head}": first,
        "info/grafts": f"{head}\n",
        "shallow": f"{head}\n",
        "hooks/post-checkout": f"#!/bin/sh\ntouch '{marker}'\n",
    }.items():
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text(text)
    reader = CatFile(folder / "objects")
    assert links(*reader.read(head, 10_000))[1:] == [first]
    assert not reader.holds("ab" * 20)
    assert not marker.exists()


# The child itself.


@pytest.mark.parametrize("lower", ["-t 30", "-f 100"])
def test_limits_that_are_lower_already_are_no_complaint_of_git(tmp_path: Path, lower: str) -> None:
    script = (
        "from gitopoly.ledger.git.cat_file import CatFile\n"
        f"assert not CatFile({str(tmp_path)!r}).read('0' * 40, 10)"
    )
    command = ["/bin/sh", "-c", f'ulimit {lower}; exec "$@"', "sh", sys.executable, "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr.splitlines()[-1] == f"KeyError: '{'0' * 40}'"


def test_an_older_git_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "git"
    program.write_text("#!/bin/sh\necho 'error: unknown option' >&2\nexit 129\n")
    program.chmod(0o755)
    name, _ = loose(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match=r"version 2\.36 or newer"):
        CatFile(tmp_path).read(name, 100)
    program.unlink()
    with pytest.raises(MissingTool, match="not installed"):
        CatFile(tmp_path).read(name, 100)


def test_a_disk_without_room_for_it_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = loose(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(NoRoom, match="cannot start git"):
        CatFile(tmp_path).read(name, 100)


def test_a_child_is_ended_when_nobody_asks_it_and_when_it_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = loose(tmp_path)
    reader = CatFile(tmp_path)
    reader.read(name, 100)
    first = reader._child
    assert first is not None
    reader.rest(idle=60)
    reader.renew()
    assert reader._child is first
    monkeypatch.setattr(cat_file, "LIFE", 0.0)
    reader.renew()
    assert reader._child is None
    assert first._process.returncode is not None
    reader.read(name, 100)
    process = reader._child._process
    del reader
    gc.collect()
    assert process.returncode is not None


def test_a_child_sees_what_was_packed_meanwhile(tmp_path: Path) -> None:
    name, path = loose(tmp_path)
    reader = CatFile(tmp_path)
    assert reader.holds(name)
    others = [Object("blob", object_id("blob", b"%d" % n), b"%d" % n) for n in range(200)]
    write_objects(tmp_path, [*others, Object("blob", name, b"hello")])
    path.unlink()
    reader.renew()
    assert reader.read(name, 100) == ("blob", b"hello")
    assert reader.read(others[7].id, 100) == ("blob", b"7")
