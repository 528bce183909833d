"""Reads the objects of a repository that anybody may have made, through a bounded child of Git.

The child, ``git cat-file --batch-command``, runs in an empty repository of ours, so that it sees
no settings, hooks, grafts, refs or replacements of others; of theirs it gets `objects` alone.
It is believed in nothing: a size is asked for before a content, and an id is computed again from
the bytes. Its memory and processor time are limited where the system can do that; wherever we run,
a child that is silent for too long is ended.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import stat
import subprocess
import tempfile
import threading
import time
import weakref
from collections import OrderedDict
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import MissingTool, NoRoom
from gitopoly.ledger.entry import links, object_id
from gitopoly.ledger.git.command import environment, limited
from gitopoly.ledger.git.untrusted import (
    BudgetExceeded,
    Damaged,
    ReadBudget,
    TookTooLong,
    TooLarge,
    Trap,
    mode_of,
)

AT_ONCE = 64
"""Objects in one question, which must fit into the smallest pipe of any system."""
LARGEST_AHEAD = 64 * 1024
"""Bytes of an object that is read before it is asked for."""
MOST_KEPT = 16 * 1024 * 1024
"""Bytes of objects that are kept, because they were read ahead."""
MOST_OF_GAME = 256 * 1024 * 1024
"""The same where a whole game is wanted."""
MOST_NAMED = 1 << 18
"""Objects that are remembered only because others name them."""
MOST_FILES = 3000
"""Files among the packs, of which a game needs a few."""
MOST_ENDS = 250
"""Children that may come to a bad end in one look."""
COST = 512
"""What an object costs of a budget besides its size."""
SILENCE = 10.0
"""Seconds after which a child that says nothing is ended."""
LINGER = 10.0
"""Seconds for which a child that nobody asks is kept."""
LIFE = 60.0
"""Seconds after which a child is replaced between two looks."""
MEMORY = 256 * 1024 * 1024
PROCESSOR = 60
"""Seconds of processor time of one child."""
LARGEST_COMPLAINT = 1024 * 1024
USAGE = 129
"""How Git ends that does not know an option."""
SETTINGS = """[core]
\trepositoryFormatVersion = 0
\tbare = true
\tcommitGraph = false
\tmultiPackIndex = false
\tpackedGitWindowSize = 1m
\tpackedGitLimit = 64m
\tdeltaBaseCacheLimit = 16m
"""
_KNOWN = re.compile(rb"([0-9a-f]{40}) (commit|tree|blob|tag) ([0-9]{1,18})")

Header = tuple[str, int]
"""Kind and size of an object."""


class _Ended(Exception):
    """The child has ended, or has said something that Git does not say."""


class _Child:
    """One run of ``git cat-file`` on a folder of objects."""

    def __init__(self, objects: str) -> None:
        if shutil.which("git") is None:
            raise MissingTool("the git command is not installed; repositories are read with it")
        self.started = self.asked = time.monotonic()
        with contextlib.ExitStack() as held:
            ours = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="gitopoly-")))
            (ours / "refs").mkdir()
            (ours / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
            (ours / "config").write_text(SETTINGS, encoding="ascii")
            self._errors = held.enter_context(tempfile.TemporaryFile())
            command = ["git", "cat-file", "--batch-command"]
            if os.name == "posix":
                limits = {"memory_bytes": MEMORY, "seconds": PROCESSOR}
                command = limited(command, file_bytes=LARGEST_COMPLAINT, **limits)
            variables = environment(ours, None) | {
                "GIT_OBJECT_DIRECTORY": os.path.abspath(objects),
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_NO_LAZY_FETCH": "1",
            }
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=ours,
                env=variables,
                start_new_session=True,  # no Ctrl-C of a terminal reaches it
            )
            self.end = weakref.finalize(self, _end, self._process, held.pop_all())
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._complaints = 0
        self._said = bytearray()

    def kill(self) -> None:
        """Have whoever waits for its answer hear that it has ended; another thread calls this."""
        self._process.kill()

    def has_complained(self) -> bool:
        """Whether it has found anything damaged since the last call."""
        before, self._complaints = self._complaints, os.fstat(self._errors.fileno()).st_size
        return self._complaints > before

    def info(self, names: list[str], budget: ReadBudget) -> list[tuple[str, Header] | None]:
        """Id, kind and size of each object, None for one that is not there."""
        self._ask("info", names)
        return [self._header(name, budget) for name in names]

    def contents(self, headers: dict[str, Header], budget: ReadBudget) -> dict[str, bytes]:
        """The contents of objects whose headers are known; none of those that are gone by now."""
        self._ask("contents", list(headers))
        budget.spend(sum(size + COST for _, size in headers.values()))
        found: dict[str, bytes] = {}
        for name, (kind, size) in headers.items():
            said = self._header(name, budget)
            if said is None:
                continue
            if said != (name, (kind, size)):
                raise _Ended
            while len(self._said) <= size:
                self._hear(budget)
            found[name] = bytes(self._said[:size])
            del self._said[: size + 1]
        return found

    def _ask(self, what: str, names: list[str]) -> None:
        if self._said:
            raise _Ended
        try:
            os.write(self._to, "".join(f"{what} {name}\n" for name in names).encode())
        except OSError:
            raise self._gone() from None
        self.asked = time.monotonic()

    def _header(self, name: str, budget: ReadBudget) -> tuple[str, Header] | None:
        while (end := self._said.find(b"\n")) < 0:
            self._hear(budget)
        line = bytes(self._said[:end])
        del self._said[: end + 1]
        known = _KNOWN.fullmatch(line)
        if known is None and line != f"{name} missing".encode():
            raise _Ended
        return known and (known[1].decode(), (known[2].decode(), int(known[3])))

    def _hear(self, budget: ReadBudget) -> None:
        seconds = min(SILENCE, budget.seconds_left)
        if not posix.wait_for_bytes(self._from, max(0.0, seconds)):
            budget.spend(0)
            raise TookTooLong(f"Git has said nothing for {SILENCE:.0f} seconds")
        piece = os.read(self._from, 1 << 20)
        if not piece:
            raise self._gone()
        self._said += piece

    def _gone(self) -> _Ended | MissingTool:
        """Why it says nothing any more."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if self._process.wait(1) == USAGE:
                return MissingTool("this git is too old; install version 2.36 or newer")
        return _Ended()


