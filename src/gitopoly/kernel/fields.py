"""How the fields of an object are stored when it becomes a record for compiled code."""

from typing import NamedTuple


class Field(NamedTuple):
    """A field's width, its length (0 for a single number) and its idle value."""

    width: str
    length: int
    idle: int
