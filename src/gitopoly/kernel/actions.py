"""Actions as whole numbers: who does what, with which square, number or offer.

The names are those of the specification's `Next`; the kinds after END_TURN have no action
of Monopoly.tla behind them. An action fits into 63 bits:

    bits  0..6   kind          bits  7..9   player
    bits 10..17  square        bits 18..49  number (a bid, a count of houses)
or, for an offer,
    bits 10..12  addressee     bits 13..40  deeds that change hands, by deed index
    bits 41..42  jail cards    bits 43..62  cash, shifted so that it is not negative
"""

END_PRE_ROLL = 0
PLAY_GOOJF_CH = 1
PLAY_GOOJF_CC = 2
PAY_JAIL_FINE = 3
ROLL_AND_MOVE = 4
ROLL_IN_JAIL = 5
DO_NOTHING_ON_OWN_PROPERTY = 6
DO_NOTHING_ON_JAIL_SQUARE = 7
DO_NOTHING_ON_GO = 8
DO_NOTHING_ON_FREE_PARKING = 9
DO_NOTHING_ON_MORTGAGED_PROPERTY = 10
PAY_STREET_RENT = 11
PREVENT_BANKRUPTCY_ON_STREET_RENT = 12
PAY_RAIL_RENT = 13
PREVENT_BANKRUPTCY_ON_RAIL_RENT = 14
TRY_PAY_UTIL_RENT = 15
PAY_TAX = 16
PREVENT_BANKRUPTCY_ON_TAX = 17
BUY_PROPERTY = 18
AUCTION_PROPERTY = 19
LAND_ON_GO_TO_JAIL = 20
DRAW_AND_EXECUTE_CHANCE_CARD = 21
DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD = 22
DOUBLES_CHECK_ACTION = 23
PAY_OFF_DEBT = 24
GO_BANKRUPT = 25
CONCLUDE_FREE_4_ALL_ACTIONS = 26
END_TURN = 27

# Management. Each window has the five in this order; a debtor has only the last three.
PRE_ROLL_UNMORTGAGE = 28
PRE_ROLL_UPGRADE = 29
PRE_ROLL_MORTGAGE = 30
PRE_ROLL_DOWNGRADE = 31
PRE_ROLL_SELL_GROUP = 32
POST_ROLL_UNMORTGAGE = 33
POST_ROLL_UPGRADE = 34
POST_ROLL_MORTGAGE = 35
POST_ROLL_DOWNGRADE = 36
POST_ROLL_SELL_GROUP = 37
F4A_UNMORTGAGE = 38
F4A_UPGRADE = 39
F4A_MORTGAGE = 40
F4A_DOWNGRADE = 41
F4A_SELL_GROUP = 42
BANKRUPTCY_PREVENTION_MORTGAGE = 43
BANKRUPTCY_PREVENTION_DOWNGRADE = 44
BANKRUPTCY_PREVENTION_SELL_GROUP = 45

# The played auction (Auction2).
BID = 46
STAND = 47
PASS = 48
NEXT_ROUND = 49
CHOOSE_WINNER = 50
CLOSE_AUCTION = 51

# Trading (Trade2).
OFFER_TRADE = 52
ACCEPT_TRADE = 53
DECLINE_TRADE = 54
WITHDRAW_TRADE = 55

# What only the classic game knows.
THROW_FOR_START = 56
PAY_TENTH_OF_WORTH = 57
LEAVE_JAIL_ACTION = 58
PLACE_BUILDING = 59

