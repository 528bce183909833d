"""The columns of an observation by name, and what networks like them divided by."""

from gitopoly.arena.environments.observation import (
    CARD_COLUMNS,
    DEBT_COLUMNS,
    DEED_COLUMNS,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
)
from gitopoly.rules.codes import MOST_CARDS, MOST_DEBTS, MOST_DEEDS, MOST_PLAYERS

COLUMNS = (
    *TABLE_COLUMNS,
    *SEAT_COLUMNS * MOST_PLAYERS,
    *DEED_COLUMNS * MOST_DEEDS,
    *CARD_COLUMNS * (2 * MOST_CARDS),
    *DEBT_COLUMNS * MOST_DEBTS,
)
"""The name of every number of a row."""
_BY_SCALE = {
    5: ("level",),
    6: ("first_die", "second_die"),
    8: ("players",),
    16: ("hotels_left", "place", "round"),
    30: (
        *("phase", "auction_next_phase", "offer_next_phase", "next_phase"),
        *("houses_left", "auction_deed", "draft_next"),
    ),
    40: ("position",),
    200: ("turns",),
    1500: ("money", "owes", "bid", "last_bid", "lowest_bid", "amount", "offer_cash", "pot"),
    20_000: ("bank_money", "issued"),
}
SCALES = {column: scale for scale, columns in _BY_SCALE.items() for column in columns}
"""What networks like some columns divided by; the others are small as they are."""
