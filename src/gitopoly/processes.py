"""Work on several processes at once, none of which outlives whoever asked for it."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextlib.contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes to submit work to; if this is left by an exception, they give it up.

    Python lets processes of a pool whose maker was killed wait for work for ever. Each of these
    watches a pipe, whose other end closes with its maker, however that ends.
    """
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        count, mp_context=context, initializer=_live_until_closed, initargs=(theirs,)
    )
    try:
        yield pool
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        ours.close()
        theirs.close()


def _live_until_closed(pipe: Connection) -> None:
    """Have this process end with its maker, and not before by a Ctrl-C that both hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with contextlib.suppress(OSError):
            pipe.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