def _end(process: subprocess.Popen[bytes], held: contextlib.ExitStack) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    held.close()


class CatFile:
    """The folder `objects` of a repository, read without trusting it.

    What will be wanted next is read with the same question: the files of a tree, and of a history
    more and more the longer it turns out to be.
    """

    def __init__(
        self, folder: Path | str, budget: ReadBudget | None = None, *, whole: bool = False
    ) -> None:
        """With `whole`, everything below what is read will be wanted, perhaps more than once."""
        self._folder = str(folder)
        self._whole = whole
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._packs_seen: tuple[int, int] | None = None
        self.renew(budget)

    def renew(self, budget: ReadBudget | None = None) -> None:
        """Account for what is read next as one look; nothing is remembered of the last."""
        self._budget = budget or ReadBudget()
        self._ends = self._kept_bytes = 0
        self._headers: dict[str, Header] = {}
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._ahead: OrderedDict[str, None] = OrderedDict()
        """What objects that were read name."""
        self._parents: set[str] = set()
        """What commits among them name as their parents."""
        self._reach = 1
        """How far into the past the next question goes."""
        if self._child is not None and time.monotonic() - self._child.started > LIFE:
            self.rest()

    def rest(self, idle: float = 0.0) -> None:
        """End a child that nobody has asked for so many seconds; the next question starts one."""
        if self._child is not None and time.monotonic() - self._child.asked >= idle:
            self._child.end()
            self._child = None

    def stop(self) -> None:
        """Abort the look; another thread may call this."""
        self._budget.stop()
        if (child := self._child) is not None:
            child.kill()

    def holds(self, wanted: str) -> bool:
        """Whether the object is there; raise Trap or BudgetExceeded."""
        try:
            self.header(wanted)
        except Trap:
            raise
        except (KeyError, Damaged):
            return False
        return True

    def header(self, wanted: str) -> Header:
        """Kind and size; raise KeyError, Damaged or BudgetExceeded."""
        if wanted not in self._headers:
            self._find(wanted, 0)
        return self._headers[wanted]

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge, Damaged or BudgetExceeded."""
        if wanted not in self._kept:
            self._find(wanted, largest)
        size = self.header(wanted)[1]
        if size > largest:
            raise TooLarge(size)
        return self._kept[wanted]

    def _find(self, wanted: str, largest: int) -> None:
        """Ask about an object, and about some that may be wanted next."""
        with self._lock:
            others = self._next(wanted)
            if others:
                with contextlib.suppress(Damaged):
                    self._ask(wanted, others, largest)
                    return
                # Perhaps one of the others was the cause.
                self._ahead.clear()
                self._reach = 1
            self._ask(wanted, [], largest)

    def _next(self, wanted: str) -> list[str]:
        """What may be wanted after an object, as far as Git can be asked for it."""
        past: list[str] = []
        if wanted in self._parents:
            past = [f"{wanted}~{steps}" for steps in range(1, self._reach)]
            self._reach = min(2 * self._reach, AT_ONCE // 2)
        others: list[str] = []
        while self._ahead and len(others) + len(past) < AT_ONCE - 1:
            name, _ = self._ahead.popitem(last=False)
            if name != wanted and name not in self._kept:
                others.append(name)
        return [*past, *others]

    def _ask(self, wanted: str, others: list[str], largest: int) -> None:
        try:
            if self._child is None:
                self._child = _started(self._folder)
            self._take(self._child, wanted, others, largest)
        except _Ended:
            self.rest()
            self._budget.spend(0)  # the look may have been stopped
            self._ends += 1
            if self._ends > MOST_ENDS:
                raise BudgetExceeded(f"more than {MOST_ENDS} of its objects are damaged") from None
            raise _unreadable(wanted) from None
        except BudgetExceeded:
            self._budget.stop()  # nothing more in this look
            self.rest()
            raise
        except KeyboardInterrupt:
            self.rest()  # the rest of its answer would be taken for that to the next question
            raise

    def _take(self, child: _Child, wanted: str, others: list[str], largest: int) -> None:
        self._look([wanted, *others])
        self._budget.spend(COST * (1 + len(others)))
        first, *rest = child.info([wanted, *others], self._budget)
        if first is None:
            raise _unreadable(wanted) if child.has_complained() else KeyError(wanted)
        if first[0] != wanted:
            raise _Ended
        headers = dict(known for known in rest if known and known[1][1] <= LARGEST_AHEAD)
        headers = {name: header for name, header in headers.items() if name not in self._kept}
        if first[1][1] <= largest:
            headers = {wanted: first[1]} | headers
        contents = child.contents(headers, self._budget)
        complained = child.has_complained()
        self._look([wanted, *others])
        for name, content in contents.items():
            self._keep(name, headers[name][0], content)
        if wanted in headers and wanted not in contents:
            # It was taken away after Git had said what it is.
            raise _unreadable(wanted) if complained else KeyError(wanted)
        self._headers[wanted] = first[1]

    def _keep(self, name: str, kind: str, content: bytes) -> None:
        """Keep an object that is what its name says, and note what it names."""
        if object_id(kind, content) != name:
            raise Damaged(f"object {name} does not match its name")
        self._headers[name] = kind, len(content)
        self._kept[name] = kind, content
        self._kept_bytes += len(content) + COST
        most = MOST_OF_GAME if self._whole else MOST_KEPT
        while self._kept_bytes > most and len(self._kept) > AT_ONCE:
            dropped, (_, old) = self._kept.popitem(last=False)
            self._kept_bytes -= len(old) + COST
            self._headers.pop(dropped, None)
        linked = links(kind, content)
        if kind == "commit":
            tree, parents = linked[:1], linked[1:]
            self._parents.update(parents)
            linked = [*parents, *tree] if self._whole else parents
        for one in reversed(linked):
            if one not in self._kept:
                self._ahead[one] = None
                self._ahead.move_to_end(one, last=False)
        while len(self._ahead) > MOST_NAMED:
            self._ahead.popitem()
        if len(self._parents) > MOST_NAMED:
            self._parents.clear()  # which only makes the next questions shorter

    # What leads elsewhere, or would have Git wait for ever.

    def _look(self, names: list[str]) -> None:
        if stat.S_ISLNK(mode_of(self._folder)):
            raise Trap("objects is a symbolic link")
        folders = {"info", "pack", *(name[:2] for name in names)}
        modes = {folder: mode_of(f"{self._folder}/{folder}") for folder in folders}
        for folder, mode in modes.items():
            if stat.S_ISLNK(mode):
                raise Trap(f"objects/{folder} is a symbolic link")
        for borrowed in ("alternates", "http-alternates"):
            if modes["info"] and mode_of(f"{self._folder}/info/{borrowed}"):
                raise Trap("it borrows objects from another repository")
        for name in names:
            mode = mode_of(f"{self._folder}/{name[:2]}/{name[2:]}") if modes[name[:2]] else 0
            if mode and not stat.S_ISREG(mode):
                raise Damaged(f"object {name} is not a regular file")
        if modes["pack"]:
            self._look_at_packs(f"{self._folder}/pack")

    def _look_at_packs(self, folder: str) -> None:
        try:
            status = os.lstat(folder)
            seen = status.st_ctime_ns, status.st_ino
            if seen == self._packs_seen:
                return
            with os.scandir(folder) as found:
                items = list(itertools.islice(found, MOST_FILES + 1))
        except OSError:
            return
        if len(items) > MOST_FILES:
            raise Trap(f"it has more than {MOST_FILES} files of packs")
        for item in items:
            if not item.is_file(follow_symlinks=False):
                raise Trap(f"{item.name} is not a regular file")
        self._packs_seen = seen


def _started(objects: str) -> _Child:
    try:
        return _Child(objects)
    except OSError as error:
        why = error.strerror or error
        raise NoRoom(f"cannot start git to read a repository: {why}") from error


def _unreadable(name: str) -> Damaged:
    return Damaged(f"object {name} cannot be read")
