"""One entry of a log: a signed commit in one canonical form, written and read.

Lines of talk have the same form. `read_commit` takes bytes from a stranger and accepts exactly what
`sign_commit` could have written, so that one meaning has one id and nobody can vary somebody else's
commit. What files an entry carries follows from its past, so of its tree only the id is asked for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.signature import sign

FILES = ("game.yml", "state.yml")
"""The files of every entry, in the order of Git's trees."""
MAX_FILE = 64 * 1024
MAX_COMMIT = 16 * 1024
MAX_SENTENCE = 200
MAX_PARENTS = 16
MAX_TRAILERS = 12
MAX_TRAILER = 600
MAX_TIME = 253402300799  # the last second of the year 9999

SEAT = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
RESERVED = {"origin", "head"}
OBJECT_ID = re.compile(r"[0-9a-f]{40}")
TRAILER = re.compile(r"([A-Z][A-Za-z-]*): ([^ ]|[^ ].*[^ ])")
# Spelt out, because Python's idea of printable differs between versions, and replicas must
# agree: no control characters, no invisible or direction-changing marks, no lone surrogates.
UNPRINTABLE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufdd0-\\ufdef\\ufeff\\ufff0-\\uffff\\U000e0000-\\U000e0fff]"
)
COMMIT = re.compile(
    rb"tree ([0-9a-f]{40})\n((?:parent [0-9a-f]{40}\n)*)"
    rb"author ([A-Za-z0-9_-]{1,32}) <\3@gitopoly> ([0-9]{1,12}) \+0000\n"
    rb"committer \3 <\3@gitopoly> \4 \+0000\n"
    rb"gpgsig ([!-~ ]+(?:\n [!-~ ]+)*)\n\n"
)
_LINKS = re.compile(rb"tree ([0-9a-f]{40})\n((?:parent [0-9a-f]{40}\n)*)")
_TREE = re.compile(rb"100644 game\.yml\0(.{20})100644 state\.yml\0(.{20})", re.DOTALL)

Files = Mapping[str, bytes]
"""The bytes of `FILES`."""


class Object(NamedTuple):
    """A Git object before compression."""

    kind: str
    """``commit``, ``tree`` or ``blob``."""
    id: str
    """Forty hexadecimal digits."""
    data: bytes
    """The bytes, without Git's header."""


class Draft(NamedTuple):
    """What the author of a commit chooses."""

    seat: str
    parents: tuple[str, ...]
    """The previous entry of this seat, then the newest entries of others that it has seen."""
    sentence: str
    """What happened, for people."""
    trailers: Mapping[str, str]
    """What happened, in canonical form."""
    time: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A well-formed commit; its signature, its action and its tree are checked elsewhere."""

    id: str
    seat: str
    parents: tuple[str, ...]
    sentence: str
    trailers: Mapping[str, str]
    time: int
    tree: str = ""
    """The id of the tree that holds its files."""
    data: bytes = field(repr=False, default=b"")
    """The commit's own bytes."""
    signature: str = field(repr=False, default="")
    """The armored signature."""

    @property
    def payload(self) -> bytes:
        """What was signed: the commit without its signature."""
        return self.data.replace(_signature_header(self.signature), b"", 1)

    @property
    def commit(self) -> Object:
        """The commit as Git has it."""
        return Object("commit", self.id, self.data)


class Sealed(NamedTuple):
    """A signed entry and its objects, each after those that it names."""

    entry: Entry
    objects: tuple[Object, ...]


def object_id(kind: str, data: bytes) -> str:
    """Compute the id that Git gives an object."""
    return hashlib.sha1(b"%s %d\0" % (kind.encode(), len(data)) + data).hexdigest()


def is_seat(name: str) -> bool:
    """Whether a name can be a seat's."""
    return bool(SEAT.fullmatch(name)) and name.lower() not in RESERVED


# Files.


def file_objects(files: Files) -> tuple[Object, ...]:
    """The blobs of an entry's files, and last the tree that holds them."""
    blobs = [_blob(files[name]) for name in FILES]
    rows = zip(FILES, blobs, strict=True)
    data = b"".join(b"100644 %s\0" % name.encode() + bytes.fromhex(blob.id) for name, blob in rows)
    return (*blobs, Object("tree", object_id("tree", data), data))


@lru_cache(8)  # one of the files hardly ever changes
def _blob(data: bytes) -> Object:
    return Object("blob", object_id("blob", data), data)


def file_ids(tree: bytes) -> dict[str, str]:
    """The ids of the files that a tree of `file_objects` holds; any other tree is refused."""
    found = _TREE.fullmatch(tree)
    if found is None:
        raise InvalidEntry("the tree", f"it does not hold just {' and '.join(FILES)}")
    return {name: blob.hex() for name, blob in zip(FILES, found.groups(), strict=True)}


# Commits.


def seal(draft: Draft, files: Files, identity: Identity) -> Sealed:
    """Sign a draft and make its Git objects; one beyond the limits is refused."""
    for name, data in files.items():
        if len(data) > MAX_FILE:
            raise InvalidEntry("the draft", f"{name} has {len(data)} bytes, over {MAX_FILE}")
    objects = file_objects(files)
    entry = sign_commit(draft, objects[-1].id, identity, MAX_SENTENCE, MAX_COMMIT)
    return Sealed(entry, (*objects, entry.commit))


def sign_commit(draft: Draft, tree: str, identity: Identity, longest: int, most: int) -> Entry:
    """Sign a commit; one of more than `most` bytes is refused.

    `longest` is how long its sentence may be.
    """
    _check(draft, longest, "the draft")
    signature = sign(identity, _written(draft, tree))
    data = _written(draft, tree, signature)
    if len(data) > most:
        raise InvalidEntry("the draft", f"the commit has {len(data)} bytes, over {most}")
    return Entry(object_id("commit", data), *draft, tree, data, signature)


