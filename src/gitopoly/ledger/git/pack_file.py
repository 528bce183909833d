"""Reads a Git pack that somebody else may have made.

Every number in the pack or its index is checked before use, nothing is mapped into memory, and
the cost of a read is accounted for: libgit2 trusts an index, reads beyond the end of a damaged
one, and takes time quadratic in the length of a delta chain.
"""

from __future__ import annotations

import os
import struct
import weakref
import zlib
from bisect import bisect_left
from collections import OrderedDict
from typing import NamedTuple

from gitopoly.ledger.git.delta import patched, patched_size
from gitopoly.ledger.git.untrusted import Damaged, ReadBudget, TooLarge, open_regular, read_regular

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
OFFSET_DELTA, NAMED_DELTA = 6, 7
MOST_OBJECTS = 2_000_000
LARGEST_OBJECT = 16 * 1024 * 1024
"""Largest object, in bytes, that deltas may be based on."""
LONGEST_CHAIN = 300
"""Deltas on top of each other: Git itself makes 50, and once made 250."""
MOST_CACHED = 8 * 1024 * 1024
"""Bytes of unpacked objects to cache, because the next ones are deltas against them."""
_MAGIC = b"\xfftOc\0\0\0\2"
_NAMES = 8 + 4 * 256
_PIECE = 4096
_SEARCHED = 256
"""Names that are searched one after the other."""
_OVERHEAD = 512
"""Overhead of an object in bytes."""


class _Packed(NamedTuple):
    """An object as stored in a pack."""

    kind: int
    size: int
    base: int
    """The offset of its delta base, -1 for none."""
    piece: bytes
    """Its first compressed bytes."""
    after: int
    """The offset after them."""


