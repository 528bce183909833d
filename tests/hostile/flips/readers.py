"""The program's side of the flips, in one process for many: whatever reads a repository.

This is the one module here that calls the program in-process; what damages the files and what
judges the outcome share nothing with it.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pygit2

from gitopoly.cli import main
from gitopoly.errors import GitopolyError
from gitopoly.ledger.identity import load
from gitopoly.ledger.transports.remote import Remote, fetch, push
from gitopoly.table import opening
from tests.hostile.wire.repositories import Repository

Files = dict[str, tuple[int, int, int]]


class Broken(Exception):
    """What must never come of damaged files."""


def verify(place: Path, scenes: Path) -> str:
    """``gitopoly verify``."""
    return _command(place, "verify", str(place))


def log(place: Path, scenes: Path) -> str:
    """``gitopoly log``."""
    return _command(place, "log", str(place))


def take(place: Path, scenes: Path) -> str:
    """A peer fetches from it, and afterwards from where nothing is damaged."""
    reader = place.with_name("reader")
    shutil.copytree(scenes / "reader", reader)
    before = _files(reader)
    own = Repository(reader).head()
    repository = pygit2.Repository(str(reader))
    said = _outcome(lambda: fetch(repository, Remote("p0", str(place))))
    after = _files(reader)
    if lost := [name for name in before if after.get(name) != before[name]]:
        raise Broken(f"the reader's {lost[0]} was changed")
    good = fetch(pygit2.Repository(str(reader)), Remote("p0", str(scenes / "loose")))
    fresh = Repository(reader)
    if good is None or fresh.head() != own:
        raise Broken("the reader's own branch was moved")
    for item in fresh.history(good):
        if fresh.read(item.id).id != item.id:
            raise Broken(f"the reader keeps {item.id} with another content")
    return said


def publish(place: Path, scenes: Path) -> str:
    """The owner publishes to it, out of a folder that is sound."""
    before = _files(scenes / "own")
    own = pygit2.Repository(str(scenes / "own"))
    said = _outcome(lambda: push(own, str(place)))
    if _files(scenes / "own") != before:
        raise Broken("the owner's folder was changed")
    return said


def resume(place: Path, scenes: Path) -> str:
    """The owner comes back to it: nothing that was acknowledged may be missing."""
    wanted = Repository(scenes / "own" / ".git").head()
    before = _contents(place)
    try:
        store, _ = opening.resume(place, load(scenes / "identity"), time.time)
    except GitopolyError as error:
        if changed := [n for n, c in before.items() if _contents(place).get(n) != c]:
            raise Broken(f"refused, and yet {changed[0]} was changed") from error
        return _refusal(error)
    head = store.head("p0")
    store.close()
    if head != wanted:
        raise Broken(f"the newest own entry is {head}, not {wanted}")
    return "done"


def _command(place: Path, *arguments: str) -> str:
    """Run a command that only reads; what it said in the end."""
    before = _files(place)
    told, complaint = io.StringIO(), io.StringIO()
    code: object = 0
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(complaint):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    if _files(place) != before:
        raise Broken("reading has changed files")
    if code not in (0, 1, 2):
        raise Broken(f"exit code {code}")
    if code == 2 and not complaint.getvalue().startswith("gitopoly: "):
        raise Broken(f"no reason was given: {complaint.getvalue()[:200]!r}")
    return f"exit {code}: {_one_line(complaint.getvalue().rstrip())}"


def _outcome(call: Callable[[], object]) -> str:
    try:
        call()
    except GitopolyError as error:
        return _refusal(error)
    return "done"


def _refusal(error: GitopolyError) -> str:
    return f"refused: {_one_line(str(error))}"


def _one_line(text: str) -> str:
    if "\n" in text or len(text) > 1000:
        raise Broken(f"more than a line: {text[:200]!r}")
    return text


def _files(folder: Path) -> Files:
    """What is there, and when it was last changed."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name != "lock":
                status = os.lstat(f"{place}/{name}")
                found[f"{place}/{name}"] = status.st_mode, status.st_size, status.st_mtime_ns
    return found


def _contents(folder: Path) -> dict[str, bytes]:
    """All plain files but the lock, with what they hold."""
    plain = (path for path, status in _files(folder).items() if stat.S_ISREG(status[0]))
    return {path: Path(path).read_bytes() for path in plain}


READERS = {reader.__name__: reader for reader in (verify, log, take, publish, resume)}
