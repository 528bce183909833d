"""Who watches the time of the agents: a tick now and then instead of a clock at every call.

A match marks whether an agent has the floor and counts its calls. A tick that finds the same call
under way for too long raises `OutOfTime` in it. On the main thread of a POSIX system the ticks
are signals, which also end a sleep; elsewhere a thread sends the exception, which ends whatever
runs Python code.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Protocol

SLOWEST_TICK = 0.25


class Watched(Protocol):
    """What a watch needs to see of a match."""

    inside: bool
    """Whether an agent's code is running."""

    def limit(self) -> float:
        """Seconds that the call under way may take."""

    def calls_made(self) -> int:
        """The number of the call under way, or of the last one."""


class OutOfTime(BaseException):
    """Raised inside an agent whose call takes too long; a BaseException, so that few catch it."""

    def __init__(self, match: Watched | None = None) -> None:
        super().__init__()
        self.match = match
        """The match whose limit it is; None if that is the only one in this thread."""


class _Patience:
    """How long the present call of one match has been seen."""

    def __init__(self, match: Watched) -> None:
        self.match = match
        self.tick = min(SLOWEST_TICK, match.limit() / 4)
        self.call = -1
        self.seen = 0.0

    def is_over(self, passed: float) -> bool:
        """Note that time has passed; whether the call under way has had its share.

        The first tick of a call only notices it, so no call is cut short.
        """
        call = self.match.calls_made()
        if not self.match.inside or call != self.call:
            self.call = call
            self.seen = 0.0
            return False
        self.seen += passed
        return self.seen >= self.match.limit()


_signalled: list[_Patience] = []
"""Matches under way on the main thread, the outermost first: an agent may run one itself."""


@contextlib.contextmanager
def watching(match: Watched) -> Iterator[None]:
    """Hold the calls of a match to its limit."""
    patience = _Patience(match)
    on_main = threading.current_thread() is threading.main_thread()
    if on_main and hasattr(signal, "setitimer"):
        with _by_signals(patience):
            yield
    else:
        with _by_a_thread(patience):
            yield


@contextlib.contextmanager
def _by_signals(patience: _Patience) -> Iterator[None]:
    nested = bool(_signalled)
    _signalled.append(patience)
    if nested:
        # The outermost match has armed the timer; re-arming it would put off its tick.
        try:
            yield
        finally:
            _signalled.pop()
        return
    before = signal.signal(signal.SIGALRM, _on_tick)
    timer = signal.setitimer(signal.ITIMER_REAL, patience.tick, patience.tick)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)
        _signalled.pop()


def _on_tick(_number: int, _frame: FrameType | None) -> None:
    passed = _signalled[0].tick
    for patience in tuple(_signalled):
        if patience.is_over(passed):
            raise OutOfTime(patience.match)


@contextlib.contextmanager
def _by_a_thread(patience: _Patience) -> Iterator[None]:
    import ctypes  # here alone, because it takes a while to load

    over = threading.Event()
    target = threading.get_ident()

    def watch() -> None:
        while not over.wait(patience.tick):
            if patience.is_over(patience.tick):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(target), ctypes.py_object(OutOfTime)
                )

    watcher = threading.Thread(target=watch, name="gitopoly-arena-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
