"""Objects that are read from elsewhere before they are judged, such as a peer's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import OBJECT_ID, Object
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, TooLarge

LARGEST = 16 * 1024 * 1024
"""Largest object, in bytes, that is read at all; entries are far smaller."""


class Objects(Protocol):
    """Objects somewhere; what is not there is a KeyError or MissingObject."""

    def holds(self, wanted: str) -> bool:
        """Whether an object is there."""

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size of an object that is there."""

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content of an object that is there."""


class Held:
    """Objects in memory, to be read and to be lent."""

    def __init__(self, objects: Iterable[Object] = ()) -> None:
        self._contents = {item.id: (item.kind, item.data) for item in objects}

    def __len__(self) -> int:
        return len(self._contents)

    def holds(self, wanted: str) -> bool:
        """Whether an object is here."""
        return wanted in self._contents

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size; raise MissingObject."""
        kind, content = self.read(wanted)
        return kind, len(content)

    def read(self, wanted: str, largest: int = 0) -> tuple[str, bytes]:
        """Kind and content, whatever the size, because it was checked; raise MissingObject."""
        try:
            return self._contents[wanted]
        except KeyError:
            raise MissingObject(wanted) from None

    def put(self, name: str, kind: str, content: bytes) -> None:
        """Add an object."""
        self._contents[name] = kind, content


class Borrowed:
    """What others lend, each under a name; one that cannot be read counts as missing."""

    def __init__(self) -> None:
        self._lenders: dict[str, Objects] = {}

    def borrow(self, name: str, objects: Objects | None) -> None:
        """Also read from elsewhere, until something else or None is set under the same name."""
        self._lenders.pop(name, None)
        if objects is not None:
            self._lenders[name] = objects

    def holds(self, object_id: str) -> bool:
        """Tell whether an object can be read."""
        try:
            self.header(object_id)
        except MissingObject:
            return False
        return True

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it; raise MissingObject."""
        try:
            return self._lender(object_id).header(object_id)
        except (KeyError, Damaged, BudgetExceeded):
            raise MissingObject(object_id) from None

    def read(self, object_id: str, largest: int = LARGEST) -> tuple[str, bytes]:
        """Give kind and bytes of an object; raise MissingObject."""
        try:
            return self._lender(object_id).read(object_id, largest)
        except (KeyError, Damaged, TooLarge, BudgetExceeded):
            raise MissingObject(object_id) from None

    def _lender(self, object_id: str) -> Objects:
        if OBJECT_ID.fullmatch(object_id):
            for objects in self._lenders.values():
                if objects.holds(object_id):
                    return objects
        raise MissingObject(object_id)
