"""The codes of the kernel: phases, types of squares and other small numbers with names.

Numbers instead of enumerations, because the same source is compiled.
The names in `PHASES` are those of the specification, followed by our own.
"""

from gitopoly.kernel.generated.card_kinds import *  # noqa: F403

PRE_ROLL = 0
ROLL = 1
POST_ROLL = 2
DOUBLES_CHECK = 3
BANKRUPTCY_PREVENTION = 4
FREE_4_ALL = 5
AUCTION = 6
TRADE = 7  # an offer is open
OPENING = 8  # rolling for the start (GAME-5)
LEAVE_JAIL = 9  # the fine of the third miss is paid, the move is due (JAIL-5)
PLACING = 10  # the winner of a building places it (SHORT-3)
DEALING = 11  # deeds are dealt before play begins (HOUSE-8)
CARD_CHOICE = 12  # a fine or a chance card (CARD-17)

PHASES = (
    "pre-roll",
    "roll",
    "post-roll",
    "doubles-check",
    "bankruptcy-prevention",
    "free-4-all",
    "auction",
    "trade",
    "opening",
    "leave-jail",
    "placing",
    "dealing",
    "card-choice",
)
LAST_PHASE = len(PHASES) - 1

# Creditors other than seats; NOBODY also means "no owner", "no square".
NOBODY = -1
BANK = -1
POT = -2

# Types of squares.
GO = 0
STREET = 1
RAIL = 2
UTIL = 3
TAX = 4
CHANCE = 5
COMMUNITY_CHEST = 6
JAIL = 7
FREE_PARKING = 8
GO_TO_JAIL = 9

SQUARE_TYPES = (
    "go",
    "street",
    "rail",
    "util",
    "tax",
    "chance",
    "community-chest",
    "jail",
    "free-parking",
    "go-to-jail",
)

# What an action draws.
NO_DRAW = 0
DICE = 1
CHANCE_CARD = 2
CHEST_CARD = 3
DEED_CARD = 4
CARD_DRAWS = (CHANCE_CARD, CHEST_CARD, DEED_CARD)

# The two decks, and the title deeds of the bank, which can be dealt like one.
CHANCE_DECK = 0
CHEST_DECK = 1
DEED_DECK = 2

# What a card that moved the token says about the rent (RENT-6, RENT-7).
RENT_AS_PRINTED = 0
RENT_TWICE = 1
RENT_TEN_TIMES_A_ROLL = 2

# What is being auctioned.
NO_AUCTION = 0
DEED_AUCTION = 1
ESTATE_AUCTION = 2
HOUSE_AUCTION = 3
HOTEL_AUCTION = 4

AUCTION_KINDS = ("none", "deed", "estate", "house", "hotel")

# A participant's view of an auction's winner, if it is not a seat.
UNKNOWN = -1
NONE = -2
ABSENT = -3  # takes no part in this auction
NO_BID = -1

# Sizes that fit every edition; a test checks this.
MOST_PLAYERS = 8
MOST_SQUARES = 40
MOST_DEEDS = 28
MOST_CARDS = 17
MOST_GROUPS = 10
GROUP_SIZE = 4
RENTS = 6
RAIL_GROUP = 8
UTIL_GROUP = 9
MOST_DEBTS = 8
MOST_ACTIONS = 256  # legal ones of one player in one position
MOST_KINDS = 64  # of actions; their numbers are below this
HOTEL = 5
