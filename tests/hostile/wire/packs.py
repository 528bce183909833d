"""Packs and their indexes, written and read by the letter of Git's format; also wrong ones."""

from __future__ import annotations

import hashlib
import itertools
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.hostile.wire.objects import GitObject

NUMBERS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4}
KINDS = {number: kind for kind, number in NUMBERS.items()}
OFFSET_DELTA, ID_DELTA = 6, 7


# Deltas.


def varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def copy(offset: int, size: int) -> bytes:
    """The order to copy so many bytes of the base."""
    out = bytearray((0x80,))
    for number, bits, width in ((offset, 0, 4), (size, 4, 3)):
        for byte in range(width):
            if value := number >> 8 * byte & 255:
                out[0] |= 1 << bits + byte
                out.append(value)
    return bytes(out)


def insert(data: bytes) -> bytes:
    """The order to write these bytes."""
    parts = (data[at : at + 127] for at in range(0, len(data), 127))
    return b"".join(bytes((len(part),)) + part for part in parts)


def delta(base: bytes, target: bytes) -> bytes:
    """A delta that keeps the common beginning and the common end."""
    most = min(len(base), len(target))
    head = next((i for i in range(most) if base[i] != target[i]), most)
    most -= head
    tail = next((i for i in range(most) if base[-1 - i] != target[-1 - i]), most)
    orders = [insert(target[head : len(target) - tail])]
    if head:
        orders.insert(0, copies(0, head))
    if tail:
        orders.append(copies(len(base) - tail, tail))
    return varint(len(base)) + varint(len(target)) + b"".join(orders)


def copies(offset: int, size: int) -> bytes:
    """Orders to copy any number of bytes; one order takes 64 KiB."""
    ends = range(offset, offset + size, 0xFFFF)
    return b"".join(copy(at, min(0xFFFF, offset + size - at)) for at in ends)


def apply_delta(base: bytes, orders: bytes) -> bytes:
    """What a delta makes of its base."""
    _, at = _read_varint(orders, 0)
    _, at = _read_varint(orders, at)
    out = bytearray()
    while at < len(orders):
        order, at = orders[at], at + 1
        if not order & 0x80:
            out += orders[at : at + order]
            at += order
            continue
        values = []
        for bits, width in ((0, 4), (4, 3)):
            value = 0
            for byte in range(width):
                if order & 1 << bits + byte:
                    value |= orders[at] << 8 * byte
                    at += 1
            values.append(value)
        out += base[values[0] : values[0] + (values[1] or 0x10000)]
    return bytes(out)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        number |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 128:
            return number, at


# Packs.


def entry_header(kind: int, size: int) -> bytes:
    """Kind and size of an entry: four bits of the size first, then seven a byte."""
    first, rest = kind << 4 | size & 15, size >> 4
    return bytes((first | 128,)) + varint(rest) if rest else bytes((first,))


def distance(number: int) -> bytes:
    """How far back the base of a delta lies, in Git's own form."""
    out = [number & 127]
    while number := number >> 7:
        number -= 1
        out.append(number & 127 | 128)
    return bytes(reversed(out))


@dataclass
class Pack:
    """A pack in the making: nothing is checked, so that anything can be written."""

    body: bytearray = field(default_factory=bytearray)
    rows: list[tuple[str, int, int]] = field(default_factory=list)
    """Id, checksum and offset of every entry, as its index will tell them."""

    @property
    def end(self) -> int:
        """The offset of the next entry."""
        return 12 + len(self.body)

    def add(self, kind: int, data: bytes, name: str, *, base: bytes = b"", size: int = -1) -> int:
        """Add an entry under a name; `size` is what its header claims, true or not."""
        header = entry_header(kind, len(data) if size < 0 else size)
        return self.add_raw(header + base + zlib.compress(data, 6), name)

    def add_raw(self, raw: bytes, name: str) -> int:
        """Add the bytes of an entry as they are."""
        offset = self.end
        self.rows.append((name, zlib.crc32(raw), offset))
        self.body += raw
        return offset

    def add_object(self, item: GitObject) -> int:
        """Add an object in full."""
        return self.add(NUMBERS[item.kind], item.data, item.id)

    def add_delta(self, base_offset: int, orders: bytes, name: str) -> int:
        """Add a delta to an entry of this pack, named by its distance."""
        return self.add(OFFSET_DELTA, orders, name, base=distance(self.end - base_offset))

    def add_id_delta(self, base_id: str, orders: bytes, name: str) -> int:
        """Add a delta to an object that is named by its id, there or not."""
        return self.add(ID_DELTA, orders, name, base=bytes.fromhex(base_id))

    def content(self, count: int = -1) -> bytes:
        """The file; `count` is how many entries it claims to have."""
        head = struct.pack(">4sII", b"PACK", 2, len(self.rows) if count < 0 else count)
        return with_checksum(head + bytes(self.body))

    def index(self, version: int = 2) -> bytes:
        """The index that belongs to it."""
        return index(self.rows, self.content()[-20:], version)


