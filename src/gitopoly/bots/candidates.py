"""The candidates of `strong`: of all legal actions, the few that could be best.

The judged move comes first, then the alternatives in the decisions that matter most:
exchanges, purchases and auctions. Everything else, such as building, is left to the heuristics.
Exchanges are of parts of groups, at a fair price; they are tried on `desk.trial`.
"""

from gitopoly.bots import STRONG
from gitopoly.bots.desk import MOST_CANDIDATES, MOST_OFFERS, Candidates, Desk
from gitopoly.bots.heuristics import (
    choose_by_score,
    highest_bid,
    is_alone,
    makes_offers_now,
    reserve_of,
)
from gitopoly.bots.trade_pricing import (
    NO_GROUP,
    deeds_in_group,
    groups_to_give,
    is_split,
    least_cash,
)
from gitopoly.bots.worth import chances
from gitopoly.rules.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BID,
    BUY_PROPERTY,
    DECLINE_TRADE,
    LARGEST_OFFER,
    OFFER_TRADE,
    PASS,
)
from gitopoly.rules.board import owned_in_group
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import addressee_of, code_of, kind_of, number_of, offer, place_of
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    MOST_GROUPS,
    TRADE,
)
from gitopoly.rules.randomness import Generator
from gitopoly.rules.record import Wide, become
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import attempt

HEAD_START = 200
"""Head start of the first candidate, out of CERTAIN: playouts are few and noisy."""
IMPOSSIBLE = -1


def list_candidates(
    s: State,
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    desk: Desk,
    generator: Generator,
) -> None:
    """Write the candidates; a single one is taken without a search."""
    clear_candidates(desk.candidates)
    if buffer.count == 1 and buffer.limits[0] == 0:
        consider(desk.candidates, buffer.actions[0], 0)
    elif s.phase == TRADE:
        list_answers(s, rules, player, buffer, desk)
    elif s.phase == AUCTION:
        list_bid_candidates(s, rules, player, buffer, desk, generator)
    else:
        list_moves(s, rules, player, buffer, desk, generator)


def list_answers(s: State, rules: Rules, player: int, buffer: ActionBuffer, desk: Desk) -> None:
    """Declining has the head start: an exchange must be clearly good."""
    now = chances(s, rules, player)
    consider(desk.candidates, code_of(DECLINE_TRADE, player), now + HEAD_START)
    for i in range(buffer.count):
        if kind_of(buffer.actions[i]) == ACCEPT_TRADE:
            become(desk.trial, s)
            hope = chances_after_accepting(desk.trial, rules, player)
            consider(desk.candidates, buffer.actions[i], hope)


