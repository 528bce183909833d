"""Every position has room for all that can vary, and rules without a finite set are refused."""

from __future__ import annotations

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, compiled, initial
from gitopoly.verify.native.layout import MOST_WORDS, Layout, lay_out, layout_of
from gitopoly.verify.native.slots import Slot

RULES = Rules.of("formal-small", 3)


def laid_out(slots: tuple[Slot, ...]) -> Layout:
    """Slots over the records of a state."""
    return lay_out(slots, compiled.STATE_TYPE, compiled.record(initial(RULES)).tobytes())


def bits_of(slots: tuple[Slot, ...], field: str) -> list[int]:
    """The bits of the slots of one field."""
    return [slot.bits for slot in slots if slot.field == field]


def test_a_field_takes_as_many_bits_as_its_values_need() -> None:
    slots = layout_of(RULES)
    assert bits_of(slots, "money") == [8, 8, 8]  # to 150
    assert bits_of(slots, "positions") == [4, 4, 4]  # to 12
    assert bits_of(slots, "owner") == [2] * 6  # three players or nobody
    assert bits_of(slots, "is_bankrupt") == [1, 1, 1]


def test_more_money_takes_more_bits() -> None:
    rich = layout_of(Rules.of("formal-small", 3, total_money=256))
    assert bits_of(rich, "money") == [9, 9, 9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_two_slots_share_a_bit(players: int) -> None:
    slots = layout_of(Rules.of("formal-small", players))
    layout = laid_out(slots)
    taken = [0] * layout.width
    for chunk in range(layout.chunks):
        bits = layout.packed[chunk]
        assert bits < 1 << 64
        assert bits.bit_count() == layout.slots[chunk].bit_count()
        assert not bits & taken[layout.word[chunk]]
        taken[layout.word[chunk]] |= bits
    assert taken == layout.used[: layout.width]
    assert sum(word.bit_count() for word in taken) == sum(slot.bits for slot in slots)
    assert layout.width <= 3


def test_what_has_no_slot_is_idle() -> None:
    layout = laid_out(layout_of(RULES))
    for chunk in range(layout.chunks):
        assert layout.idle[chunk] & layout.free[chunk] == 0


def test_the_highest_values_stay_below_their_guards() -> None:
    layout = laid_out(layout_of(RULES))
    assert any(layout.guard)
    for chunk in range(layout.chunks):
        assert layout.guard[chunk] & layout.slots[chunk] == 0
        assert layout.most[chunk] & layout.guard[chunk] == layout.guard[chunk]
        assert layout.most[chunk] & ~layout.guard[chunk] & ~layout.slots[chunk] == 0


@pytest.mark.parametrize(
    ("edition", "options", "reason"),
    [
        ("classic", {}, "its bank issues unlimited money"),
        ("formal", {}, "its auctions are played bid by bid"),
        ("formal-small", {"turn_limit": 9}, "it counts turns"),
    ],
)
def test_rules_without_a_finite_set_of_positions_are_refused(
    edition: str, options: dict[str, int], reason: str
) -> None:
    with pytest.raises(InvalidModel, match=reason):
        layout_of(Rules.of(edition, 2, **options))


def test_a_position_that_takes_too_many_words_is_refused() -> None:
    fields = ("money", "bid", "last_bid", "round")
    many = tuple(Slot(field, seat, 0, 2**31 - 1) for field in fields for seat in range(8))
    assert sum(slot.bits for slot in many) > 64 * MOST_WORDS
    with pytest.raises(InvalidModel, match="too many bits"):
        laid_out(many)
