"""One growing Git pack: old contents are copied unchanged, new ones are appended.

Every object is a delta against the one of its sort before it, so a state costs little more
than its change, and packing costs time for the new objects only.
"""

from __future__ import annotations

import hashlib
import itertools
import operator
import os
import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.delta import delta
from gitopoly.ledger.git.untrusted import Damaged, make_folder, read_regular, write_new

KINDS = {"commit": 1, "tree": 2, "blob": 3}
OFFSET_DELTA = 6
LONGEST_CHAIN = 40
"""Deltas on top of each other; Git itself goes to 50."""
INDEX_BEGINS = b"\xfftOc\0\0\0\2"
LARGEST = 2**31
"""Bytes that a pack may have; offsets beyond need another kind of index."""
FIRST_BYTES = tuple(f"{byte:02x}" for byte in range(1, 256))
_counter = itertools.count()


@dataclass(frozen=True)
class Index:
    """What a pack holds: for each id its offset and the checksum of its packed bytes."""

    name: str = ""
    """The checksum that names the pack, empty for none."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass
class _Last:
    """The last object of a sort, the base for the next one."""

    data: bytes
    offset: int
    depth: int


def paths(folder: Path, name: str) -> tuple[Path, Path]:
    """The files of a pack: contents and index."""
    return folder / f"pack-{name}.pack", folder / f"pack-{name}.idx"


def read_index(folder: Path, name: str) -> Index | None:
    """Read the index of a pack that `grow` wrote; None if either file is gone or damaged."""
    pack, path = paths(folder, name)
    try:
        # Takes milliseconds at the start, so that nothing is built on an unreadable pack.
        contents = read_regular(pack, LARGEST) or b""
        data = read_regular(path, LARGEST) or b""
    except Damaged:
        return None
    if contents[-20:].hex() != name or _sum(contents) != contents[-20:]:
        return None
    count = int.from_bytes(data[1028:1032], "big")
    ids, checks, offsets = 1032, 1032 + 20 * count, 1032 + 24 * count
    if len(data) != offsets + 4 * count + 40 or data[:8] != INDEX_BEGINS:
        return None
    if data[-40:-20] != contents[-20:] or _sum(data) != data[-20:]:
        return None
    digits = data[ids:checks].hex()
    names = [digits[at : at + 40] for at in range(0, 40 * count, 40)]
    crcs = struct.unpack_from(f">{count}I", data, checks)
    starts = struct.unpack_from(f">{count}I", data, offsets)
    # Whoever has prepared the folder may have lied with a sum that is right.
    if max(starts, default=0) >= len(contents) or not _is_ordered(names, data[8:ids]):
        return None
    return Index(name, dict(zip(names, zip(starts, crcs, strict=True), strict=True)))


def _sum(data: bytes) -> bytes:
    """The checksum of a file that ends with it."""
    return hashlib.sha1(memoryview(data)[:-20]).digest()


def _is_ordered(names: list[str], fan: bytes) -> bool:
    """Whether ids are in order, each once, and the table of their first bytes is of them."""
    if not all(map(operator.lt, names, names[1:])):
        return False
    ends = [bisect_left(names, byte) for byte in FIRST_BYTES]
    return struct.unpack(">256I", fan) == (*ends, len(names))


def grow(folder: Path, old: Index, objects: Iterable[Object]) -> Index:
    """Write a pack with the contents of an old one and new objects, durable when this returns.

    The old pack is left in place.
    """
    objects = [item for item in objects if item.id not in old.places]
    if not objects:
        return old
    pack, _ = paths(folder, old.name)
    body = bytearray(pack.read_bytes()[12:-20] if old.name else b"")
    places = dict(old.places)
    last: dict[str, _Last] = {}
    for item in objects:
        if item.id not in places:
            offset = 12 + len(body)
            packed = _packed(item, offset, last)
            places[item.id] = (offset, zlib.crc32(packed))
            body += packed
    data = b"PACK" + struct.pack(">II", 2, len(places)) + body
    if len(data) >= LARGEST:
        raise InvalidRepository("the game has outgrown two gigabytes")
    checksum = hashlib.sha1(data).digest()
    index = Index(checksum.hex(), places)
    _write(folder, index, data + checksum, _index_file(index, checksum))
    return index


def _sort(item: Object) -> str:
    """The sort of an object; similar objects share one: those of one kind, commits of one seat."""
    if item.kind != "commit":
        return item.kind
    start = item.data.find(b"author ")
    return item.data[start : item.data.find(b"<", start)].decode("latin-1")


def _packed(item: Object, offset: int, last: dict[str, _Last]) -> bytes:
    sort = _sort(item)
    base = last.get(sort)
    packed, depth = b"", 0
    if base is not None and base.depth < LONGEST_CHAIN:
        changes = delta(base.data, item.data)
        if len(changes) < len(item.data) * 3 // 4:
            packed = _entry(OFFSET_DELTA, _distance(offset - base.offset), changes)
            depth = base.depth + 1
    last[sort] = _Last(item.data, offset, depth)
    return packed or _entry(KINDS[item.kind], b"", item.data)


def _entry(kind: int, before: bytes, data: bytes) -> bytes:
    size, header = len(data) >> 4, bytearray((kind << 4 | len(data) & 15,))
    while size:
        header[-1] |= 0x80
        header.append(size & 0x7F)
        size >>= 7
    return bytes(header) + before + zlib.compress(data, 6)


def _distance(number: int) -> bytes:
    result = [number & 0x7F]
    while number := number >> 7:
        number -= 1
        result.append(number & 0x7F | 0x80)
    return bytes(reversed(result))


def _index_file(index: Index, checksum: bytes) -> bytes:
    ids = sorted(index.places)
    counts = [0] * 256
    for object_id in ids:
        counts[int(object_id[:2], 16)] += 1
    fan, total = [], 0
    for count in counts:
        total += count
        fan.append(total)
    places = [index.places[object_id] for object_id in ids]
    data = b"".join(
        (
            INDEX_BEGINS,
            struct.pack(">256I", *fan),
            bytes.fromhex("".join(ids)),
            struct.pack(f">{len(ids)}I", *(crc for _, crc in places)),
            struct.pack(f">{len(ids)}I", *(offset for offset, _ in places)),
            checksum,
        )
    )
    return data + hashlib.sha1(data).digest()


def _write(folder: Path, index: Index, pack: bytes, table: bytes) -> None:
    """Write both files under other names first; Git takes a pack for whole once it has an index."""
    make_folder(folder)
    for path, data in zip(paths(folder, index.name), (pack, table), strict=True):
        draft = f"{folder}/tmp_{os.getpid()}_{next(_counter)}_{path.name}"
        write_new(draft, data, sync=True)
        os.replace(draft, path)
    posix.sync_folder(folder)
