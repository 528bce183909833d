"""How an action is declared: once, by a decorator above the function that is its rule.

Everything else follows from the declaration: which step a number means, what is legal in a phase,
what is drawn, what it costs, how it is typed and told. `actions` gathers all declarations.

An action as a whole number, which may be negative:

    bits  0..7   kind          bits  8..10  player
    bits 11..18  place: a square, a group, or a seat plus 1
    bits 19..50  number: a bid, a count of houses
or, for an offer,
    bits 11..13  addressee     bits 14..41  deeds that change hands, by deed index
    bits 42..43  jail cards    bits 44..63  cash that the proposer adds; negative: wants
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from gitopoly.errors import Undeclared
from gitopoly.rules.codes import (
    BANKRUPTCY_PREVENTION,
    DEED_CARD,
    FREE_4_ALL,
    LAST_PHASE,
    NO_DRAW,
    NO_SOURCE,
    NOBODY,
    OF_THE_CARD,
    PHASES,
    POST_ROLL,
    PRE_ROLL,
)
from gitopoly.rules.record import Wide

if TYPE_CHECKING:
    from gitopoly.rules.rules import Rules
    from gitopoly.rules.state import State

    Rule = Callable[[State, Rules, int, int, int, bool], int]
    """Position, rules, player, action, outcome, whether to carry it out; LEGAL or a refusal."""
    Effect = Callable[[State, Rules, int, int, int, int], None]
    Told = Callable[[State, State, int], bool]
    """The position before, the one after, the action: whether a variant of its story fits."""

KIND_BITS = 8
NUMBER_AT = 19
"""The lowest bit of the number."""
LARGEST_KIND = (1 << KIND_BITS) - 1
MOST_KINDS = LARGEST_KIND
"""The largest number is left for what is no action."""
LARGEST_OFFER = (1 << 19) - 1
LARGEST_NUMBER = (1 << 32) - 1
LARGEST_PLACE = 255

FLOOR = 0
ANYBODY = 1
"""Who may act: the seat that has the floor, or every seat, and the rule decides."""

OFFER_TRADE = 52
"""The one kind whose code is laid out differently."""

# The operations on property, each an action of its own in every window.
UNMORTGAGE, UPGRADE, MORTGAGE, DOWNGRADE, SELL_GROUP = range(5)
OPERATIONS = 5

WINDOWS = {
    PRE_ROLL: ("PreRoll", (28, 29, 30, 31, 32)),
    POST_ROLL: ("PostRoll", (33, 34, 35, 36, 37)),
    FREE_4_ALL: ("F4A", (38, 39, 40, 41, 42)),
    BANKRUPTCY_PREVENTION: ("BankruptcyPrevention", (NOBODY, NOBODY, 43, 44, 45)),
}
"""TIME-1, DEBT-2: the phases in which property is managed: how names begin, and kinds."""

OPERATION_KINDS = tuple(
    kind
    for phase in range(LAST_PHASE + 1)
    for kind in WINDOWS.get(phase, ("", (NOBODY,) * OPERATIONS))[1]
)

CARRIED = {
    "square": "place",
    "group": "place",
    "player": "place",
    "winner": "place",
    "amount": "number",
    "count": "number",
    "offer": "offer",
}
"""What may stand in braces in a typed form, and which part of the action holds it."""


@dataclass(frozen=True, slots=True)
class Action:
    """What is known of an action by its number."""

    kind: int
    name: str
    """Its name in the specification."""
    key: str
    """The key of its wording: the name, without the window of an operation."""
    typed: tuple[str, ...]
    """What a person types; with two forms the first one is without parameters."""
    rule: Any
    phases: int
    """The set of phases in which it may be taken."""
    landings: int
    """After a roll: the set of landings that it belongs to (`landing_of`); 0 for any."""
    by: int = FLOOR
    """FLOOR or ANYBODY."""
    operation: int = NOBODY
    """Which operation on property it is; NOBODY if none."""
    listed: Any = None
    """The function that lists it, where that is more than calling the rule; once for several."""
    draws: int = NO_DRAW
    """What it draws; a utility's rent only if the throw does not decide it."""
    free_4_all: Any = None
    """Whether it leads into a free-4-all, whose order may be drawn as well."""
    cost: Any = None
    """What it costs its player, as far as that is certain; negative: what it brings."""
    is_hidden: bool = False
    """TAX-1: whether nobody is shown the price before they have chosen."""
    told: Mapping[str, Told] = field(default_factory=dict)
    """Variants of its story by the ending of their key; the first that holds is used."""
    button: Mapping[str, Any] = field(default_factory=dict)
    """The same for the label of its button."""
    usual: Any = False
    """Whether it is shown in its phase and on its landing even when unavailable, or a function."""
    is_quiet: bool = False
    """Whether it is bookkeeping, which a short story leaves out."""
    source: int = NO_SOURCE
    """What it pays for; NO_SOURCE if it moves neither money nor a token."""
    gives_deeds: bool = False
    """Whether somebody can get a deed by it."""
    is_exchange: bool = False
    """Whether cash moves by choice, for something that it buys or sells."""
    bank_pays: Any = None
    """What the bank pays for it in one turn at most, however often it is taken; by the rules.

    What it lends on property, and gives back of what was paid for buildings, does not count.
    """
    carries: tuple[str, ...] = field(init=False)
    """What its code carries besides the player: parts of a code."""

    def __post_init__(self) -> None:
        carries = tuple(CARRIED[name] for name in self.parameters if name in CARRIED)
        object.__setattr__(self, "carries", carries)

    @property
    def parameters(self) -> tuple[str, ...]:
        """What it carries by its names in the typed form."""
        return tuple(dict.fromkeys(re.findall(r"{(\w+)}", "".join(self.typed))))

    @property
    def raises_money(self) -> bool:
        """Whether it is an operation that only raises money."""
        return self.operation in (MORTGAGE, DOWNGRADE, SELL_GROUP)


