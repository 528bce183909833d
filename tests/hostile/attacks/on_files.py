"""What cleo does to the files of her repository: branches, objects, packs and their indexes."""

from __future__ import annotations

import zlib

from tests.hostile.attack import OnFiles
from tests.hostile.rival import Rival
from tests.hostile.wire.objects import GitObject, commit_lines
from tests.hostile.wire.packs import OFFSET_DELTA, Pack, copies, copy, delta, index, insert, varint
from tests.hostile.wire.spoiling import link, only_packed, pipe, without_file

GIANT = 400_000_000


def borrowed_objects(rival: Rival) -> None:
    """A repository that borrows all its objects from the folder of somebody else."""
    rival.shown.drop_objects()
    elsewhere = rival.folder / "ben.git" / "objects"
    path = rival.shown.path / "objects" / "info" / "alternates"
    rival.shown.write_file(path, f"{elsewhere}\n".encode())


def branch_of_nonsense(rival: Rival) -> None:
    """A branch that names no commit."""
    for text in ("", "ref: refs/heads/main", "../../etc/passwd", "g" * 40, "0" * 40, "\x1b[2J"):
        rival.shown.show(text)


def branch_without_end(rival: Rival) -> None:
    """A branch that is a link to a file that never ends."""
    link(rival.shown.path / "refs" / "heads" / "main", "/dev/zero")


def crowd_of_branches(rival: Rival) -> None:
    """A list of 200,000 branches."""
    rows = (f"{number:040x} refs/heads/{number}\n" for number in range(200_000))
    rival.shown.write_file(rival.shown.path / "packed-refs", "".join(rows).encode())
    (rival.shown.path / "refs" / "heads" / "main").unlink()


DEPTH = 12_000


