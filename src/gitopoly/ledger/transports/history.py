"""Copies the part of a history that the other side lacks, oldest first, one whole commit at a time.

A commit is written after everything it is built on, so an interrupted copy leaves only complete
histories, and "the commit is there" means "its past is there".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from gitopoly.errors import RefusedObjects, Unreachable
from gitopoly.ledger.entry import MAX_COMMIT, MAX_FILE, MAX_PARENTS, Object
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, TooLarge, Trap

_PERSON = rb"[^<>\n]+ <[^<>\n]*> (?:0|[1-9][0-9]{0,11}) [+-][0-9]{4}\n"
# As strict as Git's own check, so that whatever we accept leaves our repository sound.
_COMMIT = re.compile(
    rb"tree ([0-9a-f]{40})\n((?:parent [0-9a-f]{40}\n)*)author %(p)scommitter %(p)s[^\0]*\Z"
    % {b"p": _PERSON}
)
_FILE_NAME = re.compile(rb"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_CHUNK_OBJECTS = 4000
_CHUNK_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class HistoryLimits:
    """How much a peer may send."""

    commit: int = MAX_COMMIT
    """Bytes of one commit."""
    file: int = MAX_FILE
    """Bytes of one file."""
    files: int = 8
    """Files of one commit."""
    parents: int = MAX_PARENTS
    """Parents of one commit."""
    commits: int = 250_000
    """New commits in one fetch."""
    pack: int = 64 * 1024 * 1024
    """Bytes over the network in one fetch."""
    total: int = 512 * 1024 * 1024
    """Bytes of all new objects in one fetch, unpacked."""


LIMITS = HistoryLimits()


class ObjectSource(Protocol):
    """Where objects come from."""

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge, Damaged or BudgetExceeded."""

    def expect(self, names: Iterable[str]) -> None:
        """Learn what will be read next, in this order."""


class Target(Protocol):
    """Where objects go."""

    def has(self, wanted: str) -> bool:
        """Whether the object is there, with everything it is built on."""

    def write(self, objects: list[Object]) -> None:
        """Add objects, in this order."""


@dataclass(frozen=True)
class _Commit:
    content: bytes
    tree: str
    parents: tuple[str, ...]


class _Refused(Exception):
    def __init__(self, reason: str, size: int = 0) -> None:
        super().__init__(reason)
        self.size = size


class _Missing(_Refused):
    """A missing object."""


def copy_history(
    source: ObjectSource, target: Target, head: str, url: str, limits: HistoryLimits
) -> list[str]:
    """Copy the history of `head` that the target lacks; return the new commits, oldest first.

    Invalid commits are left out with everything built on them, and RefusedObjects reports them
    after the rest has been copied.
    """
    return _Copy(source, target, url, limits).run(head)


