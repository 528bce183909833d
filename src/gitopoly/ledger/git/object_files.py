"""Git objects as files: reading what others wrote without trusting it, and writing our own.

Reading follows no symbolic link, opens nothing but regular files, believes no size and no name
before it has checked them, and ignores the alternates of the folder, so that a repository cannot
lend us files from elsewhere.
Writing gives what stock Git reads: loose objects, or one pack when there are many.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import stat
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygit2

Object = tuple[str, str, bytes]
"""Kind, id and content of one object."""

KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
NUMBERS = {kind: number for number, kind in KINDS.items()}
LOOSE_AT_MOST = 120
"""More new objects than this at once are written as one pack."""
LARGEST_PACKED = 16 * 1024 * 1024
MOST_PACKED = 2_000_000
PATIENCE = 20
"""How often packs are opened anew that another process replaces meanwhile."""
_counter = itertools.count()


class TooLarge(Exception):
    """An object that says of itself that it is larger than what is wanted."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class Damaged(Exception):
    """An object whose bytes are not what its name promises, or that is no plain file."""


def read_regular(path: str | Path, largest: int) -> bytes | None:
    """Read at most `largest` bytes of a regular file; None if there is none.

    A named pipe would make us wait for ever, and a symbolic link leads elsewhere.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Damaged(f"{os.path.basename(path)}: {error.strerror}") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Damaged(f"{os.path.basename(path)} is no regular file")
        return os.read(descriptor, min(status.st_size, largest))
    finally:
        os.close(descriptor)


def object_id(kind: str, content: bytes) -> str:
    """The name that Git gives to an object."""
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(content)) + content).hexdigest()


class Packs:
    """The packs of a folder, as they are now; they are closed when this is let go of.

    On its own, pygit2 closes them never: a game over a network would have more and more files
    open, and keep the room of those that are deleted. A database closes what was added to it.
    """

    def __init__(self, folder: str) -> None:
        self._packs = pygit2.OdbBackendPack(folder)
        self._owner = pygit2.Odb()
        self._owner.add_backend(self._packs, 1)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._packs)

    def exists(self, wanted: str) -> bool:
        """Whether an object is there."""
        return bool(self._packs.exists(wanted))

    def read_header(self, wanted: Any) -> tuple[int, int]:
        """Kind and size of an object."""
        kind, size = self._packs.read_header(wanted)
        return int(kind), size

    def read(self, wanted: str) -> bytes:
        """The content of an object."""
        return self._packs.read(wanted)[1]


class ObjectFolder:
    """The folder `objects` of a repository, opened without trusting it."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._packs: Packs | None = None
        self._packs_seen: tuple[int, int] | None = None

    def has(self, wanted: str) -> bool:
        """Whether the object is there, loose or packed."""
        if os.path.exists(self._loose_path(wanted)):
            return True
        packs = self._open_packs()
        return packs is not None and packs.exists(wanted)

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge or Damaged."""
        # Twice, because another process may be moving the object into a pack right now.
        for attempt in range(2):
            found = self._read_loose(wanted, largest) or self._read_packed(wanted, largest)
            if found is not None:
                if object_id(*found) != wanted:
                    raise Damaged(f"object {wanted} has another content than its name says")
                return found
            if attempt == 0:
                self._packs_seen = None
        raise KeyError(wanted)

    def write(self, objects: Sequence[Object]) -> None:
        """Add objects; those that others stand on must come first."""
        if len(objects) > LOOSE_AT_MOST:
            write_pack(Path(self._folder) / "pack", objects)
            self._packs_seen = None
            return
        for kind, name, content in objects:
            write_loose(self._folder, kind, name, content)

    def _loose_path(self, wanted: str) -> str:
        return f"{self._folder}/{wanted[:2]}/{wanted[2:]}"

    def _read_loose(self, wanted: str, largest: int) -> tuple[str, bytes] | None:
        packed = read_regular(self._loose_path(wanted), largest + 4096)
        if packed is None:
            return None
        inflater = zlib.decompressobj()
        try:
            plain = inflater.decompress(packed, largest + 64)
        except zlib.error as error:
            raise Damaged(f"object {wanted} cannot be unpacked") from error
        header, _, content = plain.partition(b"\0")
        kind, _, size = header.partition(b" ")
        if not size.isdigit() or len(size) > 18 or kind.decode("latin-1") not in NUMBERS:
            raise Damaged(f"object {wanted} has no proper header")
        if int(size) > largest:
            raise TooLarge(int(size))
        if len(content) != int(size):
            raise Damaged(f"object {wanted} is cut short or too long")
        return kind.decode(), content

    def _read_packed(self, wanted: str, largest: int) -> tuple[str, bytes] | None:
        packs = self._open_packs()
        if packs is None:
            return None
        try:
            kind, size = packs.read_header(wanted)
            if size > largest:
                raise TooLarge(size)
            return KINDS[kind], packs.read(wanted)
        except KeyError:
            return None
        except pygit2.GitError as error:
            raise Damaged(f"object {wanted} cannot be read from its pack") from error

    def _open_packs(self) -> Packs | None:
        for _ in range(PATIENCE):
            try:
                return self._packs_as_they_are()
            except KeyError:  # another process has replaced a pack while we looked into it
                self._packs_seen = None
        raise Damaged("its packs are replaced faster than they can be read")

    def _packs_as_they_are(self) -> Packs | None:
        folder = f"{self._folder}/pack"
        try:
            status = os.lstat(folder)
        except OSError:
            return None
        seen = (status.st_mtime_ns, status.st_ino)
        if seen != self._packs_seen:
            if not stat.S_ISDIR(status.st_mode):
                raise Damaged("its folder of packs is no folder")
            self._packs_seen = seen
            self._packs = None
            if _plain_packs(folder):
                self._packs = _without_giants(Packs(self._folder))
        return self._packs


def _plain_packs(folder: str) -> bool:
    """Whether there are packs, all of them regular files."""
    found = False
    for item in os.scandir(folder):
        if item.name.endswith((".idx", ".pack")) or item.name.startswith("multi-pack-index"):
            if not item.is_file(follow_symlinks=False):
                raise Damaged(f"{item.name} is no regular file")
            found = True
    return found


def _without_giants(packs: Packs) -> Packs:
    """Refuse packs with a giant: a small object can be told as a difference to it.

    Whoever reads the small one then has the giant in memory, which the size does not show.
    """
    for count, name in enumerate(packs):
        size = packs.read_header(name)[1]
        if size > LARGEST_PACKED:
            raise Damaged(f"its packs hold an object of {size:,} bytes")
        if count > MOST_PACKED:
            raise Damaged(f"its packs hold more than {MOST_PACKED:,} objects")
    return packs


def write_loose(folder: str, kind: str, name: str, content: bytes) -> None:
    """Write one object unless it is there; readers see all of it or nothing."""
    place = f"{folder}/{name[:2]}"
    path = f"{place}/{name[2:]}"
    if os.path.exists(path) and os.path.getsize(path) > 0:
        return
    plain = b"%s %d\0" % (kind.encode(), len(content)) + content
    # Git removes files of such names when it tidies up after a crash.
    temporary = f"{place}/tmp_obj_{os.getpid()}_{next(_counter)}"
    with contextlib.suppress(FileExistsError):
        os.mkdir(place)
    _write_new(temporary, zlib.compress(plain, 1), sync=False)
    os.replace(temporary, path)


def write_pack(folder: Path, objects: Iterable[Object]) -> None:
    """Write many objects as one pack without deltas, synced, its index last."""
    unique = {name: (kind, content) for kind, name, content in objects}
    pieces = [struct.pack(">4sII", b"PACK", 2, len(unique))]
    offset = len(pieces[0])
    rows: list[tuple[bytes, int, int]] = []
    for name, (kind, content) in unique.items():
        piece = _pack_header(NUMBERS[kind], len(content)) + zlib.compress(content, 1)
        rows.append((bytes.fromhex(name), zlib.crc32(piece), offset))
        pieces.append(piece)
        offset += len(piece)
    body = b"".join(pieces)
    checksum = hashlib.sha1(body).digest()
    folder.mkdir(exist_ok=True)
    stem = folder / f"pack-{hashlib.sha1(b''.join(sorted(row[0] for row in rows))).hexdigest()}"
    for suffix, data in ((".pack", body + checksum), (".idx", _pack_index(rows, checksum))):
        temporary = f"{folder}/tmp_{suffix[1:]}_{os.getpid()}_{next(_counter)}"
        _write_new(temporary, data, sync=True)
        os.replace(temporary, stem.with_suffix(suffix))


def _pack_header(kind: int, size: int) -> bytes:
    """Kind and size in Git's variable length form: four bits first, then seven at a time."""
    byte, size = (kind << 4) | (size & 15), size >> 4
    out = bytearray()
    while size:
        out.append(byte | 128)
        byte, size = size & 127, size >> 7
    out.append(byte)
    return bytes(out)


def _pack_index(rows: list[tuple[bytes, int, int]], checksum: bytes) -> bytes:
    """Version 2: fan-out, names, checksums, offsets (a pack of ours stays far below 2 GiB)."""
    rows = sorted(rows)
    counts = [0] * 256
    for name, _, _ in rows:
        counts[name[0]] += 1
    body = b"".join(
        (
            b"\377tOc" + struct.pack(">I", 2),
            struct.pack(">256I", *itertools.accumulate(counts)),
            b"".join(row[0] for row in rows),
            struct.pack(f">{len(rows)}I", *(row[1] for row in rows)),
            struct.pack(f">{len(rows)}I", *(row[2] for row in rows)),
            checksum,
        )
    )
    return body + hashlib.sha1(body).digest()


def _write_new(path: str, data: bytes, *, sync: bool) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o444)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
