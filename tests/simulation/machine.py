"""The machine of an honest seat: a disk in memory, or a real repository on a disk that forgets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Protocol

from gitopoly.errors import NoRoom
from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.store import Store
from tests.ledger.power import PowerLoss
from tests.simulation.disk import Disk, Fault, PowerFailure, Written


class Machine(Protocol):
    """A disk with a power cord."""

    @property
    def store(self) -> Store:
        """What is on the disk."""

    def set_fault(self, fault: Fault | None) -> None:
        """Set a fault for the seat's next entry, or none."""

    def opened(self) -> None:
        """A program has read everything and found it valid."""

    def kill(self) -> None:
        """End the program; what it has written stays."""

    def lose_power(self, random: Random) -> None:
        """Turn it off; what was not synced may be gone."""

    def back_up(self) -> None:
        """Copy the disk."""

    def restore(self) -> bool:
        """Put the copy in its place, if there is one."""


class MemoryMachine:
    """A disk in memory: quick, and exact about what was synced."""

    def __init__(self, written: Written) -> None:
        self.store = Disk(written)
        self._copy: Disk | None = None

    def set_fault(self, fault: Fault | None) -> None:
        """Set a fault for the seat's next entry, or none."""
        self.store.fault = fault

    def opened(self) -> None:
        """There is nothing to repair."""

    def kill(self) -> None:
        """Memory that is a disk keeps everything."""
        self.store.fault = None

    def lose_power(self, random: Random) -> None:
        """Forget all that was not synced."""
        self.store.fault = None
        self.store.lose_power()

    def back_up(self) -> None:
        """Copy what would survive."""
        self._copy = self.store.backup()

    def restore(self) -> bool:
        """Put the copy in its place, if there is one."""
        if self._copy is None:
            return False
        self.store = self._copy.backup()
        return True


class WatchedStore(GitStore):
    """A store on Git that reports its seat's entries as soon as they are acknowledged."""

    written: Written
    machine: GitMachine

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend the seat's own log, unless a fault comes first."""
        objects = tuple(objects)
        self.machine.before_append()
        super().append(seat, expected, objects, new_head)
        self.machine.after_append()
        self.written(new_head, objects)


class GitMachine:
    """A real repository; what was not synced may be there, torn or gone after a loss of power."""

    def __init__(self, folder: Path, name: str, power: PowerLoss, written: Written) -> None:
        self._folder, self._name, self._power, self._written = folder, name, power, written
        self._lives, self._seed = 0, 0
        self._fault: Fault | None = None
        self._found: Path | None = None
        self._place = folder / name
        GitStore.create(self._place, name).close()
        self.store = self._open(self._place)
        self.store.mend()

    def _open(self, place: Path) -> WatchedStore:
        store = WatchedStore(place, mends=False)
        store.written, store.machine = self._written, self
        return store

    def set_fault(self, fault: Fault | None) -> None:
        """Set a fault for the seat's next entry, or none."""
        self._fault = fault

    def before_append(self) -> None:
        """Trigger the fault that was set, before anything is written or at the next sync."""
        if self._fault == "full":
            self._fault = None
            raise NoRoom("no space left on the disk")
        if self._fault == "torn":
            self._power.before_sync = self._fail

    def _fail(self) -> None:
        self._power.before_sync = lambda: None
        self._found = self._copy_after_loss()
        raise PowerFailure

    def after_append(self) -> None:
        """Trigger the fault that comes once everything is safe."""
        if self._fault == "late":
            raise PowerFailure

    def opened(self) -> None:
        """Repair what a crash has left."""
        self.store.mend()

    def kill(self) -> None:
        """End the program; what it has written stays."""
        self._fault = None
        self.store.release()
        self.store = self._open(self._place)

    def lose_power(self, random: Random) -> None:
        """Continue with what the disk may hold after a power loss."""
        self._fault = None
        self._seed = random.getrandbits(32)
        found = self._found or self._copy_after_loss()
        self._found = None
        self.store.release()
        self._place = found
        self.store = self._open(found)

    def _copy_after_loss(self) -> Path:
        self._lives += 1
        found = self._folder / f"{self._name}-{self._lives}"
        self._power.copy(found, self._seed, self._place)
        self._power.take_for_durable(found)
        return found

    def back_up(self) -> None:
        """Nobody copies these disks."""

    def restore(self) -> bool:
        """There is no copy."""
        return False

    def close(self) -> None:
        """Release the repository."""
        self.store.release()
