"""How the fields of an object are stored when it becomes a record for compiled code."""

from typing import Annotated, NamedTuple


class Field(NamedTuple):
    """A field's width, its length (0 for a single number) and its idle value."""

    width: str
    length: int
    idle: int


Wide = Annotated[int, "64 bits"]
"""A number that may need more than 32 bits, such as the code of an action.

All other numbers of the rules fit into 32 bits, which suffice on a GPU.
"""
