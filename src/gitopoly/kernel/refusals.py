"""Why an action is refused: a number for compiled code, a rule and a sentence for people."""

LEGAL = 0

_TABLE: list[tuple[str, str]] = [("", "")]


def _because(rule: str, reason: str) -> int:
    _TABLE.append((rule, reason))
    return len(_TABLE) - 1


def rule_of(refusal: int) -> str:
    """The number of the rule that refuses."""
    return _TABLE[refusal][0]


def reason_of(refusal: int) -> str:
    """The reason, as a clause that completes "… is refused: "."""
    return _TABLE[refusal][1]


def count() -> int:
    """How many entries there are, LEGAL included."""
    return len(_TABLE)


GAME_OVER = _because("END-1", "the game is over")
NO_SUCH_ACTION = _because("TIME-1", "there is no such action")
NO_SUCH_PLAYER = _because("GAME-1", "there is no such player")
OUT_OF_THE_GAME = _because("BANKRUPT-5", "the player is out of the game")
NOT_THE_FLOOR = _because("TIME-1", "another player has the floor")
WRONG_PHASE = _because("TIME-1", "this is not possible in the present phase")
NO_WINDOW = _because("TIME-1", "no window for managing property is open")
NOT_ON_THE_ORDER = _because("TIME-3", "the free-4-all is over for everybody, the turn has to end")
ORDER_NOT_DONE = _because("TIME-3", "somebody in the free-4-all has not concluded yet")

NOT_IN_JAIL = _because("JAIL-6", "the player is not in jail")
IN_JAIL = _because("JAIL-4", "the player is in jail and throws to get out")
NO_JAIL_CARD = _because("JAIL-2", "the player does not hold that card")
FINE_TOO_LATE = _because("JAIL-1", "on the third turn in jail the dice decide")
FINE_TOO_DEAR = _because("JAIL-1", "the player cannot pay the fine")

NOT_THAT_SQUARE = _because("TIME-4", "the player's token does not stand on such a square")
NOT_OWN = _because("RENT-8", "the square is not the player's own")
OWNED = _because("BUY-1", "the deed has an owner")
NOT_OWNED = _because("RENT-8", "nobody else owns the deed")
RENT_MORTGAGED = _because("RENT-3", "the deed is mortgaged, so nothing is due")
NOT_MORTGAGED = _because("RENT-3", "the deed is not mortgaged, so rent is due")
CASH_SUFFICES = _because("DEBT-1", "the cash suffices, so the debt is paid")
CASH_SHORT = _because("DEBT-1", "the cash does not suffice")
DEBT_STANDS = _because("DEBT-5", "an earlier debt still stands")
PRICE_TOO_HIGH = _because("BUY-2", "the player does not have the price")
NOT_FOR_SALE = _because("BUY-2", "the deed has an owner")
NO_TAX_CHOICE = _because("TAX-1", "this tax is a fixed amount")
NO_SUCH_BID = _because("AUCTION-8", "the winner and bid are none that this auction allows")

