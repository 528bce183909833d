"""Packs for the tests, sensible or not: differences to anything, indexes that lie."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

NUMBERS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4}
OFFSET, NAMED = 6, 7


def number(value: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


def distance(value: int) -> bytes:
    """How far back the base of a difference stands."""
    out = [value & 127]
    while value := value >> 7:
        value -= 1
        out.append(value & 127 | 128)
    return bytes(reversed(out))


def copy(start: int, size: int) -> bytes:
    """The step of a difference that copies from its base."""
    return b"\xff" + start.to_bytes(4, "little") + size.to_bytes(3, "little")


def insert(data: bytes) -> bytes:
    """The step of a difference that brings something new."""
    return bytes((len(data),)) + data


def difference(before: int, after: int, *steps: bytes) -> bytes:
    """A difference between contents of such sizes."""
    return number(before) + number(after) + b"".join(steps)


class Pack:
    """A pack in the making; nothing is checked."""

    def __init__(self) -> None:
        self.body = bytearray()
        self.rows: list[tuple[str, int]] = []

    @property
    def next(self) -> int:
        """Where the next object will stand."""
        return 12 + len(self.body)

    def whole(self, kind: str, content: bytes, *, said: int | None = None) -> int:
        """Add an object as it is; `said` is a false size."""
        name = hashlib.sha1(b"%s %d\0" % (kind.encode(), len(content)) + content).hexdigest()
        return self._add(name, NUMBERS[kind], b"", content, said)

    def delta(self, name: str, base: int, change: bytes) -> int:
        """Add a difference to what stands at an offset."""
        return self._add(name, OFFSET, distance(self.next - base), change, None)

    def named_delta(self, name: str, base: str, change: bytes) -> int:
        """Add a difference to an object by its name."""
        return self._add(name, NAMED, bytes.fromhex(base), change, None)

    def _add(self, name: str, kind: int, before: bytes, content: bytes, said: int | None) -> int:
        place, size = self.next, len(content) if said is None else said
        head = number(size >> 4) if size >> 4 else b""
        self.body += bytes(((128 if head else 0) | kind << 4 | size & 15,)) + head + before
        self.body += zlib.compress(content)
        self.rows.append((name, place))
        return place

    def data(self) -> bytes:
        """The pack as it is sent, with its checksum."""
        data = b"PACK" + struct.pack(">II", 2, len(self.rows)) + bytes(self.body)
        return data + hashlib.sha1(data).digest()

    def write(self, folder: Path) -> Path:
        """Write pack and index; give the path of the index."""
        folder.mkdir(parents=True, exist_ok=True)
        data = self.data()
        check = data[-20:]
        path = folder / f"pack-{check.hex()}.pack"
        path.write_bytes(data)
        rows = sorted(self.rows)
        fan = [sum(int(name[:2], 16) <= first for name, _ in rows) for first in range(256)]
        table = b"".join(
            (
                b"\xfftOc\0\0\0\2" + struct.pack(">256I", *fan),
                b"".join(bytes.fromhex(name) for name, _ in rows),
                bytes(4 * len(rows)),
                b"".join(struct.pack(">I", place) for _, place in rows),
                check,
            )
        )
        index = path.with_suffix(".idx")
        index.write_bytes(table + hashlib.sha1(table).digest())
        return index