class _Copy:
    def __init__(
        self, source: ObjectSource, target: Target, url: str, limits: HistoryLimits
    ) -> None:
        self.source, self.target, self.url, self.limits = source, target, url, limits
        self.commits: dict[str, _Commit] = {}
        self.refused: dict[str, _Refused] = {}
        self.pending: list[Object] = []
        self.pending_names: set[str] = set()
        self.pending_bytes = 0
        self.total = 0

    def run(self, head: str) -> list[str]:
        if self.target.has(head):
            return []
        copied: list[str] = []
        try:
            self._collect(head)
            self._take_all(head, copied)
        except BudgetExceeded as error:
            # What was copied is complete, so the next fetch continues from there.
            self._flush()
            kept = self._newest_taken(head, copied)
            unfinished = kept is not None
            raise RefusedObjects(self.url, str(error), head=kept, unfinished=unfinished) from error
        return copied

    def _take_all(self, head: str, copied: list[str]) -> None:
        first: str | None = None
        ordered = list(self._oldest_first(head))
        self.source.expect(self.commits[name].tree for name in ordered if name in self.commits)
        for name in ordered:
            if name not in self.refused and (reason := self._bad_parent(name)):
                self.refused[name] = _Refused(reason)
            elif name not in self.refused:
                self._take(name, copied)
            # Blame the commit that names a missing parent, not the missing one.
            if first is None and type(self.refused.get(name)) is _Refused:
                first = name
        self._flush()
        if first is not None:
            refusal = self.refused[first]
            kept = self._newest_kept(head)
            raise RefusedObjects(self.url, str(refusal), commit=first, size=refusal.size, head=kept)

    def _newest_taken(self, head: str, copied: list[str]) -> str | None:
        """Go back along first parents to the newest commit that was copied, None if none was."""
        taken, name = set(copied), head
        while name not in taken:
            commit = self.commits.get(name)
            if commit is None or not commit.parents:
                return None
            name = commit.parents[0]
        return name

    def _collect(self, head: str) -> None:
        """Read all commits that the target lacks, but not the history of refused ones."""
        waiting = [head]
        while waiting:
            name = waiting.pop()
            if name in self.commits or name in self.refused:
                continue
            if len(self.commits) >= self.limits.commits:
                reason = f"more than {self.limits.commits} new commits at once"
                raise RefusedObjects(self.url, reason)
            try:
                commit = self._read_commit(name)
            except _Refused as refusal:
                if name == head and isinstance(refusal, _Missing):
                    raise Unreachable(self.url, "incomplete", str(refusal)) from refusal
                self.refused[name] = refusal
                continue
            self.commits[name] = commit
            self._count(len(commit.content))
            waiting += [parent for parent in commit.parents if not self.target.has(parent)]

    def _oldest_first(self, head: str) -> Iterator[str]:
        seen: set[str] = set()
        waiting = [(head, False)]
        while waiting:
            name, done = waiting.pop()
            if done:
                yield name
            elif name not in seen:
                seen.add(name)
                waiting.append((name, True))
                if name in self.commits:
                    new = (p for p in self.commits[name].parents if self._is_new(p))
                    waiting += [(parent, False) for parent in new]

    def _is_new(self, name: str) -> bool:
        return name in self.commits or name in self.refused

    def _bad_parent(self, name: str) -> str | None:
        for parent in self.commits[name].parents:
            refusal = self.refused.get(parent)
            if isinstance(refusal, _Missing):
                return f"it names the parent {parent}, which is missing"
            if refusal is not None:
                return f"it is built on the refused commit {parent}"
        return None

    def _newest_kept(self, head: str) -> str | None:
        """Go back along first parents to the newest commit that was accepted."""
        name: str | None = head
        while name is not None and name in self.refused:
            commit = self.commits.get(name)
            name = commit.parents[0] if commit and commit.parents else None
        return name

    def _take(self, name: str, copied: list[str]) -> None:
        commit = self.commits[name]
        try:
            objects = self._files(commit.tree)
        except _Refused as refusal:
            self.refused[name] = _Refused(str(refusal), refusal.size)
            return
        for item in (*objects, Object("commit", name, commit.content)):
            self._write(item)
        copied.append(name)

    def _files(self, tree: str) -> list[Object]:
        if tree in self.pending_names or self.target.has(tree):
            return []
        content = self._read(tree, "tree", 100 * self.limits.files)
        objects: list[Object] = []
        for name in tree_files(content, self.limits.files):
            if name not in self.pending_names and not self.target.has(name):
                objects.append(Object("blob", name, self._read(name, "blob", self.limits.file)))
        return [*objects, Object("tree", tree, content)]

    def _read_commit(self, name: str) -> _Commit:
        content = self._read(name, "commit", self.limits.commit)
        match = _COMMIT.match(content)
        if match is None:
            raise _Refused("it is not a well-formed commit")
        parents = _parents(match)
        if len(parents) > self.limits.parents:
            raise _Refused(f"it has more than {self.limits.parents} parents")
        return _Commit(content, match[1].decode(), parents)

    def _read(self, name: str, kind: str, largest: int) -> bytes:
        try:
            found, content = self.source.read(name, largest)
        except TooLarge as error:
            reason = f"a {kind} of {error.size:,} bytes, where {largest:,} are allowed"
            raise _Refused(reason, error.size) from error
        except Trap as error:
            raise RefusedObjects(self.url, str(error)) from error
        except Damaged as error:
            raise _Refused(str(error)) from error
        except KeyError as error:
            raise _Missing(f"object {name} is missing") from error
        if found != kind:
            raise _Refused(f"{name} is a {found} instead of a {kind}")
        return content

    def _write(self, item: Object) -> None:
        if item[1] in self.pending_names:
            return
        self.pending.append(item)
        self.pending_names.add(item[1])
        self.pending_bytes += len(item[2])
        if item[0] != "commit":
            self._count(len(item[2]))
        if len(self.pending) >= _CHUNK_OBJECTS or self.pending_bytes >= _CHUNK_BYTES:
            self._flush()

    def _count(self, size: int) -> None:
        self.total += size
        if self.total > self.limits.total:
            reason = f"more than {self.limits.total:,} bytes of new objects at once"
            raise RefusedObjects(self.url, reason, size=self.total)

    def _flush(self) -> None:
        if self.pending:
            self.target.write(self.pending)
        self.pending, self.pending_names, self.pending_bytes = [], set(), 0


def commit_parents(content: bytes) -> tuple[str, ...]:
    """The parents that a commit names."""
    match = _COMMIT.match(content)
    return _parents(match) if match else ()


def _parents(match: re.Match[bytes]) -> tuple[str, ...]:
    return tuple(line[7:].decode() for line in match[2].splitlines())


def tree_files(content: bytes, most: int) -> list[str]:
    """The ids of a tree's files; anything other than a few plain files is refused."""
    names: list[bytes] = []
    found: list[str] = []
    position = 0
    while position < len(content):
        end = content.find(b"\0", position)
        mode, _, name = content[position:end].partition(b" ")
        if end < 0 or len(content) < end + 21 or not name:
            raise _Refused("its tree cannot be read")
        if mode != b"100644":
            raise _Refused(f"{_shown(name)} is not a plain file (mode {_shown(mode)})")
        if not _FILE_NAME.fullmatch(name):
            raise _Refused(f"{_shown(name)} is not a plain file name")
        names.append(name)
        found.append(content[end + 1 : end + 21].hex())
        position = end + 21
    if names != sorted(set(names)):
        raise _Refused("the names in its tree are not sorted")
    if len(found) > most:
        raise _Refused(f"its tree holds more than {most} files")
    return found


def _shown(name: bytes) -> str:
    return ascii(name.decode("latin-1"))[:70]
