"""One entry of a log: a signed commit, written and read in one canonical form.

What an author may choose is a `Draft`; `seal` turns it into Git objects.
`read_entry` takes bytes from a stranger and accepts exactly what `seal` could have written,
so that one meaning has one id and nobody can vary somebody else's commit.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.signature import sign

MAX_COMMIT = 16 * 1024
MAX_FILE = 64 * 1024
MAX_PARENTS = 16
MAX_SENTENCE = 200
MAX_TRAILERS = 12
MAX_TRAILER = 600
MAX_TIME = 253402300799  # the last second of the year 9999

FILES = ("game.yml", "state.yml")
"""The files of every entry, in the order of Git's trees."""

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

Reader = Callable[[str], tuple[str, bytes]]
"""Returns kind and bytes of the object with an id."""


class Object(NamedTuple):
    """A Git object before compression."""

    kind: str
    """``commit``, ``tree`` or ``blob``."""
    id: str
    """Forty hexadecimal digits."""
    data: bytes
    """The bytes, without Git's header."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the author of an entry chooses."""

    seat: str
    parents: tuple[str, ...]
    """The previous entry of this seat, then the newest entries of others that it has seen."""
    sentence: str
    """What happened, for people."""
    trailers: Mapping[str, str]
    """What happened, in canonical form."""
    files: Mapping[str, bytes]
    """The bytes of `FILES`."""
    time: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A well-formed entry; its signature and its action are checked elsewhere."""

    id: str
    seat: str
    parents: tuple[str, ...]
    sentence: str
    trailers: dict[str, str]
    files: dict[str, str]
    """The id of each file's blob."""
    time: int
    payload: bytes = field(repr=False)
    """What was signed: the commit without its signature."""
    signature: str = field(repr=False)
    """The armored signature."""


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


def seal(draft: Draft, identity: Identity) -> Sealed:
    """Sign a draft and make its Git objects; a draft beyond the limits is refused."""
    _check(draft.seat, draft.parents, draft.time)
    _check_words(draft.sentence, draft.trailers)
    if tuple(sorted(draft.files)) != FILES:
        raise InvalidEntry("the draft", f"its files are not {' and '.join(FILES)}")
    for name, data in draft.files.items():
        if len(data) > MAX_FILE:
            raise InvalidEntry("the draft", f"{name} has {len(data)} bytes, over {MAX_FILE}")
    blobs = [Object("blob", object_id("blob", draft.files[n]), draft.files[n]) for n in FILES]
    files = {name: blob.id for name, blob in zip(FILES, blobs, strict=True)}
    data = b"".join(b"100644 %s\0" % n.encode() + bytes.fromhex(i) for n, i in files.items())
    tree = Object("tree", object_id("tree", data), data)
    head = _head(tree.id, draft.parents, draft.seat, draft.time)
    tail = _message(draft.sentence, draft.trailers)
    payload = head + b"\n" + tail
    signature = sign(identity, payload)
    data = head + _signature_header(signature) + b"\n" + tail
    if len(data) > MAX_COMMIT:
        raise InvalidEntry("the draft", f"the commit has {len(data)} bytes, over {MAX_COMMIT}")
    commit = Object("commit", object_id("commit", data), data)
    entry = Entry(
        *(commit.id, draft.seat, draft.parents, draft.sentence, dict(draft.trailers)),
        *(files, draft.time, payload, signature),
    )
    return Sealed(entry, (*blobs, tree, commit))


def read_entry(entry_id: str, reader: Reader) -> Entry:
    """Decode an entry that anybody may have made; anything that is not exactly one is refused.

    Only the commit and its tree are read: the caller must check the sizes of the blobs first.
    """
    what = f"commit {entry_id}"
    data = _read(what, entry_id, reader, "commit", MAX_COMMIT)
    found = COMMIT.match(data)
    if found is None:
        raise InvalidEntry(what, _why(data))
    tree, listed, author, seconds, armor = found.groups()
    seat, time = author.decode(), int(seconds)
    parents = tuple(line[7:].decode() for line in listed.splitlines())
    signature = armor.decode().replace("\n ", "\n") + "\n"
    sentence, trailers = _read_message(what, data[found.end() :])
    try:
        _check(seat, parents, time)
        _check_words(sentence, trailers)
    except InvalidEntry as error:
        raise InvalidEntry(what, error.why) from None
    head, tail = _head(tree.decode(), parents, seat, time), _message(sentence, trailers)
    if head + _signature_header(signature) + b"\n" + tail != data:
        raise InvalidEntry(what, "it is not in canonical form")
    files = _read_tree(what, _read(what, tree.decode(), reader, "tree", 1024))
    payload = head + b"\n" + tail
    return Entry(entry_id, seat, parents, sentence, trailers, files, time, payload, signature)


