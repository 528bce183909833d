"""Where logs are kept: the interface of every store, on disk or in memory.

A store keeps Git objects and one head per seat: the newest accepted entry of its log.
It checks no signatures and no rules; it only never loses what it has acknowledged.
Only one thread of one process uses a store at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from gitopoly.errors import InvalidEntry, StaleHead
from gitopoly.ledger.entry import Object, Reader, links, object_id


class Store(Protocol):
    """Objects and heads; `append` is durable when it returns, the others after `sync`."""

    def head(self, seat: str) -> str | None:
        """Give the newest accepted entry of a seat."""

    def heads(self) -> dict[str, str]:
        """Give the newest accepted entry of every seat that has one."""

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it, however large it is."""

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object, or raise `MissingObject`."""

    def put(self, objects: Iterable[Object]) -> None:
        """Add objects; they last once an accepted head reaches them and `sync` was called."""

    def append(
        self, seat: str, expected: str | None, objects: Iterable[Object], new_head: str
    ) -> None:
        """Extend our own log; it survives a kill and a power failure when this returns.

        Everything accepted before survives with it.
        A log that is not at `expected` raises `StaleHead`, and nothing changes.
        """

    def accept(
        self, seat: str, expected: str | None, new_head: str, objects: Iterable[Object] = ()
    ) -> None:
        """Move the accepted head of a seat, by the same compare-and-swap; durable after `sync`."""

    def keep(self, object_id: str) -> None:
        """Keep an entry that no head reaches, such as a second branch."""

    def kept(self) -> tuple[str, ...]:
        """List what was given to `keep`."""

    def note(self, record: Mapping[str, object]) -> None:
        """Record a piece of evidence."""

    def notes(self) -> list[dict[str, object]]:
        """List the evidence, oldest first."""

    def sync(self) -> None:
        """Make everything that was accepted durable."""

    def pack(self) -> None:
        """Pack everything."""

    def close(self) -> None:
        """Make everything durable and close the store."""


def checked(objects: Iterable[Object]) -> list[Object]:
    """The objects, after checking that each matches its id."""
    result = list(objects)
    for item in result:
        if object_id(item.kind, item.data) != item.id:
            raise InvalidEntry(f"object {item.id}", "its bytes do not match its id")
    return result


def compare(seat: str, expected: str | None, found: str | None) -> None:
    """Refuse a writer whose expected head is out of date."""
    if expected != found:
        raise StaleHead(seat, expected, found)


def reachable(head: str, reader: Reader, is_safe: Callable[[str], bool]) -> list[Object]:
    """List the objects of an entry that are not durable yet, each after those that it names."""
    found: dict[str, Object] = {}
    waiting = [head]
    while waiting:
        object_id_ = waiting.pop()
        if object_id_ in found or is_safe(object_id_):
            continue
        kind, data = reader(object_id_)
        found[object_id_] = Object(kind, object_id_, data)
        waiting.extend(links(kind, data))
    return list(reversed(found.values()))
