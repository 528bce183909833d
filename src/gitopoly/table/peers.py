"""The other seats as one seat reaches them; besides the clock, this is how games differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Protocol

from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.table.events import Told

if TYPE_CHECKING:
    from gitopoly.table.conversation import Conversation


class Clock(Protocol):
    """A driver's source of time; Python's `time` is one."""

    def time(self) -> float:
        """Seconds since 1970, for people."""

    def monotonic(self) -> float:
        """Monotonic seconds."""


SYSTEM: Clock = time


class Peers(Protocol):
    """How one seat gets news from the others, and they from it."""

    @property
    def contacts(self) -> dict[str, Contact]:
        """How the last poll of each of them went."""

    @property
    def published(self) -> str:
        """How far they can see our own entries, in one line."""

    @property
    def publishing(self) -> Told:
        """The same as a key of the words."""

    @property
    def knows_own_log(self) -> bool:
        """Whether everything this seat has written anywhere is here, so that it cannot fork."""

    @property
    def rest(self) -> bool:
        """Whether nothing comes from them before this seat writes something."""

    def own_log(self, now: bool = False) -> Arrival | None:
        """Look once for what this seat has written elsewhere; None if there was no answer."""

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterable[Arrival]:
        """What they show that is new: from some of them, or all.

        Waits up to the timeout for something to arrive. Its objects are in the store.
        """

    def taken(self, arrival: Arrival) -> None:
        """The game has taken in what it can of an arrival."""

    def publish(self, again: bool = False) -> None:
        """Let them see what was written; `again` to retry after a possible obstacle."""

    def conversation(self) -> Conversation | None:
        """What the seats say to each other, opened when first asked for; None if nobody talks."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that something has arrived."""

    def wake(self) -> None:
        """End a wait at once; other threads may call this."""

    def close(self, everything: bool) -> bool:
        """Close; returns whether all was published. `everything` is worth a long wait."""
