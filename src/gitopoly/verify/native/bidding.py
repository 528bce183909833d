"""Auction2 for steps of a game: whether what a bidder did is one of its five actions.

Written from the module, not from the rules of `gitopoly.kernel.auction`, which it checks.
"""

from gitopoly.kernel.codes import ABSENT, AUCTION, NO_BID, NOBODY, NONE, UNKNOWN
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def takes_part(s: State, player: int) -> bool:
    """Whether a seat is one of the participants."""
    return s.winner[player] != ABSENT


def bidder_changed(s: State, after: State, player: int) -> bool:
    """Whether a step changed what a bidder has said."""
    return (
        s.bid[player] != after.bid[player]
        or s.last_bid[player] != after.last_bid[player]
        or s.round[player] != after.round[player]
        or s.passed[player] != after.passed[player]
        or s.winner[player] != after.winner[player]
    )


def precedes(s: State, rules: Rules, one: int, other: int) -> bool:
    """Precedence: the order of seats after the initiator, where ties have a leader."""
    seats = rules.num_players
    first = s.auction_initiator + 1
    return rules.ties_have_a_leader == 1 and (one - first) % seats < (other - first) % seats


def beats_in_auction2(s: State, rules: Rules, one: int, other: int) -> bool:
    """Beats(p, q)."""
    if s.last_bid[one] == s.last_bid[other]:
        return s.last_bid[one] > 0 and precedes(s, rules, one, other)
    return s.last_bid[one] > s.last_bid[other]


def leads_in_auction2(s: State, rules: Rules, player: int) -> bool:
    """Leads(p)."""
    for other in range(rules.num_players):
        rival = other != player and takes_part(s, other)
        if rival and not beats_in_auction2(s, rules, player, other):
            return False
    return True


def is_due(s: State, rules: Rules, player: int) -> bool:
    """Due(p): undecided, still in, not yet heard in this round, level with the others."""
    if s.winner[player] != UNKNOWN or s.passed[player] or s.bid[player] != NO_BID:
        return False
    company = False
    for other in range(rules.num_players):
        if other == player or not takes_part(s, other):
            continue
        if s.round[other] == s.round[player]:
            company = True
        elif not s.passed[other]:
            return False
    return company


def is_a2_bid(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2Bid or A2Stand, as far as the bid is concerned."""
    amount = after.bid[player]
    if amount == s.last_bid[player] and leads_in_auction2(s, rules, player):
        return True
    if amount > s.money[player]:
        return False
    for other in range(rules.num_players):
        if takes_part(s, other) and s.last_bid[other] >= amount:
            return False
    return True


def is_a2_next_round(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2NextRound: everyone still in has bid in this round, or is past it."""
    if s.winner[player] != UNKNOWN or s.bid[player] == NO_BID:
        return False
    for other in range(rules.num_players):
        if takes_part(s, other) and not s.passed[other]:
            waits = s.round[other] == s.round[player] and s.bid[other] == NO_BID
            if waits or s.round[other] < s.round[player]:
                return False
    return (
        after.last_bid[player] == s.bid[player]
        and after.bid[player] == NO_BID
        and after.round[player] == s.round[player] + 1
    )


def is_a2_choice(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2ChooseWinner: all have passed, or all but one who is ahead with the best bid."""
    best = after.winner[player]
    if s.winner[player] != UNKNOWN or (best < 0 and best != NONE) or best >= rules.num_players:
        return False
    for other in range(rules.num_players):
        if not takes_part(s, other) or other == best:
            continue
        if not s.passed[other]:
            return False
        if best != NONE:
            ahead = s.round[other] < s.round[best]
            if not ahead or not beats_in_auction2(s, rules, best, other):
                return False
    return best == NONE or not s.passed[best]


def bidding_is_auction2(s: State, after: State, rules: Rules) -> bool:
    """BiddingIsAuction2: a step within an auction is A2Next for exactly one bidder."""
    if s.phase != AUCTION or after.phase != AUCTION or s.estate != after.estate:
        return True
    player = NOBODY
    for seat in range(rules.num_players):
        if takes_part(s, seat) and s.money[seat] != after.money[seat]:
            return False
        if takes_part(s, seat) and bidder_changed(s, after, seat):
            if player != NOBODY:
                return False
            player = seat
    if player == NOBODY:
        return False
    if s.winner[player] != after.winner[player]:
        return is_a2_choice(s, after, rules, player)
    if s.round[player] != after.round[player]:
        return is_a2_next_round(s, after, rules, player)
    if not is_due(s, rules, player) or s.last_bid[player] != after.last_bid[player]:
        return False
    if s.passed[player] != after.passed[player]:
        bound = rules.ties_have_a_leader == 1 and leads_in_auction2(s, rules, player)
        left = after.passed[player] == 1 and s.bid[player] == after.bid[player]
        return left and not bound
    return is_a2_bid(s, after, rules, player)
