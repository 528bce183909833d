"""What a game is played by besides its edition and options: every later change, by name.

A corrected ruling must not change how a game that has begun is judged. So a game names the
features that it has, and is judged by these for ever; records from before features were named have
none. A new feature is one line here: a flag of the rules that is off without it, or a name that the
layer it concerns asks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitopoly.errors import InvalidRules
from gitopoly.words import worded


@dataclass(frozen=True)
class Feature:
    """A change that games may or may not have."""

    text: str
    optional: bool = False
    """Whether only the games that need it name it."""
    flag: str = ""
    """The flag of the rules that is off in games without it, whatever their edition says."""


FEATURES = {
    "auction-leader": Feature("AUCTION-7: ties have a leader", flag="ties_have_a_leader"),
    "held-seats": Feature("a seat may be held by the initiator's program", optional=True),
    "hints": Feature("players may ask for hints", optional=True),
    "own-edition": Feature("the game carries its whole edition", optional=True),
    "placing-by-price": Feature(
        "SHORT-3: selling a building that was won never pays more than it cost",
        flag="placing_by_price",
    ),
    "shared-repository": Feature("all seats publish to one repository", optional=True),
}
"""All features, in alphabetical order."""

USUAL = tuple(name for name, feature in FEATURES.items() if not feature.optional)
"""The features of every new game."""

RULINGS = tuple(name for name, feature in FEATURES.items() if feature.flag)
"""The features that the rules themselves know; the others belong to the table."""


def usual_with(*optional: str) -> tuple[str, ...]:
    """The features of a new game that also has some optional ones."""
    return tuple(sorted((*USUAL, *optional)))


def unknown_feature(names: Iterable[str]) -> InvalidRules | None:
    """Why a game with these features cannot be judged here; None if all are known."""
    for name in names:
        if name not in FEATURES:
            return worded(InvalidRules, "error.no_feature", name=repr(name[:40]))
    return None
