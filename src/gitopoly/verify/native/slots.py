"""The slots of a packed position: one for every number that varies, with its range."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gitopoly.kernel.codes import RENTS
from gitopoly.kernel.rules import Rules


@dataclass(frozen=True)
class Slot:
    """One number of a state: its place, and the range of its values."""

    field: str
    index: int
    least: int
    most: int

    @property
    def bits(self) -> int:
        """How many bits it needs."""
        return (self.most - self.least).bit_length()


class Slots(list[Slot]):
    """Slots as they are gathered."""

    def add(self, field: str, least: int, most: int, indices: Iterable[int] = (0,)) -> None:
        """Add slots for a field, unless it never changes."""
        if most > least:
            self.extend(Slot(field, index, least, most) for index in indices)


def largest_debt(rules: Rules) -> int:
    """The largest amount that can be due at once."""
    rents = max(rules.rent[: rules.board_length * RENTS])
    rails = rules.base_rail_rent << 3
    utilities = 10 * 2 * rules.dice_max
    return max(2 * rents, rails, utilities, rules.jail_fine, *rules.value, *rules.card_amount)
