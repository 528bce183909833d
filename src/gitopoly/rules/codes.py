"""The codes of the rules: phases, types of squares and other small numbers with names.

Numbers instead of enumerations, because the same source is compiled.
The names in `PHASES` are those of the specification, followed by our own. Types of squares, and
the sizes that fit every edition, are those of editions.
"""

from gitopoly.editions.data import (
    GROUP_SIZE as GROUP_SIZE,
    MOST_CARDS as MOST_CARDS,
    MOST_COLOURS as MOST_COLOURS,
    MOST_DEEDS as MOST_DEEDS,
    MOST_PLAYERS as MOST_PLAYERS,
    MOST_SQUARES as MOST_SQUARES,
    RENTS as RENTS,
    SQUARE_TYPES as SQUARE_TYPES,
)

PHASES = (
    "pre-roll",
    "roll",
    "post-roll",
    "doubles-check",
    "bankruptcy-prevention",
    "free-4-all",
    "auction",
    "trade",  # an offer is open
    "opening",  # rolling for the start (GAME-5)
    "leave-jail",  # the fine of the third miss is paid, the move is due (JAIL-5)
    "placing",  # the winner of a building places it (SHORT-3)
    "dealing",  # deeds are dealt before play begins (HOUSE-8)
    "card-choice",  # a fine or a chance card (CARD-17)
)
(
    PRE_ROLL,
    ROLL,
    POST_ROLL,
    DOUBLES_CHECK,
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    AUCTION,
    TRADE,
    OPENING,
    LEAVE_JAIL,
    PLACING,
    DEALING,
    CARD_CHOICE,
) = range(len(PHASES))
LAST_PHASE = len(PHASES) - 1

# Creditors other than seats; NOBODY also means "no owner", "no square".
NOBODY = -1
BANK = -1
POT = -2

(
    GO,
    STREET,
    RAIL,
    UTIL,
    TAX,
    CHANCE,
    COMMUNITY_CHEST,
    JAIL,
    FREE_PARKING,
    GO_TO_JAIL,
) = range(len(SQUARE_TYPES))
DEEDS = (STREET, RAIL, UTIL)
"""The types of squares that can be owned."""
UNOWNED, OWN = range(len(SQUARE_TYPES), len(SQUARE_TYPES) + 2)
"""What such a square is to the player on it if it is the bank's or their own."""
LANDINGS = len(SQUARE_TYPES) + 2

# What an action draws.
NO_DRAW, DICE, CHANCE_CARD, CHEST_CARD, DEED_CARD = range(5)
CARD_DRAWS = (CHANCE_CARD, CHEST_CARD, DEED_CARD)

# The two decks, and the title deeds of the bank, which can be dealt like one.
CHANCE_DECK, CHEST_DECK, DEED_DECK = range(3)

# What a card that moved the token says about the rent (RENT-6, RENT-7).
RENT_AS_PRINTED, RENT_TWICE, RENT_TEN_TIMES_A_ROLL = range(3)

AUCTION_KINDS = ("none", "deed", "estate", "house", "hotel")
NO_AUCTION, DEED_AUCTION, ESTATE_AUCTION, HOUSE_AUCTION, HOTEL_AUCTION = range(len(AUCTION_KINDS))

# A participant's view of an auction's winner, if it is not a seat.
UNKNOWN = -1
NONE = -2
ABSENT = -3  # takes no part in this auction
NO_BID = -1

# Sizes, besides those of editions.
MOST_GROUPS = 10
RAIL_GROUP = MOST_COLOURS
UTIL_GROUP = 9
MOST_DEBTS = 8
MOST_ACTIONS = 256  # legal ones of one player in one position
HOTEL = 5

# What money is paid for, and where it comes from.
NO_SOURCE = -1
(
    SALARY,
    RENT,
    CARDS,
    TAXES,
    FINES,
    DEEDS_BOUGHT,
    AUCTIONS,
    BUILDINGS,
    MORTGAGES,
    TRADES,
    POT_ON_PARKING,
    BANKRUPTCIES,
    OF_THE_DEBT,  # whatever the debt that is paid was for
    OF_THE_CARD,  # a salary, if the card leads past GO; else the card
) = range(14)