REGISTERED: dict[int, Action] = {}
PARAMETERS = {
    "rule": ("s", "rules", "player", "code", "outcome", "act"),
    "listed": ("s", "rules", "player", "buffer"),
    "cost": ("s", "rules", "player", "code"),
    "free_4_all": ("s", "rules", "code", "outcome"),
    "usual": ("s", "rules", "player"),
    "bank_pays": ("rules",),
}
"""What the functions of a declaration are given, by name and in this order."""
NUMBERS = {
    "by": range(2),
    "draws": range(DEED_CARD + 1),
    "source": range(NO_SOURCE, OF_THE_CARD + 1),
}
"""What other numbers of a declaration may be."""


def action(
    kind: int,
    typed: str | tuple[str, ...],
    *,
    at: int | tuple[int, ...] = (),
    on: int | tuple[int, ...] = (),
    name: str = "",
    key: str = "",
    **facts: Any,
) -> Callable[[Rule], Rule]:
    """Declare an action; the function below is its rule, and named like it.

    `kind`: its number, never changed, never reused; `at`: the phases it belongs to, `on`: after a
    roll, what the player has landed on. `step` checks these and who has the floor before it asks
    the rule. The rest is described at `Action`.
    """

    def declare(rule: Rule) -> Rule:
        own = name or camel_case(rule.__name__)
        forms = (typed,) if isinstance(typed, str) else typed
        places = (_set_of(at), _set_of(on))
        if unknown := facts.keys() - Action.__dataclass_fields__:
            raise Undeclared(f"{own} is declared with {min(unknown)}, which no action has")
        _register(Action(kind, own, key or own, forms, rule, *places, **facts))
        return rule

    return declare


def operation(number: int, name: str, typed: str, **facts: Any) -> Callable[[Rule], Rule]:
    """Declare an operation on property: an action in each window that has it."""

    def declare(rule: Rule) -> Rule:
        for phase, (prefix, kinds) in WINDOWS.items():
            if kinds[number] != NOBODY:
                names = {"name": prefix + name, "key": name}
                own = {"operation": number, "is_exchange": True, **names, **facts}
                action(kinds[number], typed, at=phase, **own)(rule)
        return rule

    return declare


@dataclass(frozen=True, slots=True)
class CardKind:
    """What a kind of card does."""

    name: str
    """Its name in decks."""
    effect: Any
    """Position, rules, player, deck, place of the card in the tables of cards, outcome."""


REGISTERED_CARDS: dict[int, CardKind] = {}


def card(kind: int, name: str) -> Callable[[Effect], Effect]:
    """Declare what a kind of card does: its number in compiled code, its name in decks."""

    def declare(effect: Effect) -> Effect:
        if kind in REGISTERED_CARDS:
            raise Undeclared(
                f"the card {name} has the number {kind}, as {REGISTERED_CARDS[kind].name} has"
            )
        REGISTERED_CARDS[kind] = CardKind(name, effect)
        return effect

    return declare


def card_named(name: str) -> int:
    """The number of a kind of card by its name in decks."""
    return next(kind for kind, known in REGISTERED_CARDS.items() if known.name == name)