def read_commit(
    commit_id: str, data: bytes, longest: int = MAX_SENTENCE, most: int = MAX_COMMIT
) -> Entry:
    """Decode a commit that anybody may have made; anything that is not exactly one is refused."""
    what = f"commit {commit_id}"
    if len(data) > most:
        raise InvalidEntry(what, f"its commit has {len(data)} bytes, over {most}")
    if object_id("commit", data) != commit_id:
        raise InvalidEntry(what, "its commit does not match its id")
    found = COMMIT.match(data)
    if found is None:
        raise InvalidEntry(what, _why(data))
    tree, listed, author, seconds, armor = found.groups()
    sentence, trailers = _read_message(what, data[found.end() :])
    draft = Draft(author.decode(), tuple(_parents(listed)), sentence, trailers, int(seconds))
    _check(draft, longest, what)
    signature = armor.decode().replace("\n ", "\n") + "\n"
    if _written(draft, tree.decode(), signature) != data:
        raise InvalidEntry(what, "it is not in canonical form")
    return Entry(commit_id, *draft, tree.decode(), data, signature)


def signed_in(commit: bytes) -> tuple[bytes, str]:
    """What was signed in a commit, and its signature; of anything else something useless."""
    head, _, rest = commit.partition(b"\ngpgsig ")
    armor, _, message = rest.partition(b"\n\n")
    signature = armor.decode("ascii", "replace").replace("\n ", "\n") + "\n"
    return head + b"\n\n" + message, signature


def links(kind: str, data: bytes) -> list[str]:
    """List the objects that a commit or a tree of an entry names, its parents last."""
    if kind == "commit":
        found = _LINKS.match(data)
        return [found[1].decode(), *_parents(found[2])] if found else []
    files = _TREE.fullmatch(data) if kind == "tree" else None
    return [blob.hex() for blob in files.groups()] if files else []


def _parents(lines: bytes) -> list[str]:
    return [line[7:].decode() for line in lines.splitlines()]


def _check(draft: Draft, longest: int, what: str) -> None:
    """Refuse what no commit of ours says; `longest` is how long its sentence may be."""
    seat, parents, sentence, trailers, time = draft
    if not is_seat(seat):
        raise InvalidEntry(what, f"{seat[:40]!r} cannot be the name of a seat")
    if len(parents) > MAX_PARENTS:
        raise InvalidEntry(what, f"it has {len(parents)} parents, over {MAX_PARENTS}")
    if len(set(parents)) < len(parents) or not all(OBJECT_ID.fullmatch(p) for p in parents):
        raise InvalidEntry(what, "its parents are not distinct commit ids")
    if not 0 <= time <= MAX_TIME:
        raise InvalidEntry(what, "its time is out of range")
    if UNPRINTABLE.search(sentence) or sentence != sentence.strip(" "):
        raise InvalidEntry(what, "its sentence contains unprintable characters")
    if not 0 < len(sentence) <= longest:
        raise InvalidEntry(what, f"its sentence is empty or over {longest} characters")
    if not 0 < len(trailers) <= MAX_TRAILERS:
        raise InvalidEntry(what, f"it has {len(trailers)} trailers, not 1 to {MAX_TRAILERS}")
    for name, value in trailers.items():
        line = f"{name}: {value}"
        if len(line) > MAX_TRAILER or UNPRINTABLE.search(line) or not TRAILER.fullmatch(line):
            raise InvalidEntry(what, f"its trailer {line[:40]!r} is malformed")


def _written(draft: Draft, tree: str, signature: str = "") -> bytes:
    """The bytes of a commit; without a signature those that are signed."""
    who = f"{draft.seat} <{draft.seat}@gitopoly> {draft.time} +0000\n"
    above = "".join(f"parent {parent}\n" for parent in draft.parents)
    head = f"tree {tree}\n{above}author {who}committer {who}".encode()
    lines = "".join(f"{name}: {value}\n" for name, value in draft.trailers.items())
    message = f"\n{draft.sentence}\n\n{lines}".encode()
    return head + (_signature_header(signature) if signature else b"") + message


def _signature_header(signature: str) -> bytes:
    return b"gpgsig " + signature[:-1].replace("\n", "\n ").encode() + b"\n"


def _read_message(what: str, data: bytes) -> tuple[str, dict[str, str]]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidEntry(what, "its message is not UTF-8") from None
    lines = text.split("\n")
    if len(lines) < 4 or lines[1] or lines[-1]:
        raise InvalidEntry(what, "its message is not a sentence, a blank line and trailers")
    trailers = {}
    for line in lines[2:-1]:
        found = TRAILER.fullmatch(line)
        if found is None or found[1] in trailers:
            raise InvalidEntry(what, f"its trailer {line[:40]!r} is malformed or repeated")
        trailers[found[1]] = found[2]
    return lines[0], trailers


def _why(data: bytes) -> str:
    """What is wrong with the headers of a commit that `COMMIT` does not match."""
    head = data.partition(b"\n\n")[0]
    if b"\ngpgsig " not in head:
        return "it is not signed"
    if b"\nencoding " in head:
        return "it names an encoding"
    names = re.findall(rb"^(?:author|committer) (.*)$", head, flags=re.MULTILINE)
    if len(names) != 2 or names[0] != names[1]:
        return "its author and committer, or their times, differ"
    return "its headers are not those of an entry"
