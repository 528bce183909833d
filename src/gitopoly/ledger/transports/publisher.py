"""Publishes our own chain in the background, retrying until it succeeds.

Play never waits for it: a lost network is only a status.
No record is kept of what has been published, so a killed process loses nothing, and the next
one publishes the rest when it starts.
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass

from gitopoly.errors import GitopolyError, NotFastForward, Unreachable
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.remote import Remote, transport
from gitopoly.ledger.transports.transport import MAIN, OWN_BRANCH

FIRST_DELAY = 0.2
LONGEST_DELAY = 30.0
GATHER = 3.0
"""Seconds that what others have heard already waits for more, as a push is a process of its own."""
_COUNTED_AT_MOST = 1000
_chance = secrets.SystemRandom()


@dataclass(frozen=True)
class PublishStatus:
    """How far our own chain has been published."""

    behind: int
    """Our entries that are not published yet (counted up to 1000)."""
    since: float | None
    """Since when something has been unpublished, as seconds since 1970."""
    error: GitopolyError | None
    """Why the last attempt failed."""

    @property
    def up_to_date(self) -> bool:
        """Whether the others can see everything that we did."""
        return self.behind == 0

    @property
    def clock(self) -> str:
        """The time of day since when something has been unpublished."""
        return time.strftime("%H:%M:%S", time.localtime(self.since))

    def __str__(self) -> str:
        if self.up_to_date:
            return "everything is published"
        moves = "1 move is" if self.behind == 1 else f"{self.behind} moves are"
        error = f": {self.error}" if self.error else ""
        return f"{moves} not published since {self.clock}{error}"


def delay_after(failures: int, first: float = FIRST_DELAY, longest: float = LONGEST_DELAY) -> float:
    """How long to wait after this many consecutive failures: exponential backoff with jitter.

    Without jitter, all seats would return to a host at the same moment.
    """
    delay = min(longest, first * 2.0 ** min(failures - 1, 20))
    return delay * (0.5 + _chance.random() / 2)


class Publisher:
    """Publishes one repository to one address from its own thread."""

    def __init__(
        self,
        own: OwnRepository,
        destination: str | Remote,
        *,
        first_delay: float = FIRST_DELAY,
        longest_delay: float = LONGEST_DELAY,
        branch: str = MAIN,
        source: str = OWN_BRANCH,
    ) -> None:
        """Publish the branch `source` as `branch` of an address or a seat's repository."""
        self._own, self._source = own, source
        if isinstance(destination, Remote):
            self._url = destination.url
            self._transport = destination.transport(own.base, kind=branch)
        else:
            self._url = destination
            self._transport = transport(destination, own.base, branch=branch)
        self._first_delay, self._longest_delay = first_delay, longest_delay
        self._changed = threading.Condition()
        self._wanted = 1  # what an earlier process left unpublished is published at once
        self._done = 0
        self._rejected = False
        self.rejections = 0
        """How often what is published turned out to hold entries that are not ours to overwrite."""
        self._over: str | None = None
        self._urgent = self._gathers = False
        self._closing = False
        self._head: str | None = None
        self._since: float | None = None
        self._error: GitopolyError | None = None
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Announce that there is something new; returns at once."""
        with self._changed:
            self._wanted += 1
            self._since = self._since or time.time()
            self._changed.notify_all()

    def hurry(self) -> None:
        """Retry now, because the obstacle may be gone; returns at once."""
        with self._changed:
            self._urgent = True
            self._changed.notify_all()

    def gather(self, is_told: bool) -> None:
        """Say whether others hear of what is written in another way, so that a push may wait."""
        with self._changed:
            if is_told != self._gathers:
                self._gathers = is_told
                self._changed.notify_all()

    def restore(self, foreign: str) -> bool:
        """Publish over a commit that somebody else has put in our place; returns at once.

        Tells whether that is news: it is done once, however often it is seen meanwhile.
        """
        with self._changed:
            is_new = self._over != foreign
            self._over, self._urgent = foreign, True
            self._wanted += 1
            self._changed.notify_all()
            return is_new

    @property
    def status(self) -> PublishStatus:
        """How far publishing has got."""
        with self._changed:
            # Whoever wrote something may not have announced it yet.
            if self._done == self._wanted and _head(self._own, self._source) == self._head:
                return PublishStatus(0, None, None)
            behind = _entries_between(self._own, self._source, self._head)
            # An unfinished first attempt is not reported unless something turns out to be missing.
            return PublishStatus(behind, self._since or time.time(), self._error)

    def flush(self, timeout: float) -> bool:
        """Publish now and wait; False if it could not be done in time (see `status`)."""
        deadline = time.monotonic() + timeout
        self.wake()
        with self._changed:
            goal, self._rejected = self._wanted, False
            while self._done < goal and not self._rejected:
                left = deadline - time.monotonic()
                if left <= 0 or not self._thread.is_alive():
                    break
                self._urgent = True
                self._changed.notify_all()
                self._changed.wait_for(
                    lambda: self._done >= goal or self._rejected, min(left, self._first_delay)
                )
            return self._done >= goal

    def close(self, timeout: float = 0.0) -> bool:
        """Flush if a timeout is given, then stop; an attempt that hangs is aborted."""
        flushed = self.flush(timeout) if timeout > 0 else self.status.up_to_date
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(1.0)
        if self._thread.is_alive():
            self._transport.stop()
            self._thread.join(1.0)
        return flushed

    def _run(self) -> None:
        failures = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._done < self._wanted)
                self._changed.wait_for(self._hastens, GATHER)
                if self._closing:
                    return
                self._urgent = False
                serving = self._wanted
            head = _head(self._own, self._source)
            error = self._try()
            self._own.rest()
            failures = 0 if error is None else failures + 1
            with self._changed:
                self._note(serving, head, error)
                if error is not None:
                    rejected = self._rejected
                    self._pause(self._longest_delay if rejected else self._delay(failures))

    def _hastens(self) -> bool:
        return self._closing or self._urgent or not self._gathers

    def _try(self) -> GitopolyError | None:
        try:
            over = self._over
            if over is None:
                self._transport.push(self._own, self._source)
            elif self._own.head(self._source) is not None:  # or until there is something
                self._transport.push(self._own, self._source, over)
                self._forget(over)
        except GitopolyError as error:
            if isinstance(error, NotFastForward) and over is not None:
                self._forget(over)  # something else is there by now, and will be seen
            return error
        except OSError as error:
            return Unreachable(self._url, "failed", " ".join(str(error).split()))
        return None

    def _forget(self, over: str) -> None:
        with self._changed:
            if self._over == over:
                self._over = None

    def _note(self, serving: int, head: str | None, error: GitopolyError | None) -> None:
        self._rejected = isinstance(error, NotFastForward)
        self.rejections += self._rejected
        if error is None:
            self._done, self._head, self._error = serving, head, None
            self._since = None if serving == self._wanted else time.time()
        else:
            self._since = self._since or time.time()
            self._error = error
        self._changed.notify_all()

    def _delay(self, failures: int) -> float:
        return delay_after(failures, self._first_delay, self._longest_delay)

    def _pause(self, seconds: float) -> None:
        self._changed.wait_for(lambda: self._closing or self._urgent, seconds)
        self._urgent = False


def _head(own: OwnRepository, source: str) -> str | None:
    """The newest entry of ours on a branch; one that cannot be read has none."""
    try:
        return own.head(source)
    except GitopolyError:  # publishing says why
        return None


def _entries_between(own: OwnRepository, source: str, published: str | None) -> int:
    """How many of our entries came after the published one."""
    name = _head(own, source)
    count = 0
    while name is not None and name != published and count < _COUNTED_AT_MOST:
        count += 1
        try:
            name = next(iter(own.parents(name)), None)
        except GitopolyError:  # publishing says why
            break
    return count
