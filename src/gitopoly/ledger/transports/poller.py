"""Polls the others' repositories: often while the game moves, rarely while it rests.

There is one thread for each host, and one for all folders. A peer that takes long is asked by a
thread of its own from then on, because an unresponsive one must not delay the others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from gitopoly.errors import GitopolyError, RefusedObjects, Unreachable
from gitopoly.ledger.address import Address, check_url
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits, Incoming, Known
from gitopoly.ledger.transports.publisher import delay_after
from gitopoly.ledger.transports.remote import Remote, Transport
from gitopoly.ledger.transports.transport import MAIN


@dataclass(frozen=True)
class Pace:
    """How often to poll: after the game has rested for t seconds, every `share` x t seconds."""

    quick: float
    """Never more often than this, in seconds."""
    share: float
    slow: float
    """Never less often than this, in seconds."""

    def interval(self, rest: float) -> float:
        """The pause after this many seconds without any movement."""
        return min(self.slow, max(self.quick, self.share * rest))


SLOW = 1.0
"""Seconds after which a look has taken long."""
REST = 10
"""The pause after a refused poll, as a multiple of its duration."""
FOLDER = Pace(quick=0.005, share=0.02, slow=0.5)
LOOPBACK = Pace(quick=0.04, share=0.1, slow=10.0)
TOLD = Pace(quick=0.05, share=0.1, slow=5.0)
"""For what only our own door writes to, which tells us: in case that it was not heard."""
HOST = Pace(quick=2.0, share=0.1, slow=20.0)
STREAMED = Pace(quick=20.0, share=0.1, slow=20.0)
"""For what a stream brings as well: in case that it was lost there."""


def pace_of(address: Address) -> Pace:
    """The pace that disturbs nobody."""
    if address.path is not None:
        return FOLDER
    return LOOPBACK if address.is_loopback else HOST


@dataclass(frozen=True)
class Arrival:
    """A peer's branch is at another commit than before, or offers what is refused."""

    nickname: str
    head: str | None
    """The newest commit."""
    refusal: RefusedObjects | None = None
    objects: Incoming | None = field(default=None, compare=False, repr=False)
    """What was new; to judge the head, lend this to the store."""
    is_sent: bool = False
    """Whether it came by itself, and the branch may still show something older."""

    @property
    def shown(self) -> str | None:
        """Where the branch was, whether that was refused or not."""
        return self.refusal.offered if self.refusal else self.head

    @property
    def lender(self) -> str:
        """The name under which its objects are lent; what was sent takes nothing from a branch."""
        return f"{self.nickname}, sent" if self.is_sent else self.nickname


@dataclass(frozen=True)
class Contact:
    """How the last poll of a peer's repository went."""

    answered: float | None
    """When it last answered, as seconds since 1970."""
    error: GitopolyError | None
    """Why the last poll failed."""
    polled: float = 0.0
    """When it last answered, by a monotonic clock that stops while the machine sleeps."""
    refused: bool = False
    """Whether it answered with something unacceptable, which does not count as news."""

    @property
    def answers(self) -> bool:
        """Whether silence is the seat's own fault: its repository can be reached."""
        return self.error is None or self.refused


def _nothing() -> None:
    """Nobody listens."""


@dataclass(eq=False)
class _Line:
    """A peer's branch, and how the last look at it went."""

    remote: Remote
    link: Transport
    seen: tuple[str | None, str] = (None, "")
    """What was last shown there."""
    failures: int = 0
    """Looks in a row that failed."""
    polled: float | None = None
    spent: float = 0.0
    """Seconds that the last look took."""
    least: float = 0.0
    """Seconds until the next look, however quick the game is."""

    @property
    def name(self) -> str:
        """The nickname of the peer."""
        return self.remote.name

    def due(self, moved: float, pace: Pace) -> float:
        """When to look again, if the game has last moved then."""
        if self.polled is None:
            return 0.0
        return self.polled + max(self.least, pace.interval(max(0.0, self.polled - moved)))

    def note(self, polled: float, error: GitopolyError | None, pace: Pace) -> None:
        """A look at some time is over."""
        self.polled, self.spent = polled, time.monotonic() - polled
        self.failures = 0 if error is None else self.failures + 1
        quick = max(pace.quick, 0.1)
        self.least = delay_after(self.failures, quick, pace.slow) if error is not None else 0.0
        if isinstance(error, RefusedObjects):
            # A peer that only makes work for us is not worth a core.
            self.least = max(self.least, REST * self.spent)


def _address(remote: Remote) -> Address:
    return check_url(remote.url)


