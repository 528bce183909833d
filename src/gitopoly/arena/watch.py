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
from time import perf_counter
from types import FrameType
from typing import Protocol

SLOWEST_TICK = 0.25


class Watched(Protocol):
    """What a watch needs of a match."""

    def shortest(self) -> float:
        """The shortest time limit that it has to be held to."""

    def tick(self, passed: float, late: float) -> bool:
        """Hear that time has passed; whether the call under way has had its share of it.

        `late` is by how much the tick was held up, which only the present call can have done.
        """


class OutOfTime(BaseException):
    """Raised inside an agent whose call takes too long; a BaseException, so that few catch it."""

    def __init__(self, match: Watched | None = None) -> None:
        super().__init__()
        self.match = match
        """The match whose limit it is; None if that is the only one in this thread."""


class _Clock:
    """Ticks for one match."""

    def __init__(self, match: Watched) -> None:
        self.match = match
        self.interval = min(SLOWEST_TICK, match.shortest() / 4)
        self.last = perf_counter()

    def tick(self) -> bool:
        """Tell the match how much time has passed."""
        now = perf_counter()
        passed, self.last = now - self.last, now
        return self.match.tick(passed, max(0.0, passed - self.interval))


_signalled: list[_Clock] = []
"""Matches under way on the main thread, the outermost first: an agent may run one itself."""


@contextlib.contextmanager
def watching(match: Watched) -> Iterator[None]:
    """Hold the calls of a match to its limit."""
    clock = _Clock(match)
    on_main = threading.current_thread() is threading.main_thread()
    if on_main and hasattr(signal, "setitimer"):
        with _by_signals(clock):
            yield
    else:
        with _by_a_thread(clock):
            yield


@contextlib.contextmanager
def _by_signals(clock: _Clock) -> Iterator[None]:
    nested = bool(_signalled)
    _signalled.append(clock)
    if nested:
        # The outermost match has armed the timer; re-arming it would put off its tick.
        try:
            yield
        finally:
            _signalled.pop()
        return
    before = signal.signal(signal.SIGALRM, _on_tick)
    timer = signal.setitimer(signal.ITIMER_REAL, clock.interval, clock.interval)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)
        _signalled.pop()


def _on_tick(_number: int, _frame: FrameType | None) -> None:
    for clock in tuple(_signalled):
        if clock.tick():
            raise OutOfTime(clock.match)


@contextlib.contextmanager
def _by_a_thread(clock: _Clock) -> Iterator[None]:
    import ctypes  # here alone, because it takes a while to load

    over = threading.Event()
    target = threading.get_ident()

    def watch() -> None:
        while not over.wait(clock.interval):
            if clock.tick():
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