def deep_deltas(rival: Rival) -> None:
    """Differences upon differences: a pack of 600 KB that takes quadratic time."""
    unsigned = rival.unsigned()
    base = unsigned.data + bytes(16_000 - len(unsigned.data))
    pack = Pack()
    at = pack.add(1, base, "00" * 20)
    for number in range(1, DEPTH):
        orders = varint(len(base)) * 2 + insert(b"t") + copies(1, len(base) - 1)
        at = pack.add_delta(at, orders, f"{number:040x}")
    pack.add_delta(at, delta(base, unsigned.data), unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


SIZE = 1 << 31


def delta_bomb(rival: Rival) -> None:
    """A difference of a few bytes that makes two gigabytes of a small object."""
    unsigned = rival.unsigned()
    base = bytes(0xFFFF)
    pack = Pack()
    at = pack.add(3, base, "00" * 20)
    orders = varint(len(base)) + varint(SIZE) + copies(0, len(base)) * (SIZE // len(base))
    pack.add_delta(at, orders, unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


def delta_of_itself(rival: Rival) -> None:
    """An object that is told as a difference to itself."""
    by_name, by_place = rival.unsigned("By name."), rival.unsigned("By place.")
    pack = Pack()
    pack.add_id_delta(by_name.id, delta(by_name.data, by_name.data), by_name.id)
    orders = delta(by_place.data, by_place.data)
    pack.add(OFFSET_DELTA, orders, by_place.id, base=b"\0")
    only_packed(rival.shown, by_name, pack, pack.index())
    rival.shown.show(by_place.id)


def delta_outside_its_base(rival: Rival) -> None:
    """A difference that copies what lies behind the end of its base."""
    unsigned = rival.unsigned()
    pack = Pack()
    at = pack.add(1, unsigned.data, "00" * 20)
    orders = varint(len(unsigned.data)) * 2 + copy(0xFFFFFF00, len(unsigned.data))
    pack.add_delta(at, orders, unsigned.id)
    only_packed(rival.shown, unsigned, pack, pack.index())


def deltas_in_a_circle(rival: Rival) -> None:
    """Two objects that are each told as a difference to the other."""
    one, other = rival.unsigned("One."), rival.unsigned("Other.")
    pack = Pack()
    pack.add_id_delta(other.id, delta(other.data, one.data), one.id)
    pack.add_id_delta(one.id, delta(one.data, other.data), other.id)
    only_packed(rival.shown, one, pack, pack.index())


def deltas_that_double(rival: Rival) -> None:
    """Thirty differences, each of which doubles what it is told on."""
    unsigned = rival.unsigned()
    size, pack = 100, Pack()
    at = pack.add(3, bytes(size), "00" * 20)
    for number in range(1, 31):
        orders = varint(size) + varint(2 * size) + copies(0, min(size, 1 << 24)) * 2
        name = unsigned.id if number == 30 else f"{number:040x}"
        at = pack.add_delta(at, orders, name)
        size *= 2
    only_packed(rival.shown, unsigned, pack, pack.index())


def entry_larger_than_it_says(rival: Rival) -> None:
    """An entry of a pack that says it is small and unpacks to 256 MB."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add(1, bytes(1 << 28), unsigned.id, size=200)
    only_packed(rival.shown, unsigned, pack, pack.index())


def index_fan_out_nonsense(rival: Rival) -> None:
    """An index whose counts go up and down, and one of four billion objects."""
    for fan in ([5, 3] * 128, [0xFFFFFFFF] * 256):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        table = index(pack.rows, pack.content()[-20:], fan=fan)
        only_packed(rival.shown, unsigned, pack, table)


def index_offset_beyond_the_pack(rival: Rival) -> None:
    """An index that finds an entry far behind the end of its pack."""
    for offset in (1 << 30, 1 << 40):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        rows = [(name, check, offset) for name, check, _ in pack.rows]
        only_packed(rival.shown, unsigned, pack, index(rows, pack.content()[-20:]))


def index_that_is_cut_short(rival: Rival) -> None:
    """An index that ends in the middle of its names."""
    for share in (2, 1000):
        unsigned = rival.unsigned()
        pack = Pack()
        pack.add_object(unsigned)
        whole = pack.index()
        only_packed(rival.shown, unsigned, pack, whole[: len(whole) // share])


def index_that_lies_about_ids(rival: Rival) -> None:
    """An index that calls one object by the name of another."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add_object(rival.unsigned("Another."))
    rows = [(unsigned.id, check, offset) for _, check, offset in pack.rows]
    only_packed(rival.shown, unsigned, pack, index(rows, pack.content()[-20:]))


HEADERS = (
    *(b"", b"commit", b"commit 5", b"commit -5\0", b"commit 99999999999999999999\0"),
    *(b"commit 5 5\0", b"comit 5\0", b"tag 0\0", b"\0" * 40, b"commit 0x5\0", b"commit " * 99),
)


def loose_object_of_lies(rival: Rival) -> None:
    """Objects in files whose headers are wrong in every way."""
    for number, header in enumerate(HEADERS):
        name = f"{number + 1:040x}"
        rival.shown.write_loose(name, zlib.compress(header))
        rival.shown.show(name)
    rival.shown.write_loose("ab" * 20, b"")
    rival.shown.show("ab" * 20)


def objects_elsewhere(rival: Rival) -> None:
    """A folder of objects that is a link to the folder of somebody else."""
    elsewhere = rival.folder / "ben.git" / "objects"
    link(rival.shown.path / "objects", str(elsewhere))


def pack_of_one_object_many_times(rival: Rival) -> None:
    """A pack that holds the same object ten thousand times."""
    unsigned = rival.unsigned()
    pack = Pack()
    for _ in range(10_000):
        pack.add_object(unsigned)
    only_packed(rival.shown, unsigned, pack, pack.index())


def pack_that_claims_too_much(rival: Rival) -> None:
    """A pack whose header promises four billion entries."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add_object(unsigned)
    only_packed(rival.shown, unsigned, pack, pack.index())
    (path,) = (rival.shown.path / "objects" / "pack").glob(
        f"pack-{pack.content()[-20:].hex()}.pack"
    )
    path.write_bytes(pack.content(0xFFFFFFFF))


def pack_that_is_cut_short(rival: Rival) -> None:
    """A pack that ends before the entry that its index promises."""
    unsigned = rival.unsigned()
    pack = Pack()
    pack.add_object(unsigned)
    only_packed(rival.shown, unsigned, pack, pack.index())
    (path,) = (rival.shown.path / "objects" / "pack").glob(
        f"pack-{pack.content()[-20:].hex()}.pack"
    )
    path.write_bytes(pack.content()[:60])


def pipe_for_the_branch(rival: Rival) -> None:
    """A named pipe as the branch itself."""
    pipe(rival.shown.path / "refs" / "heads" / "main")


def pipes_for_files(rival: Rival) -> None:
    """Named pipes as a branch, an object, a pack and an index: whoever opens one waits."""
    unsigned = rival.unsigned()
    pipe(without_file(rival.shown, unsigned.id))
    rival.shown.show(unsigned.id)
    for name in ("pack-1.pack", "pack-1.idx", "multi-pack-index"):
        pipe(rival.shown.path / "objects" / "pack" / name)
    pipe(rival.shown.path / "packed-refs")


def talk_that_is_a_log(rival: Rival) -> None:
    """A branch of talk that shows a log: it is neither heard nor taken for entries."""
    heads = rival.shown.path / "refs" / "heads"
    (heads / "talk").write_bytes((heads / "main").read_bytes())


def talk_that_is_no_talk(rival: Rival) -> None:
    """A pipe in the place of the branch of talk, which nobody needs to play or to verify."""
    pipe(rival.shown.path / "refs" / "heads" / "talk")


def tree_that_holds_itself(rival: Rival) -> None:
    """A commit whose tree is itself a commit, and a branch that is a tree."""
    head = rival.head
    wrong = GitObject("commit", commit_lines(head, [head], "cleo", 1) + b"\nWrong.\n")
    rival.shown.write(wrong)
    rival.shown.show(wrong.id)
    rival.shown.show(rival.shown.read(head).data[5:45].decode())


def zip_bomb(rival: Rival) -> None:
    """A small file that unpacks to 256 MB, and says that it is small."""
    unsigned = rival.unsigned()
    head = f"commit {len(unsigned.data)}\0".encode() + unsigned.data
    rival.shown.write_loose(unsigned.id, zlib.compress(head + bytes(1 << 28), 9))
    rival.shown.show(unsigned.id)


def borrowed_over_http(rival: Rival) -> None:
    """A repository that borrows objects as Git did before it knew alternates on a disk."""
    path = rival.shown.path / "objects" / "info" / "http-alternates"
    rival.shown.write_file(path, b"http://127.0.0.1:1/objects\n")


def packs_elsewhere(rival: Rival) -> None:
    """A folder of packs that is a link to that of somebody else."""
    elsewhere = rival.folder / "ben.git" / "objects" / "pack"
    link(rival.shown.path / "objects" / "pack", str(elsewhere))


def objects_behind_links(rival: Rival) -> None:
    """The newest commit in a folder, and as a file, that are links."""
    unsigned = rival.unsigned()
    rival.shown.write(unsigned)
    rival.shown.show(unsigned.id)
    path = rival.shown.path / "objects" / unsigned.id[:2] / unsigned.id[2:]
    path.rename(rival.folder / "moved")
    path.symlink_to(rival.folder / "moved")


def giant_among_the_parents(rival: Rival) -> None:
    """A small commit on top of one of 400 MB, which Git might unpack on its way into the past."""
    head = rival.head
    giant = commit_lines(head, [head], "cleo", 1) + b"\n" + b"x" * GIANT
    item = GitObject("commit", giant)
    rival.shown.write(item)
    newest = GitObject("commit", commit_lines(head, [item.id], "cleo", 2) + b"\nSmall.\n")
    rival.shown.write(newest)
    rival.shown.show(newest.id)


def settings_that_run_programs(rival: Rival) -> None:
    """Settings, hooks, grafts, replacements and a commit graph, which Git obeys at home."""
    path, marker = rival.shown.path, rival.folder / "marker"
    program = rival.folder / "program"
    rival.shown.write_file(program, f"#!/bin/sh\ntouch '{marker}'\n".encode())
    program.chmod(0o755)
    names = ("fsmonitor", "sshCommand", "alternateRefsCommand", "pager", "editor", "gitProxy")
    rows = "".join(f"\t{name} = {program}\n" for name in names)
    promised = '[remote "x"]\n\turl = ext::PROGRAM\n\tpromisor = true\n'
    text = f"[core]\n\trepositoryFormatVersion = 1\n\thooksPath = {rival.folder}\n{rows}"
    text += "[extensions]\n\tpartialClone = x\n" + promised.replace("PROGRAM", str(program))
    rival.shown.write_file(path / "config", text.encode())
    rival.shown.write_file(path / "info" / "grafts", f"{rival.head}\n".encode())
    rival.shown.write_file(path / "refs" / "replace" / rival.head, b"ab" * 20 + b"\n")
    rival.shown.write_file(path / "objects" / "info" / "commit-graph", b"CGPH" + bytes(2000))
    rival.shown.write_file(path / "objects" / "pack" / "multi-pack-index", b"MIDX" + bytes(2000))


ATTACKS = {
    "borrowed_objects": OnFiles(borrowed_objects, says="borrows objects"),
    "branch_of_nonsense": OnFiles(branch_of_nonsense),
    "branch_without_end": OnFiles(branch_without_end),
    "crowd_of_branches": OnFiles(crowd_of_branches),
    "deep_deltas": OnFiles(deep_deltas),
    "delta_bomb": OnFiles(delta_bomb),
    "delta_of_itself": OnFiles(delta_of_itself),
    "delta_outside_its_base": OnFiles(delta_outside_its_base),
    "deltas_in_a_circle": OnFiles(deltas_in_a_circle),
    "deltas_that_double": OnFiles(deltas_that_double),
    "entry_larger_than_it_says": OnFiles(entry_larger_than_it_says),
    "index_fan_out_nonsense": OnFiles(index_fan_out_nonsense),
    "index_offset_beyond_the_pack": OnFiles(index_offset_beyond_the_pack),
    "index_that_is_cut_short": OnFiles(index_that_is_cut_short),
    "index_that_lies_about_ids": OnFiles(index_that_lies_about_ids),
    "loose_object_of_lies": OnFiles(loose_object_of_lies),
    "objects_elsewhere": OnFiles(objects_elsewhere),
    "pack_of_one_object_many_times": OnFiles(pack_of_one_object_many_times),
    "pack_that_claims_too_much": OnFiles(pack_that_claims_too_much),
    "pack_that_is_cut_short": OnFiles(pack_that_is_cut_short),
    "pipe_for_the_branch": OnFiles(pipe_for_the_branch),
    "pipes_for_files": OnFiles(pipes_for_files),
    "talk_that_is_a_log": OnFiles(talk_that_is_a_log, codes=(0,)),
    "talk_that_is_no_talk": OnFiles(talk_that_is_no_talk, codes=(0,)),
    "tree_that_holds_itself": OnFiles(tree_that_holds_itself),
    "zip_bomb": OnFiles(zip_bomb),
    "borrowed_over_http": OnFiles(borrowed_over_http),
    "packs_elsewhere": OnFiles(packs_elsewhere),
    "objects_behind_links": OnFiles(objects_behind_links),
    "giant_among_the_parents": OnFiles(giant_among_the_parents),
    "settings_that_run_programs": OnFiles(settings_that_run_programs, codes=(0,)),
}