def _register(known: Action) -> None:
    """Note an action; raises `Undeclared` if something is missing or makes no sense."""
    for problem in _problems_of(known):
        raise Undeclared(f"{known.name}{problem}")
    REGISTERED[known.kind] = known


def _problems_of(known: Action) -> Iterator[str]:
    """What is wrong with a declaration, as words that follow the name of its action."""
    if type(known.kind) is not int:
        yield f" has the number {known.kind!r}, which is not a whole number"
    for part, wanted in PARAMETERS.items():
        if callable(function := getattr(known, part)):
            code = function.__code__
            if code.co_varnames[: code.co_argcount] != wanted:
                yield (
                    f": {function.__name__} has other parameters "
                    f"than {', '.join(wanted)}, which {part} is given"
                )
    for other in REGISTERED.values():
        if other.kind == known.kind:
            yield f" has the number {known.kind}, which is that of {other.name}"
        if other.name == known.name:
            yield " is declared twice; actions have different names"
    if not 0 <= known.kind < MOST_KINDS:
        yield f" has the number {known.kind}; the last one is {MOST_KINDS - 1}"
    if known.phases not in range(1, 1 << len(PHASES)):
        yield " belongs to no phase; say with at= which, such as PRE_ROLL"
    if known.landings and known.phases >> POST_ROLL & 1 == 0:
        yield " belongs to landings, but not to the phase after a roll; say at=POST_ROLL"
    for name in known.parameters:
        if name not in CARRIED:
            yield (
                f" carries {{{name}}}, which no action has; "
                f"use one of {', '.join(CARRIED)}, or add it to CARRIED and say how it is written"
            )
    if known.carries and known.listed is None and known.operation == NOBODY:
        forms = ", ".join(f"{{{name}}}" for name in known.parameters)
        yield f" carries {forms}; say with listed= which of them are legal"
    for fact, values in NUMBERS.items():
        if getattr(known, fact) not in values:
            yield f" is declared with {fact}={getattr(known, fact)}, which is not in codes"


def called_from(*parts: Any) -> Iterator[tuple[FunctionType, set[str]]]:
    """The functions among some parts and all that they call, each with the names it uses."""
    waiting, met = [*parts], set()
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and function not in met:
            met.add(function)
            names = _names_in(function.__code__)
            waiting += [function.__globals__.get(name) for name in names]
            yield function, names


def _names_in(code: CodeType) -> set[str]:
    """The names that a function uses, of attributes and of its module."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))


def _set_of(members: int | tuple[int, ...]) -> int:
    return sum(1 << member for member in ((members,) if isinstance(members, int) else members))


def camel_case(name: str) -> str:
    """A name of Python as the specification writes it."""
    return "".join(word.capitalize() for word in name.split("_"))


def code_of(kind: int, player: int, place: int = 0, number: Wide = 0) -> Wide:
    """The code of an action that is not an offer."""
    return kind | player << KIND_BITS | place << 11 | number << NUMBER_AT


def at_place(code: Wide, place: int) -> Wide:
    """An action without a place, at one."""
    return code | place << 11


def offer(player: int, addressee: int, deeds: int, cards: int, cash: int) -> Wide:
    """The code of an offer: what changes hands, and the cash that the proposer adds."""
    return (
        OFFER_TRADE | player << KIND_BITS | addressee << 11 | deeds << 14 | cards << 42 | cash << 44
    )


def kind_of(code: Wide) -> int:
    """What is done."""
    return code & LARGEST_KIND


def player_of(code: Wide) -> int:
    """Who does it."""
    return code >> KIND_BITS & 7


def place_of(code: Wide) -> int:
    """The square, the group, or the seat plus 1."""
    return code >> 11 & LARGEST_PLACE


def number_of(code: Wide) -> Wide:
    """The bid, or the houses that remain after a group sale."""
    return code >> NUMBER_AT & LARGEST_NUMBER


def addressee_of(code: Wide) -> int:
    """The addressee of an offer."""
    return code >> 11 & 7


def deeds_of(code: Wide) -> int:
    """The set of deeds that an offer moves."""
    return code >> 14 & 0xFFFFFFF


def cards_of(code: Wide) -> int:
    """The set of jail cards that an offer moves."""
    return code >> 42 & 3


def cash_of(code: Wide) -> int:
    """The cash that the proposer of an offer adds; negative: wants."""
    return code >> 44


def operation_kind(phase: int, number: int) -> int:
    """The kind of an operation in the window of a phase; NOBODY if it has none."""
    return OPERATION_KINDS[phase * OPERATIONS + number]