def with_checksum(data: bytes) -> bytes:
    """Bytes and their SHA-1, as packs and indexes end."""
    return data + hashlib.sha1(data).digest()


def fan_out(names: Iterable[str]) -> list[int]:
    """How many names begin with each byte or a lower one."""
    counts = [0] * 256
    for name in names:
        counts[int(name[:2], 16)] += 1
    return list(itertools.accumulate(counts))


def index(
    rows: Sequence[tuple[str, int, int]],
    pack_checksum: bytes,
    version: int = 2,
    fan: Sequence[int] | None = None,
) -> bytes:
    """An index of either version; `fan` replaces the counts by others."""
    rows = sorted(rows)
    counts = struct.pack(">256I", *(fan or fan_out(row[0] for row in rows)))
    if version == 1:
        table = b"".join(struct.pack(">I", row[2]) + bytes.fromhex(row[0]) for row in rows)
        return with_checksum(counts + table + pack_checksum)
    names = bytes.fromhex("".join(row[0] for row in rows))
    checks = struct.pack(f">{len(rows)}I", *(row[1] for row in rows))
    large = [row[2] for row in rows if row[2] >= 1 << 31]
    places = (large.index(r[2]) | 1 << 31 if r[2] >= 1 << 31 else r[2] for r in rows)
    offsets = struct.pack(f">{len(rows)}I", *places) + struct.pack(f">{len(large)}Q", *large)
    return with_checksum(b"\xfftOc\0\0\0\2" + counts + names + checks + offsets + pack_checksum)


def packed(objects: Iterable[GitObject], deltas: str = "", depth: int = 20) -> Pack:
    """An honest pack: in full, or each object as a delta (``offset``, ``id``) to one like it."""
    pack = Pack()
    last: dict[str, tuple[GitObject, int, int]] = {}
    for item in objects:
        base, offset, deep = last.get(item.kind, (None, 0, 0))
        if base is None or not deltas or deep >= depth:
            last[item.kind] = item, pack.add_object(item), 0
        elif deltas == "offset":
            place = pack.add_delta(offset, delta(base.data, item.data), item.id)
            last[item.kind] = item, place, deep + 1
        else:
            place = pack.add_id_delta(base.id, delta(base.data, item.data), item.id)
            last[item.kind] = item, place, deep + 1
    return pack


def read_pack(data: bytes) -> list[GitObject]:
    """All objects of a sound pack, from front to back, without its index."""
    at = 12
    by_offset: dict[int, GitObject] = {}
    by_id: dict[str, GitObject] = {}
    for _ in range(int.from_bytes(data[8:12], "big")):
        start, kind = at, data[at] >> 4 & 7
        while data[at] & 128:
            at += 1
        at += 1
        base = None
        if kind == OFFSET_DELTA:
            back, at = _read_distance(data, at)
            base = by_offset[start - back]
        elif kind == ID_DELTA:
            base = by_id[data[at : at + 20].hex()]
            at += 20
        inflater = zlib.decompressobj()
        content = inflater.decompress(data[at:])
        at = len(data) - len(inflater.unused_data)
        item = GitObject(KINDS[kind], content) if base is None else None
        if item is None:
            assert base is not None
            item = GitObject(base.kind, apply_delta(base.data, content))
        by_offset[start] = by_id[item.id] = item
    return list(by_offset.values())


def _read_distance(data: bytes, at: int) -> tuple[int, int]:
    number = data[at] & 127
    while data[at] & 128:
        at += 1
        number = (number + 1 << 7) | data[at] & 127
    return number, at + 1
