"""Policies that choose among legal actions, games played by them, and what positions are worth.

A policy is declared by a decorator on the function that chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from gitopoly.errors import Undeclared

Choosing = TypeVar("Choosing", bound=Callable[..., int])

RANDOM = 0
SENSIBLE = 1
CAUTIOUS = 2
BUILDER = 3
TRADER = 4
STRONG = 5
POLICIES = {
    "random": RANDOM,
    "sensible": SENSIBLE,
    "cautious": CAUTIOUS,
    "builder": BUILDER,
    "trader": TRADER,
    "strong": STRONG,
}
"""Their names, as people give them."""


REGISTERED: dict[int, Callable[..., int]] = {}
"""What chooses for each of them: the code of one of the legal actions."""


def policy(*numbers: int) -> Callable[[Choosing], Choosing]:
    """Declare how policies choose: the code of one of the legal actions."""

    def declare(choose: Choosing) -> Choosing:
        for number in numbers:
            if number in REGISTERED or number not in POLICIES.values():
                raise Undeclared(f"{choose.__name__} chooses for policy {number}; give it its own")
            REGISTERED[number] = choose
        return choose

    return declare
