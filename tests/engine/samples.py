"""Small functions of every kind that can be translated, and some that cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from gitopoly.rules.record import Record, Wide, clear, octet, octets, quads, wide, wides

KINDS = (2, 3, 5, 7)
WORDS = ("one", "two", "three")
MASK = (1 << 62) - 1


class Box(Record):
    """A record with a field of each width, one of them with a name that C++ keeps for itself."""

    wide: int = wide()
    row: list[int] = quads(4)
    throw: int = octet()
    small: list[int] = octets(3, idle=-1)


class Sums(Record):
    """A record in which threads share what they add up."""

    SHARED: ClassVar = True

    row: list[int] = wides(4)


def take(box: Box, amount: int) -> Wide:
    """Change the box, and say what it held before."""
    before = box.wide
    box.wide = (before * 3 + amount) % 1000
    return before


def emptied(box: Box, amount: int) -> Wide:
    """Write into some fields, then give all their idle values, but for one."""
    before = box.wide
    box.throw = amount & 31
    box.row[2] = amount
    if amount & 1:
        clear(box)
    box.row[1] = 5
    return before + box.wide


def divided(a: int, b: int) -> int:
    return a // b


def remainder(a: int, b: int) -> int:
    return a % b


def named_by_a_test(a: int, b: int) -> int:
    if rest := a & 7:
        return rest
    if rest := b & 3:
        return rest + 10
    return rest


def bits(a: Wide, b: Wide) -> Wide:
    return (a & b) | (a ^ ~b) & MASK | (a >> 3) - (b & 7 << 2)


def code(kind: int, cash: int) -> Wide:
    """A code of 63 bits, as actions have."""
    return kind & 127 | (cash + (1 << 19) & (1 << 20) - 1) << 43


def bounds(a: Wide, b: Wide, c: Wide) -> Wide:
    return min(a, b, c) * 7 + max(a, b) - c


def between(a: int, b: int, c: int) -> bool:
    return a <= b < c


def is_kind(a: int) -> bool:
    return a in (2, 3, 5, 7) or a not in (1, 2, 3, 4, 5, 6, 7, 8)


def decided(a: int, b: int) -> int:
    first = a > 0 and b > 0
    second = bool(a or b)
    return first * 10 + second + (5 if a > b and not b else 3)


def last_of_range(a: int) -> int:
    """The variable of a loop keeps its last value, and the bounds are taken once."""
    place = -1
    stop = a & 15
    total = 0
    for place in range(stop):
        stop = 0
        total += place
        place = 100
    return total * 1000 + place


def downwards(a: int) -> int:
    total = 0
    for place in range(a & 15, -3, -2):
        if place == 4:
            continue
        total = total * 3 + place
        if total > 100_000:
            break
    return total


def over_members(a: int) -> int:
    total = 0
    for member in (2, 3, a):
        for other in (a, 1, -1):
            total += member * other
    return total


def searched(a: int) -> int:
    """A loop without an end of its own."""
    place = 0
    while True:
        if (a >> place & 1) == 0 or place == 40:
            return place
        place += 1


def with_default(a: int, factor: int = 3, less: int = 1) -> int:
    return a * factor - less


def defaults(a: int) -> int:
    return with_default(a) + with_default(a, 2) + with_default(a, 5, 6)


def narrowed(box: Box, a: int) -> int:
    """Fields take what fits into them."""
    box.throw = a & 63
    box.row[a & 3] = a & 0xFFFF
    box.row[0] -= 5
    box.small[1] += 1
    total = 0
    for place in range(4):
        total += box.row[place]
    return total + box.throw + box.small[1]


def truth(a: int, b: int) -> bool:
    unequal = a != b
    return bool(a) and unequal


def members(a: int) -> int:
    """A set of numbers: how many there are, the lowest and the highest."""
    chosen = a & 0x7FFFFFFF | 1024
    lowest = (chosen & -chosen).bit_length() - 1
    return chosen.bit_count() * 10_000 + lowest * 100 + chosen.bit_length()


def wide_members(a: int) -> Wide:
    """The same where a bit lies beyond 32."""
    chosen: Wide = 1
    for place in range(3):
        chosen |= 1 << 20 * place + (a & 3)
    return chosen.bit_count() * 100 + chosen.bit_length() + (chosen >> 40) + (chosen & 0xFFFF)


def cast(a: Wide) -> int:
    """Who writes `int` says that it fits."""
    return int(a)


def shifted(a: int, by: int) -> int:
    return a << by


def shifted_away(a: int, by: int) -> int:
    """Shifted by up to 63 bits, more than a number may have."""
    return a >> (by & 63)


def wide_product(a: int, b: int) -> int:
    """A product that needs 64 bits, of which the upper half fits into 32."""
    product: Wide = a & 0xFFFFFF
    product *= b & 0xFFFFFF
    return (product >> 32) + product % 1000 + int(product // 0x100000)


def from_a_table(a: int) -> int:
    return KINDS[a % len(KINDS)] + len(WORDS)


def counted(sums: Sums, a: int) -> Wide:
    sums.row[a & 3] += a
    sums.row[a >> 1 & 3] -= a // 3
    return sums.row[a & 3]


def all_alike(box: Box, a: int) -> int:
    return box.small[a] + box.small[a + 1]


def calls_itself(a: int, b: int) -> int:
    return calls_itself(b & 63, (a & 63) % (b & 63)) if b & 63 else a


def members_of(mask: int) -> Iterator[int]:
    """The members of a set, the lowest first."""
    left = mask
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1


def through_a_generator(a: int) -> int:
    """A loop over a generator, with a variable that has the name of one in it."""
    left = a & 0xFFF
    total = 0
    for member in members_of(left):
        if member == 9:
            break
        total = total * 3 + member
    return total * 100 + left


def folded(a: int, b: int) -> int:
    """Each fold of a generator expression, with conditions."""
    some = any(member > (a & 7) for member in (2, 3, b))
    every = all(place * place != (b & 15) for place in range(6))
    total = sum(member * a for member in (2, 3, 5, 7) if member & b)
    least = min((a - member for member in (2, 3, 5, 7) if member > (b & 7)), default=-1)
    most = max((place ^ a & 7 for place in range(b & 7)), default=-2)
    return total * 10_000 + least * 100 + most * 4 + (2 if some else 0) + (1 if every else 0)


def folded_in_loops(a: int) -> int:
    """Loops within one another, the inner one over what the outer one gives."""
    return sum(
        first * second + (1 if any(place == third for third in members_of(a & 63)) else 0)
        for first in members_of(a & 31)
        for second in range(first, 8)
        if second < 6
        for place in (first, second)
    )


def shadowed(a: int) -> int:
    """The variable of a generator expression is its own, whatever it is called outside."""
    place = a & 15
    total = sum(place for place in range(place))
    total += sum(place * 2 for place in range(3) if any(place == 2 for place in range(place + 1)))
    return total * 100 + place


def decides_what_is_asked(box: Box, a: int) -> Wide:
    """A fold stops asking as soon as it knows, and asks in order."""
    found = any(take(box, place) > 500 for place in range(a & 7))
    return box.wide * 2 + (1 if found else 0)


def wide_sum(a: int) -> Wide:
    """A sum that needs 64 bits where one is asked for."""
    total: Wide = sum(1 << 20 * place for place in range(a & 3))
    return total


def first_way(a: int, b: int) -> int:
    return a - b


def second_way(a: int, b: int) -> int:
    return a * 2 + b


@dataclass(frozen=True)
class Way:
    """An entry of a table of functions."""

    go: Callable[[int, int], int] | None
    bonus: int


WAYS = (Way(first_way, 5), Way(second_way, -3), Way(None, 0))
GROUPS = (WAYS[:1], WAYS[1:], ())


def one_of_several(a: int, b: int) -> int:
    """A function out of a table, and numbers and presence of its entries."""
    way = WAYS[a & 1]
    known = 1 if WAYS[b % 3].go is not None else 0
    every = 0
    for each in GROUPS[a % 3]:
        if each.go is not None:
            every += each.go(a & 31, b & 31)
    return way.go(a & 255, b & 255) * 10 + way.bonus + known * 7 + every  # type: ignore[misc]


# What cannot be translated.


def in_order(box: Box, a: int) -> Wide:
    return take(box, a) * 100 + take(box, 1) - box.wide


def arguments_in_order(box: Box, a: int) -> Wide:
    return bounds(take(box, a), take(box, 2), box.wide)


def read_before(box: Box, a: int) -> Wide:
    return box.wide - take(box, a) * 2 + box.wide


def added_in_order(box: Box, a: int) -> Wide:
    box.wide += take(box, a)
    return box.wide


def compared_in_order(box: Box, a: int) -> bool:
    return box.wide < take(box, a)


def greatest_in_order(box: Box, a: int) -> Wide:
    return max(take(box, a), box.wide)


def multiplies_a_sum(sums: Sums) -> int:
    sums.row[0] *= 2
    return 0


def takes_a_word_from_a_table(a: int) -> int:
    return len(WORDS[a])


def takes_the_last(a: int) -> int:
    return a + KINDS[-1]


def makes_a_list(a: int) -> int:
    numbers = [a]
    return numbers[0]


def raises(a: int) -> int:
    if a < 0:
        raise ValueError
    return a


def divides(a: int) -> int:
    return int(a / 2)


def calls_a_method(a: int) -> int:
    return a.conjugate()


def counts_from_the_end(box: Box) -> int:
    return box.row[-1]


def reads_no_field(box: Box) -> int:
    return box.nothing  # type: ignore[attr-defined, no-any-return]


def takes_a_word(word: str) -> int:
    return 0


def says_nothing_of_a(a) -> int:  # type: ignore[no-untyped-def]
    return 0


def says_nothing_of_its_value(a: int):  # type: ignore[no-untyped-def]
    return a


def returns_a_list(a: int) -> list[int]:
    return [a]


def may_end_without_a_value(a: int) -> int:  # type: ignore[return]  # noqa: RET503
    while a > 0:
        return 1


def two_at_once(a: int, b: int) -> int:
    a, b = b, a
    return a


def too_large(a: int) -> int:
    return a + (2**63)


def large(a: int) -> int:
    return a + 9223372036854775808


def asks_for_a_name(a: int) -> int:
    if (b := a) > 1:
        return b
    return 0


def folds_pairs(a: int) -> int:
    return sum(first for first, second in ((1, 2), (3, 4)))


def leaves_a_table(a: int) -> int:
    for way in GROUPS[a]:
        if way.bonus == a:
            break
    return a


def goes_through_one_table(a: int) -> int:
    for way in WAYS:
        a += way.bonus
    return a


def takes_a_value_of_or(a: int, b: int) -> int:
    return a or b


def names_an_argument(a: int) -> int:
    return with_default(a, less=2)


def sums_what_is_wide(a: Wide) -> bool:
    return sum(a for _ in range(3)) > 0


def cuts_off(a: Wide) -> int:
    return a + 1


def grows(a: Wide) -> int:
    total = 0
    total += a
    return 0


def hands_over(box: Box) -> int:
    return divided(box.wide, 2)


def declares_a_word(a: int) -> int:
    word: str = "a"  # noqa: F841
    return a
