"""Polls the others' repositories: often while the game moves, rarely while it rests.

There is one thread for each host, and one for all folders. A peer that takes long is asked by a
thread of its own from then on, because an unresponsive one must not delay the others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gitopoly.errors import GitopolyError, RefusedObjects, Unreachable
from gitopoly.ledger.address import Address, check_url
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits, Incoming, Known
from gitopoly.ledger.transports.publisher import delay_after, ended, explained
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

    @property
    def answers(self) -> bool:
        """Whether silence is the seat's own fault: its repository can be reached.

        Something unacceptable is an answer, which does not count as news.
        """
        incomplete = isinstance(self.error, Unreachable) and self.error.obstacle == "incomplete"
        return self.error is None or isinstance(self.error, RefusedObjects) or incomplete


@dataclass(eq=False)
class _Line:
    """A peer's branch, and how the last look at it went."""

    name: str
    """The nickname of the peer."""
    url: str
    link: Transport
    pace: Pace
    usual: Pace
    always: bool
    """Whether everything fetched is reported, new or not."""
    again: bool = False
    """Whether what is fetched next is."""
    contact: Contact = Contact(None, None)
    seen: tuple[str | None, str] = (None, "")
    """What was last shown there."""
    failures: int = 0
    """Looks in a row that failed."""
    polled: float | None = None
    spent: float = 0.0
    """Seconds that the last look took."""
    least: float = 0.0
    """Seconds until the next look, however quick the game is."""

    def due(self, moved: float) -> float:
        """When to look again, if the game has last moved then."""
        if self.polled is None:
            return 0.0
        return self.polled + max(self.least, self.pace.interval(max(0.0, self.polled - moved)))

    def note(self, polled: float, error: GitopolyError | None, *, fetched: bool) -> None:
        """A look that began at some time is over."""
        self.polled, self.spent = polled, time.monotonic() - polled
        # Where nothing is fetched, a folder with a giant list of branches is not worth a core.
        self.least = 0.0 if fetched else min(2 * self.spent, FOLDER.slow)
        self.failures = 0 if error is None else self.failures + 1
        if error is not None:
            delay = delay_after(self.failures, max(self.pace.quick, 0.1), self.pace.slow)
            self.least = max(self.least, delay)
        answered, last = self.contact.answered, self.contact.polled
        if isinstance(error, RefusedObjects):
            # Still less a peer that only makes work for us.
            self.least = max(self.least, REST * self.spent)
        if error is None or isinstance(error, RefusedObjects):
            answered = time.time()
        contact = Contact(answered, error, polled)
        self.contact = contact if contact.answers else replace(contact, polled=last)


class Poller:
    """Fetches from all peers in the background and reports what arrived."""

    def __init__(
        self,
        own: OwnRepository,
        remotes: Sequence[Remote],
        known: Known,
        paces: Mapping[str, Pace] | None = None,
        *,
        branch: str = MAIN,
        limits: HistoryLimits = LIMITS,
        always: Collection[str] = (),
    ) -> None:
        """Start polling; what is `known` is not fetched again.

        Of those in `always`, everything fetched is reported, new or not.
        """
        self.on_arrival: Callable[[], None] = lambda: None
        """Called in a thread of the poller when something has arrived."""
        self._own, self._known = own, known
        self._changed = threading.Condition()
        self._moved = time.monotonic()
        self._closing = self._woken = False
        self._arrivals: list[Arrival] = []
        self._lines: dict[str, _Line] = {}
        self._threads: list[threading.Thread] = []
        hosts: dict[tuple[str | None, str], list[_Line]] = {}
        for remote in remotes:
            address = check_url(remote.url)
            pace = (paces or {}).get(remote.name) or pace_of(address)
            link = remote.transport(own.base, limits, branch)
            line = _Line(remote.name, remote.url, link, pace, pace, remote.name in always)
            self._lines[remote.name] = line
            hosts.setdefault((address.host, address.service), []).append(line)
        for lines in hosts.values():
            self._begin(lines)

    @property
    def contacts(self) -> dict[str, Contact]:
        """How the last poll of each peer went, by nickname."""
        with self._changed:
            return {name: line.contact for name, line in self._lines.items()}

    def pace(self, nickname: str, pace: Pace | None) -> None:
        """Poll a peer at another pace from now on; None is that of its address again.

        Then it is asked at once, and what its branch shows is reported, new or not.
        """
        with self._changed:
            line = self._lines.get(nickname)
            if line is None:
                return
            line.pace = pace or line.usual
            if pace is None:
                line.again = True
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
            if line := self._lines.pop(nickname, None):
                line.link.stop()
            self._arrivals = [one for one in self._arrivals if one.nickname != nickname]
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
        if not ended(self._threads, timeout):
            with self._changed:
                for line in self._lines.values():
                    line.link.stop()
            ended(self._threads, timeout)

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
                lines[:] = [line for line in lines if line.name in self._lines]
                # Not faster than entries are judged, or objects would pile up.
                untaken = {arrival.nickname for arrival in self._arrivals}
                due = {line: line.due(self._moved) for line in lines if line.name not in untaken}
                first = min(due, key=due.__getitem__, default=None)
                left = due[first] - time.monotonic() if first is not None else None
                if not lines or (left is not None and left <= 0):
                    return first
                self._changed.wait(left)
        return None

    def _look(self, line: _Line) -> None:
        arrival: Arrival | None = None
        error: GitopolyError | None = None
        polled, again = time.monotonic(), line.again
        always = again or line.always
        # What came and went between two polls leaves no trace, so some are always read.
        if line.failures or always or line.link.may_have_moved():
            try:
                head, objects = line.link.fetch(self._known, self._own)
                arrival = Arrival(line.name, head, None, objects)
            except RefusedObjects as refusal:
                arrival, error = Arrival(line.name, None, refusal), refusal
            except (GitopolyError, OSError) as problem:
                error = explained(line.url, problem)
        if arrival is not None:
            seen = arrival.head, str(arrival.refusal or "")
            # A branch that was there and is gone is news, too.
            news = seen != line.seen and (seen != (None, "") or line.seen[0] is not None)
            if news or always:
                self._arrive(arrival, news)
            if again:
                line.again = False
            line.seen = seen
        # Only now: whoever sees that a peer has answered must find its answer.
        line.note(polled, error, fetched=arrival is not None)

    def _arrive(self, arrival: Arrival, news: bool) -> None:
        with self._changed:
            if arrival.nickname not in self._lines:
                return
            self._arrivals.append(arrival)
            if news:
                self._moved = time.monotonic()
            self._changed.notify_all()
        self.on_arrival()
