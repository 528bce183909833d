"""A position as one number: which digits it has, from the declared range of every field.

Fields that depend on each other share a digit, where the model asks for the invariant that ties
them: a position that breaks it ends the run anyway. Packing checks every digit, so a position
that has no number is noticed and never confused with another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from gitopoly.kernel.codes import FREE_4_ALL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import FIELDS
from gitopoly.translation.types import WIDTHS
from gitopoly.verify.native.layout import layout_of
from gitopoly.verify.native.promises import (
    DEBT_ONLY_WHILE_OWED,
    IDLE_FIELDS,
    JAIL,
    MONEY,
    TYPE_OK,
)
from gitopoly.verify.native.slots import Slot

LARGEST = 1 << 32
"""A part of a position fits into 32 bits."""
WHEREABOUTS = ("positions", "in_jail", "jail_time")
DEBT = ("debt_count", "debtor", "creditor", "debt_amount", "next_phase")
PARTS = {
    "money": ("money",),
    "deeds": ("owner", "mortgaged"),
    "whereabouts": WHEREABOUTS,
    "debt": DEBT,
    "order": ("free_4_all_order",),
}
"""Fields that change together; all others belong to the turn."""
TURN = "turn"


@dataclass(frozen=True)
class Digit:
    """Some fields as one number below `radix`, in C++."""

    radix: int
    fields: tuple[tuple[str, int], ...]
    """The fields, and the index of each."""
    value: str
    """Its value, from the state `s`."""
    fits: str
    """Whether the fields have a value at all."""
    restore: str
    """Statements that write the fields of `s` from `value`."""

    @property
    def is_phase(self) -> bool:
        """Whether it is the phase of the turn."""
        return self.fields == (("phase", 0),)


@dataclass(frozen=True)
class DigitGroup:
    """Digits that are multiplied out together."""

    name: str
    digits: tuple[Digit, ...]

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (prod(digit.radix for digit in self.digits) - 1).bit_length()


def parts_of(rules: Rules, asked: int) -> list[DigitGroup]:
    """The parts of a position under these rules, if it keeps the properties `asked`."""
    by_name: dict[str, list[Digit]] = {}
    for digit in digits_of(rules, asked):
        field = digit.fields[0][0]
        name = next((name for name, fields in PARTS.items() if field in fields), TURN)
        by_name.setdefault(name, []).append(digit)
    by_name[TURN].sort(key=lambda digit: digit.is_phase)  # so that the phase is the last one
    return [part for name, digits in by_name.items() for part in _split(name, digits)]


def _split(name: str, digits: list[Digit]) -> list[DigitGroup]:
    """One part, or several where one would take more than 32 bits."""
    found: list[list[Digit]] = [[]]
    for digit in digits:
        if prod(d.radix for d in (*found[-1], digit)) > LARGEST:
            found.append([])
        found[-1].append(digit)
    return [
        DigitGroup(f"{name}_{number}" if number else name, tuple(members))
        for number, members in enumerate(found)
    ]


def digits_of(rules: Rules, asked: int) -> list[Digit]:
    """The digits of a position, in no particular order."""
    slots = {(slot.field, slot.index): slot for slot in layout_of(rules)}
    for field in ("phase", "next_phase"):  # rules that can be explored have no other phases
        slots[field, 0] = Slot(field, 0, 0, FREE_4_ALL)
    found: list[Digit] = []
    if asked & TYPE_OK and rules.total_money:
        for seat in range(0, rules.num_players - 1, 2):
            found.append(_money_of_two(rules, seat))
            del slots["money", seat], slots["money", seat + 1]
    if asked & JAIL:
        for seat in range(rules.num_players):
            found.append(_whereabouts(rules, seat))
            for field in WHEREABOUTS:
                del slots[field, seat]
    if asked & DEBT_ONLY_WHILE_OWED and asked & IDLE_FIELDS:
        found.append(_debt([slots.pop((field, 0)) for field in DEBT if (field, 0) in slots]))
    return found + [_plain(slot) for slot in slots.values()]


def implied(asked: int) -> int:
    """Properties that every packed position keeps: what has no number breaks them.

    The bank's money is what the players do not have, and no step may change the sum.
    """
    return asked & (JAIL | MONEY)


def place_of(field: str, index: int) -> str:
    """A field of the state `s`, in C++."""
    return f"s.{field}[{index}]" if FIELDS[field].length else f"s.{field}"


def _plain(slot: Slot) -> Digit:
    """One field."""
    place = place_of(slot.field, slot.index)
    radix = slot.most - slot.least + 1
    value = f"uint32_t({place} - ({slot.least}))"
    kind = WIDTHS[FIELDS[slot.field].width]
    write = f"{place} = {kind}(int32_t(value) + ({slot.least}));"
    return Digit(radix, ((slot.field, slot.index),), value, f"{value} < {radix}u", write)


def _money_of_two(rules: Rules, seat: int) -> Digit:
    """The money of two seats: a triangle, because together they have no more than there is.

    Its lower half is folded over to fill a rectangle.
    """
    all_money = rules.total_money
    one, other = place_of("money", seat), place_of("money", seat + 1)
    width = all_money + 2
    direct = f"{one} * {width} + {other}"
    folded = f"({all_money} - {one}) * {width} + {all_money + 1} - {other}"
    return Digit(
        (all_money // 2 + 1) * width,
        (("money", seat), ("money", seat + 1)),
        f"uint32_t({one} <= {all_money // 2} ? {direct} : {folded})",
        f"({one} >= 0 && {other} >= 0 && {one} + {other} <= {all_money})",
        f"int32_t row = int32_t(value / {width}u), column = int32_t(value % {width}u); "
        f"bool direct = row + column <= {all_money}; "
        f"{one} = direct ? row : {all_money} - row; "
        f"{other} = direct ? column : {all_money + 1} - column;",
    )


def _whereabouts(rules: Rules, seat: int) -> Digit:
    """A token: on a square, or in jail for some time, which is on the jail's square."""
    squares, jail = rules.board_length, rules.jail_index
    where, inside, time = (place_of(field, seat) for field in WHEREABOUTS)
    return Digit(
        squares + 3,
        tuple((field, seat) for field in WHEREABOUTS),
        f"uint32_t({inside} ? {squares} + {time} : {where})",
        f"({inside} == 0 ? {time} == 0 && uint32_t({where}) < {squares}u : "
        f"{inside} == 1 && {where} == {jail} && uint32_t({time}) < 3u)",
        f"{inside} = value >= {squares}u; "
        f"{time} = int8_t(value >= {squares}u ? value - {squares}u : 0u); "
        f"{where} = int8_t(value >= {squares}u ? {jail}u : value);",
    )


