"""The buffer that holds the legal actions of a state.

`actions` receives codes. A code stands for itself, except where `limits` is not 0:
for a bid, `limits` holds the highest amount and the code the lowest one;
for an offer, the code names proposer and addressee only, and `is_legal` decides each offer.
"""

from gitopoly.rules.codes import MOST_ACTIONS
from gitopoly.rules.record import Record, Wide, quad, quads, wides
from gitopoly.rules.refusals import LEGAL


class ActionBuffer(Record):
    """Room for the legal actions of any state."""

    actions: list[int] = wides(MOST_ACTIONS)
    limits: list[int] = quads(MOST_ACTIONS)
    count: int = quad()


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
        put(buffer, code, 0)
