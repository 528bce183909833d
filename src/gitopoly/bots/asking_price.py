"""What a bot asks for in a trade that it does not like yet."""

from __future__ import annotations

from gitopoly.bots.worth import gain_by_exchange
from gitopoly.kernel import State


def asking_price(s: State, seat: int, other: int, deeds: int, cards: int) -> int:
    """The least cash from `other` with which `seat` gains, and half as much as `other` at least.

    Negative: what `seat` could add.
    """
    gain = gain_by_exchange(s, s.rules, seat, other, deeds, cards)
    gain_of_other = gain_by_exchange(s, s.rules, other, seat, deeds, cards)
    return max(1 - gain, -((2 * gain - gain_of_other) // 3))
