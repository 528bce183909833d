"""Time limits for agents: occasional ticks instead of reading a clock at every call.

A match marks when an agent's code is running and counts calls. A tick that finds the same call
running for too long raises `OutOfTime` in it. On the main thread of a POSIX system the ticks
are signals, which also end a sleep; elsewhere a thread sends the exception, which ends any
running Python code.
"""

from __future__ import annotations

import signal
import threading
from time import perf_counter
from types import FrameType
from typing import Protocol

from gitopoly.stopping import insist

SLOWEST_TICK = 0.25


class Watched(Protocol):
    """What a watch needs from a match."""

    inside: int
    """The player whose code is running, 1 or 2, or 0."""

    def shortest(self) -> float:
        """The shortest time limit to enforce."""

    def tick(self, passed: float, late: float) -> bool:
        """Note that time has passed; return whether the current call is out of time.

        `late` is the tick's delay, which only the current call can have caused.
        """


class OutOfTime(BaseException):
    """Raised inside an agent whose call takes too long; a BaseException, which few agents catch."""

    def __init__(self, match: Watched | None = None) -> None:
        super().__init__()
        self.match = match
        """The match whose limit it is; None if it is the only one in this thread."""


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
"""Matches running on the main thread, outermost first: an agent may run one itself."""


class watching:
    """Enforce the time limits of a match."""

    def __init__(self, match: Watched) -> None:
        self._clock = _Clock(match)
        on_main = threading.current_thread() is threading.main_thread()
        self._by_signals = on_main and hasattr(signal, "setitimer")

    def __enter__(self) -> None:
        clock = self._clock
        if not self._by_signals:
            self._thread = _Watcher(clock)
            self._thread.start()
            return
        # The outermost match arms the timer; re-arming it would delay its tick.
        self._nested = bool(_signalled)
        _signalled.append(clock)
        if not self._nested:
            self._handler = signal.signal(signal.SIGALRM, _on_tick)
            interval = clock.interval
            try:
                self._timer = signal.setitimer(signal.ITIMER_REAL, interval, interval)
            except BaseException:  # stopped; a tick without a handler would end the process
                signal.setitimer(signal.ITIMER_REAL, 0)
                raise

    def __exit__(self, kind: object, *_: object) -> None:
        if not self._by_signals:
            self._thread.stop()
            return
        if not self._nested:
            signal.setitimer(signal.ITIMER_REAL, *self._timer)
            signal.signal(signal.SIGALRM, self._handler)
        _signalled.pop()
        if kind is None:
            insist()


def _on_tick(_number: int, _frame: FrameType | None) -> None:
    for clock in tuple(_signalled):
        if clock.match.inside:
            insist()  # an agent may have swallowed a signal
        if clock.tick():
            raise OutOfTime(clock.match)


class _Watcher(threading.Thread):
    """Ticks where there are no signals: sends the exception to the thread that created it."""

    def __init__(self, clock: _Clock) -> None:
        super().__init__(name="gitopoly-arena-watch", daemon=True)
        self.clock = clock
        self.over = threading.Event()
        self.target = threading.get_ident()

    def run(self) -> None:
        """Tick until the match is over."""
        import ctypes  # imported here because it is slow to load

        while not self.over.wait(self.clock.interval):
            if self.clock.tick():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.target), ctypes.py_object(OutOfTime)
                )

    def stop(self) -> None:
        """The match is over."""
        self.over.set()
        self.join()
