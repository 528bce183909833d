"""A position as a few words: what varies in it, its digits, and the C++ that packs them.

Every field is a digit of its declared range. Fields that depend on each other share a digit, where
the model asks for the promise that ties them: a position that breaks it ends the run anyway.
Reading checks every digit, so a position that has no number is noticed and never confused with
another one.

Where slots of eight bytes suffice, a position has 64 bits in its first word and 32 in the second.
Otherwise it has as many words as it needs, and the lowest bit of each is set, which tells a word
that was written from an empty slot.

A program for all models cannot have them as constants. It is told a layout: which bits of a record
go where in such words.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod

from gitopoly.engine.types import WIDTHS, NotedField, cpp_name
from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.promises import JAIL, MONEY
from gitopoly.proof.explorer.steps import SETS_OF_CARDS, Bounds
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION_KINDS,
    FREE_4_ALL,
    LAST_PHASE,
    MOST_CARDS,
    MOST_DEBTS,
    NO_BID,
    NOBODY,
    POST_ROLL,
    POT,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
    RENTS,
)
from gitopoly.rules.record import Record, packed, quad, quads, wide, wides

Range = tuple[Iterable[int], int, int]
"""The places of a field, and the least and the largest value."""
ONE, TWO = range(1), range(2)
"""The place of a field that is not a list, and those of one for dice or decks."""
FACES = 8
"""The rolls for the start are 8 * first + second."""
DERIVED = ("bank_money", "turns", "holdings", "mortgages", "developed")
"""Fields that may change without a slot: they follow from others, or count for nothing."""
ENDLESS = {
    "bank_never_breaks": "its bank issues unlimited money",
    "played_auctions": "its auctions are played bid by bid",
    "offers_per_window": "it has trades",
    "decks_keep_order": "its decks keep their order",
    "turn_limit": "it counts turns",
    "free_parking_pot": "it has a pot",
    "starting_deeds": "its deeds are dealt",
}
"""Why positions may not be a small, finite set, unless a model bounds what it tries."""


@dataclass(frozen=True)
class Slot:
    """One number of a state: its place, and the range of its values."""

    field: str
    index: int
    least: int
    most: int


@cache
def slots_of(rules: Rules, bounds: Bounds | None) -> tuple[Slot, ...]:
    """The slots of a position; the bank's money and all sets of deeds follow from them."""
    if bounds is None:
        for name, reason in ENDLESS.items():
            if getattr(rules, name):
                raise InvalidModel(
                    f"{rules.edition} cannot be explored state by state, because {reason}; "
                    "use formal-small"
                )
    ranges = ranges_of(rules, bounds)
    if bounds is not None:
        ranges |= ranges_in_full(rules, bounds)
    slots = [
        Slot(field, index, least, most)
        for field, (places, least, most) in ranges.items()
        for index in places
    ]
    for deck, size in enumerate(rules.deck_size if rules.decks_keep_order else ()):
        first = deck * MOST_CARDS
        slots += [Slot("unseen", deck, 0, (1 << size) - 1), Slot("deck_length", deck, 0, size)]
        slots += [Slot("deck", first + place, NOBODY, size - 1) for place in range(size)]
    return tuple(slot for slot in slots if slot.most > slot.least)


def most_issued(rules: Rules, bounds: Bounds | None) -> int:
    """BANK-1: the most that the bank may have issued in a position that is kept."""
    if bounds is None or not rules.bank_never_breaks:
        return 0
    if bounds.issued is not None:
        return bounds.issued
    if bounds.depth is None:
        raise InvalidModel("its bank issues unlimited money; bound the depth, or MaxIssued")
    return bounds.depth * _paid_in_a_step(rules)


def _paid_in_a_step(rules: Rules) -> int:
    """More than the bank pays in one step: salary, a card, mortgages and buildings of all."""
    buildings = sum(rules.house_cost) * rules.max_level
    deeds = sum(rules.value[square] for square in rules.deeds[: rules.deed_count])
    card = max(rules.card_amount)
    return 2 * rules.pass_go_reward + card + deeds + buildings + rules.free_parking_seed


