"""The disk of an honest seat: it may be full, and the power may fail at every write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gitopoly.errors import NoRoom
from gitopoly.ledger.entry import Sealed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store

Fault = Literal["full", "torn", "late"]
"""What happens at the seat's next entry: no room, or no power just before or after the sync."""

Written = Callable[[Sealed], None]
"""Called with an entry of the seat as soon as it is acknowledged."""


class PowerFailure(BaseException):
    """The machine is off; nothing in the program may catch this."""


class Disk(Store):
    """A program's view of a journal in memory, whose next write can fail."""

    def __init__(self, journal: MemoryJournal, seat: str, written: Written) -> None:
        super().__init__(journal)
        self.seat = seat
        self.fault: Fault | None = None
        self._written = written

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend the seat's own log, unless the fault that was set comes first."""
        fault, self.fault = self.fault, None
        if fault == "full":
            raise NoRoom("no space left on the disk")
        if fault == "torn":
            self._write(sealed.entry, sealed.objects, sync=False)
            raise PowerFailure
        super().append(sealed, previous)
        if fault == "late":
            raise PowerFailure
        self._written(sealed)