def _debt(slots: list[Slot]) -> Digit:
    """A debt, or none, whose fields then are idle."""
    count = place_of("debt_count", 0)
    parts = [slot for slot in slots if slot.field != "debt_count"]
    plain = [_plain(slot) for slot in parts]
    value = "0u"
    for digit in plain:
        value = f"({value} * {digit.radix}u + {digit.value})"
    idle = {place_of(slot.field, slot.index): FIELDS[slot.field].idle for slot in parts}
    is_idle = " && ".join(f"{place} == {value}" for place, value in idle.items())
    reset = " ".join(f"{place} = {value};" for place, value in idle.items())
    return Digit(
        1 + prod(digit.radix for digit in plain),
        tuple((slot.field, slot.index) for slot in slots),
        f"({count} ? 1u + {value} : 0u)",
        f"({count} == 0 ? {is_idle} : {count} == 1 && {' && '.join(d.fits for d in plain)})",
        f"{count} = value > 0u; if (!value) {{ {reset} }} else {{ uint32_t rest = value - 1u; "
        f"{taken_apart(plain)} }}",
    )


def taken_apart(digits: Iterable[Digit]) -> str:
    """Statements that write the fields of several digits from the number `rest`."""
    return " ".join(
        f"{{ uint32_t value = rest % {digit.radix}u; rest /= {digit.radix}u; {digit.restore} }}"
        for digit in reversed(list(digits))
    )