def ranges_of(rules: Rules, bounds: Bounds | None) -> dict[str, Range]:
    """The ranges of what varies in every game."""
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    deeds = rules.deeds[: rules.deed_count]
    streets = [square for square in deeds if rules.group[square] < RAIL_GROUP]
    money = rules.total_money + most_issued(rules, bounds)
    debts, creditor, last_phase = ONE, NOBODY, FREE_4_ALL
    if bounds is not None:
        debts, creditor, last_phase = range(min(MOST_DEBTS, len(seats))), POT, LAST_PHASE
    return {
        "money": (seats, 0, money),
        "positions": (seats, 0, rules.board_length - 1),
        "jail_time": (seats, 0, 2),
        "in_jail": (seats, 0, 1),
        "is_bankrupt": (seats, 0, 1),
        "free_4_all_order": (seats, NOBODY, last_seat),
        "turn_player": (ONE, 0, last_seat),
        "doubles_count": (ONE, 0, 2),
        "jail_card_owner": (TWO, NOBODY, last_seat),
        "owner": (deeds, NOBODY, last_seat),
        "level": (streets, 0, rules.max_level),
        "mortgaged": (deeds, 0, 1),
        "phase": (ONE, 0, last_phase),
        "debt_count": (ONE, 0, len(debts)),
        "debtor": (debts, NOBODY, last_seat),
        "creditor": (debts, creditor, last_seat),
        "debt_amount": (debts, 0, largest_debt(rules, bounds, money)),
        "next_phase": (debts, 0, last_phase),
    }


