"""How an action is declared: once, in front of the function that is its rule.

`make generate` reads these declarations from the sources and writes `kernel/generated`: numbers
and names, the step that an action's number means, the list of legal actions, draws and prices.
At run time the decorators do nothing, so that a rule stays a plain function that compiles.

Quoted expressions are Python over the kernel's names: `s`, `rules` and `player` in a position,
`before`, `after`, `outcome` and `player` in the wording of a step.
Decision 0026 says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., object])

FLOOR = "floor"
ANYBODY = "anybody"
"""Who may act: the seat that has the floor, or every seat, and the rule decides."""

HIDDEN = "hidden"
"""A price that nobody is shown before they have chosen (TAX-1)."""


class ActionKind(NamedTuple):
    """What is known about an action by its number."""

    name: str
    """The name in the specification."""
    key: str
    """The key of its wording: the name, without the window of an operation."""
    phases: tuple[int, ...]
    actor: str
    typed: tuple[str, ...]
    """What a person types; with two forms the first one is without parameters."""
    parameters: str
    """What its code carries besides the player."""
    draws: tuple[int, ...]
    """What it may draw."""
    quiet: bool
    """Whether it is bookkeeping, which a short story leaves out."""


class Window(NamedTuple):
    """A phase in which property is managed: five operations, numbered from `first`."""

    name: str
    """How the names of its actions begin in the specification."""
    first: int
    """The number of its first operation, or what it would be."""
    when: str = ""
    """When it is open, besides the phase."""
    only: str = ""
    """The option that enables the window."""
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
    """Declare an action; the function below is its rule.

    number: its code in logs and in compiled code; never changed, never reused.
    name: its name in the specification, and the key of its wording (`do.`, `story.`).
    phase: where it belongs; with several, the `when` of each.
    typed: what a person types; `{square}`, `{group}`, `{count}`, `{amount}`, `{winner}` and
        `{offer}` are what it carries.
    when: what must hold for its rule to be called at all; for a landing, one or more of LANDINGS.
    sure: whether that decides, so that the rule need not be called.
    listed: the function that lists it, where that is more than calling the rule.
    anywhere: the defect with which the turn player may take it in other phases.
    given: arguments of the rule that are the same in every call.
    draws: what it draws, and when, if not always.
    free_4_all: when it leads into a free-4-all, whose order may be drawn as well.
    cost: what it costs, negative what it brings; HIDDEN where that must not be shown.
    told: variants of its story by the ending of their key; the first that holds is used.
    button: the same for the label of its button.
    usual: whether it is shown even when unavailable: in its "phase", or only "when" that holds.
    quiet: whether it is only bookkeeping.
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
