"""The actions by number: constants, and what is known of each.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.catalogue import ActionKind
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CARD_CHOICE,
    CHANCE_CARD,
    CHEST_CARD,
    DEALING,
    DEED_CARD,
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
DEAL_DEED = 60
PAY_CARD_FINE = 61

# The operations on property, as offsets from the first of their window.
UNMORTGAGE = 0
UPGRADE = 1
MORTGAGE = 2
DOWNGRADE = 3
SELL_GROUP = 4

KINDS = (
    ActionKind("EndPreRoll", "EndPreRoll", (PRE_ROLL,), "floor", ("end pre-roll",), "", (), True),
    ActionKind(
        "PlayGoojfCh",
        "PlayGoojfCh",
        (PRE_ROLL,),
        "floor",
        ("play chance jail card",),
        "",
        (),
        False,
    ),
    ActionKind(
        "PlayGoojfCc",
        "PlayGoojfCc",
        (PRE_ROLL,),
        "floor",
        ("play community chest jail card",),
        "",
        (),
        False,
    ),
    ActionKind(
        "PayJailFine", "PayJailFine", (PRE_ROLL,), "floor", ("pay jail fine",), "", (), False
    ),
    ActionKind("RollAndMove", "RollAndMove", (ROLL,), "floor", ("roll",), "", (DICE,), False),
    ActionKind("RollInJail", "RollInJail", (ROLL,), "floor", ("roll",), "", (DICE,), False),
    ActionKind(
        "DoNothingOnOwnProperty",
        "DoNothingOnOwnProperty",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    ActionKind(
        "DoNothingOnJailSquare",
        "DoNothingOnJailSquare",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    ActionKind("DoNothingOnGo", "DoNothingOnGo", (POST_ROLL,), "floor", ("go on",), "", (), False),
    ActionKind(
        "DoNothingOnFreeParking",
        "DoNothingOnFreeParking",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    ActionKind(
        "DoNothingOnMortgagedProperty",
        "DoNothingOnMortgagedProperty",
        (POST_ROLL,),
        "floor",
        ("go on",),
        "",
        (),
        False,
    ),
    ActionKind(
        "PayStreetRent", "PayStreetRent", (POST_ROLL,), "floor", ("pay rent",), "", (), False
    ),
    ActionKind(
        "PreventBankruptcyOnStreetRent",
        "PreventBankruptcyOnStreetRent",
        (POST_ROLL,),
        "floor",
        ("owe rent",),
        "",
        (),
        False,
    ),
    ActionKind("PayRailRent", "PayRailRent", (POST_ROLL,), "floor", ("pay rent",), "", (), False),
    ActionKind(
        "PreventBankruptcyOnRailRent",
        "PreventBankruptcyOnRailRent",
        (POST_ROLL,),
        "floor",
        ("owe rent",),
        "",
        (),
        False,
    ),
    ActionKind(
        "TryPayUtilRent", "TryPayUtilRent", (POST_ROLL,), "floor", ("pay rent",), "", (DICE,), False
    ),
    ActionKind("PayTax", "PayTax", (POST_ROLL,), "floor", ("pay tax",), "", (), False),
    ActionKind(
        "PreventBankruptcyOnTax",
        "PreventBankruptcyOnTax",
        (POST_ROLL,),
        "floor",
        ("owe tax",),
        "",
        (),
        False,
    ),
    ActionKind("BuyProperty", "BuyProperty", (POST_ROLL,), "floor", ("buy",), "", (), False),
    ActionKind(
        "AuctionProperty",
        "AuctionProperty",
        (POST_ROLL,),
        "floor",
        ("auction", "auction to {winner} for {amount}"),
        "square, number",
        (),
        False,
    ),
    ActionKind(
        "LandOnGoToJail", "LandOnGoToJail", (POST_ROLL,), "floor", ("go to jail",), "", (), False
    ),
    ActionKind(
        "DrawAndExecuteChanceCard",
        "DrawAndExecuteChanceCard",
        (
            POST_ROLL,
            CARD_CHOICE,
        ),
        "floor",
        ("draw chance card",),
        "",
        (CHANCE_CARD,),
        False,
    ),
    ActionKind(
        "DrawAndExecuteCommunityChestCard",
        "DrawAndExecuteCommunityChestCard",
        (POST_ROLL,),
        "floor",
        ("draw community chest card",),
        "",
        (CHEST_CARD,),
        False,
    ),
    ActionKind(
        "DoublesCheck", "DoublesCheck", (DOUBLES_CHECK,), "floor", ("check doubles",), "", (), True
    ),
    ActionKind(
        "PayOffDebt", "PayOffDebt", (BANKRUPTCY_PREVENTION,), "floor", ("pay debt",), "", (), False
    ),
    ActionKind(
        "GoBankrupt",
        "GoBankrupt",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("go bankrupt",),
        "",
        (),
        False,
    ),
    ActionKind(
        "ConcludeFree4AllActions",
        "ConcludeFree4AllActions",
        (FREE_4_ALL,),
        "floor",
        ("conclude",),
        "",
        (),
        True,
    ),
    ActionKind("EndTurn", "EndTurn", (FREE_4_ALL,), "floor", ("end turn",), "", (), True),
    ActionKind(
        "PreRollUnmortgage",
        "Unmortgage",
        (PRE_ROLL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PreRollUpgrade", "Upgrade", (PRE_ROLL,), "floor", ("build {square}",), "square", (), False
    ),
    ActionKind(
        "PreRollMortgage",
        "Mortgage",
        (PRE_ROLL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PreRollDowngrade",
        "Downgrade",
        (PRE_ROLL,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PreRollSellGroup",
        "SellGroup",
        (PRE_ROLL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    ActionKind(
        "PostRollUnmortgage",
        "Unmortgage",
        (POST_ROLL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PostRollUpgrade",
        "Upgrade",
        (POST_ROLL,),
        "floor",
        ("build {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PostRollMortgage",
        "Mortgage",
        (POST_ROLL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PostRollDowngrade",
        "Downgrade",
        (POST_ROLL,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "PostRollSellGroup",
        "SellGroup",
        (POST_ROLL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    ActionKind(
        "F4AUnmortgage",
        "Unmortgage",
        (FREE_4_ALL,),
        "floor",
        ("unmortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "F4AUpgrade", "Upgrade", (FREE_4_ALL,), "floor", ("build {square}",), "square", (), False
    ),
    ActionKind(
        "F4AMortgage",
        "Mortgage",
        (FREE_4_ALL,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "F4ADowngrade", "Downgrade", (FREE_4_ALL,), "floor", ("sell {square}",), "square", (), False
    ),
    ActionKind(
        "F4ASellGroup",
        "SellGroup",
        (FREE_4_ALL,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    ActionKind(
        "BankruptcyPreventionMortgage",
        "Mortgage",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("mortgage {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "BankruptcyPreventionDowngrade",
        "Downgrade",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("sell {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "BankruptcyPreventionSellGroup",
        "SellGroup",
        (BANKRUPTCY_PREVENTION,),
        "floor",
        ("sell group {group} down to {count}",),
        "square, number",
        (),
        False,
    ),
    ActionKind("Bid", "Bid", (AUCTION,), "anybody", ("bid {amount}",), "number", (), False),
    ActionKind("Stand", "Stand", (AUCTION,), "anybody", ("stand",), "", (), False),
    ActionKind("Pass", "Pass", (AUCTION,), "anybody", ("pass",), "", (), False),
    ActionKind("NextRound", "NextRound", (AUCTION,), "anybody", ("next round",), "", (), True),
    ActionKind(
        "ChooseWinner", "ChooseWinner", (AUCTION,), "anybody", ("choose winner",), "", (), True
    ),
    ActionKind(
        "CloseAuction", "CloseAuction", (AUCTION,), "anybody", ("close auction",), "", (), False
    ),
    ActionKind(
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
    ActionKind("AcceptTrade", "AcceptTrade", (TRADE,), "anybody", ("accept",), "", (), False),
    ActionKind("DeclineTrade", "DeclineTrade", (TRADE,), "anybody", ("decline",), "", (), False),
    ActionKind("WithdrawTrade", "WithdrawTrade", (TRADE,), "anybody", ("withdraw",), "", (), False),
    ActionKind(
        "ThrowForStart",
        "ThrowForStart",
        (OPENING,),
        "floor",
        ("roll for start",),
        "",
        (DICE,),
        False,
    ),
    ActionKind(
        "PayTenthOfWorth",
        "PayTenthOfWorth",
        (POST_ROLL,),
        "floor",
        ("pay tenth of worth",),
        "",
        (),
        False,
    ),
    ActionKind("LeaveJail", "LeaveJail", (LEAVE_JAIL,), "floor", ("leave jail",), "", (), False),
    ActionKind(
        "PlaceBuilding",
        "PlaceBuilding",
        (PLACING,),
        "floor",
        ("place building on {square}",),
        "square",
        (),
        False,
    ),
    ActionKind(
        "DealDeed", "DealDeed", (DEALING,), "floor", ("deal deed",), "", (DEED_CARD,), False
    ),
    ActionKind("PayCardFine", "PayCardFine", (CARD_CHOICE,), "floor", ("pay fine",), "", (), False),
)
"""Every action, by its number."""
