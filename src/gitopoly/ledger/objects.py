"""Objects that are read from elsewhere before they are judged, such as a peer's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Object


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
