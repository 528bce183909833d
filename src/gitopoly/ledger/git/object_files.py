"""Writes objects where Git finds them: each in a file of its own, or many in a pack with its index.

Objects are packed as they are, without deltas; whoever wants a smaller repository runs `git gc`.
"""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.untrusted import Damaged, make_folder, read_regular, write_whole

KINDS = {"commit": 1, "tree": 2, "blob": 3}
INDEX_BEGINS = b"\xfftOc\0\0\0\2"
INDEX_IDS = len(INDEX_BEGINS) + 4 * 256
"""Where the ids begin in an index, after their numbers by their first bytes."""
LOOSE_AT_MOST = 120
"""More new objects than this at once are written as one pack."""
LARGEST = 2**31
"""Bytes that a pack may have; offsets beyond need another kind of index."""


def write_objects(folder: Path | str, objects: Sequence[Object]) -> Path | None:
    """Add objects to a folder; those that others are built on come first.

    Returns the pack, if there are many; only then are they durable.
    """
    if len(objects) > LOOSE_AT_MOST:
        return write_pack(Path(folder) / "pack", objects)
    for kind, name, content in objects:
        write_loose(str(folder), kind, name, content)
    return None


def write_loose(folder: str, kind: str, name: str, content: bytes) -> None:
    """Write one object unless it is there; readers see all of it or nothing."""
    place = f"{folder}/{name[:2]}"
    path = f"{place}/{name[2:]}"
    try:
        if os.stat(path).st_size > 0:
            return
    except OSError:
        pass  # the usual case, in which `suppress` costs more
    plain = b"%s %d\0" % (kind.encode(), len(content)) + content
    make_folder(place)
    write_whole(path, zlib.compress(plain, 1), sync=False)


def write_pack(folder: Path, objects: Iterable[Object], *, sync: bool = True) -> Path | None:
    """Write a pack of some objects, each once; with `sync` it is durable when this returns."""
    body = bytearray(b"PACK" + bytes(8))
    places: dict[str, tuple[int, int]] = {}
    for kind, name, data in objects:
        if name not in places:
            packed = _packed(kind, data)
            places[name] = len(body), zlib.crc32(packed)
            body += packed
    if not places:
        return None
    if len(body) >= LARGEST:
        raise InvalidRepository("the game has outgrown two gigabytes")
    struct.pack_into(">II", body, 4, 2, len(places))
    checksum = hashlib.sha1(body).digest()
    place = folder / f"pack-{checksum.hex()}.pack"
    make_folder(folder)
    # Under other names first; Git takes a pack for whole once it has an index.
    write_whole(str(place), bytes(body) + checksum, sync=sync)
    write_whole(str(place.with_suffix(".idx")), _index(places, checksum), sync=sync)
    if sync:
        posix.sync_folder(folder)
    return place


def remove_pack(pack: Path) -> None:
    """Remove a pack and its index; nothing is removed if either is a folder."""
    files = pack, pack.with_suffix(".idx")
    for path in files:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    for path in files:
        path.unlink(missing_ok=True)


def ids_in(pack: Path) -> set[str] | None:
    """The ids of the objects in a pack; None if it or its index is not as it was written."""
    for path in (pack, pack.with_suffix(".idx")):
        try:
            data = read_regular(path, LARGEST) or b""
        except Damaged:
            return None
        if len(data) <= 20 or hashlib.sha1(memoryview(data)[:-20]).digest() != data[-20:]:
            return None
    if not data.startswith(INDEX_BEGINS):  # another program's, in another form
        return set()
    count = int.from_bytes(data[INDEX_IDS - 4 : INDEX_IDS], "big")
    return {data[INDEX_IDS + 20 * n : INDEX_IDS + 20 * n + 20].hex() for n in range(count)}


@lru_cache(1024)  # what is shown at once is packed again with what follows
def _packed(kind: str, data: bytes) -> bytes:
    """An object as it stands in a pack."""
    return _header(KINDS[kind], len(data)) + zlib.compress(data, 6)


def _header(kind: int, length: int) -> bytes:
    """The kind and the length of a packed object, seven bits in each byte but the first."""
    size, header = length >> 4, bytearray((kind << 4 | length & 15,))
    while size:
        header[-1] |= 0x80
        header.append(size & 0x7F)
        size >>= 7
    return bytes(header)


def _index(places: dict[str, tuple[int, int]], checksum: bytes) -> bytes:
    """The index of a pack: for each id its place and the checksum of its packed bytes."""
    ids = sorted(places)
    counts = [0] * 256
    for name in ids:
        counts[int(name[:2], 16)] += 1
    rows = [places[name] for name in ids]
    data = b"".join(
        (
            INDEX_BEGINS,
            struct.pack(">256I", *itertools.accumulate(counts)),
            bytes.fromhex("".join(ids)),
            struct.pack(f">{len(ids)}I", *(crc for _, crc in rows)),
            struct.pack(f">{len(ids)}I", *(offset for offset, _ in rows)),
            checksum,
        )
    )
    return data + hashlib.sha1(data).digest()
