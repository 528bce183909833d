"""Publishes our own chain in the background, retrying until it succeeds.

Play never waits for it: a lost network is only a status.
No record is kept of what has been published, so a killed process loses nothing, and the next
one publishes the rest when it starts.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from gitopoly.errors import GitopolyError, NotFastForward, Unreachable
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.remote import Remote
from gitopoly.ledger.transports.transport import MAIN, OWN_BRANCH

FIRST_DELAY = 0.2
LONGEST_DELAY = 30.0
GATHER = 3.0
"""Seconds that what others have heard already waits for more, as a push is a process of its own."""
LAST = 1.0
"""Seconds that an attempt may still take at the end."""
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


def explained(url: str, error: GitopolyError | OSError) -> GitopolyError:
    """What went wrong with an address, where the system may have said it."""
    if isinstance(error, GitopolyError):
        return error
    return Unreachable(url, "failed", " ".join(str(error).split()))


def ended(threads: Iterable[threading.Thread], timeout: float) -> bool:
    """Wait for threads that have been told to end, up to a timeout; whether all have."""
    deadline = time.monotonic() + timeout
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)


class Publisher:
    """Publishes one repository to one address from its own thread."""

    def __init__(
        self,
        own: OwnRepository,
        remote: Remote,
        *,
        longest_delay: float = LONGEST_DELAY,
        branch: str = MAIN,
        source: str = OWN_BRANCH,
    ) -> None:
        """Publish the branch `source` as `branch` of a seat's repository."""
        self._own, self._url, self._source = own, remote.url, source
        self._link = remote.transport(own.base, kind=branch)
        self._longest_delay = longest_delay
        self._changed = threading.Condition()
        self._wanted = 1  # what an earlier process left unpublished is published at once
        self._done = 0
        self.rejections = 0
        """How often what is published turned out to hold entries that are not ours to overwrite."""
        self._over: str | None = None
        self._urgent = self._gathers = self._closing = False
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
            behind = self._unpublished()
            # Whoever wrote something may not have announced it yet.
            if self._done == self._wanted and behind == 0:
                return PublishStatus(0, None, None)
            # An unfinished first attempt is not reported unless something turns out to be missing.
            return PublishStatus(behind, self._since or time.time(), self._error)

    def flush(self, timeout: float) -> bool:
        """Publish now and wait; False if it could not be done in time (see `status`)."""
        deadline = time.monotonic() + timeout
        self.wake()
        with self._changed:
            goal, rejections = self._wanted, self.rejections
            while self._done < goal and self.rejections == rejections:
                left = deadline - time.monotonic()
                if left <= 0 or not self._thread.is_alive():
                    break
                self._urgent = True
                self._changed.notify_all()
                self._changed.wait_for(
                    lambda: self._done >= goal or self.rejections != rejections,
                    min(left, FIRST_DELAY),
                )
            return self._done >= goal

    def close(self, timeout: float = 0.0) -> bool:
        """Flush if a timeout is given, then stop; an attempt that hangs is aborted."""
        flushed = self.flush(timeout) if timeout > 0 else self.status.up_to_date
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if not ended([self._thread], LAST):
            self._link.stop()
            ended([self._thread], LAST)
        return flushed

    def _run(self) -> None:
        failures = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._done < self._wanted)
                self._changed.wait_for(lambda: self._hastens() or not self._gathers, GATHER)
                if self._closing:
                    return
                self._urgent = False
                serving, over = self._wanted, self._over
            error = self._attempt(serving, over)
            failures = 0 if error is None else failures + 1
            if error is not None:
                rejected = isinstance(error, NotFastForward)
                longest = self._longest_delay
                with self._changed:
                    self._changed.wait_for(
                        self._hastens,
                        longest if rejected else delay_after(failures, longest=longest),
                    )

    def _hastens(self) -> bool:
        return self._closing or self._urgent

    def _attempt(self, serving: int, over: str | None) -> GitopolyError | None:
        """Push once, and note how it went."""
        head, error = None, None
        try:
            head = self._link.push(self._own, self._source, over)
        except (GitopolyError, OSError) as problem:
            error = explained(self._url, problem)
        self._own.rest()
        with self._changed:
            rejected = isinstance(error, NotFastForward)
            self.rejections += rejected
            # It is done, or something else is there by now, which will be seen.
            if over == self._over and (rejected or head is not None):
                self._over = None
            self._error = error
            if error is None:
                self._done, self._head = serving, head
                self._since = None if serving == self._wanted else time.time()
            else:
                self._since = self._since or time.time()
            self._changed.notify_all()
        return error

    def _unpublished(self) -> int:
        """How many of our entries came after the published one."""
        count = 0
        with contextlib.suppress(GitopolyError):  # publishing says why
            name = self._own.head(self._source)
            while name is not None and name != self._head and count < _COUNTED_AT_MOST:
                count += 1
                name = next(iter(self._own.parents(name)), None)
        return count