DEED_NOT_OWNED = _because("MORT-1", "the player does not own that deed")
NOT_A_STREET = _because("BUILD-1", "buildings stand on streets only")
STREET_NOT_OWNED = _because("BUILD-1", "the player does not own that street")
BUILDING_NOT_OWNED = _because("SELL-2", "the player does not own that street")
GROUP_NOT_OWNED = _because("SELL-3", "the player does not own that group")
MORTGAGE_NOT_OWNED = _because("MORT-6", "only the owner lifts a mortgage")
ALREADY_MORTGAGED = _because("MORT-1", "it is mortgaged already")
GROUP_HAS_BUILDINGS = _because("MORT-1", "buildings stand on its group")
NO_MORTGAGE_TO_LIFT = _because("MORT-2", "it is not mortgaged")
LIFTING_TOO_DEAR = _because("MORT-2", "the player cannot pay the mortgage and its interest")
GROUP_INCOMPLETE = _because("BUILD-1", "the player does not own the whole group")
STREET_MORTGAGED = _because("BUILD-1", "the street is mortgaged")
GROUP_MORTGAGED = _because("BUILD-1", "a street of the group is mortgaged")
FULLY_BUILT = _because("BUILD-6", "a hotel stands there already")
HOTEL_NEEDS_HOUSES = _because("BUILD-2", "every street of the group needs four houses first")
UNEVEN_BUILDING = _because("BUILD-1", "another street of the group has to be built up first")
BUILDING_TOO_DEAR = _because("BUILD-4", "the player cannot pay for the building")
SHORTAGE = _because("SHORT-4", "shortage: the bank has no such building left")
NOTHING_TO_SELL = _because("SELL-2", "no building stands there")
UNEVEN_SELLING = _because("SELL-2", "another street of the group has to be sold down first")
HOUSES_LACK = _because("SELL-2", "the bank lacks the four houses that replace a hotel")
GROUP_SALE_NOT_NEEDED = _because(
    "SELL-3", "the bank has houses for all hotels of the group, so they are sold one by one"
)
NO_SUCH_HOUSES = _because("SELL-3", "the bank has not enough houses for that")
NOT_PLACEABLE = _because("SHORT-3", "the building cannot stand there")

ALREADY_DECIDED = _because("AUCTION-4", "the player has chosen the winner already")
NOT_A_BIDDER = _because("SHORT-2", "the player could not place the building")
HAS_PASSED = _because("AUCTION-4", "a pass is final")
HAS_BID = _because("AUCTION-4", "the player has acted in this round")
NOT_READY = _because("AUCTION-4", "somebody has not reached this round yet")
NOBODY_LEFT = _because("AUCTION-4", "nobody is left to bid against")
BID_TOO_LOW = _because("AUCTION-4", "a bid must exceed every bid of the previous round")
BID_BELOW_ONE = _because("AUCTION-2", "the lowest bid is $1")
BID_TOO_HIGH = _because("AUCTION-3", "a bid is at most one's cash")
NOT_THE_LEADER = _because("AUCTION-4", "only the sole leader may stand")
LEADER_IS_BOUND = _because("AUCTION-5", "the leading bid binds")
ROUND_OPEN = _because("AUCTION-4", "somebody has not acted in this round yet")
NOT_DECIDED = _because("AUCTION-4", "the auction is not decided yet")
NOT_ALL_CHOSEN = _because("AUCTION-4", "somebody has not chosen the winner yet")

NO_TRADING = _because("TRADE-1", "this edition has no trading")
NO_TRADE_WINDOW = _because("TRADE-1", "only the holder of a window or a debtor offers")
TOO_MANY_OFFERS = _because("TRADE-5", "all offers of this window are used up")
NOT_TO_HIM = _because("TRADE-1", "an offer goes to one other live player")
NOTHING_MOVES = _because("TRADE-2", "at least one deed or jail card must move")
NOT_TRADABLE = _because("TRADE-2", "a deed or card in it belongs to neither")
GROUP_NOT_BARE = _because("TRADE-3", "buildings stand on the group of a deed in it")
ENDS_BELOW_ZERO = _because("TRADE-6", "somebody could not pay the cash and the interest")
OFFER_TOO_LARGE = _because("TRADE-2", "one offer moves at most $524,287 in cash")
DEBTOR_WAITS = _because("DEBT-3", "a debtor trades when their own debt comes up")
STILL_INSOLVENT = _because("DEBT-3", "after it the debtor could still not pay what is owed")
NOT_ADDRESSED = _because("TRADE-4", "the offer is made to somebody else")
NOT_PROPOSED = _because("TRADE-4", "the offer is somebody else's")

ONLY_TO_RAISE = _because("DEBT-2", "a debtor mortgages, sells or trades, and nothing else")
RAISE_ONLY = _because("DEBT-2", "the cash suffices, so the debt is paid and nothing else done")
NOT_RUINED = _because("DEBT-4", "the player can still raise what is owed")
