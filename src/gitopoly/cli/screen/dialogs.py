"""Questions that take several answers: which deed, how much, and a trade step by step.

A dialog is a generator: it yields a question and is sent the line that was typed.
It returns the action to take, or None if the player went back.
So nothing blocks: the game continues while a question is open.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from gitopoly.cli.screen.menu import Item, label_of
from gitopoly.errors import IllegalAction
from gitopoly.game import Position
from gitopoly.rules import (
    AmountRange,
    Choice,
    OfferTemplate,
    State,
    actions as a,
    check_legal,
    format_action,
)
from gitopoly.table.wishes import check_wish, completed_groups, tell_wish, wish_for

BACK = ("b", "back", "cancel")
JAIL_CARDS = {"chance jail card": 1, "community chest jail card": 2}
"""The jail cards by the numbers that an offer takes."""


@dataclass(frozen=True)
class Question:
    """What is asked."""

    prompt: str
    options: list[str] = field(default_factory=list)
    """Lines to choose from, numbered from 1."""
    complaint: str = ""
    """Why the last answer was not valid."""


Dialog = Generator[Question, str, int | None]


def answers_to(s: State, item: Item, names: Sequence[str]) -> Dialog:
    """Ask what a menu item still leaves open."""
    first = item.choices[0]
    if isinstance(first, OfferTemplate):
        return trade(s, item.choices, names)
    if isinstance(first, AmountRange):
        return amount_of(first, s.rules.currency)
    return one_of(s, item, names)


def one_of(s: State, item: Item, names: Sequence[str]) -> Dialog:
    """Ask for one of several actions."""
    labels = [label_of(s, choice, names) for choice in item.choices]
    number = yield from _number(item.label.rstrip(" …"), labels)
    choice = None if number is None else item.choices[number]
    return choice if isinstance(choice, int) else None


def amount_of(limits: AmountRange, currency: str) -> Dialog:
    """Ask for an amount in a range."""
    asked = "Your bid" if limits.kind == a.BID else "How much"
    spoken = f"{asked}, {currency}{limits.lowest:,} to {currency}{limits.highest:,}"
    amount = yield from _amount(spoken, limits.lowest, limits.highest)
    return None if amount is None else limits.of(amount)


def trade(s: State, choices: Sequence[Choice], names: Sequence[str]) -> Dialog:
    """Build an offer: with whom, deeds and cards both ways, cash, and a final confirmation."""
    templates = [choice for choice in choices if isinstance(choice, OfferTemplate)]
    code = yield from _contents(s, templates, names)
    if code is None:
        return None
    return (yield from _last_look(s, code, names))


def wish(s: State, templates: Sequence[OfferTemplate], names: Sequence[str]) -> Dialog:
    """Build what the person would like somebody else to offer, as if they offered it themselves."""
    code = yield from _contents(s, templates, names)
    if code is None:
        return None
    found = wish_for(s, code)
    try:
        check_wish(s, found)
    except IllegalAction as error:
        yield Question("Press Enter to go back", complaint=error.reason)
        return None
    sure = yield from confirm(f"Say to all: {tell_wish(found, names, s.rules)}")
    return code if sure else None


def _contents(s: State, templates: Sequence[OfferTemplate], names: Sequence[str]) -> Dialog:
    """With whom, deeds and cards both ways, and cash."""
    number = 0
    if len(templates) > 1:
        chosen = yield from _number(
            "Trade with whom", [_partner(s, template, names) for template in templates]
        )
        if chosen is None:
            return None
        number = chosen
    template = templates[number]
    other = names[template.addressee]
    mine, theirs = _goods(s, template, template.player), _goods(s, template, template.addressee)
    given = yield from _several(f"What do you give {other}", [label for label, _, _ in mine])
    if given is None:
        return None
    wanted = yield from _several(f"What do you want from {other}", [good[0] for good in theirs])
    if wanted is None:
        return None
    cash = yield from _cash(template, other, s.rules.currency)
    if cash is None:
        return None
    goods = [*(mine[i] for i in given), *(theirs[i] for i in wanted)]
    squares = tuple(square for _, square, _ in goods if square >= 0)
    return template.offer(s, squares, cash, sum(card for _, _, card in goods))


def confirm(prompt: str) -> Generator[Question, str, bool]:
    """Ask for a clear yes."""
    answer = yield Question(f"{prompt} (yes, or anything else to go back)")
    return answer.strip().lower() in ("y", "yes")


def _partner(s: State, template: OfferTemplate, names: Sequence[str]) -> str:
    deeds = len(template.wants)
    plural = "deed" if deeds == 1 else "deeds"
    cash = f"{s.rules.currency}{s.money[template.addressee]:,}"
    return f"{names[template.addressee]}, who has {cash} and {deeds} {plural} to trade"


def _goods(s: State, template: OfferTemplate, owner: int) -> list[tuple[str, int, int]]:
    """What a side could give: label, square or -1, jail card or 0."""
    gives = owner == template.player
    squares = template.gives if gives else template.wants
    receiver = template.addressee if gives else template.player
    held = Position.of(s).seats[owner].jail_cards
    goods = [
        (s.rules.names[square] + _marks(s, square, owner, receiver, not gives), square, 0)
        for square in squares
    ]
    return goods + [(f"the {name}", -1, JAIL_CARDS[name]) for name in held]


def _marks(s: State, square: int, owner: int, receiver: int, mine: bool) -> str:
    """What is special about a deed in a trade: a mortgage, and a group that it completes."""
    group = s.rules.group[square]
    deeds = [
        at
        for at in s.rules.deeds[: s.rules.deed_count]
        if s.rules.group[at] == group and s.owner[at] == owner
    ]
    marks = ["mortgaged"] if s.mortgaged[square] else []
    if completed_groups(s, receiver, owner, deeds):
        others = "" if len(deeds) == 1 else f"all {len(deeds)} "
        verb = "completes" if len(deeds) == 1 else "complete"
        marks.append(f"{others}{verb} {'your' if mine else 'their'} group")
    return f" ({', '.join(marks)})" if marks else ""


def _last_look(s: State, code: int, names: Sequence[str]) -> Dialog:
    text = format_action(s, code, names).replace('"', "")
    try:
        check_legal(s, code)
    except IllegalAction as error:
        yield Question(f"Press Enter to go back ({text})", complaint=error.reason)
        return None
    sure = yield from confirm(f"{text[0].upper()}{text[1:]}?")
    return code if sure else None


def _number(prompt: str, labels: list[str]) -> Generator[Question, str, int | None]:
    """The place of one of several labels."""
    complaint = ""
    while True:
        answer = (yield Question(f"{prompt}? (number, or back)", labels, complaint)).strip()
        if answer.lower() in BACK:
            return None
        if answer.isdigit() and 1 <= int(answer) <= len(labels):
            return int(answer) - 1
        complaint = f"type a number from 1 to {len(labels)}"


def _several(prompt: str, labels: list[str]) -> Generator[Question, str, list[int] | None]:
    """The places of any number of labels."""
    if not labels:
        return []
    complaint = ""
    while True:
        spoken = f"{prompt}? (numbers such as 1 3, Enter for nothing, or back)"
        answer = (yield Question(spoken, labels, complaint)).strip()
        if answer.lower() in BACK:
            return None
        words = re.split(r"[ ,]+", answer) if answer else []
        if all(word.isdigit() and 1 <= int(word) <= len(labels) for word in words):
            return sorted({int(word) - 1 for word in words})
        complaint = f"type numbers from 1 to {len(labels)} with spaces between them"


def _cash(
    template: OfferTemplate, other: str, currency: str
) -> Generator[Question, str, int | None]:
    most, least = f"{currency}{template.most_cash:,}", f"{currency}{-template.least_cash:,}"
    spoken = (
        f"How much cash do you add, up to {most}? A negative amount is what "
        f"{other} adds, up to {least}. (Enter for none, or back)"
    )
    return (yield from _amount(spoken, template.least_cash, template.most_cash, empty=0))


def _amount(
    prompt: str, lowest: int, highest: int, empty: int | None = None
) -> Generator[Question, str, int | None]:
    """A whole number of dollars in a range."""
    complaint = ""
    while True:
        answer = (yield Question(prompt, complaint=complaint)).strip().lower()
        if answer in BACK:
            return None
        if not answer and empty is not None:
            return empty
        digits = re.sub(r"^([+-]?)[^\d+-]{0,4}", r"\1", answer).replace(",", "")
        if re.fullmatch(r"[+-]?\d{1,9}", digits) and lowest <= int(digits) <= highest:
            return int(digits)
        complaint = f"type an amount from {lowest:,} to {highest:,}"
