"""The played auction: Auction2 on shared state, for deeds, estates and scarce buildings.

Every participant acts once a round. A bid must beat the previous round; the leader may stand; a
pass is final. Who is left alone, one round ahead, has won.
"""

from gitopoly.rules.board import (
    build_to,
    change_owner,
    first_of,
    is_building_auction,
    lowest_price_to_place,
)
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.catalogue import ANYBODY, action, code_of, number_of
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION,
    AUCTIONS,
    ESTATE_AUCTION,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    NONE,
    PLACING,
    PRE_ROLL,
    UNKNOWN,
)
from gitopoly.rules.money import pay_bank
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
    ALREADY_DECIDED,
    BID_BELOW_ONE,
    BID_BELOW_PLACES,
    BID_TOO_HIGH,
    BID_TOO_LOW,
    HAS_BID,
    HAS_PASSED,
    LEADER_IS_BOUND,
    LEGAL,
    NOBODY_LEFT,
    NOT_A_BIDDER,
    NOT_ALL_CHOSEN,
    NOT_DECIDED,
    NOT_READY,
    NOT_THE_LEADER,
    ROUND_OPEN,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

BID, STAND, PASS, NEXT_ROUND, CHOOSE_WINNER, CLOSE_AUCTION = range(46, 52)


def open_auction(
    s: State, rules: Rules, kind: int, asset: int, initiator: int, next_phase: int
) -> None:
    """AUCTION-1: every live player takes part, the one who declined and the jailed included."""
    s.auction_kind = kind
    s.auction_asset = asset
    s.auction_initiator = initiator
    s.auction_next_phase = next_phase
    for player in range(rules.num_players):
        if s.is_bankrupt[player]:
            leave_auction(s, player)
        else:
            s.round[player] = 1
            s.winner[player] = UNKNOWN
    s.phase = AUCTION


def leave_auction(s: State, player: int) -> None:
    """A seat that takes no part in this auction."""
    s.round[player] = 0
    s.passed[player] = 1
    s.winner[player] = ABSENT


def start_estate_auction(s: State, rules: Rules, next_phase: int) -> None:
    """BANKRUPT-3: the lowest square of the estate comes first."""
    square = rules.deeds[first_of(s.estate)]
    s.estate &= s.estate - 1
    open_auction(s, rules, ESTATE_AUCTION, square, s.turn_player, next_phase)


def beats(s: State, rules: Rules, player: int, other: int) -> bool:
    """AUCTION-7: whether a bid of the previous round beats another one.

    Of equal bids, that of the first in seat order after the initiator does, or none.
    """
    if s.last_bid[player] != s.last_bid[other] or s.last_bid[player] == 0:
        return s.last_bid[player] > s.last_bid[other]
    is_first = seats_after_initiator(s, rules, player) < seats_after_initiator(s, rules, other)
    return is_first and rules.ties_have_a_leader != 0


def seats_after_initiator(s: State, rules: Rules, player: int) -> int:
    """How many seats come between the initiator of the auction, who is last, and a player."""
    return (player - s.auction_initiator - 1) % rules.num_players


def leads(s: State, rules: Rules, player: int) -> bool:
    """AUCTION-4, AUCTION-7: whether a player's bid of the previous round beats all others."""
    return all(
        beats(s, rules, player, other) for other in range(rules.num_players) if other != player
    )


def refusal_to_act(s: State, rules: Rules, player: int) -> int:
    """AUCTION-4: who may still bid, stand or pass in this round."""
    if s.winner[player] == ABSENT:
        return NOT_A_BIDDER
    if s.passed[player]:
        return HAS_PASSED
    if s.winner[player] != UNKNOWN:
        return ALREADY_DECIDED
    if s.bid[player] != NO_BID:
        return HAS_BID
    opponents = 0
    for other in range(rules.num_players):
        if s.round[other] == s.round[player]:
            if other != player:
                opponents += 1
        elif not s.passed[other]:
            return NOT_READY
    if opponents == 0:
        return NOBODY_LEFT
    return LEGAL


def highest_last_bid(s: State, rules: Rules) -> int:
    """The highest bid of the previous round, 0 if there is none."""
    return max(s.last_bid[player] for player in range(rules.num_players))


def lowest_bid(s: State, rules: Rules, player: int) -> int:
    """AUCTION-2, AUCTION-4: one dollar more than every bid of the previous round.

    SHORT-3: for a building, enough to place it on the player's cheapest street.
    """
    lowest = highest_last_bid(s, rules) + 1
    if rules.placing_by_price and is_building_auction(s):
        return max(lowest, lowest_price_to_place(s, rules, player))
    return lowest


