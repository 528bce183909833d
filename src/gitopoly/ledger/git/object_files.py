"""Git objects as files: reading what others wrote without trusting it, and writing our own.

Reading follows no symbolic link, opens only regular files, trusts no size and no name before
checking it, and ignores the folder's alternates, so that a repository cannot point us to files
elsewhere.
Writing produces what stock Git reads: loose objects, or one pack when there are many.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import stat
import struct
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from gitopoly.ledger.git.collisions import check_for_collision
from gitopoly.ledger.git.pack_file import KINDS, PackFile, Unpacked
from gitopoly.ledger.git.untrusted import (
    Damaged,
    ReadBudget,
    TooLarge,
    UnlimitedBudget,
    make_folder,
    read_regular,
    write_new,
)

Object = tuple[str, str, bytes]
"""Kind, id and content of one object."""

NUMBERS = {kind: number for number, kind in KINDS.items()}
LOOSE_AT_MOST = 120
"""More new objects than this at once are written as one pack."""
MOST_PACKS = 1000
RACY = 1_000_000_000
"""A file that changed within this many nanoseconds may change again without a new timestamp."""
_Seen = tuple[str, int, int, int]
"""Path, time, size and inode of an index."""
_Found = TypeVar("_Found", tuple[str, int], tuple[str, bytes])
_counter = itertools.count()


def object_id(kind: str, content: bytes) -> str:
    """The name that Git gives to an object."""
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(content)) + content).hexdigest()


class ObjectFolder:
    """The folder `objects` of a repository, opened without trusting it."""

    def __init__(self, folder: Path | str, budget: ReadBudget | None = None) -> None:
        """Without a `budget` reading is unlimited: for our own folders."""
        self._folder = str(folder)
        self._budget = budget or UnlimitedBudget()
        self._unpacked = Unpacked()
        self._packs: dict[_Seen, PackFile] = {}
        self._problem: Damaged | None = None
        """What is wrong with a pack that cannot be opened, reported if an object is missing."""
        self._packs_seen: tuple[int, int] | None = None
        self._last: tuple[str, PackFile | None, int] = "", None, 0
        """Where the last object was found: a query for its size is mostly followed by a read."""

    @property
    def unpacked_bytes(self) -> int:
        """What is kept in memory for the next reads."""
        return self._unpacked.size

    def renew_budget(self) -> None:
        """Account for the next reads as one fetch, with limits."""
        self._budget = ReadBudget()

    def stop(self) -> None:
        """Abort the fetch; another thread may call this."""
        self._budget.stop()

    def has(self, wanted: str) -> bool:
        """Whether the object is there, loose or packed."""
        if os.path.exists(self._loose_path(wanted)):
            return True
        for pack in self._open_packs():
            with contextlib.suppress(Damaged):
                if pack.find(wanted) is not None:
                    return True
        return False

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and declared size; raise KeyError or Damaged."""
        return self._found(wanted, self._loose_header, PackFile.header)

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge, Damaged or BudgetExceeded."""

        def packed(pack: PackFile, offset: int, budget: ReadBudget) -> tuple[str, bytes]:
            return pack.read(offset, largest, budget)

        kind, content = self._found(wanted, lambda name: self._loose(name, largest), packed)
        self._budget.spend(len(content))
        self._check_name(kind, wanted, content)
        return kind, content

    def _check_name(self, kind: str, name: str, content: bytes) -> None:
        if object_id(kind, content) != name:
            raise Damaged(f"object {name} does not match its name")

    def write(self, objects: Sequence[Object]) -> None:
        """Add objects; those that others are built on must come first."""
        if len(objects) > LOOSE_AT_MOST:
            write_pack(Path(self._folder) / "pack", objects)
            self._packs_seen = None
            return
        for kind, name, content in objects:
            write_loose(self._folder, kind, name, content)

    def _found(
        self,
        wanted: str,
        loose: Callable[[str], _Found | None],
        packed: Callable[[PackFile, int, ReadBudget], _Found],
    ) -> _Found:
        """Look for an object in all places; a copy may be intact where another is damaged."""
        problem: Damaged | None = None
        name, known, offset = self._last
        if name == wanted and known is not None:
            with contextlib.suppress(FileNotFoundError, Damaged):
                return packed(known, offset, self._budget)
        # Most objects are in a known pack, which costs no disk access; then
        # twice, because another process may be moving the object into a pack right now.
        for asks_the_disk in (False, True, True):
            if asks_the_disk:
                try:
                    found = loose(wanted)
                    if found is not None:
                        return found
                except Damaged as error:
                    problem = error
            for pack in self._open_packs() if asks_the_disk else self._packs.values():
                try:
                    if (place := pack.find(wanted)) is not None:
                        self._last = wanted, pack, place
                        return packed(pack, place, self._budget)
                except FileNotFoundError:
                    self._packs_seen = None
                except Damaged as error:
                    problem = error
            if asks_the_disk:
                self._packs_seen = None
        raise problem or self._problem or KeyError(wanted)

    def _loose_path(self, wanted: str) -> str:
        return f"{self._folder}/{wanted[:2]}/{wanted[2:]}"

    def _loose(self, wanted: str, largest: int) -> tuple[str, bytes] | None:
        packed = read_regular(self._loose_path(wanted), largest + 4096)
        if packed is None:
            return None
        self._budget.spend(len(packed))
        inflater = zlib.decompressobj()
        try:
            plain = inflater.decompress(packed, largest + 64)
        except zlib.error as error:
            raise Damaged(f"object {wanted} cannot be unpacked") from error
        header, _, content = plain.partition(b"\0")
        kind, size = _loose_head(wanted, header)
        if size > largest:
            raise TooLarge(size)
        if len(content) != size or not inflater.eof:
            raise Damaged(f"object {wanted} is truncated or too long")
        return kind, content

    def _loose_header(self, wanted: str) -> tuple[str, int] | None:
        begun = read_regular(self._loose_path(wanted), 4096)
        if begun is None:
            return None
        try:
            plain = zlib.decompressobj().decompress(begun, 64)
        except zlib.error as error:
            raise Damaged(f"object {wanted} cannot be unpacked") from error
        return _loose_head(wanted, plain.partition(b"\0")[0])

    def _open_packs(self) -> Iterable[PackFile]:
        """The packs as they are now; those that did not change stay open with what they know."""
        folder = f"{self._folder}/pack"
        try:
            status = os.lstat(folder)
        except OSError:
            return ()
        seen = (status.st_mtime_ns, status.st_ino)
        if seen != self._packs_seen:
            self._problem = None
            self._unpacked.let_go()
            self._packs = dict(self._opened(folder, stat.S_ISDIR(status.st_mode)))
            # A pack that appears within the same clock tick leaves no other trace.
            settled = status.st_mtime_ns + RACY < time.time_ns()
            self._packs_seen = seen if settled else None
        return self._packs.values()

    def _opened(self, folder: str, is_folder: bool) -> Iterator[tuple[_Seen, PackFile]]:
        if not is_folder:
            self._problem = Damaged("its folder of packs is not a folder")
            return
        for index in _indexes(folder):
            known = self._packs.get(index)
            try:
                yield index, known or PackFile(index[0], self._unpacked, self._budget)
            except FileNotFoundError:
                continue  # replaced while we looked
            except Damaged as error:
                self._problem = error


class ForeignObjects(ObjectFolder):
    """The same for what somebody else has made: the hash that names it detects collisions."""

    def _check_name(self, kind: str, name: str, content: bytes) -> None:
        check_for_collision(kind, name, content)


def _loose_head(wanted: str, header: bytes) -> tuple[str, int]:
    kind, _, size = header.partition(b" ")
    if not size.isdigit() or len(size) > 18 or kind.decode("latin-1") not in NUMBERS:
        raise Damaged(f"object {wanted} has a malformed header")
    return kind.decode(), int(size)


def _indexes(folder: str) -> list[_Seen]:
    """The indexes of packs, with what reveals a change."""
    found = []
    for item in os.scandir(folder):
        if item.name.endswith(".idx"):
            with contextlib.suppress(FileNotFoundError):  # replaced while we looked
                status = item.stat(follow_symlinks=False)
                found.append((item.path, status.st_mtime_ns, status.st_size, status.st_ino))
    if len(found) > MOST_PACKS:
        raise Damaged(f"it has more than {MOST_PACKS} packs")
    return found


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
    # Git removes files of such names when it tidies up after a crash.
    temporary = f"{place}/tmp_obj_{os.getpid()}_{next(_counter)}"
    make_folder(place)
    write_new(temporary, zlib.compress(plain, 1), sync=False)
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
    make_folder(folder)
    stem = folder / f"pack-{hashlib.sha1(b''.join(sorted(row[0] for row in rows))).hexdigest()}"
    for suffix, data in ((".pack", body + checksum), (".idx", _pack_index(rows, checksum))):
        temporary = f"{folder}/tmp_{suffix[1:]}_{os.getpid()}_{next(_counter)}"
        write_new(temporary, data, sync=True)
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