def largest_debt(rules: Rules, bounds: Bounds | None, money: int) -> int:
    """RENT-6, CARD-8, TAX-1, MORT-3: doubled rents, repairs, and a tenth of all there is."""
    rents = max(rules.rent[: rules.board_length * RENTS])
    rails, utilities = rules.base_rail_rent << 3, 10 * 2 * rules.dice_max
    largest = max(2 * rents, rails, utilities, rules.jail_fine, *rules.value, *rules.card_amount)
    if bounds is None:
        return largest
    buildings = rules.deed_count * rules.max_level
    repairs = buildings * max(*rules.card_amount, *rules.card_hotel_amount)
    worth = money + sum(rules.value) + sum(rules.house_cost) * rules.max_level
    return max(2 * largest, repairs, worth // 10 + rules.deed_count)


def ranges_in_full(rules: Rules, bounds: Bounds) -> dict[str, Range]:
    """The ranges of what varies in the full game besides."""
    seats, last_seat = range(rules.num_players), rules.num_players - 1
    deeds = (1 << rules.deed_count) - 1
    issued, highest = most_issued(rules, bounds), max(bounds.bids, default=0)
    opening = {"opening": (seats, NOBODY, (FACES + 1) * rules.dice_max)}
    auction = {
        "auction_kind": (ONE, 0, len(AUCTION_KINDS) - 1),
        "auction_asset": (ONE, NOBODY, rules.board_length - 1),
        "auction_initiator": (ONE, NOBODY, last_seat),
        "auction_next_phase": (ONE, 0, LAST_PHASE),
        "bid": (seats, NO_BID, highest),
        "last_bid": (seats, 0, highest),
        # Every round but the last two has a higher bid than the one before.
        "round": (seats, 0, len(bounds.bids) + 2),
        "passed": (seats, 0, 1),
        "winner": (seats, ABSENT, last_seat),
    }
    offer = {
        "offer_from": (ONE, NOBODY, last_seat),
        "offer_to": (ONE, NOBODY, last_seat),
        "offer_deeds": (ONE, 0, deeds),
        "offer_cards": (ONE, 0, SETS_OF_CARDS - 1),
        "offer_cash": (ONE, min((*bounds.cash, 0)), max((*bounds.cash, 0))),
        "offer_next_phase": (ONE, 0, LAST_PHASE),
        "offers_made": (ONE, 0, rules.offers_per_window),
    }
    return {
        "throw": (TWO, 0, rules.dice_max),
        "rent_rule": (ONE, 0, RENT_TEN_TIMES_A_ROLL),
        "turns": (ONE, 0, rules.turn_limit),
        "houses_left": (ONE, 0, rules.houses),
        "hotels_left": (ONE, 0, rules.hotels),
        "issued": (ONE, 0, issued),
        "pot": (ONE, 0, (rules.total_money + issued) * rules.free_parking_pot),
        "interest_paid": (ONE, 0, deeds * rules.interest_on_transfer),
        "estate": (ONE, 0, deeds * rules.estate_auction),
        **(opening if rules.opening_throw else {}),
        **(auction if rules.played_auctions else {}),
        **(offer if rules.offers_per_window else {}),
    }


@cache
def idle_fields(rules: Rules, bounds: Bounds | None) -> dict[str, int]:
    """The fields of a state that never change in a model, and their value."""
    varying = {slot.field for slot in slots_of(rules, bounds)} | set(DERIVED)
    start = initial(rules)
    found: dict[str, int] = {}
    for name, field in State.FIELDS.items():
        values = set(getattr(start, name)) if field.length else {getattr(start, name)}
        if name not in varying and len(values) == 1:
            found[name] = values.pop()
    return found


LARGEST = 1 << 32
"""A part of a position fits into 32 bits."""
FIELDS = State.FIELDS
WHEREABOUTS = ("positions", "in_jail", "jail_time")
PARTS = {
    "money": ("money",),
    "deeds": ("owner", "mortgaged"),
    "whereabouts": WHEREABOUTS,
    "debt": ("debt_count", "debtor", "creditor", "debt_amount", "next_phase"),
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
    """Digits that are multiplied out together, and the bits of a word that hold them."""

    name: str
    digits: tuple[Digit, ...]
    word: int = 0
    shift: int = 0

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (prod(digit.radix for digit in self.digits) - 1).bit_length()

    @property
    def places(self) -> list[tuple[str, int]]:
        """All its fields, and the index of each."""
        return [place for digit in self.digits for place in digit.fields]

    @property
    def own(self) -> str:
        """Its bits in the word, in C++."""
        return f"(Word({(1 << self.bits) - 1}u) << {self.shift})"

    @property
    def restored(self) -> str:
        """A statement that writes its fields from the packed position `p`."""
        value = f"uint32_t((p.w[{self.word}] & {self.own}) >> {self.shift})"
        return f"restore_{self.name}({value}, s);"

    @property
    def replaced(self) -> str:
        """Statements that replace it in the packed position `p`, by way of `value`."""
        kept = f"(p.w[{self.word}] & ~{self.own}) | (Word(value) << {self.shift})"
        return f"fits &= value_of_{self.name}(s, value); p.w[{self.word}] = {kept};"

    @property
    def functions(self) -> list[str]:
        """The functions that read its fields as a number, and write them."""
        taken_apart = (
            f"{{ uint32_t value = rest % {digit.radix}u; rest /= {digit.radix}u; {digit.restore} }}"
            for digit in reversed(self.digits)
        )
        return [
            f"FUNCTION bool value_of_{self.name}(const State& s, uint32_t& value) {{",
            "    value = 0u;",
            *(f"    value = value * {digit.radix}u + {digit.value};" for digit in self.digits),
            f"    return {' & '.join(f'({digit.fits})' for digit in self.digits)};",
            "}",
            f"FUNCTION void restore_{self.name}(uint32_t rest, State& s) {{",
            *(f"    {line}" for line in taken_apart),
            "}",
        ]


def parts_of(rules: Rules, asked: int, bounds: Bounds | None) -> list[DigitGroup]:
    """The parts of a position in a model, if it keeps the promises `asked`; the largest first."""
    by_name: dict[str, list[Digit]] = {}
    for digit in digits_of(rules, asked, bounds):
        field = digit.fields[0][0]
        name = next((name for name, fields in PARTS.items() if field in fields), TURN)
        by_name.setdefault(name, []).append(digit)
    by_name[TURN].sort(key=lambda digit: digit.fields == (("phase", 0),))  # that is the last one
    parts = [part for name, digits in by_name.items() for part in _split(name, digits)]
    return sorted(parts, key=lambda part: -part.bits)


def _split(name: str, digits: list[Digit]) -> list[DigitGroup]:
    """One part, or several where one would take more than 32 bits."""
    found: list[list[Digit]] = [[]]
    for digit in digits:
        if prod(d.radix for d in (*found[-1], digit)) > LARGEST:
            found.append([])
        found[-1].append(digit)
    return [DigitGroup(f"{name}_{number}", tuple(members)) for number, members in enumerate(found)]


def digits_of(rules: Rules, asked: int, bounds: Bounds | None) -> list[Digit]:
    """The digits of a position, in no particular order."""
    slots = {(slot.field, slot.index): slot for slot in slots_of(rules, bounds)}
    found: list[Digit] = []
    if asked & JAIL:
        for seat in range(rules.num_players):
            found.append(_whereabouts(rules, seat))
            for field in WHEREABOUTS:
                del slots[field, seat]
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


NARROW = (64, 32)
"""The bits of the two words of a position that fits slots of eight bytes."""
ENOUGH_BITS = 14
"""The second word needs some, to compute a place in a set."""
WHOLE = (63,) * 15
"""The bits of all other words: the lowest one of each is set."""
MOST_PARTS = 31
UNFIT = "its first position does not fit into the ranges of its rules"
TOO_LARGE = "a position takes too many bits to be explored; use fewer players"


class PositionCode:
    """How the positions of a model are packed, into words for narrow slots or whole ones."""

    def __init__(
        self, rules: Rules, asked: int, bounds: Bounds | None = None, whole: bool = False
    ) -> None:
        self.rules = rules
        parts = parts_of(rules, asked, bounds)
        words = None if whole else _in_words(parts, NARROW)
        self.is_whole = words is None
        if words:
            y, x = words
            while _bits(x) < ENOUGH_BITS and _bits([*x, y[-1]]) <= NARROW[1] and len(y) > 1:
                x.append(y.pop())
        else:
            words = _in_words(parts, WHOLE)
        if words is None or len(parts) > MOST_PARTS:
            raise InvalidModel(TOO_LARGE)
        self.words = [word for word in words if word or not self.is_whole]
        first = int(self.is_whole)
        self.parts = [
            replace(part, word=number, shift=first + _bits(word[:place]))
            for number, word in enumerate(self.words)
            for place, part in enumerate(word)
        ]
        # What names a bucket; of a whole position that is a hash.
        self.y_bits, self.x_bits = NARROW if self.is_whole else map(_bits, self.words)
        idle = idle_fields(rules, bounds)
        self.varying = {name: each for name, each in FIELDS.items() if name not in idle}
        """The fields that a state has in the program."""

    def cpp(self) -> str:
        """The functions that pack and unpack, and those that know what varies."""
        start = "1" if self.is_whole else "0"
        words = self._words()
        fields = [
            f"record + {each.place}, s.{cpp_name(name)}" for name, each in self.varying.items()
        ]
        return "\n".join(
            [
                *(["#define WHOLE"] if self.is_whole else []),
                f"#define WORDS {len(self.words)}",
                f"#define X_BITS {self.x_bits}",
                f"#define Y_BITS {self.y_bits}",
                "struct Position { Word w[WORDS]; };",
                *(line for part in self.parts for line in part.functions),
                "// False if a field is out of its range.",
                "FUNCTION bool pack(const State& s, Position& p) {",
                "    bool fits = true;",
                f"    for (int i = 0; i < WORDS; ++i) p.w[i] = {start};",
                "    uint32_t value = 0u;",
                *(f"    {part.replaced}" for part in self.parts),
                "    return fits;",
                "}",
                "// Replace what a step has written; false if something does not fit.",
                "FUNCTION bool pack_written(const State&, const State& s, Position& p) {",
                "    bool fits = !s.misfit;",
                "    uint32_t value = 0u;",
                *(
                    f"    if (s.written >> {number} & 1) {{ {part.replaced} }}"
                    for number, part in enumerate(self.parts)
                ),
                "    return fits;",
                "}",
                "FUNCTION void unpack(const Position& p, State& s) {",
                *(f"    {part.restored}" for part in self.parts),
                "}",
                "// Unpack what differs from another position.",
                "FUNCTION void unpack_changes(const Position& p, const Position& last, State& s) {",
                *(
                    f"    if ((p.w[{part.word}] ^ last.w[{part.word}]) & {part.own}) "
                    f"{part.restored}"
                    for part in self.parts
                ),
                "}",
                f"#define GROUP_COUNT {LAST_PHASE + 1 + self.rules.board_length}",
                "FUNCTION int group_in(const State& s) {",
                f"    return {self._group_in_state()};",
                "}",
                "FUNCTION int group_of(const Position& p) {",
                "    State s;",
                *(f"    {part.restored}" for part in self._parts_of_group()),
                "    return group_in(s);",
                "}",
                "FUNCTION void set_up(const char*, const Layout*) {}",
                "// The state in which a game begins.",
                "FUNCTION void begin_game(State& s) {",
                "    s.misfit = s.written = 0;",
                "    uint32_t* words = reinterpret_cast<uint32_t*>(&s);",
                *(f"    words[{place}] = {word}u;" for place, (word, _) in enumerate(words)),
                "}",
                "// Copy what a step may change.",
                "FUNCTION void copy_varying(const State& from, State& to) {",
                "    to.misfit = to.written = 0;",
                "    const uint32_t* words = reinterpret_cast<const uint32_t*>(&from);",
                "    uint32_t* copied = reinterpret_cast<uint32_t*>(&to);",
                *(
                    f"    copied[{place}] = words[{place}];"
                    for place, (_, varies) in enumerate(words)
                    if varies
                ),
                "}",
                "// A state as a record of Python, with all fields.",
                "FUNCTION void read_record(const char* record, State& s) {",
                "    s.misfit = s.written = 0;",
                *(f"    read_field({field});" for field in fields),
                "}",
                "FUNCTION void write_record(const State& s, char* record) {",
                *(f"    write_field({field});" for field in fields),
                "}",
            ]
        )

    def noted(self) -> dict[str, NotedField]:
        """How writes are noted: with a bit for every part."""
        found: dict[str, NotedField] = {}
        for name in self.varying:
            places = [(index, *rest) for field, index, *rest in self._places() if field == name]
            parts = (any(name == field for field, _ in part.places) for part in self.parts)
            bits = sum(its_own << number for number, its_own in enumerate(parts))
            free = sum(1 << index for index, _, changes in places if changes)
            rest = {value for _, value, changes in places if not changes}
            found[name] = NotedField(bits, free, rest.pop() if len(rest) == 1 else None)
        return found

    def _places(self) -> Iterator[tuple[str, int, int, bool]]:
        """Every number of a state: field, index, its value at first, and whether it may change."""
        start = initial(self.rules)
        changing = {place for part in self.parts for place in part.places}
        for name, each in self.varying.items():
            values = getattr(start, name) if each.length else [getattr(start, name)]
            for index, value in enumerate(values):
                yield name, index, value, name in DERIVED or (name, index) in changing

    def _words(self) -> list[tuple[int, int]]:
        """The state in which a game begins, four bytes at a time, each with what may change."""
        octets, varying = bytearray(), bytearray()
        for name, _, value, changes in self._places():
            size = FIELDS[name].size
            octets += value.to_bytes(size, "little", signed=True)
            varying += bytes([changes]) * size
        filler = bytes(-len(octets) % 4)
        found = (memoryview(row + filler).cast("I") for row in (octets, varying))
        return list(zip(*found, strict=True))

    def _parts_of_group(self) -> list[DigitGroup]:
        """The parts that say what is possible: the phase, and who stands where."""
        needed = {"phase", "positions", "turn_player"}
        return [part for part in self.parts if needed & {field for field, _ in part.places}]

    def _group_in_state(self) -> str:
        """Positions with the same possible actions: a phase, and after a roll a square."""
        seats = range(self.rules.num_players)
        where = " : ".join(
            [*(f"s.turn_player == {seat} ? s.positions[{seat}]" for seat in seats), "0"]
        )
        return f"s.phase == {POST_ROLL} ? {LAST_PHASE + 1} + ({where}) : s.phase"


def _in_words(parts: list[DigitGroup], rooms: Sequence[int]) -> list[list[DigitGroup]] | None:
    """The parts in words of so many bits; None if they do not fit."""
    words: list[list[DigitGroup]] = [[] for _ in rooms]
    for part in parts:
        for word, room in zip(words, rooms, strict=True):
            if _bits(word) + part.bits <= room:
                word.append(part)
                break
        else:
            return None
    return words


def _bits(parts: Iterable[DigitGroup]) -> int:
    return sum(part.bits for part in parts)


OCTETS, WORD_BITS = 8, 64
"""A record is read in chunks of eight bytes."""
MOST_CHUNKS, MOST_SLOTS, MOST_WORDS = 64, 400, 15


class Layout(Record):
    """Which bits of a record go where: by chunk, what never changes, and its slots."""

    chunks: int = quad()
    words: int = quad()
    idle: list[int] = wides(MOST_CHUNKS)
    """What a chunk holds besides its slots."""
    fixed: list[int] = wides(MOST_CHUNKS)
    """The bits that never change."""
    first: list[int] = quads(MOST_CHUNKS + 1)
    """The first slot of each chunk."""
    at: list[int] = quads(MOST_SLOTS)
    """Where a number begins in its chunk, in bits."""
    size: list[int] = quads(MOST_SLOTS)
    """Its bits there."""
    least: list[int] = quads(MOST_SLOTS)
    range: list[int] = wides(MOST_SLOTS)
    """The largest value, counted from the least one."""
    mask: list[int] = wides(MOST_SLOTS)
    word: list[int] = quads(MOST_SLOTS)
    shift: list[int] = quads(MOST_SLOTS)
    """The word of a packed position, and the place in it."""
    asked: int = wide()
    """The promises that are checked."""
    symmetric: int = quad()


def layout_of(rules: Rules, bounds: Bounds | None) -> Layout:
    """The layout of a model's positions."""
    layout, fields = Layout(), State.FIELDS
    idle = packed(initial(rules))
    layout.chunks = -(-len(idle) // OCTETS)
    idle += bytes(layout.chunks * OCTETS - len(idle))
    fixed = bytearray(b"\xff" * len(idle))
    slots = {
        fields[slot.field].place + slot.index * fields[slot.field].size: slot
        for slot in slots_of(rules, bounds)
    }
    varying = [(place, fields[slot.field].size) for place, slot in slots.items()]
    for place, size in (*varying, *((fields[name].place, fields[name].bytes) for name in DERIVED)):
        idle[place : place + size] = fixed[place : place + size] = bytes(size)
    used = [1]
    for n, (place, size) in enumerate(sorted(varying)):
        slot = slots[place]
        bits = (slot.most - slot.least).bit_length()
        if used[-1] + bits > WORD_BITS:
            used.append(1)
        if n == MOST_SLOTS or len(used) > MOST_WORDS:
            raise InvalidModel(TOO_LARGE)
        layout.at[n], layout.size[n] = place % OCTETS * 8, size * 8
        layout.least[n], layout.range[n] = slot.least, slot.most - slot.least
        layout.mask[n] = (1 << bits) - 1
        layout.word[n], layout.shift[n] = len(used) - 1, used[-1]
        used[-1] += bits
        for chunk in range(place // OCTETS, layout.chunks):
            layout.first[chunk + 1] = n + 1
    layout.words = len(used)
    layout.idle[: layout.chunks] = _chunks(idle)
    layout.fixed[: layout.chunks] = _chunks(fixed)
    return layout


def _chunks(record: bytes | bytearray) -> list[int]:
    return array("q", bytes(record)).tolist()
