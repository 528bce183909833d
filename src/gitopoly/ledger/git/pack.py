"""Writes Git packs: a file of many objects, and the index by which Git finds them.

Objects are packed as they are, without deltas; whoever wants a smaller repository runs `git gc`.
"""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import InvalidRepository
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.untrusted import Damaged, make_folder, read_regular, write_new

KINDS = {"commit": 1, "tree": 2, "blob": 3}
INDEX_BEGINS = b"\xfftOc\0\0\0\2"
LARGEST = 2**31
"""Bytes that a pack may have; offsets beyond need another kind of index."""
_counter = itertools.count()


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
    _write(place, bytes(body) + checksum, sync)
    _write(place.with_suffix(".idx"), _index(places, checksum), sync)
    if sync:
        posix.sync_folder(folder)
    return place


def remove(pack: Path) -> None:
    """Remove a pack and its index; nothing is removed if either is a folder."""
    files = pack, pack.with_suffix(".idx")
    for path in files:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    for path in files:
        path.unlink(missing_ok=True)


def is_whole(pack: Path) -> bool:
    """Whether a pack and its index are as they were written."""
    for path in (pack, pack.with_suffix(".idx")):
        try:
            data = read_regular(path, LARGEST) or b""
        except Damaged:
            return False
        if len(data) <= 20 or hashlib.sha1(memoryview(data)[:-20]).digest() != data[-20:]:
            return False
    return True


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


def _write(path: Path, data: bytes, sync: bool) -> None:
    draft = path.with_name(f"tmp_{os.getpid()}_{next(_counter)}{path.suffix}")
    write_new(str(draft), data, sync=sync)
    os.replace(draft, path)
