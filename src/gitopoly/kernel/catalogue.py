"""How an action is declared: once, in front of the function that is its rule.

`make generate` reads these declarations from the sources and writes `kernel/generated`: numbers
and names, the step that an action's number means, the list of legal actions, draws and prices.
At run time the decorators do nothing, so that a rule stays a plain function that compiles.

What stands in quotes is Python over the names that the kernel knows: `s`, `rules` and `player` in
a position, `before`, `after`, `outcome` and `player` in what is told of a step.
Decision 0026 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., object])

FLOOR = "floor"
ANYBODY = "anybody"
"""Who is asked: the seat that has the floor, or every seat, and the rule decides."""

HIDDEN = "hidden"
"""A price that nobody is shown before they have chosen (TAX-1)."""


class ActionKind(NamedTuple):
    """What is known of an action by its number."""

    name: str
    """The name in the specification."""
    key: str
    """Under which its wording is found: the name, without the window of an operation."""
    phases: tuple[int, ...]
    actor: str
    typed: tuple[str, ...]
    """What a person types; with two forms the first one is without parameters."""
    parameters: str
    """What its code carries besides the player."""
    draws: tuple[int, ...]
    """What it may ask of chance."""
    quiet: bool
    """Whether it only moves the game along, so that a short story leaves it out."""


class Window(NamedTuple):
    """A phase in which property is managed: five operations, numbered from `first`."""

    name: str
    """How the names of its actions begin in the specification."""
    first: int
    """The number of its first operation, or what it would be."""
    when: str = ""
    """When it is open, besides the phase."""
    only: str = ""
    """The option without which there is no such window."""
    raises_money: bool = False
    """Whether it has only the operations that raise money."""


def action(
    number: int,
    name: str,
    phase: int | Mapping[int, str],
    typed: str | tuple[str, ...],
    *,
    actor: str = FLOOR,
    when: str | tuple[str, ...] = "",
    sure: bool = False,
    listed: str = "",
    anywhere: str = "",
    given: Mapping[str, int] | None = None,
    draws: int | tuple[int, str] | None = None,
    free_4_all: str = "",
    cost: str = "",
    told: Mapping[str, str] | None = None,
    button: Mapping[str, str] | None = None,
    usual: str = "",
    quiet: bool = False,
) -> Callable[[Rule], Rule]:
    """Declare the action of which the function below is the rule.

    number: its code in logs and in compiled code; never changed, never used again.
    name: its name in the specification, and the key of its wording (`do.`, `story.`).
    phase: where it belongs; with several, the `when` of each.
    typed: what a person types; `{square}`, `{group}`, `{count}`, `{amount}`, `{winner}` and
        `{offer}` are what it carries.
    when: what must hold for its rule to be asked at all; of a landing, one or more of LANDINGS.
    sure: whether that decides, so that the rule need not be asked.
    listed: the function that lists it, where that is more than asking the rule.
    anywhere: the defect with which the turn player may take it in other phases.
    given: arguments of the rule that are the same in every call.
    draws: what it asks of chance, and when, if not always.
    free_4_all: when it leads into a free-4-all, whose order may be drawn as well.
    cost: what it costs, negative what it brings; HIDDEN where that must not be shown.
    told: variants of its story by the ending of their key; the first that holds is told.
    button: the same for what stands on its button.
    usual: whether it is shown even when it is closed: in its "phase", or only "when" it is asked.
    quiet: whether it only moves the game along.
    """
    return _unchanged


def operation(
    offset: int,
    name: str,
    typed: str,
    *,
    cost: str = "",
    raises_money: bool = False,
) -> Callable[[Rule], Rule]:
    """Declare an operation on property: an action in each window, in debt if it raises money."""
    return _unchanged


def card(number: int, name: str) -> Callable[[Rule], Rule]:
    """Declare what a kind of card does: its number in compiled code, its name in decks."""
    return _unchanged


def _unchanged(rule: Rule) -> Rule:
    return rule
