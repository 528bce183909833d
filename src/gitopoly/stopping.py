"""Being stopped from outside, by Ctrl-C or a signal, in order and from anywhere.

A signal is raised as an exception wherever the program is, so that everything on the way out is
tidied up. An exception can be swallowed, though: by a bot with a bare `except`, or by a finalizer,
whose exceptions Python only prints. So the wish to stop is noted as well: whoever runs code of
others insists on it, and a command that ends otherwise was stopped all the same.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

PATIENCE = 2.0
"""Seconds in which further signals are the same wish; the next one ends the program at once."""
MOMENTS = (0.02, 0.1, 0.5, 2.0)
"""Seconds between a signal and those that make sure that it is heard."""
USUAL: dict[int, Any] = {
    getattr(signal, name): handler
    for name, handler in (
        ("SIGINT", signal.default_int_handler),
        ("SIGTERM", signal.SIG_DFL),
        ("SIGHUP", signal.SIG_DFL),
    )
    if hasattr(signal, name)
}
"""The signals that stop a program, and how Python handles them by itself."""
_Hook = Callable[["sys.UnraisableHookArgs"], Any]


class Stopped(KeyboardInterrupt):
    """Somebody has stopped the program from outside."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = signal.Signals(number)


class _Wish:
    """What is noted of the first signal that came."""

    signal: int | None = None
    since = 0.0
    lost = False
    """Whether its exception was raised where nobody could catch it."""


_wish = _Wish()


@contextlib.contextmanager
def stopped_in_order() -> Iterator[None]:
    """Raise `Stopped` inside when a signal comes, or at the end if it was swallowed.

    What is ignored, as `nohup` has it, stays ignored. Only the main thread hears signals.
    """
    on_main = threading.current_thread() is threading.main_thread()
    heard = [one for one in USUAL if on_main and signal.getsignal(one) == USUAL[one]]
    if not heard:  # also inside another such block
        yield
        return
    forget()
    before = sys.unraisablehook
    sys.unraisablehook = _finding_lost(before)
    for one in heard:
        signal.signal(one, _on_signal)
    try:
        with _woken():
            yield
    finally:
        for one in heard:
            signal.signal(one, USUAL[one])
        sys.unraisablehook = before
        number = _wish.signal
        forget()
        if number is not None:
            raise Stopped(number) from None


def insist() -> None:
    """Raise once more what a signal has raised and somebody may have swallowed."""
    if _wish.signal is not None:
        raise Stopped(_wish.signal)


def forget(*numbers: int) -> None:
    """Take one of these signals, or any, as dealt with: Ctrl-C, say, is the way out of a game."""
    if not numbers or _wish.signal in numbers:
        _wish.signal = None


def pass_on(error: BaseException) -> None:
    """Raise what is not the fault of whose code has raised it: a signal, whatever became of it.

    Those who use the arena in a program of their own have handlers of their own.
    """
    insist()
    if not isinstance(error, (KeyboardInterrupt, SystemExit)):
        return
    pressed = isinstance(error, KeyboardInterrupt) and not _raised(error.__traceback__)
    if pressed or _by_handler(error.__traceback__):
        raise error


def _raised(traceback: TracebackType | None) -> bool:
    """Whether an exception comes from a `raise`; Python's own handler of Ctrl-C has none."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return False
    import dis  # here alone: every command would wait for it

    code = traceback.tb_frame.f_code.co_code
    return code[traceback.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def _by_handler(traceback: TracebackType | None) -> bool:
    """Whether an exception comes from a handler of signals that is written in Python."""
    handlers = [signal.getsignal(one) for one in USUAL]
    codes = {getattr(getattr(one, "__func__", one), "__code__", None) for one in handlers}
    while traceback is not None:
        if traceback.tb_frame.f_code in codes:
            return True
        traceback = traceback.tb_next
    return False


def _on_signal(number: int, _: object) -> None:
    now = time.monotonic()
    if _wish.signal is None:
        _wish.signal, _wish.since = number, now
    elif not _wish.lost and now - _wish.since < PATIENCE:
        return  # a key held down, or sent twice to be sure: tidying up goes on
    elif not _wish.lost:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    _wish.lost = False
    raise Stopped(_wish.signal)


@contextlib.contextmanager
def _woken() -> Iterator[None]:
    """Let a signal also end a wait that begins in the very moment in which it comes.

    Python handles a signal when it gets to run, and a wait ends only by a signal that comes in it.
    So another one, which does nothing, is sent a moment later.
    """
    if not hasattr(signal, "pthread_kill"):  # pragma: no cover
        yield
        return
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    before = signal.set_wakeup_fd(sink, warn_on_full_buffer=False)
    handler = signal.signal(signal.SIGURG, _ignore)
    arguments = source, threading.get_ident()
    threading.Thread(target=_wake, args=arguments, name="waker", daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGURG, handler)
        os.close(sink)


def _wake(source: int, thread: int) -> None:
    """Wake a thread, a few times on a busy machine, after each signal that stops a program."""
    while numbers := os.read(source, 512):
        for seconds in MOMENTS if USUAL.keys() & set(numbers) else ():
            time.sleep(seconds)
            signal.pthread_kill(thread, signal.SIGURG)
    os.close(source)


def _ignore(*_: object) -> None:
    """Handle a signal that is sent only to end a wait."""


def _finding_lost(hook: _Hook) -> _Hook:
    """Have a signal come again whose exception nobody can catch, as in a finalizer."""

    def find(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, Stopped) or _wish.signal is None:
            hook(unraisable)
            return
        _wish.lost = True
        # Not from here, which is still inside of what loses exceptions.
        again = threading.Timer(0.01, os.kill, (os.getpid(), _wish.signal))
        again.daemon = True
        again.start()

    return find
