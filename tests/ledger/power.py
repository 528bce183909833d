"""A loss of power, simulated: what was synced survives, what was not may be gone or torn.

Contents are remembered by inode when a file is synced, names when their folder is.
The copy after the loss holds for everything else, at random, the new, the old, a torn one or
nothing, as a disk may.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from gitopoly import posix
from gitopoly.ledger.journal import MemoryJournal

Names = dict[str, int]


class ForgetfulJournal(MemoryJournal):
    """A journal in memory that can lose what was not synced."""

    def __init__(self, records: Sequence[bytes] = ()) -> None:
        super().__init__(records)
        self._synced = len(records)

    def append(self, record: bytes, *, sync: bool) -> None:
        """Add a record."""
        super().append(record, sync=sync)
        if sync:
            self.sync()

    def sync(self) -> None:
        """Make every record durable."""
        self._synced = len(self._records)

    def close(self) -> None:
        """Make every record durable; it can be used again."""
        self.sync()

    def lose_power(self) -> None:
        """Forget everything that was not synced."""
        del self._records[self._synced :]


class PowerLoss:
    """Watches the syncs of this process below one folder."""

    def __init__(self) -> None:
        self._contents: dict[int, bytes] = {}
        self._names: dict[str, Names] = {}
        self._held: dict[int, int] = {}
        """Open files, by inode: none that is remembered may be given to another file."""
        self._real = (posix.sync_data, posix.sync_file, posix.sync_folder)
        self._root = Path()
        self.before_sync: Callable[[], None] = lambda: None
        """Called before each sync takes effect: a moment at which the power may fail."""

    def start(self, root: Path) -> None:
        """Take everything that is below a folder now for durable, and watch from here on."""
        self._root = root
        self.take_for_durable(root)
        posix.sync_data = self._sync_data
        posix.sync_file = self._sync_file
        posix.sync_folder = self._sync_folder

    def take_for_durable(self, root: Path) -> None:
        """Take everything that is below a folder now for durable."""
        for folder, _, names in os.walk(root):
            self._remember_folder(Path(folder))
            for name in names:
                self._remember_file(Path(folder) / name)

    def stop(self) -> None:
        """Watch no longer."""
        posix.sync_data, posix.sync_file, posix.sync_folder = self._real
        while self._held:
            os.close(self._held.popitem()[1])

    def copy(self, target: Path, seed: int, source: Path | None = None) -> None:
        """Make the folder, or one in it, as it may be found after the power failed now."""
        self._copy_folder(source or self._root, target, Random(seed))

    def _copy_folder(self, source: Path, target: Path, random: Random) -> None:
        target.mkdir()
        synced = self._names.get(str(source), {})
        now = {path.name: path for path in source.iterdir()}
        for name in sorted({*synced, *now}):
            path = now.get(name)
            if path is not None and path.is_dir():
                if name in synced or random.random() < 0.7:
                    self._copy_folder(path, target / name, random)
                continue
            data = self._choose(synced.get(name), path, random)
            if data is not None:
                (target / name).write_bytes(data)

    def _choose(self, synced: int | None, path: Path | None, random: Random) -> bytes | None:
        """Choose what a name stands for after the loss."""
        inode = path.stat().st_ino if path else None
        old = self._contents.get(synced) if synced is not None else None
        if path is None or inode is None:
            return old if old is not None and random.random() < 0.5 else None
        data, safe = path.read_bytes(), self._contents.get(inode)
        if inode == synced:
            if safe == data:
                return data
            return random.choice([safe, data, _torn(safe or b"", data, random)])
        new = data if safe == data else random.choice([data, b"", _torn(b"", data, random)])
        return random.choice([new, old])

    def _hold(self, path: Path) -> int:
        """The inode of a file or folder, which stays its own."""
        inode = path.stat().st_ino
        if inode not in self._held:
            self._held[inode] = os.open(path, os.O_RDONLY)
        return inode

    def _remember_file(self, path: Path) -> None:
        self._contents[self._hold(path)] = path.read_bytes()

    def _remember_folder(self, path: Path) -> None:
        self._names[str(path)] = {item.name: self._hold(item) for item in path.iterdir()}

    def _sync_data(self, descriptor: int) -> None:
        self.before_sync()
        status = os.fstat(descriptor)
        if status.st_ino not in self._held:
            self._held[status.st_ino] = os.dup(descriptor)
        self._contents[status.st_ino] = os.pread(descriptor, status.st_size, 0)
        self._real[0](descriptor)

    def _sync_file(self, path: Path) -> None:
        self.before_sync()
        self._remember_file(path)
        self._real[1](path)

    def _sync_folder(self, path: Path) -> None:
        self.before_sync()
        self._remember_folder(path)
        self._real[2](path)


def _torn(old: bytes, new: bytes, random: Random) -> bytes:
    """Cut what was added since the last sync somewhere, or leave zeros in it."""
    if not new.startswith(old):
        return new[: random.randrange(len(new) + 1)]
    end = random.randint(len(old), len(new))
    return new[:end] + bytes(random.choice([0, len(new) - end]))