class Poller:
    """Fetches from all peers in the background and reports what arrived."""

    def __init__(
        self,
        own: OwnRepository,
        remotes: Sequence[Remote],
        known: Known,
        paces: dict[str, Pace] | None = None,
        *,
        branch: str = MAIN,
        limits: HistoryLimits = LIMITS,
        always: Collection[str] = (),
    ) -> None:
        """Start polling; what is `known` is not fetched again.

        Of those in `always`, everything fetched is reported, new or not.
        """
        self._always = frozenset(always)
        self.on_arrival: Callable[[], None] = _nothing
        """Called in a thread of the poller when something has arrived."""
        self._own, self._known = own, known
        self._branch, self._limits = branch, limits
        self._paces = {remote.name: pace_of(check_url(remote.url)) for remote in remotes}
        self._paces |= paces or {}
        self._usual = dict(self._paces)
        self._changed = threading.Condition()
        self._moved = time.monotonic()
        self._closing = False
        self._dropped: set[str] = set()
        self._again: set[str] = set()
        """Whose branches are reported once more."""
        self._woken = False
        self._arrivals: list[Arrival] = []
        self._contacts = {remote.name: Contact(None, None) for remote in remotes}
        self._lines = [_Line(remote, self._link(remote)) for remote in remotes]
        self._threads: list[threading.Thread] = []
        hosts = [(address.host, address.service) for address in map(_address, remotes)]
        for host in dict.fromkeys(hosts):
            lines = zip(self._lines, hosts, strict=True)
            self._begin([line for line, one in lines if one == host])

    def _link(self, remote: Remote) -> Transport:
        return remote.transport(self._own.base, self._limits, self._branch)

    @property
    def contacts(self) -> dict[str, Contact]:
        """How the last poll of each peer went, by nickname."""
        with self._changed:
            return dict(self._contacts)

    def pace(self, nickname: str, pace: Pace | None) -> None:
        """Poll a peer at another pace from now on; None is that of its address again.

        Then it is asked at once, and what its branch shows is reported, new or not.
        """
        with self._changed:
            if nickname not in self._usual:
                return
            self._paces[nickname] = pace or self._usual[nickname]
            if pace is None:
                self._again.add(nickname)
                self._moved = time.monotonic()
            self._changed.notify_all()

    def hurry(self) -> None:
        """The game has moved (we did something): poll more often again."""
        with self._changed:
            self._moved = time.monotonic()
            self._changed.notify_all()

    def wake(self) -> None:
        """Wake up waiting callers, because something else has happened."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def drop(self, nickname: str) -> None:
        """Poll a peer no longer."""
        with self._changed:
            self._dropped.add(nickname)
            self._arrivals = [one for one in self._arrivals if one.nickname != nickname]
            self._contacts.pop(nickname, None)
            self._moved = time.monotonic()
            self._changed.notify_all()

    def wait(self, timeout: float) -> list[Arrival]:
        """Everything that arrived since the last call; waits for the first, up to a timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._arrivals or self._closing or self._woken, timeout)
            self._woken = False
            arrivals, self._arrivals = self._arrivals, []
            self._changed.notify_all()
            return arrivals

    def close(self, timeout: float = 1.0) -> None:
        """Stop; a poll that takes longer than the timeout is aborted."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if not self._join(timeout):
            with self._changed:
                for line in self._lines:
                    line.link.stop()
            self._join(timeout)

    def _join(self, timeout: float) -> bool:
        """Wait for the threads, up to a timeout; returns whether all have ended."""
        deadline = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _begin(self, lines: list[_Line]) -> None:
        thread = threading.Thread(target=self._run, args=(lines,), name="poller", daemon=True)
        with self._changed:
            self._threads.append(thread)
        thread.start()

    def _run(self, lines: list[_Line]) -> None:
        while (line := self._next(lines)) is not None:
            self._look(line)
            if len(lines) > 1 and line.spent > SLOW:
                lines.remove(line)
                self._begin([line])

    def _next(self, lines: list[_Line]) -> _Line | None:
        """The branch to look at, once that is due; None when there is nothing more to do."""
        with self._changed:
            while not self._closing:
                lines[:] = [line for line in lines if line.name not in self._dropped]
                # Not faster than entries are judged, or objects would pile up.
                untaken = {arrival.nickname for arrival in self._arrivals}
                ready = [line for line in lines if line.name not in untaken]
                due = {line: line.due(self._moved, self._paces[line.name]) for line in ready}
                first = min(ready, key=due.__getitem__, default=None)
                left = due[first] - time.monotonic() if first is not None else None
                if not lines or (left is not None and left <= 0):
                    return first
                self._changed.wait(left)
        return None

    def _look(self, line: _Line) -> None:
        name, polled = line.name, time.monotonic()
        arrival, error = None, None
        again = name in self._again
        always = again or name in self._always
        # What came and went between two polls leaves no trace, so some are always read.
        if line.failures or always or line.link.may_have_moved():
            arrival, error = self._poll(line.remote, line.link)
        if arrival is not None:
            seen = arrival.head, str(arrival.refusal or "")
            # A branch that was there and is gone is news, too.
            news = seen != line.seen and (seen != (None, "") or line.seen[0] is not None)
            if news or always:
                self._arrive(arrival, news)
            if again:
                self._again.discard(name)
            line.seen = seen
        # Only now: whoever sees that a peer has answered must find its answer.
        self._note(name, error, polled)
        line.note(polled, error, self._paces[name])

    def _poll(self, remote: Remote, link: Transport) -> tuple[Arrival | None, GitopolyError | None]:
        try:
            head, objects = link.fetch(self._known, self._own)
            return Arrival(remote.name, head, None, objects), None
        except RefusedObjects as refusal:
            return Arrival(remote.name, None, refusal), refusal
        except GitopolyError as error:
            return None, error
        except OSError as error:
            return None, Unreachable(remote.url, "failed", " ".join(str(error).split()))

    def _note(self, nickname: str, error: GitopolyError | None, polled: float) -> None:
        with self._changed:
            if nickname in self._dropped:
                return
            if error is None:
                self._contacts[nickname] = Contact(time.time(), None, polled)
                return
            before = self._contacts[nickname]
            if isinstance(error, RefusedObjects):
                self._contacts[nickname] = Contact(time.time(), error, polled, refused=True)
            elif isinstance(error, Unreachable) and error.obstacle == "incomplete":
                self._contacts[nickname] = Contact(before.answered, error, polled, refused=True)
            else:
                self._contacts[nickname] = Contact(before.answered, error, before.polled)

    def _arrive(self, arrival: Arrival, news: bool) -> None:
        with self._changed:
            if arrival.nickname in self._dropped:
                return
            self._arrivals.append(arrival)
            if news:
                self._moved = time.monotonic()
            self._changed.notify_all()
        self.on_arrival()