class Unpacked:
    """A cache for the next reads from a folder's packs: objects, and one open pack."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], tuple[str, bytes]] = OrderedDict()
        self._open: _Reader | None = None
        self.size = 0
        """Bytes that all objects take."""

    def reader(self, path: str) -> _Reader:
        """Open a pack, unless it was the last one opened."""
        if self._open is None or self._open.path != path:
            self._open = _Reader(path)
        return self._open

    def let_go(self) -> None:
        """Close the pack, because another may have replaced it."""
        self._open = None

    def get(self, path: str, offset: int) -> tuple[str, bytes] | None:
        """Kind and content of an object, if it is still here."""
        found = self._found.get((path, offset))
        if found is not None:
            self._found.move_to_end((path, offset))
        return found

    def keep(self, path: str, offset: int, found: tuple[str, bytes]) -> None:
        """Remember an object, and forget the oldest ones."""
        self._found[path, offset] = found
        self.size += len(found[1]) + _OVERHEAD
        while self.size > MOST_CACHED and len(self._found) > 1:
            _, (_, dropped) = self._found.popitem(last=False)
            self.size -= len(dropped) + _OVERHEAD


class PackFile:
    """One pack with its index, as they were when this was created."""

    def __init__(self, index_path: str, unpacked: Unpacked, budget: ReadBudget) -> None:
        """Read the index; raise Damaged if it is invalid."""
        self._path = index_path.removesuffix(".idx") + ".pack"
        self.name = os.path.basename(self._path)
        data = read_regular(index_path, _NAMES + 28 * MOST_OBJECTS + 40 + 1)
        if data is None:
            raise FileNotFoundError(index_path)
        budget.spend(len(data))
        if data[:8] != _MAGIC or len(data) < _NAMES + 40:
            raise Damaged(f"the index of {self.name} is not one of version 2")
        self._fan = (0, *struct.unpack_from(">256I", data, 8))
        count = self._fan[256]
        self._offsets = _NAMES + 24 * count
        self._far = _NAMES + 28 * count
        if any(a > b for a, b in zip(self._fan, self._fan[1:], strict=False)):
            raise Damaged(f"the index of {self.name} is out of order")
        if count > MOST_OBJECTS or len(data) < self._far + 40:
            raise Damaged(f"the index of {self.name} is truncated or too long")
        self._data = data
        self._unpacked = unpacked
        self._kinds: dict[int, str] = {}
        self._last: tuple[int, _Packed] | None = None
        """The header that was read last: a query for a size is mostly followed by a read."""
        self._inflated: tuple[_Packed | None, bytes] = None, b""

    def find(self, wanted: str) -> int | None:
        """Give the offset of an object; None if it is not in here."""
        name = bytes.fromhex(wanted)
        low, high = self._fan[name[0]], self._fan[name[0] + 1]
        at = self._place(name, low, high)
        if at is None:
            return None
        (offset,) = struct.unpack_from(">I", self._data, self._offsets + 4 * at)
        if offset < 0x80000000:
            return int(offset)
        place = self._far + 8 * (offset - 0x80000000)
        if place + 8 > len(self._data) - 40:
            raise Damaged(f"the index of {self.name} points beyond its end")
        return int.from_bytes(self._data[place : place + 8], "big")

    def _place(self, name: bytes, low: int, high: int) -> int | None:
        """The place of a name among those with its first byte, None if it is not there."""
        if high - low > _SEARCHED:
            at = bisect_left(range(high), name, low, high, key=self._name)
            return at if at < high and self._name(at) == name else None
        # Faster than halving where there are few; bytes of two names may look like a third one.
        start, end = _NAMES + 20 * low, _NAMES + 20 * high
        found = self._data.find(name, start, end)
        while found >= 0 and (found - start) % 20:
            found = self._data.find(name, found + 1, end)
        return (found - _NAMES) // 20 if found >= 0 else None

    def _name(self, at: int) -> bytes:
        return self._data[_NAMES + 20 * at : _NAMES + 20 * at + 20]

    def header(self, offset: int, budget: ReadBudget) -> tuple[str, int]:
        """Kind and size of the object at an offset, without unpacking it."""
        known = self._unpacked.get(self._path, offset)
        if known is not None:
            return known[0], len(known[1])
        file = self._unpacked.reader(self._path)
        packed = self._packed(file, offset, budget)
        kind = self._kind(file, offset, packed, budget)
        self._last = offset, packed
        return kind, packed.size if packed.base < 0 else patched_size(_begun(packed))

    def _kind(self, file: _Reader, offset: int, packed: _Packed, budget: ReadBudget) -> str:
        """The kind of an object, which a delta chain takes from its end."""
        chain = [offset]
        while (kind := self._kinds.get(chain[-1], "")) == "" and packed.base >= 0:
            if len(chain) > LONGEST_CHAIN:
                raise self._endless()
            chain.append(packed.base)
            packed = self._packed(file, packed.base, budget)
        kind = kind or KINDS[packed.kind]
        self._kinds.update(dict.fromkeys(chain, kind))
        return kind

    def read(self, offset: int, largest: int, budget: ReadBudget) -> tuple[str, bytes]:
        """Kind and content of the object at an offset; a larger one raises TooLarge."""
        found = self._unpacked.get(self._path, offset)
        if found is None:
            file = self._unpacked.reader(self._path)
            packed = self._packed(file, offset, budget)
            size = self._size(file, packed, budget)
            if size > largest:
                raise TooLarge(size)
            return self._unpack(file, offset, packed, budget)
        if len(found[1]) > largest:
            raise TooLarge(len(found[1]))
        return found

    def _size(self, file: _Reader, packed: _Packed, budget: ReadBudget) -> int:
        """The size of an object; of a delta the target's, for which a long one is only begun."""
        if packed.base < 0:
            return packed.size
        if packed.size > _PIECE:
            return patched_size(_begun(packed))
        return patched_size(self._inflate(file, packed, budget))

    def _inflate(self, file: _Reader, packed: _Packed, budget: ReadBudget) -> bytes:
        """A delta; the last one is kept, because its size is asked for before it is applied."""
        if self._inflated[0] is not packed:
            self._inflated = packed, _inflated(file, packed, budget)
        return self._inflated[1]

    def _unpack(
        self, file: _Reader, offset: int, packed: _Packed, budget: ReadBudget
    ) -> tuple[str, bytes]:
        """Go down to a whole object, then up again; objects in between are cached."""
        differences: list[tuple[int, _Packed]] = []
        found = None
        while found is None and packed.base >= 0:
            if len(differences) == LONGEST_CHAIN:
                raise self._endless()
            differences.append((offset, packed))
            offset = packed.base
            found = self._unpacked.get(self._path, offset)
            if found is None:
                packed = self._packed(file, offset, budget)
        if found is None:
            found = KINDS[packed.kind], _inflated(file, packed, budget)
            self._unpacked.keep(self._path, offset, found)
        kind, content = found
        for offset, packed in reversed(differences):
            difference = self._inflate(file, packed, budget)
            content = patched(content, difference, LARGEST_OBJECT, budget)
            self._unpacked.keep(self._path, offset, (kind, content))
        return kind, content

    def _endless(self) -> Damaged:
        return Damaged(f"{self.name} has a chain of more than {LONGEST_CHAIN} deltas")

    def _packed(self, file: _Reader, offset: int, budget: ReadBudget) -> _Packed:
        """Read the head of the object at an offset."""
        if self._last is not None and self._last[0] == offset:
            return self._last[1]
        budget.spend(_OVERHEAD)
        piece = file.at(offset, _PIECE) if offset >= 12 else b""
        try:
            byte, at = piece[0], 1
            kind, size, shift = byte >> 4 & 7, byte & 15, 4
            while byte & 0x80:
                byte, at = piece[at], at + 1
                size |= (byte & 0x7F) << shift
                shift += 7
                if shift > 60:
                    raise Damaged(f"{self.name} contains an invalid object")
            base = -1
            if kind == OFFSET_DELTA:
                byte, at = piece[at], at + 1
                distance = byte & 0x7F
                while byte & 0x80:
                    byte, at = piece[at], at + 1
                    distance = (distance + 1 << 7) | (byte & 0x7F)
                base = offset - distance if 0 < distance <= offset else 0
            elif kind == NAMED_DELTA:
                found = self.find(piece[at : at + 20].hex()) if len(piece) >= at + 20 else None
                base, at = found or 0, at + 20
        except IndexError:
            raise Damaged(f"{self.name} is truncated") from None
        if base == 0 or (base < 0 and kind not in KINDS):
            raise Damaged(f"{self.name} contains an invalid object")
        return _Packed(kind, size, base, piece[at:], offset + len(piece))


