"""A position as a few words: its digits, and the C++ that packs and unpacks them.

Every field is a digit of its declared range. Fields that depend on each other share a digit, where
the model asks for the promise that ties them: a position that breaks it ends the run anyway.
Reading checks every digit, so a position that has no number is noticed and never confused with
another one.

Where slots of eight bytes suffice, a position has 64 bits in its first word and 32 in the second.
Otherwise it has as many words as it needs, and the lowest bit of each is set, which tells a word
that was written from an empty slot.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from gitopoly.engine.types import WIDTHS, NotedField, cpp_name
from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.promises import (
    DEBT_ONLY_WHILE_OWED,
    IDLE_FIELDS,
    JAIL,
    MONEY,
    TYPE_OK,
)
from gitopoly.proof.explorer.slots import DERIVED, Slot, idle_fields, slots_of
from gitopoly.proof.explorer.steps import Bounds
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.codes import LAST_PHASE, POST_ROLL

LARGEST = 1 << 32
"""A part of a position fits into 32 bits."""
FIELDS = State.FIELDS
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


@dataclass(frozen=True)
class DigitGroup:
    """Digits that are multiplied out together."""

    name: str
    digits: tuple[Digit, ...]

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (prod(digit.radix for digit in self.digits) - 1).bit_length()

    @property
    def places(self) -> list[tuple[str, int]]:
        """All its fields, and the index of each."""
        return [place for digit in self.digits for place in digit.fields]


def parts_of(rules: Rules, asked: int, bounds: Bounds | None) -> list[DigitGroup]:
    """The parts of a position in a model, if it keeps the promises `asked`."""
    by_name: dict[str, list[Digit]] = {}
    for digit in digits_of(rules, asked, bounds):
        field = digit.fields[0][0]
        name = next((name for name, fields in PARTS.items() if field in fields), TURN)
        by_name.setdefault(name, []).append(digit)
    by_name[TURN].sort(key=lambda digit: digit.fields == (("phase", 0),))  # that is the last one
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


def digits_of(rules: Rules, asked: int, bounds: Bounds | None) -> list[Digit]:
    """The digits of a position, in no particular order."""
    slots = {(slot.field, slot.index): slot for slot in slots_of(rules, bounds)}
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
    """Promises that every packed position keeps: what has no number breaks them.

    The bank's money is what the players do not have, and no step may change the sum.
    """
    return asked & (JAIL | MONEY)


def place_of(field: str, index: int) -> str:
    """A field of the state `s`, in C++."""
    return f"s.{cpp_name(field)}[{index}]" if FIELDS[field].length else f"s.{cpp_name(field)}"


def _plain(slot: Slot) -> Digit:
    """One field."""
    place = place_of(slot.field, slot.index)
    radix = slot.most - slot.least + 1
    value = f"uint32_t({place} - ({slot.least}))"
    kind = WIDTHS[FIELDS[slot.field].size]
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


NARROW = (64, 32)
"""The bits of the two words of a position that fits slots of eight bytes."""
ENOUGH_BITS = 14
"""The second word needs some, to compute a place in a set."""
WHOLE = 63
"""The bits of any other word: its lowest one is set."""
MOST_WORDS = 15
TOO_LARGE = "a position takes too many bits to be explored; use fewer players"


@dataclass(frozen=True)
class Placed:
    """A part, and the bits of the word that hold it."""

    part: DigitGroup
    word: int
    shift: int

    @property
    def mask(self) -> int:
        """As many bits as it has."""
        return (1 << self.part.bits) - 1

    @property
    def bits_of(self) -> str:
        """Its value in the packed position `p`, in C++."""
        return f"(uint32_t(p.w[{self.word}] >> {self.shift}) & {self.mask}u)"

    @property
    def kept(self) -> str:
        """What replaces it there, as an expression in `value`."""
        own = f"(Word({self.mask}u) << {self.shift})"
        return f"(p.w[{self.word}] & ~{own}) | (Word(value) << {self.shift})"


class PositionCode:
    """How the positions of a model are packed, into words for narrow slots or whole ones."""

    def __init__(
        self, rules: Rules, asked: int, bounds: Bounds | None = None, whole: bool = False
    ) -> None:
        self.rules, self.bounds = rules, bounds
        parts = sorted(parts_of(rules, asked, bounds), key=lambda part: -part.bits)
        words = None if whole else _in_narrow_words(parts)
        self.is_whole = words is None
        self.words = words or _in_whole_words(parts)
        first = int(self.is_whole)
        self.placed = [
            Placed(part, word, first + _bits(parts[:place]))
            for word, parts in enumerate(self.words)
            for place, part in enumerate(parts)
        ]
        # What names a bucket; of a whole position that is a hash.
        self.y_bits, self.x_bits = NARROW if self.is_whole else map(_bits, self.words)

    def cpp(self) -> str:
        """The functions that pack and unpack, and those that know what a step may change."""
        start = "1" if self.is_whole else "0"
        return "\n".join(
            [
                *(["#define WHOLE"] if self.is_whole else []),
                f"#define WORDS {len(self.words)}",
                f"#define X_BITS {self.x_bits}",
                f"#define Y_BITS {self.y_bits}",
                "struct Position { Word w[WORDS]; };",
                *(line for placed in self.placed for line in _of_part(placed)),
                "// False if a field is out of its range.",
                "FUNCTION bool pack(const State& s, Position& p) {",
                "    bool fits = true;",
                f"    for (int i = 0; i < WORDS; ++i) p.w[i] = {start};",
                "    uint32_t value = 0u;",
                *(f"    {_replaced(placed)}" for placed in self.placed),
                "    return fits;",
                "}",
                "FUNCTION void unpack(const Position& p, State& s) {",
                *(f"    restore_{at.part.name}({at.bits_of}, s);" for at in self.placed),
                "}",
                f"#define GROUP_COUNT {LAST_PHASE + 1 + self.rules.board_length}",
                "FUNCTION int group_in(const State& s) {",
                f"    return {self._group_in_state()};",
                "}",
                "FUNCTION int group_of(const Position& p) {",
                "    State s;",
                *(f"    restore_{at.part.name}({at.bits_of}, s);" for at in self._of_group()),
                "    return group_in(s);",
                "}",
                *self._record_functions(),
            ]
        )

    def cpp_for_threads(self) -> str:
        """For threads of a processor: unpack what differs, and pack what a step has written."""
        return "\n".join(
            [
                "FUNCTION void unpack_changes(const Position& p, const Position& last, State& s) {",
                *(
                    f"    if ((p.w[{at.word}] ^ last.w[{at.word}]) >> {at.shift} & {at.mask}u) "
                    f"restore_{at.part.name}({at.bits_of}, s);"
                    for at in self.placed
                ),
                "}",
                "// Replace what was written; false if something does not fit.",
                "FUNCTION bool pack_written(const State& s, Position& p) {",
                "    bool fits = !s.misfit;",
                "    uint32_t value = 0u;",
                *(
                    f"    if (s.written >> {number} & 1) {{ {_replaced(at)} }}"
                    for number, at in enumerate(self.placed)
                ),
                "    return fits;",
                "}",
            ]
        )

    def noted(self) -> dict[str, NotedField]:
        """For such threads: how writes are noted, with a bit of `written` for every part."""
        start, idle = initial(self.rules), idle_fields(self.rules, self.bounds)
        bits = {name: 0 for name in FIELDS if name not in idle}
        free = dict(bits)
        for name in DERIVED:
            free[name] = (1 << FIELDS[name].length) - 1
        for number, placed in enumerate(self.placed):
            for field, index in placed.part.places:
                bits[field] |= 1 << number
                free[field] |= 1 << index
        found: dict[str, NotedField] = {}
        for name in bits:
            places = range(FIELDS[name].length)
            rest = {getattr(start, name)[i] for i in places if not free[name] >> i & 1}
            found[name] = NotedField(bits[name], free[name], rest.pop() if len(rest) == 1 else None)
        return found

    @cached_property
    def structure(self) -> type[ctypes.Structure]:
        """A state in the program: the fields that vary, and whether another one was changed."""
        numbers = {1: ctypes.c_int8, 4: ctypes.c_int32}
        idle = idle_fields(self.rules, self.bounds)
        members: list[tuple[str, Any]] = [
            (name, numbers[each.size] * each.length if each.length else numbers[each.size])
            for name, each in FIELDS.items()
            if name not in idle
        ]
        members += [("misfit", ctypes.c_int32), ("written", ctypes.c_int32)]
        return type("State", (ctypes.Structure,), {"_fields_": members})

    def stored(self, state: State) -> Any:
        """A state as such a structure."""
        target = self.structure()
        members: Any = self.structure._fields_[:-2]
        for name, kind in members:
            value = getattr(state, name)
            setattr(target, name, kind(*value) if FIELDS[name].length else value)
        return target

    def state_of(self, source: Any) -> State:
        """A structure as a plain state."""
        state = initial(self.rules)
        for name, *_ in self.structure._fields_[:-2]:
            value = getattr(source, name)
            setattr(state, name, list(value) if FIELDS[name].length else value)
        return state

    def _of_group(self) -> list[Placed]:
        """The parts that say what is possible: the phase, and who stands where."""
        needed = {"phase", "positions", "turn_player"}
        return [at for at in self.placed if needed & {field for field, _ in at.part.places}]

    def _group_in_state(self) -> str:
        """Positions with the same possible actions: a phase, and after a roll a square."""
        seats = range(self.rules.num_players)
        where = " : ".join(
            [*(f"s.turn_player == {seat} ? s.positions[{seat}]" for seat in seats), "0"]
        )
        return f"s.phase == {POST_ROLL} ? {LAST_PHASE + 1} + ({where}) : s.phase"

    def _octets(self) -> bytes:
        """Which bytes of a record a step may change."""
        octets = bytearray(ctypes.sizeof(self.structure))
        places = [place for at in self.placed for place in at.part.places]
        for field in DERIVED:
            places += [(field, index) for index in range(FIELDS[field].length or 1)]
        for field, index in places:
            first = getattr(self.structure, field).offset + index * FIELDS[field].size
            octets[first : first + FIELDS[field].size] = b"\xff" * FIELDS[field].size
        return bytes(octets)

    def _record_functions(self) -> list[str]:
        """`copy_varying` copies what a step may change; `rest_is_idle` checks everything else."""
        given, octets = bytes(self.stored(initial(self.rules))), self._octets()
        begun, copies, checks = [], [], []
        for place in range(len(octets) // 4):
            own = slice(4 * place, 4 * place + 4)
            word, mask = (int.from_bytes(part[own], "little") for part in (given, octets))
            begun.append(f"    words[{place}] = {word}u;")
            if mask:
                copies.append(f"    to[{place}] = from[{place}];")
            if mask != LARGEST - 1:
                rest = ~mask & LARGEST - 1
                checks.append(f"    changed |= (words[{place}] & {rest}u) ^ {word & rest}u;")
        words = "uint32_t* words = reinterpret_cast<"
        return [
            "FUNCTION void begin_game(State& s) {",
            f"    {words}uint32_t*>(&s);",
            *begun,
            "}",
            "FUNCTION void copy_varying(const State& before, State& after) {",
            "    const uint32_t* from = reinterpret_cast<const uint32_t*>(&before);",
            "    uint32_t* to = reinterpret_cast<uint32_t*>(&after);",
            *copies,
            "}",
            "FUNCTION bool rest_is_idle(const State& s) {",
            f"    const {words}const uint32_t*>(&s);",
            "    uint32_t changed = 0u;",
            *checks,
            "    return changed == 0u;",
            "}",
        ]


def _in_narrow_words(parts: list[DigitGroup]) -> list[list[DigitGroup]] | None:
    """The parts in two words, both of which get some; None if they do not fit."""
    words: list[list[DigitGroup]] = [[], []]
    for part in parts:
        for word, room in zip(words, NARROW, strict=True):
            if _bits(word) + part.bits <= room:
                word.append(part)
                break
        else:
            return None
    y, x = words
    while _bits(x) < ENOUGH_BITS and _bits([*x, y[-1]]) <= NARROW[1] and len(y) > 1:
        x.append(y.pop())
    return words


def _in_whole_words(parts: list[DigitGroup]) -> list[list[DigitGroup]]:
    words: list[list[DigitGroup]] = []
    for part in parts:
        room = next((word for word in words if _bits(word) + part.bits <= WHOLE), None)
        if room is None:
            words.append(room := [])
        room.append(part)
    if len(words) > MOST_WORDS or len(parts) > 31:
        raise InvalidModel(TOO_LARGE)
    return words


def _bits(parts: Iterable[DigitGroup]) -> int:
    return sum(part.bits for part in parts)


def _of_part(placed: Placed) -> list[str]:
    """The functions that read and write one part of a position."""
    part = placed.part
    lines = [
        f"FUNCTION bool value_of_{part.name}(const State& s, uint32_t& value) {{",
        "    bool fits = true;",
        "    value = 0u;",
    ]
    for digit in part.digits:
        lines.append(f"    fits &= {digit.fits};")
        lines.append(f"    value = value * {digit.radix}u + {digit.value};")
    restore = taken_apart(part.digits)
    return [
        *lines,
        "    return fits;",
        "}",
        f"FUNCTION void restore_{part.name}(uint32_t rest, State& s) {{ {restore} }}",
    ]


def _replaced(placed: Placed) -> str:
    fits = f"fits &= value_of_{placed.part.name}(s, value);"
    return f"{fits} p.w[{placed.word}] = {placed.kept};"