def list_bid_candidates(
    s: State,
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    desk: Desk,
    generator: Generator,
) -> None:
    """Pass, the lowest bid, fractions of its limit, and more if a group is at stake.

    For a deed that completes nobody's group it never pays more than the price: any gain in
    playouts is noise. In building auctions the heuristics alone decide: they stick to their order,
    so that no building is ordered in vain. Once all others have passed there is nothing to search.
    """
    candidates = desk.candidates
    usual = choose_by_score(s, rules, STRONG, player, buffer, generator, desk)
    consider(candidates, usual, HEAD_START)
    if s.auction_kind == HOUSE_AUCTION or s.auction_kind == HOTEL_AUCTION:
        return
    if is_alone(s, rules, player):
        return
    limit = highest_bid(s, rules, STRONG, player, reserve_of(s, rules, STRONG, player))
    most = s.money[player]
    if not completes_a_group(s, rules, s.auction_asset):
        most = rules.value[s.auction_asset]
    for i in range(buffer.count):
        code = buffer.actions[i]
        if kind_of(code) == PASS:
            consider(candidates, code, 0)
        elif kind_of(code) == BID:
            consider(candidates, code, 0)
            for quarters in range(2, 7, 2):
                amount = min(limit * quarters // 4, buffer.limits[i], most)
                if amount > number_of(code):
                    consider(candidates, code_of(BID, player, 0, amount), 0)


def completes_a_group(s: State, rules: Rules, square: int) -> bool:
    """Whether some seat owns all other deeds of an unowned deed's group."""
    group = rules.group[square]
    return any(
        owned_in_group(s, rules, player, group) == rules.group_size[group] - 1
        for player in range(rules.num_players)
    )


def list_moves(
    s: State,
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    desk: Desk,
    generator: Generator,
) -> None:
    """The judged move, the alternative for a deed on sale, and exchanges.

    A deed that completes a group is bought if the heuristics say so: in an auction, real opponents
    may bid differently from those in the playouts.
    """
    candidates = desk.candidates
    now = chances(s, rules, player)
    usual = choose_by_score(s, rules, STRONG, player, buffer, generator, desk)
    consider(candidates, usual, now + HEAD_START)
    if kind_of(usual) == BUY_PROPERTY and completes_a_group(s, rules, s.positions[player]):
        return
    deals = s.phase != BANKRUPTCY_PREVENTION and makes_offers_now(s, generator)
    for i in range(buffer.count):
        code = buffer.actions[i]
        kind = kind_of(code)
        own = place_of(code) == 0 or place_of(code) == player + 1
        if kind == BUY_PROPERTY or (kind == AUCTION_PROPERTY and own):
            consider(candidates, code, now)
        elif kind == OFFER_TRADE and deals:
            find_exchanges(s, rules, player, addressee_of(code), desk)
    for i in range(candidates.offer_count):
        consider(candidates, candidates.offers[i], candidates.hopes[i])


def clear_candidates(candidates: Candidates) -> None:
    """Remove all candidates."""
    candidates.count = 0
    candidates.offer_count = 0


def consider(candidates: Candidates, code: Wide, glance: int) -> None:
    """Add an action with its static chances, unless it is present or there is no room."""
    for i in range(candidates.count):
        if candidates.actions[i] == code:
            return
    if candidates.count < MOST_CANDIDATES:
        candidates.actions[candidates.count] = code
        candidates.totals[candidates.count] = glance
        candidates.count += 1


def note_offer(candidates: Candidates, code: Wide, hope: int) -> None:
    """Insert an offer among the best ones, if it is one of them."""
    place = candidates.offer_count
    while place > 0 and candidates.hopes[place - 1] < hope:
        place -= 1
    if place == MOST_OFFERS:
        return
    if candidates.offer_count < MOST_OFFERS:
        candidates.offer_count += 1
    for later in range(candidates.offer_count - 1, place, -1):
        candidates.offers[later] = candidates.offers[later - 1]
        candidates.hopes[later] = candidates.hopes[later - 1]
    candidates.offers[place] = code
    candidates.hopes[place] = hope


def find_exchanges(s: State, rules: Rules, player: int, other: int, desk: Desk) -> None:
    """Try every exchange of parts of groups that the two share, and keep the best ones."""
    for wanted in range(NO_GROUP, MOST_GROUPS):
        if wanted == NO_GROUP or is_split(s, rules, player, other, wanted):
            part = deeds_in_group(s, rules, other, wanted)
            for given in groups_to_give(s, rules, player, other, wanted, MOST_GROUPS):
                deeds = part | deeds_in_group(s, rules, player, given)
                try_exchange(s, rules, player, other, deeds, desk)


def try_exchange(s: State, rules: Rules, player: int, other: int, deeds: int, desk: Desk) -> None:
    """Keep an exchange if it is legal and leaves `player` better off."""
    cash = least_cash(s, rules, player, other, deeds)
    if cash == LARGEST_OFFER:
        return
    code = offer(player, other, deeds, 0, cash)
    become(desk.trial, s)
    if attempt(desk.trial, rules, code, 0, True) != LEGAL:
        return
    hope = chances_after_accepting(desk.trial, rules, player)
    if hope > chances(s, rules, player):
        note_offer(desk.candidates, code, hope)


def chances_after_accepting(trial: State, rules: Rules, player: int) -> int:
    """A seat's chances once the open offer is accepted; IMPOSSIBLE if it cannot be."""
    answer = code_of(ACCEPT_TRADE, trial.offer_to)
    if attempt(trial, rules, answer, 0, True) != LEGAL:
        return IMPOSSIBLE
    return chances(trial, rules, player)
