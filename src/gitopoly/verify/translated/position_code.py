"""Packing and unpacking positions, as C++ for one model."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, initial
from gitopoly.kernel.codes import LAST_PHASE, POST_ROLL
from gitopoly.kernel.state import FIELDS
from gitopoly.translation.calls import NotedField
from gitopoly.verify.native.layout import WITHOUT_BITS
from gitopoly.verify.translated.digits import DigitGroup, parts_of, taken_apart
from gitopoly.verify.translated.records import idle_fields, state_record, state_structure

X_BITS, Y_BITS = 32, 64
"""A packed position is two numbers, x and y."""
ENOUGH_X_BITS = 14
TOO_LARGE = "a position takes too many bits for an exact set; use fewer players or less money"


@dataclass(frozen=True)
class Placed:
    """A part, and the bits of x or y that hold it."""

    part: DigitGroup
    word: str
    shift: int

    @property
    def mask(self) -> int:
        """As many bits as it has."""
        return (1 << self.part.bits) - 1

    @property
    def bits_of(self) -> str:
        """Its value in the packed position `p`, in C++."""
        return f"(uint32_t(p.{self.word} >> {self.shift}) & {self.mask}u)"


class PositionCode:
    """How positions under some rules are packed."""

    def __init__(self, rules: Rules, asked: int) -> None:
        self.rules = rules
        x, y = _shared_out(parts_of(rules, asked))
        self.x_bits, self.y_bits = _bits(x), _bits(y)
        self.bits = self.x_bits + self.y_bits
        self.placed = [*_placed("x", x), *_placed("y", y)]

    def cpp(self) -> str:
        """The functions that pack and unpack."""
        return "\n".join(
            [
                f"#define X_BITS {self.x_bits}",
                f"#define Y_BITS {self.y_bits}",
                "struct Position { uint32_t x; Word y; };",
                *(line for placed in self.placed for line in _of_part(placed)),
                "// False if a field is out of its range.",
                "FUNCTION bool pack(const State& s, Position& p) {",
                "    bool fits = true;",
                "    p.x = 0;",
                "    p.y = 0;",
                "    uint32_t value = 0u;",
                *(f"    {_added(placed)}" for placed in self.placed),
                "    return fits;",
                "}",
                "FUNCTION void unpack(const Position& p, State& s) {",
                *(f"    restore_{at.part.name}({at.bits_of}, s);" for at in self.placed),
                "}",
                self._group(),
                _record_functions(self.rules, self._octets()),
            ]
        )

    def cpp_for_threads(self) -> str:
        """For threads of a processor: unpack what differs, and pack what a step has written."""
        return "\n".join(
            [
                "FUNCTION int group_in(const State& s) {",
                f"    return {self._group_in_state()};",
                "}",
                "FUNCTION void unpack_changes(const Position& p, const Position& last, State& s) {",
                "    Position d = {p.x ^ last.x, p.y ^ last.y};",
                *(
                    f"    if (d.{at.word} >> {at.shift} & {at.mask}u) "
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
        start, idle = initial(self.rules), idle_fields(self.rules)
        bits = {name: 0 for name in FIELDS if name not in idle}
        free = dict(bits)
        for name in WITHOUT_BITS:
            free[name] = (1 << FIELDS[name].length) - 1
        for number, placed in enumerate(self.placed):
            for digit in placed.part.digits:
                for field, index in digit.fields:
                    bits[field] |= 1 << number
                    free[field] |= 1 << index
        found: dict[str, NotedField] = {}
        for name in bits:
            places = range(FIELDS[name].length)
            rest = {getattr(start, name)[i] for i in places if not free[name] >> i & 1}
            found[name] = NotedField(bits[name], free[name], rest.pop() if len(rest) == 1 else None)
        return found

    def _group(self) -> str:
        """Positions with the same possible actions: a phase, and after a roll a square."""
        parts = [at for at in self.placed if at.part.name.startswith(("turn", "whereabouts"))]
        return "\n".join(
            [
                f"#define GROUP_COUNT {LAST_PHASE + 1 + self.rules.board_length}",
                "FUNCTION int group_of(const Position& p) {",
                "    State s;",
                *(f"    restore_{at.part.name}({at.bits_of}, s);" for at in parts),
                f"    return {self._group_in_state()};",
                "}",
            ]
        )

    def _group_in_state(self) -> str:
        """The group of the state `s`, in C++."""
        seats = range(self.rules.num_players)
        where = " : ".join(
            [*(f"s.turn_player == {seat} ? s.positions[{seat}]" for seat in seats), "0"]
        )
        return f"s.phase == {POST_ROLL} ? {LAST_PHASE + 1} + ({where}) : s.phase"

    def _octets(self) -> bytes:
        """Which bytes of a record a step may change."""
        octets = bytearray(ctypes.sizeof(state_structure(self.rules)))
        places = [place for at in self.placed for d in at.part.digits for place in d.fields]
        for field in WITHOUT_BITS:
            places += [(field, index) for index in range(FIELDS[field].length or 1)]
        for place in places:
            first, size = self._span(*place)
            octets[first : first + size] = b"\xff" * size
        return bytes(octets)

    def _span(self, field: str, index: int) -> tuple[int, int]:
        """Where a field is in a record, and how many bytes it takes."""
        member = getattr(state_structure(self.rules), field)
        size = member.size // (FIELDS[field].length or 1)
        return member.offset + index * size, size


def _shared_out(parts: list[DigitGroup]) -> tuple[list[DigitGroup], list[DigitGroup]]:
    """The parts in x and those in y; both need some bits, to compute a place in a set."""
    x: list[DigitGroup] = []
    y: list[DigitGroup] = []
    for part in sorted(parts, key=lambda part: -part.bits):
        for group, room in ((y, Y_BITS), (x, X_BITS)):
            if _bits(group) + part.bits <= room:
                group.append(part)
                break
        else:
            raise InvalidModel(TOO_LARGE)
    while _bits(x) < ENOUGH_X_BITS and _bits([*x, y[-1]]) <= X_BITS and len(y) > 1:
        x.append(y.pop())
    return x, y


def _bits(parts: list[DigitGroup]) -> int:
    return sum(part.bits for part in parts)


def _placed(word: str, parts: list[DigitGroup]) -> list[Placed]:
    return [Placed(part, word, _bits(parts[:place])) for place, part in enumerate(parts)]


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


def _kind(placed: Placed) -> str:
    return "uint32_t" if placed.word == "x" else "Word"


def _added(placed: Placed) -> str:
    value = f"{_kind(placed)}(value) << {placed.shift}"
    return f"fits &= value_of_{placed.part.name}(s, value); p.{placed.word} |= {value};"


def _replaced(placed: Placed) -> str:
    own = f"({_kind(placed)}({placed.mask}u) << {placed.shift})"
    value = f"({_kind(placed)}(value) << {placed.shift})"
    return (
        f"fits &= value_of_{placed.part.name}(s, value); "
        f"p.{placed.word} = (p.{placed.word} & ~{own}) | {value};"
    )


def _record_functions(rules: Rules, octets: bytes) -> str:
    """`copy_varying` copies what a step may change; `rest_is_idle` checks everything else."""
    given = bytes(state_record(initial(rules)))
    copies, checks = [], []
    for place in range(0, len(octets), 4):
        mask = int.from_bytes(octets[place : place + 4], "little")
        if mask:
            copies.append(f"    to[{place // 4}] = from[{place // 4}];")
        if mask != 0xFFFFFFFF:
            idle = int.from_bytes(given[place : place + 4], "little") & ~mask
            own = f"words[{place // 4}] & {~mask & 0xFFFFFFFF}u"
            checks.append(f"    changed |= ({own}) ^ {idle}u;")
    return "\n".join(
        [
            "FUNCTION void begin_game(State& s) {",
            "    uint32_t* words = reinterpret_cast<uint32_t*>(&s);",
            *_written(given),
            "}",
            "FUNCTION void copy_varying(const State& before, State& after) {",
            "    const uint32_t* from = reinterpret_cast<const uint32_t*>(&before);",
            "    uint32_t* to = reinterpret_cast<uint32_t*>(&after);",
            *copies,
            "}",
            "FUNCTION bool rest_is_idle(const State& s) {",
            "    const uint32_t* words = reinterpret_cast<const uint32_t*>(&s);",
            "    uint32_t changed = 0u;",
            *checks,
            "    return changed == 0u;",
            "}",
        ]
    )


def _written(record_bytes: bytes) -> list[str]:
    """Statements that write a whole record."""
    words = [record_bytes[i : i + 4] for i in range(0, len(record_bytes), 4)]
    return [
        f"    words[{place}] = {int.from_bytes(word, 'little')}u;"
        for place, word in enumerate(words)
    ]
