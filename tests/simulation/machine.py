"""The machine of an honest seat: a disk in memory, or a real repository on a disk that forgets."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Protocol

from gitopoly.errors import NoRoom
from gitopoly.ledger.entry import Object, Sealed
from gitopoly.ledger.git.export import ObjectsOf
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.store import Store
from tests.ledger.power import ForgetfulJournal, PowerLoss
from tests.simulation.disk import Disk, Fault, PowerFailure, Written


class Machine(Protocol):
    """A disk with a power cord."""

    @property
    def store(self) -> Store:
        """What is on the disk."""

    def set_fault(self, fault: Fault | None) -> None:
        """Set a fault for the seat's next entry, or none."""

    def shown(self) -> list[tuple[str, str]]:
        """What the disk shows and the journal lacks: seats and heads."""

    def opened(self, objects_of: ObjectsOf) -> None:
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

    def __init__(self, name: str, written: Written) -> None:
        self._name, self._written = name, written
        self._copy: list[bytes] | None = None
        self._turn_on(ForgetfulJournal())

    def _turn_on(self, journal: ForgetfulJournal) -> None:
        self._journal = journal
        self.store = Disk(journal, self._name, self._written)

    def set_fault(self, fault: Fault | None) -> None:
        """Set a fault for the seat's next entry, or none."""
        self.store.fault = fault

    def shown(self) -> list[tuple[str, str]]:
        """There is nothing but the journal."""
        return []

    def opened(self, objects_of: ObjectsOf) -> None:
        """There is nothing to repair."""

    def kill(self) -> None:
        """Memory that is a disk keeps everything."""
        self._turn_on(self._journal)

    def lose_power(self, random: Random) -> None:
        """Forget all that was not synced."""
        self._journal.lose_power()
        self._turn_on(self._journal)

    def back_up(self) -> None:
        """Copy what is there."""
        self._copy = self._journal.read_all()

    def restore(self) -> bool:
        """Put the copy in its place, if there is one."""
        if self._copy is None:
            return False
        self._turn_on(ForgetfulJournal(self._copy))
        return True


class WatchedStore(GitStore):
    """A store on Git that reports its seat's entries as soon as they are acknowledged."""

    written: Written
    machine: GitMachine

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend the seat's own log, unless a fault comes first."""
        self.machine.before_append()
        super().append(sealed, previous)
        self.machine.after_append()
        self.written(sealed)


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
        self.store.mend(_no_entries)

    def _open(self, place: Path) -> WatchedStore:
        store = WatchedStore(place)
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

    def shown(self) -> list[tuple[str, str]]:
        """What the repository shows and the journal lacks."""
        return self.store.shown()

    def opened(self, objects_of: ObjectsOf) -> None:
        """Repair what a crash has left."""
        self.store.mend(objects_of)

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


def _no_entries(entry: str) -> tuple[Object, ...]:
    """Of a new repository."""
    raise AssertionError(entry)
