"""The actions by number: constants, and what is known of each.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.catalogue import Kind
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CHANCE_CARD,
    CHEST_CARD,
    DICE,
    DOUBLES_CHECK,
    FREE_4_ALL,
    LEAVE_JAIL,
    OPENING,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    ROLL,
    TRADE,
)

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
BID = 46
STAND = 47
PASS = 48
NEXT_ROUND = 49
CHOOSE_WINNER = 50
CLOSE_AUCTION = 51
OFFER_TRADE = 52
ACCEPT_TRADE = 53
DECLINE_TRADE = 54
WITHDRAW_TRADE = 55
THROW_FOR_START = 56
PAY_TENTH_OF_WORTH = 57
LEAVE_JAIL_ACTION = 58
PLACE_BUILDING = 59

# The operations on property, as offsets from the first of their window.
UNMORTGAGE = 0
UPGRADE = 1
MORTGAGE = 2
DOWNGRADE = 3
SELL_GROUP = 4

KINDS = (
    Kind("EndPreRoll", "EndPreRoll", (PRE_ROLL,), "floor", ("end pre-roll",), "", (), True),
    Kind(
        "PlayGoojfCh",
        "PlayGoojfCh",
        (PRE_ROLL,),
        "floor",
        ("play chance jail card",),
        "",
        (),
        False,
    ),
    Kind(
        "PlayGoojfCc",
        "PlayGoojfCc",
        (PRE_ROLL,),
        "floor",
        ("play community chest jail card",),
        "",
        (),
        False,
    ),
    Kind("PayJailFine", "PayJailFine", (PRE_ROLL,), "floor", ("pay jail fine",), "", (), False),
    Kind("RollAndMove", "RollAndMove", (ROLL,), "floor", ("roll",), "", (DICE,), False),
    Kind("RollInJail", "RollInJail", (ROLL,), "floor", ("roll",), "", (DICE,), False),
    Kind(
        "DoNothingOnOwnProperty",
        "DoNothingOnOwnProperty",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    Kind(
        "DoNothingOnJailSquare",
        "DoNothingOnJailSquare",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    Kind("DoNothingOnGo", "DoNothingOnGo", (POST_ROLL,), "floor", ("go on",), "", (), False),
    Kind(
        "DoNothingOnFreeParking",
        "DoNothingOnFreeParking",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    Kind(
        "DoNothingOnMortgagedProperty",
        "DoNothingOnMortgagedProperty",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    Kind("PayStreetRent", "PayStreetRent", (POST_ROLL,), "floor", ("pay rent",), "", (), False),
    Kind(
        "PreventBankruptcyOnStreetRent",
        "PreventBankruptcyOnStreetRent",
        (POST_ROLL,),
        "floor",
        ("owe rent",),
        "",
        (),
        False,
    ),
    Kind("PayRailRent", "PayRailRent", (POST_ROLL,), "floor", ("pay rent",), "", (), False),
    Kind(
        "PreventBankruptcyOnRailRent",
        "PreventBankruptcyOnRailRent",
        (POST_ROLL,),
        "floor",
        ("owe rent",),
        "",
        (),
        False,
    ),
    Kind(
        "TryPayUtilRent", "TryPayUtilRent", (POST_ROLL,), "floor", ("pay rent",), "", (DICE,), False
    ),
    Kind("PayTax", "PayTax", (POST_ROLL,), "floor", ("pay tax",), "", (), False),
    Kind(
        "PreventBankruptcyOnTax",
        "PreventBankruptcyOnTax",
        (POST_ROLL,),
        "floor",
        ("owe tax",),
        "",
        (),
        False,
    ),
    Kind("BuyProperty", "BuyProperty", (POST_ROLL,), "floor", ("buy",), "", (), False),
    Kind(
        "AuctionProperty",
        "AuctionProperty",
        (POST_ROLL,),
        "floor",
        ("auction", "auction to {winner} for {amount}"),
        "square, number",
        (),
        False,
    ),
    Kind("LandOnGoToJail", "LandOnGoToJail", (POST_ROLL,), "floor", ("go to jail",), "", (), False),
    Kind(
        "DrawAndExecuteChanceCard",
        "DrawAndExecuteChanceCard",
        (POST_ROLL,),
        "floor",
        ("draw chance card",),
        "",
        (CHANCE_CARD,),
        False,
    ),
    Kind(
        "DrawAndExecuteCommunityChestCard",
        "DrawAndExecuteCommunityChestCard",
        (POST_ROLL,),
        "floor",
        ("draw community chest card",),
        "",
        (CHEST_CARD,),
        False,
    ),
    Kind(
        "DoublesCheck", "DoublesCheck", (DOUBLES_CHECK,), "floor", ("check doubles",), "", (), True
    ),
    Kind(
        "PayOffDebt", "PayOffDebt", (BANKRUPTCY_PREVENTION,), "floor", ("pay debt",), "", (), False
    ),
    Kind(
        "GoBankrupt",
        "GoBankrupt",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("go bankrupt",),
        "",
        (),
        False,
    ),
    Kind(
        "ConcludeFree4AllActions",
        "ConcludeFree4AllActions",
        (FREE_4_ALL,),
        "floor",
        ("conclude",),
        "",
        (),
        True,
    ),
    Kind("EndTurn", "EndTurn", (FREE_4_ALL,), "floor", ("end turn",), "", (), True),
    Kind(
        "PreRollUnmortgage",
        "Unmortgage",
        (PRE_ROLL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PreRollUpgrade", "Upgrade", (PRE_ROLL,), "floor", ("build {square}",), "square", (), False
    ),
    Kind(
        "PreRollMortgage",
        "Mortgage",
        (PRE_ROLL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PreRollDowngrade",
        "Downgrade",
        (PRE_ROLL,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PreRollSellGroup",
        "SellGroup",
        (PRE_ROLL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    Kind(
        "PostRollUnmortgage",
        "Unmortgage",
        (POST_ROLL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PostRollUpgrade",
        "Upgrade",
        (POST_ROLL,),
        "floor",
        ("build {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PostRollMortgage",
        "Mortgage",
        (POST_ROLL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PostRollDowngrade",
        "Downgrade",
        (POST_ROLL,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "PostRollSellGroup",
        "SellGroup",
        (POST_ROLL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    Kind(
        "F4AUnmortgage",
        "Unmortgage",
        (FREE_4_ALL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind("F4AUpgrade", "Upgrade", (FREE_4_ALL,), "floor", ("build {square}",), "square", (), False),
    Kind(
        "F4AMortgage",
        "Mortgage",
        (FREE_4_ALL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "F4ADowngrade", "Downgrade", (FREE_4_ALL,), "floor", ("sell {square}",), "square", (), False
    ),
    Kind(
        "F4ASellGroup",
        "SellGroup",
        (FREE_4_ALL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    Kind(
        "BankruptcyPreventionMortgage",
        "Mortgage",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "BankruptcyPreventionDowngrade",
        "Downgrade",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    Kind(
        "BankruptcyPreventionSellGroup",
        "SellGroup",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    Kind("Bid", "Bid", (AUCTION,), "anybody", ("bid {amount}",), "number", (), False),
    Kind("Stand", "Stand", (AUCTION,), "anybody", ("stand",), "", (), False),
    Kind("Pass", "Pass", (AUCTION,), "anybody", ("pass",), "", (), False),
    Kind("NextRound", "NextRound", (AUCTION,), "anybody", ("next round",), "", (), True),
    Kind("ChooseWinner", "ChooseWinner", (AUCTION,), "anybody", ("choose winner",), "", (), True),
    Kind("CloseAuction", "CloseAuction", (AUCTION,), "anybody", ("close auction",), "", (), False),
    Kind(
        "OfferTrade",
        "OfferTrade",
        (
            PRE_ROLL,
            POST_ROLL,
            FREE_4_ALL,
            BANKRUPTCY_PREVENTION,
        ),
        "floor",
        ("offer {offer}",),
        "offer",
        (),
        False,
    ),
    Kind("AcceptTrade", "AcceptTrade", (TRADE,), "anybody", ("accept",), "", (), False),
    Kind("DeclineTrade", "DeclineTrade", (TRADE,), "anybody", ("decline",), "", (), False),
    Kind("WithdrawTrade", "WithdrawTrade", (TRADE,), "anybody", ("withdraw",), "", (), False),
    Kind(
        "ThrowForStart",
        "ThrowForStart",
        (OPENING,),
        "floor",
        ("roll for start",),
        "",
        (DICE,),
        False,
    ),
    Kind(
        "PayTenthOfWorth",
        "PayTenthOfWorth",
        (POST_ROLL,),
        "floor",
        ("pay tenth of worth",),
        "",
        (),
        False,
    ),
    Kind("LeaveJail", "LeaveJail", (LEAVE_JAIL,), "floor", ("leave jail",), "", (), False),
    Kind(
        "PlaceBuilding",
        "PlaceBuilding",
        (PLACING,),
        "floor",
        ("place building on {square}",),
        "square",
        (),
        False,
    ),
)
"""Every action, by its number."""
