"""Entries of a log: the sentence, the trailers, the two files, and the signature around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.hostile.wire.objects import PLAIN, GitObject, blob, commit_lines, tree
from tests.hostile.wire.signing import Key


class Entry(NamedTuple):
    """A commit, and everything that it brings along."""

    commit: GitObject
    others: tuple[GitObject, ...]

    @property
    def id(self) -> str:
        """The commit's id."""
        return self.commit.id

    @property
    def objects(self) -> tuple[GitObject, ...]:
        """All objects, the commit last."""
        return (*self.others, self.commit)


def message(sentence: str, trailers: Mapping[str, str]) -> bytes:
    """What an entry says: to people, and exactly."""
    lines = "".join(f"{name}: {value}\n" for name, value in trailers.items())
    return f"{sentence}\n\n{lines}".encode()


def read_trailers(text: str) -> dict[str, str]:
    """What an entry says exactly."""
    return dict(line.split(": ", 1) for line in text.split("\n\n", 1)[1].splitlines())


def two_files(game: bytes, state: bytes) -> tuple[GitObject, ...]:
    """Both files of an entry, and the tree that holds them."""
    files = blob(game), blob(state)
    rows = zip((b"game.yml", b"state.yml"), files, strict=True)
    return (*files, tree(*((PLAIN, name, item.id) for name, item in rows)))


def signed(head: bytes, tail: bytes, key: Key) -> GitObject:
    """A commit of these headers and this message, with Git's signature between them."""
    return with_armor(head, tail, key.sign(head + b"\n" + tail))


def with_armor(head: bytes, tail: bytes, armor: str) -> GitObject:
    """A commit that carries some signature."""
    lines = armor.rstrip("\n").replace("\n", "\n ").encode()
    return GitObject("commit", head + b"gpgsig " + lines + b"\n\n" + tail)


def entry(
    who: str,
    parents: Sequence[str],
    said: bytes,
    files: tuple[GitObject, ...],
    time: int | str,
    key: Key,
) -> Entry:
    """A signed entry; the tree is the last of the files."""
    return Entry(signed(commit_lines(files[-1].id, parents, who, time), said, key), files)