def list_bids(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """AUCTION-2 to AUCTION-5: amounts up to one's cash as a range, and what else one may say."""
    if refusal_to_act(s, rules, player) != LEGAL:
        return
    lowest = lowest_bid(s, rules, player)
    if s.money[player] >= lowest:
        put(buffer, code_of(BID, player, 0, lowest), s.money[player])
    is_leading = leads(s, rules, player)
    if is_leading:
        put(buffer, code_of(STAND, player), 0)
    if not is_leading or not rules.leader_may_not_pass:
        put(buffer, code_of(PASS, player), 0)


@action(BID, "bid {amount}", at=AUCTION, by=ANYBODY, listed=list_bids)
def bid(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-2, AUCTION-3, AUCTION-4: bid more than anybody did in the previous round."""
    if refusal := refusal_to_act(s, rules, player):
        return refusal
    amount = number_of(code)
    if amount < 1:
        return BID_BELOW_ONE
    if amount > s.money[player]:
        return BID_TOO_HIGH
    if amount <= highest_last_bid(s, rules):
        return BID_TOO_LOW
    if amount < lowest_bid(s, rules, player):
        return BID_BELOW_PLACES

    if act:
        s.bid[player] = amount
    return LEGAL


@action(STAND, "stand", at=AUCTION, by=ANYBODY, listed=list_bids)
def stand(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-4: the leader repeats the bid."""
    if refusal := refusal_to_act(s, rules, player):
        return refusal
    if not leads(s, rules, player):
        return NOT_THE_LEADER

    if act:
        s.bid[player] = s.last_bid[player]
    return LEGAL


@action(PASS, "pass", at=AUCTION, by=ANYBODY, name="Pass", listed=list_bids, usual=True)
def pass_auction(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-4, AUCTION-5: withdraw for good; a leading bid may bind."""
    if refusal := refusal_to_act(s, rules, player):
        return refusal
    if rules.leader_may_not_pass and leads(s, rules, player):
        return LEADER_IS_BOUND

    if act:
        s.passed[player] = 1
    return LEGAL


@action(NEXT_ROUND, "next round", at=AUCTION, by=ANYBODY, is_quiet=True)
def next_round(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-4: everybody who is still in has acted; the bid becomes that of the last round."""
    if s.winner[player] != UNKNOWN:
        return ALREADY_DECIDED
    if s.bid[player] == NO_BID:
        return ROUND_OPEN
    for other in range(rules.num_players):
        if s.passed[other] or s.round[other] > s.round[player]:
            continue
        if s.round[other] < s.round[player] or s.bid[other] == NO_BID:
            return ROUND_OPEN

    if act:
        s.last_bid[player] = s.bid[player]
        s.bid[player] = NO_BID
        s.round[player] += 1
    return LEGAL


def decided_winner(s: State, rules: Rules) -> int:
    """AUCTION-6, AUCTION-7: the seat that is left alone in front, NONE, or UNKNOWN as yet."""
    last = NOBODY
    for player in range(rules.num_players):
        if not s.passed[player]:
            if last != NOBODY:
                return UNKNOWN
            last = player
    if last == NOBODY:
        return NONE
    for player in range(rules.num_players):
        is_ahead = s.round[last] > s.round[player] and beats(s, rules, last, player)
        if player != last and not is_ahead:
            return UNKNOWN
    return last


@action(CHOOSE_WINNER, "choose winner", at=AUCTION, by=ANYBODY, is_quiet=True)
def choose_winner(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-4: each participant states the outcome."""
    if s.winner[player] == ABSENT:
        return NOT_A_BIDDER
    if s.winner[player] != UNKNOWN:
        return ALREADY_DECIDED
    decided = decided_winner(s, rules)
    if decided == UNKNOWN:
        return NOT_DECIDED

    if act:
        s.winner[player] = decided
    return LEGAL


@action(
    CLOSE_AUCTION,
    "close auction",
    at=AUCTION,
    source=AUCTIONS,
    gives_deeds=True,
    is_exchange=True,
    told={
        "nobody": lambda before, after, code: before.winner[before.auction_initiator] < 0,
        "placing": lambda before, after, code: after.phase == PLACING,
    },
)
def close_auction(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    """AUCTION-6, AUCTION-9: once all have chosen, the winner pays the bid and gets the asset."""
    for seat in range(rules.num_players):
        if s.winner[seat] == UNKNOWN:
            return NOT_ALL_CHOSEN

    if act:
        buyer = s.winner[player]
        kind = s.auction_kind
        asset = s.auction_asset
        next_phase = s.auction_next_phase
        price = s.last_bid[buyer] if buyer >= 0 else 0
        clear_auction(s, rules)
        s.phase = next_phase
        if buyer >= 0:
            pay_bank(s, buyer, price)
            if kind != HOUSE_AUCTION and kind != HOTEL_AUCTION:
                change_owner(s, rules, asset, buyer)
            elif buyer == player:
                build_to(s, rules, asset, s.level[asset] + 1)
            else:
                let_place(s, rules, kind, buyer, price, next_phase)
        if s.estate != 0:
            start_estate_auction(s, rules, next_phase)
    return LEGAL


def let_place(s: State, rules: Rules, kind: int, buyer: int, price: int, next_phase: int) -> None:
    """SHORT-3: the orderer's building goes where it was ordered; another winner places it now.

    The price stays in the position until then, because it decides where the building may stand.
    """
    s.auction_kind = kind
    s.auction_initiator = buyer
    s.auction_next_phase = next_phase
    if rules.placing_by_price:
        s.last_bid[buyer] = price
    s.phase = PLACING


def can_act(s: State, rules: Rules, player: int) -> bool:
    """AUCTION-4: whether a seat has anything to do; who may bid can at least stand or pass."""
    return (
        refusal_to_act(s, rules, player) == LEGAL
        or next_round(s, rules, player, 0, 0, False) == LEGAL
        or choose_winner(s, rules, player, 0, 0, False) == LEGAL
        or (player == s.auction_initiator and close_auction(s, rules, player, 0, 0, False) == LEGAL)
    )


def clear_auction(s: State, rules: Rules) -> None:
    """No auction is going on."""
    s.auction_kind = NO_AUCTION
    s.auction_asset = NOBODY
    s.auction_initiator = NOBODY
    s.auction_next_phase = PRE_ROLL
    for player in range(rules.num_players):
        s.bid[player] = NO_BID
        s.last_bid[player] = 0
        s.round[player] = 0
        s.passed[player] = 0
        s.winner[player] = UNKNOWN
