"""How a command fails: one line and an exit code."""

import atexit
import contextlib
import errno
import io
import os
import signal
import sys
from collections.abc import Iterator

import click

from gitopoly.cli.usage import usage_line
from gitopoly.errors import GitopolyError, printable
from gitopoly.stopping import Stopped, forget, stopped_in_order

__all__ = ["BAD_INPUT", "EXIT_CODES", "PIPE_CLOSED", "exit_on_error"]

BAD_INPUT = 2
"""The exit code of bad usage and bad input; click uses the same for usage."""

PIPE_CLOSED = 141
"""128 + SIGPIPE, as shells report a program whose reader has closed the pipe."""

EXIT_CODES = {
    0: "fine",
    1: "the thing checked does not hold",
    BAD_INPUT: "bad usage or bad input, with one line that says what to do",
    129: "the terminal was closed (SIGHUP)",
    130: "stopped by Ctrl-C (SIGINT)",
    PIPE_CLOSED: "the output pipe was closed (SIGPIPE), as in gitopoly log … | head",
    143: "stopped by another program (SIGTERM)",
}
"""How a command can end; the help, the manual and the documentation say the same."""

NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""System errors for a full disk, a file size limit or a disk quota."""


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
"""System errors for a file that the user named and that cannot be used."""


@contextlib.contextmanager
def exit_on_error() -> Iterator[None]:
    """Turn errors and interruptions of a command into an exit code.

    A user's mistake does not deserve a traceback; anything that is not a
    ``GitopolyError`` is a bug of ours and keeps its traceback.
    ``GITOPOLY_DEBUG=1`` shows the traceback of a refusal, too.
    """
    _open_missing_streams()
    _forgive_letters()
    try:
        with stopped_in_order():
            yield
            # If the output was short, a closed pipe shows only here.
            sys.stdout.flush()
    except GitopolyError as error:
        if _is_debugged():
            raise
        click.echo(f"gitopoly: {in_one_line(str(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except click.UsageError as error:
        # A group without a command shows its help instead; older clicks do so without an error.
        if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):
            raise
        click.echo(f"gitopoly: {in_one_line(usage_line(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except KeyboardInterrupt as error:
        number = error.signal if isinstance(error, Stopped) else signal.SIGINT
        # The terminal has already shown ^C on the current line.
        told = "\ngitopoly: stopped by Ctrl-C"
        if number != signal.SIGINT:
            told = f"gitopoly: stopped by {number.name}"
        click.echo(told, err=True)
        forget()  # a group around this one has nothing to add
        # As shells report a program that a signal has ended.
        raise click.exceptions.Exit(128 + number) from None
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(PIPE_CLOSED) from None
    except OSError as error:
        click.echo(f"gitopoly: {in_one_line(_told_of_system(error))}", err=True)
        raise click.exceptions.Exit(BAD_INPUT) from None


def _is_debugged() -> bool:
    return os.environ.get("GITOPOLY_DEBUG", "0") not in ("", "0")


def _told_of_system(error: OSError) -> str:
    """A system error in one line; bugs of ours are raised again."""
    if error.errno in NO_ROOM:
        _discard_output()
        where = f" {error.filename}" if error.filename else ""
        return f"cannot write{where}: {error.strerror}; free some space first"
    if error.errno in OUT_OF_REACH and error.filename and not _is_debugged():
        return f"{str(error.filename)[:80]!r} cannot be used: {error.strerror}; choose another"
    raise error


def _open_missing_streams() -> None:
    """Replace missing standard streams, which Python shows as None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115
            atexit.register(stream.close)
            setattr(sys, name, stream)


def _forgive_letters() -> None:
    """Print a question mark for characters that the terminal lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def in_one_line(message: str) -> str:
    """A message as one line that controls no terminal, whatever input it repeats."""
    return printable(" ".join(message.splitlines()))


def _discard_output() -> None:
    """Keep Python from complaining at exit that it cannot flush."""
    # A stream without a descriptor belongs to a test and needs no care.
    with contextlib.suppress(OSError, ValueError):
        output = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, output)
        os.close(nowhere)