NAMES = (
    "EndPreRoll",
    "PlayGoojfCh",
    "PlayGoojfCc",
    "PayJailFine",
    "RollAndMove",
    "RollInJail",
    "DoNothingOnOwnProperty",
    "DoNothingOnJailSquare",
    "DoNothingOnGo",
    "DoNothingOnFreeParking",
    "DoNothingOnMortgagedProperty",
    "PayStreetRent",
    "PreventBankruptcyOnStreetRent",
    "PayRailRent",
    "PreventBankruptcyOnRailRent",
    "TryPayUtilRent",
    "PayTax",
    "PreventBankruptcyOnTax",
    "BuyProperty",
    "AuctionProperty",
    "LandOnGoToJail",
    "DrawAndExecuteChanceCard",
    "DrawAndExecuteCommunityChestCard",
    "DoublesCheck",
    "PayOffDebt",
    "GoBankrupt",
    "ConcludeFree4AllActions",
    "EndTurn",
    "PreRollUnmortgage",
    "PreRollUpgrade",
    "PreRollMortgage",
    "PreRollDowngrade",
    "PreRollSellGroup",
    "PostRollUnmortgage",
    "PostRollUpgrade",
    "PostRollMortgage",
    "PostRollDowngrade",
    "PostRollSellGroup",
    "F4AUnmortgage",
    "F4AUpgrade",
    "F4AMortgage",
    "F4ADowngrade",
    "F4ASellGroup",
    "BankruptcyPreventionMortgage",
    "BankruptcyPreventionDowngrade",
    "BankruptcyPreventionSellGroup",
    "Bid",
    "Stand",
    "Pass",
    "NextRound",
    "ChooseWinner",
    "CloseAuction",
    "OfferTrade",
    "AcceptTrade",
    "DeclineTrade",
    "WithdrawTrade",
    "ThrowForStart",
    "PayTenthOfWorth",
    "LeaveJail",
    "PlaceBuilding",
)

PARAMETERS = {
    **dict.fromkeys(range(len(NAMES)), ""),
    **dict.fromkeys(range(PRE_ROLL_UNMORTGAGE, BANKRUPTCY_PREVENTION_SELL_GROUP + 1), "square"),
    PRE_ROLL_SELL_GROUP: "square, number",
    POST_ROLL_SELL_GROUP: "square, number",
    F4A_SELL_GROUP: "square, number",
    BANKRUPTCY_PREVENTION_SELL_GROUP: "square, number",
    AUCTION_PROPERTY: "square, number",
    BID: "number",
    OFFER_TRADE: "offer",
    PLACE_BUILDING: "square",
}
"""What each kind carries besides the player."""

# The five operations of a window, as offsets from its first kind.
UNMORTGAGE = 0
UPGRADE = 1
MORTGAGE = 2
DOWNGRADE = 3
SELL_GROUP = 4

CASH_SHIFT = 1 << 19
LARGEST_OFFER = CASH_SHIFT - 1
LARGEST_NUMBER = (1 << 32) - 1
LARGEST_ACTION = (1 << 63) - 1


def action(kind: int, player: int, square: int = 0, number: int = 0) -> int:
    """The code of an action that is not an offer."""
    return kind | player << 7 | square << 10 | number << 18


def offer(player: int, addressee: int, deeds: int, cards: int, cash: int) -> int:
    """The code of an offer: what changes hands, and the cash that the proposer adds."""
    return (
        OFFER_TRADE
        | player << 7
        | addressee << 10
        | deeds << 13
        | cards << 41
        | (cash + CASH_SHIFT) << 43
    )


def kind_of(code: int) -> int:
    """What is done."""
    return code & 127


def player_of(code: int) -> int:
    """Who does it."""
    return code >> 7 & 7


def square_of(code: int) -> int:
    """The square (for a group sale: the group; for an abstract auction: the winner plus 1)."""
    return code >> 10 & 255


def number_of(code: int) -> int:
    """The bid, or the houses that remain after a group sale."""
    return code >> 18 & 0xFFFFFFFF


def addressee_of(code: int) -> int:
    """Whom an offer is made to."""
    return code >> 10 & 7


def deeds_of(code: int) -> int:
    """The set of deeds that an offer moves."""
    return code >> 13 & 0xFFFFFFF


def cards_of(code: int) -> int:
    """The set of jail cards that an offer moves."""
    return code >> 41 & 3


def cash_of(code: int) -> int:
    """What the proposer of an offer adds; negative: wants."""
    return (code >> 43) - CASH_SHIFT
