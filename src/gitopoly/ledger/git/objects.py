"""Reads the objects of a Git repository, for every store that has one.

Even a game's own folder may be damaged, or come from somebody else.
"""

from __future__ import annotations

import re
from typing import Protocol

from gitopoly.errors import MissingObject
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.untrusted import BudgetExceeded, Damaged, TooLarge

LARGEST = 16 * 1024 * 1024
"""Largest object, in bytes, that is read at all; entries are far smaller."""
_ID = re.compile(r"[0-9a-f]{40}")


class AlternateObjects(Protocol):
    """Objects outside the repository, such as a peer's, not judged yet."""

    def holds(self, wanted: str) -> bool:
        """Whether an object is there."""

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size of an object that is there."""

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content of an object that is there."""


class GitObjects:
    """The objects of a repository; subclasses set `objects`."""

    objects: CatFile

    def __init__(self) -> None:
        self._alternates: dict[str, AlternateObjects] = {}

    def set_alternate(self, name: str, objects: AlternateObjects | None) -> None:
        """Also read from elsewhere, until something else or None is set under the same name."""
        self._alternates.pop(name, None)
        if objects is not None:
            self._alternates[name] = objects

    def has(self, object_id: str) -> bool:
        """Tell whether an object is here."""
        try:
            self.header(object_id)
        except MissingObject:
            return False
        return True

    def header(self, object_id: str) -> tuple[str, int]:
        """Give kind and size of an object without reading it."""
        try:
            return self._holder(object_id).header(object_id)
        except (KeyError, Damaged, BudgetExceeded):
            raise MissingObject(object_id) from None

    def read(self, object_id: str) -> tuple[str, bytes]:
        """Give kind and bytes of an object; a damaged one counts as missing."""
        try:
            return self._holder(object_id).read(object_id, LARGEST)
        except (KeyError, Damaged, TooLarge, BudgetExceeded):
            raise MissingObject(object_id) from None

    def _holder(self, object_id: str) -> AlternateObjects | CatFile:
        if _ID.fullmatch(object_id) is None:
            raise MissingObject(object_id)
        found = self._alternate_with(object_id) if self._alternates else None
        return self.objects if found is None else found  # one that is empty may know of it, too

    def _alternate_with(self, object_id: str) -> AlternateObjects | None:
        for objects in self._alternates.values():
            if objects.holds(object_id):
                return objects
        return None
