"""The buffer that holds the legal actions of a state.

`actions` receives codes. A code stands for itself, except where `limits` is not 0:
for a bid, `limits` holds the highest amount and the code the lowest one;
for an offer, the code names proposer and addressee only, and `is_legal` decides each offer.
"""

from typing import ClassVar

from gitopoly.kernel.codes import MOST_ACTIONS
from gitopoly.kernel.fields import Field, Wide
from gitopoly.kernel.refusals import LEGAL


class ActionBuffer:
    """Room for the legal actions of any state."""

    FIELDS: ClassVar = {
        "actions": Field("i8", MOST_ACTIONS, 0),
        "limits": Field("i4", MOST_ACTIONS, 0),
        "count": Field("i4", 0, 0),
    }
    __slots__ = ("actions", "count", "limits")

    actions: list[int]
    limits: list[int]
    count: int

    def __init__(self) -> None:
        self.actions = [0] * MOST_ACTIONS
        self.limits = [0] * MOST_ACTIONS
        self.count = 0


def put(buffer: ActionBuffer, code: Wide, limit: int) -> None:
    """Append one action."""
    buffer.actions[buffer.count] = code
    buffer.limits[buffer.count] = limit
    buffer.count += 1


def put_at(buffer: ActionBuffer, place: int, code: Wide) -> int:
    """Write an action at a place, in a loop with its own counter; returns the next place."""
    buffer.actions[place] = code
    buffer.limits[place] = 0
    return place + 1


def add(buffer: ActionBuffer, refusal: int, code: Wide) -> None:
    """Append an action unless its rule refuses it."""
    if refusal == LEGAL:
        buffer.actions[buffer.count] = code
        buffer.limits[buffer.count] = 0
        buffer.count += 1
