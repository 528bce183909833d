"""Work on several processes at once, none of which outlives whoever asked for it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection

from gitopoly.errors import LostProcess

OF_TERMINALS = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}
"""What a terminal sends to all processes of a program, which its maker alone deals with."""


@contextlib.contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes to submit work to; if this is left by an exception, they give it up.

    Python lets processes of a pool whose maker was killed wait for work for ever. Each of these
    watches a pipe, whose other end closes with its maker, however that ends.
    """
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with _unheard():
        if os.name == "posix":
            resource_tracker.ensure_running()  # a process, too, after which we hear Ctrl-C again
        pool = ProcessPoolExecutor(
            count, mp_context=context, initializer=_live_until_closed, initargs=(theirs,)
        )
    try:
        with _unheard():
            for _ in range(count):
                pool.submit(os.getpid)  # so that all start here
        yield pool
    except BaseException as error:
        _give_up(pool, ours)
        if isinstance(error, BrokenProcessPool):
            raise LostProcess(
                "one of several processes has ended in the middle of its work; use fewer jobs if "
                'memory ran out, and start them in a script under if __name__ == "__main__":'
            ) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _give_up(pool: ProcessPoolExecutor, ours: Connection) -> None:
    """End the processes of a pool, whatever they do.

    Python 3.11 prints a traceback where a process ends before the pool has forgotten what waits.
    """
    forgotten = threading.Event()
    with contextlib.suppress(RuntimeError):  # broken already
        pool.submit(os.getpid).add_done_callback(lambda _: forgotten.set())
        closing = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True})
        closing.start()
        forgotten.wait(1.0)
        ours.close()
        closing.join()


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Start processes that a terminal cannot end, not even before they get to run our code."""
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OF_TERMINALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _live_until_closed(pipe: Connection) -> None:
    """Have this process end with its maker, and not before by what a terminal sends to both."""
    for number in OF_TERMINALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, OF_TERMINALS)

    def watch() -> None:
        with contextlib.suppress(OSError):
            pipe.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
