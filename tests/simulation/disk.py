"""The disk of an honest seat: it may be full, and the power may fail at every write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from gitopoly.errors import NoRoom
from gitopoly.ledger.entry import Object
from gitopoly.ledger.store import Store

Fault = Literal["full", "torn", "late"]
"""What happens at the seat's next entry: no room, or no power just before or after the sync."""

Written = Callable[[str, tuple[Object, ...]], None]
"""Called with an entry of the seat as soon as it is acknowledged."""


class PowerFailure(BaseException):
    """The machine is off; nothing in the program may catch this."""


class Disk(Store):
    """A store in memory whose next write can fail."""

    def __init__(self, written: Written) -> None:
        super().__init__()
        self.fault: Fault | None = None
        self._written = written

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend the seat's own log, unless the fault that was set comes first."""
        fault, self.fault = self.fault, None
        objects = tuple(objects)
        if fault == "full":
            raise NoRoom("no space left on the disk")
        self.accept(seat, expected, new_head, objects)
        if fault == "torn":
            raise PowerFailure
        self.sync()
        if fault == "late":
            raise PowerFailure
        self._written(new_head, objects)

    def backup(self) -> Disk:
        """A copy of what would survive a loss of power now."""
        twin = Disk(self._written)
        twin._on_disk = dict(self._on_disk)
        twin._synced_heads = dict(self._synced_heads)
        twin._synced_kept = dict(self._synced_kept)
        twin._notes = self._notes[: self._synced_notes]
        twin._synced_notes = self._synced_notes
        twin.lose_power()
        return twin
