"""Git objects as bytes: what their ids are, and the plain forms of trees and commits."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import NamedTuple

PLAIN = b"100644"
LINK = b"120000"
SUBMODULE = b"160000"


class GitObject(NamedTuple):
    """An object before compression."""

    kind: str
    data: bytes

    @property
    def framed(self) -> bytes:
        """The bytes that Git hashes and compresses."""
        return f"{self.kind} {len(self.data)}\0".encode() + self.data

    @property
    def id(self) -> str:
        """The name that Git gives it."""
        return hashlib.sha1(self.framed).hexdigest()

    @property
    def loose(self) -> bytes:
        """The content of its file below ``objects``."""
        return zlib.compress(self.framed, 1)


def blob(data: bytes) -> GitObject:
    """A file."""
    return GitObject("blob", data)


def tree(*rows: tuple[bytes, bytes, str]) -> GitObject:
    """A folder of (mode, name, id), in the order given, sensible or not."""
    return GitObject("tree", b"".join(m + b" " + n + b"\0" + bytes.fromhex(i) for m, n, i in rows))


def tree_rows(data: bytes) -> list[tuple[bytes, bytes, str]]:
    """The rows of a folder."""
    rows = []
    while data:
        mode, _, rest = data.partition(b" ")
        name, _, rest = rest.partition(b"\0")
        rows.append((mode, name, rest[:20].hex()))
        data = rest[20:]
    return rows


def commit_lines(tree_id: str, parents: Sequence[str], who: str, time: int | str) -> bytes:
    """The headers of a commit of ours, before any signature."""
    person = f"{who} <{who}@gitopoly> {time} +0000\n"
    above = "".join(f"parent {parent}\n" for parent in parents)
    return f"tree {tree_id}\n{above}author {person}committer {person}".encode()


def parents_of(commit: bytes) -> list[str]:
    """The parents that a commit names."""
    head = commit.partition(b"\n\n")[0]
    return [line[7:].decode() for line in head.split(b"\n") if line.startswith(b"parent ")]


def tree_of(commit: bytes) -> str:
    """The folder that a commit names."""
    return commit[5:45].decode()


def message_of(commit: bytes) -> str:
    """What a commit says."""
    return commit.partition(b"\n\n")[2].decode()
