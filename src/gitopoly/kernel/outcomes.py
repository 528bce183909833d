"""What chance decides, as whole numbers: a roll or a card, and the order of a free-4-all.

bits 0..5  the roll, (first - 1) * 6 + (second - 1), or the number of the card
bits 6..   the rank of the order among the permutations of the live players
"""

DRAW_BITS = 6
LARGEST_DRAW = (1 << DRAW_BITS) - 1


def outcome_of_dice(first: int, second: int, rank: int = 0) -> int:
    """The outcome in which the dice show `first` and `second`."""
    return (first - 1) * 6 + second - 1 + (rank << DRAW_BITS)


def outcome_of_card(card: int, rank: int = 0) -> int:
    """The outcome in which `card` is drawn."""
    return card + (rank << DRAW_BITS)


def first_die(outcome: int) -> int:
    """What the first die shows."""
    return (outcome & LARGEST_DRAW) // 6 + 1


def second_die(outcome: int) -> int:
    """What the second die shows."""
    return (outcome & LARGEST_DRAW) % 6 + 1


def card_drawn(outcome: int) -> int:
    """The number of the drawn card in its deck."""
    return outcome & LARGEST_DRAW


def order_rank(outcome: int) -> int:
    """The rank of the free-4-all order."""
    return outcome >> DRAW_BITS
