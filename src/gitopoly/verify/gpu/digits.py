"""A position as one number: which digits it has, from the declared range of every field.

Fields that depend on each other share a digit, where the model asks for the invariant that ties
them: a position that breaks it ends the run anyway. Packing checks every digit, so a position
that has no number is noticed and never confused with another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from gitopoly.errors import InvalidModel
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import FIELDS
from gitopoly.translation.types import WIDTHS
from gitopoly.verify.native.layout import Slot, layout_of
from gitopoly.verify.native.promises import DEBT_ONLY_WHILE_OWED, IDLE_FIELDS, JAIL

LARGEST_GROUP = 1 << 32
X_BITS, Y_BITS = 32, 64
"""A packed position is two numbers, x and y."""
ENOUGH_X_BITS = 14
DEBT = ("debt_count", "debtor", "creditor", "debt_amount", "next_phase")


@dataclass(frozen=True)
class Digit:
    """Some fields as one number below `radix`, in C++."""

    radix: int
    value: str
    """Its value, from the state `s`."""
    fits: str
    """Whether the fields have a value at all."""
    restore: str
    """Statements that write the fields of `s` from `value`."""
    is_phase: bool = False


@dataclass(frozen=True)
class Group:
    """Digits that are multiplied out together, and the bits that hold them."""

    digits: tuple[Digit, ...]

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (prod(digit.radix for digit in self.digits) - 1).bit_length()


def digits_of(rules: Rules, asked: int) -> list[Digit]:
    """The digits of a position under these rules, if it keeps the properties `asked`."""
    slots = {(slot.field, slot.index): slot for slot in layout_of(rules)}
    found: list[Digit] = []
    if asked & JAIL:
        for seat in range(rules.num_players):
            found.append(_whereabouts(rules, seat))
            for field in ("positions", "in_jail", "jail_time"):
                del slots[field, seat]
    if asked & DEBT_ONLY_WHILE_OWED and asked & IDLE_FIELDS:
        found.append(_debt([slots.pop((field, 0)) for field in DEBT if (field, 0) in slots]))
    return found + [_plain(slot) for slot in slots.values()]


def _place(field: str, index: int) -> str:
    return f"s.{field}[{index}]" if FIELDS[field].length else f"s.{field}"


def _plain(slot: Slot) -> Digit:
    """One field."""
    place = _place(slot.field, slot.index)
    radix = slot.most - slot.least + 1
    value = f"uint32_t({place} - ({slot.least}))"
    kind = WIDTHS[FIELDS[slot.field].width]
    write = f"{place} = {kind}(int32_t(value) + ({slot.least}));"
    return Digit(radix, value, f"{value} < {radix}u", write, slot.field == "phase")


def _whereabouts(rules: Rules, seat: int) -> Digit:
    """A token: on a square, or in jail for some time, which is on the jail's square."""
    squares, jail = rules.board_length, rules.jail_index
    where, inside, time = (
        _place(field, seat) for field in ("positions", "in_jail", "jail_time")
    )
    return Digit(
        squares + 3,
        f"uint32_t({inside} ? {squares} + {time} : {where})",
        f"({inside} == 0 ? {time} == 0 && uint32_t({where}) < {squares}u : "
        f"{inside} == 1 && {where} == {jail} && uint32_t({time}) < 3u)",
        f"{inside} = value >= {squares}u; "
        f"{time} = int8_t(value >= {squares}u ? value - {squares}u : 0u); "
        f"{where} = int8_t(value >= {squares}u ? {jail}u : value);",
    )


def _debt(slots: list[Slot]) -> Digit:
    """A debt, or none, whose fields then are idle."""
    count, parts = _place("debt_count", 0), [slot for slot in slots if slot.field != "debt_count"]
    plain = [_plain(slot) for slot in parts]
    value = "0u"
    for digit in plain:
        value = f"({value} * {digit.radix}u + {digit.value})"
    idle = " && ".join(
        f"{_place(slot.field, slot.index)} == {FIELDS[slot.field].idle}" for slot in parts
    )
    reset = " ".join(
        f"{_place(slot.field, slot.index)} = {FIELDS[slot.field].idle};" for slot in parts
    )
    return Digit(
        1 + prod(digit.radix for digit in plain),
        f"({count} ? 1u + {value} : 0u)",
        f"({count} == 0 ? {idle} : {count} == 1 && {' && '.join(d.fits for d in plain)})",
        f"{count} = value > 0u; if (!value) {{ {reset} }} else {{ uint32_t rest = value - 1u; "
        f"{_taken_apart(plain)} }}",
    )


