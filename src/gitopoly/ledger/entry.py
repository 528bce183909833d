"""One entry of a log: a signed commit, written and read in one canonical form.

What an author may choose is a `Draft`; `seal` turns it into Git objects.
`read_entry` takes bytes from a stranger and accepts exactly what `seal` could have written,
so that one meaning has one id and nobody can vary somebody else's commit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.signed_commit import (
    MAX_COMMIT,
    MAX_PARENTS,
    MAX_TIME,
    OBJECT_ID,
    RESERVED,
    SEAT,
    UNPRINTABLE,
    Content,
    Object,
    Reader,
    check_content,
    is_seat,
    object_id,
    read_commit,
    read_object,
    sign_commit,
)

__all__ = [
    "FILES",
    "MAX_COMMIT",
    "MAX_FILE",
    "MAX_PARENTS",
    "MAX_SENTENCE",
    "MAX_TIME",
    "OBJECT_ID",
    "RESERVED",
    "SEAT",
    "UNPRINTABLE",
    "Draft",
    "Entry",
    "Object",
    "Reader",
    "Sealed",
    "is_seat",
    "links",
    "object_id",
    "read_entry",
    "seal",
]

MAX_FILE = 64 * 1024
MAX_SENTENCE = 200

FILES = ("game.yml", "state.yml")
"""The files of every entry, in the order of Git's trees."""


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


def seal(draft: Draft, identity: Identity) -> Sealed:
    """Sign a draft and make its Git objects; a draft beyond the limits is refused."""
    content = Content(draft.seat, draft.parents, draft.sentence, draft.trailers, draft.time)
    check_content(content, MAX_SENTENCE)
    if tuple(sorted(draft.files)) != FILES:
        raise InvalidEntry("the draft", f"its files are not {' and '.join(FILES)}")
    for name, data in draft.files.items():
        if len(data) > MAX_FILE:
            raise InvalidEntry("the draft", f"{name} has {len(data)} bytes, over {MAX_FILE}")
    blobs = [Object("blob", object_id("blob", draft.files[n]), draft.files[n]) for n in FILES]
    files = {name: blob.id for name, blob in zip(FILES, blobs, strict=True)}
    data = b"".join(b"100644 %s\0" % n.encode() + bytes.fromhex(i) for n, i in files.items())
    tree = Object("tree", object_id("tree", data), data)
    signed, commit = sign_commit(content._replace(tree=tree.id), identity, MAX_COMMIT)
    entry = Entry(
        *(commit.id, draft.seat, draft.parents, draft.sentence, dict(draft.trailers)),
        *(files, draft.time, signed.payload, signed.signature),
    )
    return Sealed(entry, (*blobs, tree, commit))


def read_entry(entry_id: str, reader: Reader) -> Entry:
    """Decode an entry that anybody may have made; anything that is not exactly one is refused.

    Only the commit and its tree are read: the caller must check the sizes of the blobs first.
    """
    content, payload, signature = read_commit(entry_id, reader, MAX_SENTENCE, MAX_COMMIT)
    what = f"commit {entry_id}"
    files = _read_tree(what, read_object(what, content.tree, reader, "tree", 1024))
    seat, parents, sentence, trailers, time, _ = content
    return Entry(entry_id, seat, parents, sentence, dict(trailers), files, time, payload, signature)


def links(kind: str, data: bytes) -> list[str]:
    """List the objects that a commit or a tree of an entry names, its parents last."""
    if kind == "commit":
        head = data.partition(b"\n\n")[0].split(b"\n")
        return [line.split(b" ")[1].decode() for line in head if line[:5] in (b"tree ", b"paren")]
    if kind == "tree":
        return [blob_id for _, _, blob_id in _tree_items(data)]
    return []


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