def links(kind: str, data: bytes) -> list[str]:
    """List the objects that a commit or a tree of an entry names, its parents last."""
    if kind == "commit":
        head = data.partition(b"\n\n")[0].split(b"\n")
        return [line.split(b" ")[1].decode() for line in head if line[:5] in (b"tree ", b"paren")]
    if kind == "tree":
        return [blob_id for _, _, blob_id in _tree_items(data)]
    return []


def _head(tree: str, parents: tuple[str, ...], seat: str, time: int) -> bytes:
    who = f"{seat} <{seat}@gitopoly> {time} +0000\n"
    above = "".join(f"parent {parent}\n" for parent in parents)
    return f"tree {tree}\n{above}author {who}committer {who}".encode()


def _signature_header(signature: str) -> bytes:
    return b"gpgsig " + signature[:-1].replace("\n", "\n ").encode() + b"\n"


def _message(sentence: str, trailers: Mapping[str, str]) -> bytes:
    lines = "".join(f"{name}: {value}\n" for name, value in trailers.items())
    return f"{sentence}\n\n{lines}".encode()


def _check(seat: str, parents: tuple[str, ...], time: int) -> None:
    if not is_seat(seat):
        raise InvalidEntry("the draft", f"{seat[:40]!r} cannot be the name of a seat")
    if len(parents) > MAX_PARENTS:
        raise InvalidEntry("the draft", f"it has {len(parents)} parents, over {MAX_PARENTS}")
    if len(set(parents)) < len(parents) or not all(OBJECT_ID.fullmatch(p) for p in parents):
        raise InvalidEntry("the draft", "its parents are not distinct commit ids")
    if not 0 <= time <= MAX_TIME:
        raise InvalidEntry("the draft", "its time is out of range")


def _check_words(sentence: str, trailers: Mapping[str, str]) -> None:
    if UNPRINTABLE.search(sentence) or sentence != sentence.strip(" "):
        raise InvalidEntry("the draft", "its sentence contains unprintable characters")
    if not 0 < len(sentence) <= MAX_SENTENCE:
        raise InvalidEntry("the draft", f"its sentence is empty or over {MAX_SENTENCE} characters")
    if not 0 < len(trailers) <= MAX_TRAILERS:
        raise InvalidEntry("the draft", f"it has {len(trailers)} trailers, not 1 to {MAX_TRAILERS}")
    for name, value in trailers.items():
        line = f"{name}: {value}"
        if len(line) > MAX_TRAILER or UNPRINTABLE.search(line) or not TRAILER.fullmatch(line):
            raise InvalidEntry("the draft", f"its trailer {line[:40]!r} is malformed")


def _read(what: str, object_id_: str, reader: Reader, kind: str, limit: int) -> bytes:
    found, data = reader(object_id_)
    if found != kind:
        raise InvalidEntry(what, f"object {object_id_} is a {found}, not a {kind}")
    if len(data) > limit:
        raise InvalidEntry(what, f"its {kind} has {len(data)} bytes, over {limit}")
    if object_id(kind, data) != object_id_:
        raise InvalidEntry(what, f"its {kind} does not match its id")
    return data


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


def _tree_items(data: bytes) -> list[tuple[str, str, str]]:
    items = []
    at = 0
    while at < len(data):
        end = data.find(b"\0", at)
        if end < 0 or end + 21 > len(data):
            raise InvalidEntry("the tree", "it is truncated")
        mode, _, name = data[at:end].partition(b" ")
        blob_id = data[end + 1 : end + 21].hex()
        items.append((mode.decode("ascii", "replace"), name.decode("utf-8", "replace"), blob_id))
        at = end + 21
    return items


def _read_tree(what: str, data: bytes) -> dict[str, str]:
    try:
        items = _tree_items(data)
    except InvalidEntry as error:
        raise InvalidEntry(what, f"its tree is bad: {error.why}") from None
    if tuple(name for _, name, _ in items) != FILES:
        names = ascii([name for _, name, _ in items])[:80]
        raise InvalidEntry(what, f"its tree contains {names}, not just {' and '.join(FILES)}")
    for mode, name, _ in items:
        if mode != "100644":
            raise InvalidEntry(what, f"{name} has mode {mode[:8]!a}, so it is not a plain file")
    return {name: blob_id for _, name, blob_id in items}


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