def _taken_apart(digits: Iterable[Digit]) -> str:
    """Statements that write the fields of several digits from the number `rest`."""
    return " ".join(
        f"{{ uint32_t value = rest % {digit.radix}u; rest /= {digit.radix}u; {digit.restore} }}"
        for digit in reversed(list(digits))
    )


def grouped(digits: Iterable[Digit]) -> list[Group]:
    """Digits whose radix is a power of two stay alone; others share bits."""
    groups: list[list[Digit]] = []
    shared: list[list[Digit]] = []
    for digit in sorted(digits, key=lambda digit: -digit.radix):
        if digit.radix & (digit.radix - 1) == 0:
            groups.append([digit])
            continue
        for group in shared:
            if prod(d.radix for d in group) * digit.radix <= LARGEST_GROUP:
                group.append(digit)
                break
        else:
            shared.append([digit])
    found = [sorted(group, key=lambda digit: digit.is_phase) for group in (*shared, *groups)]
    return [Group(tuple(group)) for group in found]


class PositionCode:
    """How positions under some rules are packed, as C++."""

    def __init__(self, rules: Rules, asked: int) -> None:
        self.x: list[Group] = []
        self.y: list[Group] = []
        groups = sorted(grouped(digits_of(rules, asked)), key=lambda group: -group.bits)
        for group in groups:
            self._put(group)
        self._even_out()
        self.x_bits, self.y_bits = _bits(self.x), _bits(self.y)
        self.bits = self.x_bits + self.y_bits

    def _put(self, group: Group) -> None:
        for groups, room in ((self.y, Y_BITS), (self.x, X_BITS)):
            if _bits(groups) + group.bits <= room:
                groups.append(group)
                return
        raise InvalidModel("a position takes too many bits for an exact set; use fewer players")

    def _even_out(self) -> None:
        """Both numbers need some bits, from which a place in the table is computed."""
        while _bits(self.x) < ENOUGH_X_BITS and _bits([*self.x, self.y[-1]]) <= X_BITS:
            self.x.append(self.y.pop())

    def cpp(self) -> str:
        """The functions `pack` and `unpack`, and the numbers of bits."""
        return "\n".join(
            [
                f"#define X_BITS {self.x_bits}",
                f"#define Y_BITS {self.y_bits}",
                "struct Position { uint32_t x; Word y; };",
                "// False if a field is out of its range.",
                "FUNCTION bool pack(const State& s, Position& p) {",
                "    bool fits = true;",
                *_packed("x", "uint32_t", self.x),
                *_packed("y", "Word", self.y),
                "    return fits;",
                "}",
                "FUNCTION void unpack(const Position& p, State& s) {",
                *_unpacked("x", self.x),
                *_unpacked("y", self.y),
                "}",
                *_phase([("x", self.x), ("y", self.y)]),
            ]
        )


def _bits(groups: list[Group]) -> int:
    return sum(group.bits for group in groups)


def _packed(name: str, kind: str, groups: list[Group]) -> list[str]:
    lines, shift = [f"    p.{name} = 0;"], 0
    for group in groups:
        lines.append("    { uint32_t all = 0u;")
        for digit in group.digits:
            lines.append(f"      fits &= {digit.fits}; all = all * {digit.radix}u + {digit.value};")
        lines.append(f"      p.{name} |= {kind}(all) << {shift}; }}")
        shift += group.bits
    return lines


def _unpacked(name: str, groups: list[Group]) -> list[str]:
    lines, shift = [], 0
    for group in groups:
        mask = (1 << group.bits) - 1
        rest = f"uint32_t(p.{name} >> {shift}) & {mask}u"
        lines.append(f"    {{ uint32_t rest = {rest}; {_taken_apart(group.digits)} }}")
        shift += group.bits
    return lines


def _phase(parts: list[tuple[str, list[Group]]]) -> list[str]:
    """The phase of a packed position; it is the last digit of its group."""
    for name, groups in parts:
        shift = 0
        for group in groups:
            last = group.digits[-1]
            if last.is_phase:
                rest = f"uint32_t(p.{name} >> {shift}) & {(1 << group.bits) - 1}u"
                return [
                    f"#define PHASE_COUNT {last.radix}",
                    f"FUNCTION int phase_of(const Position& p) {{ return ({rest}) % {last.radix}u; }}",
                ]
            shift += group.bits
    raise AssertionError("every position has a phase")
