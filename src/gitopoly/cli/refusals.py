"""How a command ends when it does not end well: one line and an exit code."""

import atexit
import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator

import click

from gitopoly.cli.usage import usage_line
from gitopoly.errors import GitopolyError

__all__ = ["BAD_INPUT", "INTERRUPTED", "PIPE_CLOSED", "ended_as_by_keyboard", "told_in_one_line"]

BAD_INPUT = 2
"""The exit code of bad usage and bad input; click uses the same for usage."""

INTERRUPTED = 130
"""128 + SIGINT, as shells report a program that was stopped by Ctrl-C."""

PIPE_CLOSED = 141
"""128 + SIGPIPE, as shells report a program whose reader went away."""


NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What the system says when a disk, a file or a user's share of the disk is full."""


OUT_OF_REACH = {
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.EIO,
    errno.EISDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOTDIR,
}
"""What the system says of a file that somebody has named and that cannot be used as it is."""


@contextlib.contextmanager
def told_in_one_line() -> Iterator[None]:
    """Turn the refusals and the interruptions of a command into an exit code.

    A mistake of the user is no reason for a traceback; anything that is not a
    ``GitopolyError`` is a defect of ours and keeps its own.
    ``GITOPOLY_DEBUG=1`` shows the traceback of a refusal, too.
    """
    _open_missing_streams()
    _forgive_letters()
    try:
        yield
        # A reader that went away shows only here, if the output was short.
        sys.stdout.flush()
    except GitopolyError as error:
        if _is_debugged():
            raise
        click.echo(f"gitopoly: {_printable(str(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except click.UsageError as error:
        # A group without a command shows its help instead; older clicks do so without an error.
        if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):
            raise
        click.echo(f"gitopoly: {_printable(usage_line(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except _Ended as ended:
        click.echo(f"gitopoly: stopped by {ended.signal.name}", err=True)
        raise click.exceptions.Exit(128 + ended.signal) from None
    except KeyboardInterrupt:
        # The terminal has already shown ^C on the current line.
        click.echo("\ngitopoly: stopped by Ctrl-C", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(PIPE_CLOSED) from None
    except OSError as error:
        click.echo(f"gitopoly: {_printable(_told_of_system(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None


def _is_debugged() -> bool:
    return os.environ.get("GITOPOLY_DEBUG", "0") not in ("", "0")


def _told_of_system(error: OSError) -> str:
    """What the system refuses, in one line; raises whatever is a defect of ours."""
    if error.errno in NO_ROOM:
        _discard_output()
        where = f" {error.filename}" if error.filename else ""
        return f"cannot write{where}: {error.strerror}; make room first"
    if error.errno in OUT_OF_REACH and error.filename and not _is_debugged():
        return f"{str(error.filename)[:80]!r} cannot be used: {error.strerror}; name another"
    raise error


class _Ended(KeyboardInterrupt):
    """Somebody ended the program from outside."""

    def __init__(self, number: int) -> None:
        self.signal = signal.Signals(number)


@contextlib.contextmanager
def ended_as_by_keyboard() -> Iterator[None]:
    """Whoever ends the program from outside leaves everything as Ctrl-C does: in order."""

    def end(number: int, _: object) -> None:
        raise _Ended(number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        known = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
        # What is ignored, as nohup has it, stays ignored.
        wanted = [one for one in known if one and signal.getsignal(one) == signal.SIG_DFL]
        before = {one: signal.signal(one, end) for one in wanted}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _open_missing_streams() -> None:
    """A program may be started without input or output, which Python shows as None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115
            atexit.register(stream.close)
            setattr(sys, name, stream)


def _forgive_letters() -> None:
    """Let a terminal that lacks a letter show a question mark, where Python would end with it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def _printable(message: str) -> str:
    """One line, in which nothing that somebody typed or sent can steer the terminal."""
    line = " ".join(message.splitlines())
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def _discard_output() -> None:
    """Keep Python from complaining at its exit that it cannot flush."""
    # A stream without a descriptor is a test's own and needs no such care.
    with contextlib.suppress(OSError, ValueError):
        output = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)
