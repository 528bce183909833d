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
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from gitopoly.cli import main
from gitopoly.errors import GitopolyError, MissingObject
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.identity import load
from gitopoly.ledger.transports.remote import transport
from gitopoly.table import opening
from tests.hostile.wire.objects import GitObject
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
    held, sound = Repository(reader), Repository(scenes / "loose")
    known = {item.id for item in held.history(str(held.head()))}
    history = sound.history(str(sound.head()), known.__contains__)
    commits = [item for item in history if item.kind == "commit"]
    said = _outcome(lambda: _fetch(place, known, commits))
    if _fetch(sound.path, known, commits) != len(commits):
        raise Broken("a sound repository is not read as it is")
    if _files(reader) != before:
        raise Broken("the reader was changed")
    return said


def _fetch(place: Path, known: Collection[str], commits: Iterable[GitObject]) -> int:
    """How many of some commits a peer takes; what it takes for one must be that."""
    link, count = transport(str(place), place), 0
    try:
        _, objects = link.fetch(known.__contains__)
    finally:
        link.stop()
    for item in commits:
        with contextlib.suppress(MissingObject):
            if objects.read(item.id) != item:
                raise Broken(f"{item.id} is taken with another content")
            count += 1
    return count


def publish(place: Path, scenes: Path) -> str:
    """The owner publishes to it, out of a folder that is sound."""
    before = _files(scenes / "own")
    own = OwnRepository(scenes / "own" / ".git")
    link = transport(str(place), scenes)
    said = _outcome(lambda: link.push(own))
    own.rest()
    link.stop()
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