class _Reader:
    """An open pack, closed when this is no longer referenced."""

    def __init__(self, path: str) -> None:
        descriptor = open_regular(path)
        if descriptor is None:
            raise FileNotFoundError(path)
        self.path, self._file = path, descriptor
        weakref.finalize(self, os.close, descriptor)

    def at(self, offset: int, size: int) -> bytes:
        """Read at most this many bytes."""
        try:
            return os.pread(self._file, size, offset)
        except (OSError, OverflowError) as error:
            raise Damaged(f"it cannot be read at {offset}: {error}") from error


def _begun(packed: _Packed) -> bytes:
    """The first bytes of what is compressed."""
    try:
        return zlib.decompressobj().decompress(packed.piece, 32)
    except zlib.error as error:
        raise Damaged("an object in it cannot be unpacked") from error


def _inflated(file: _Reader, packed: _Packed, budget: ReadBudget) -> bytes:
    """The whole decompressed content, which must have exactly the declared size."""
    if packed.size > LARGEST_OBJECT:
        raise TooLarge(packed.size)
    budget.spend(packed.size + _OVERHEAD)
    inflater = zlib.decompressobj()
    piece, after, left = packed.piece, packed.after, packed.size + 1
    parts: list[bytes] = []
    try:
        while piece and left > 0 and not inflater.eof:
            parts.append(inflater.decompress(piece, left))
            left -= len(parts[-1])
            piece = inflater.unconsumed_tail
            if not piece and not inflater.eof:
                piece = file.at(after, 1 << 16)
                after += len(piece)
                budget.spend(len(piece))
    except zlib.error as error:
        raise Damaged("an object in it cannot be unpacked") from error
    if not inflater.eof or left != 1:
        raise Damaged("an object in it is truncated or too long")
    return b"".join(parts) if len(parts) != 1 else parts[0]
