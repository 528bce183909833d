"""The other seats as one seat reaches them; besides the clock, this is how games differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.table.events import Told
from gitopoly.table.game_replica import GameReplica

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


class StorePeers:
    """Seats with stores open in this process: what they write is visible at once."""

    def __init__(self, game: GameReplica, own: str, stores: Mapping[str, Store]) -> None:
        """Read from the seats in `stores`, which may grow; `own` is the reading seat."""
        self._game, self._own, self._stores = game, own, stores
        self.contacts: dict[str, Contact] = {}

    published = "kept on this machine"
    publishing = Told("published.here", {})
    knows_own_log = True

    @property
    def rest(self) -> bool:
        """Others may write at any time."""
        return False

    def own_log(self, now: bool = False) -> Arrival | None:
        """Nobody else writes this seat's log."""
        return None

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What they have written that is new; never waits."""
        for name in among or tuple(self._stores):
            if name != self._own and (head := self._news(name)) is not None:
                yield Arrival(name, head)

    def _news(self, name: str) -> str | None:
        """The newest entry of a seat if it is new, with its history."""
        source, store = self._stores[name], self._game.store
        head = source.head(name)
        if head is None or head in self._game.log:
            return None
        store.borrow(name, source.held)
        return head

    def taken(self, arrival: Arrival) -> None:
        """What was accepted is kept."""
        if arrival.head in self._game.log:
            self._game.store.borrow(arrival.nickname, None)

    def publish(self, again: bool = False) -> None:
        """Nothing to do: the others read this seat's store."""

    def conversation(self) -> Conversation | None:
        """There is nobody else to talk to."""
        return None

    def listen(self, listener: Callable[[], None]) -> None:
        """Nothing to do: it is seen with the next poll."""

    def wake(self) -> None:
        """Nobody waits."""

    def close(self, everything: bool) -> bool:
        """Nothing to do: whoever opened the stores closes them."""
        return True
