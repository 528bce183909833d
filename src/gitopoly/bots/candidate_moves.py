"""The candidates of `strong`: of all legal actions, the few that could be best.

The judged move comes first, then the alternatives in the decisions that matter most:
exchanges, purchases and auctions. Everything else, such as building, is left to the heuristics.
Written like the kernel, so that it compiles with it; `states` is as in `exchanges`.
"""

from gitopoly.bots.candidates import Candidates, clear_candidates, consider
from gitopoly.bots.exchanges import chances_after_accepting, find_exchanges
from gitopoly.bots.generated.numbers import STRONG
from gitopoly.bots.heuristics import (
    choose_by_score,
    highest_bid,
    is_alone,
    makes_offers_now,
    reserve_of,
)
from gitopoly.bots.static_evaluation import chances
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    AUCTION_PROPERTY,
    BID,
    BUY_PROPERTY,
    DECLINE_TRADE,
    OFFER_TRADE,
    PASS,
    action,
    addressee_of,
    kind_of,
    number_of,
    square_of,
)
from gitopoly.kernel.board import owned_in_group
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    TRADE,
)
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

HEAD_START = 200
"""Head start of the first candidate, out of CERTAIN: playouts are few and noisy."""


def list_candidates(
    states: list[State],
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    candidates: Candidates,
    generator: Generator,
) -> None:
    """Write the candidates; a single one is taken without a search."""
    clear_candidates(candidates)
    if buffer.count == 1 and buffer.limits[0] == 0:
        consider(candidates, buffer.actions[0], 0)
    elif states[0].phase == TRADE:
        list_answers(states, rules, player, buffer, candidates)
    elif states[0].phase == AUCTION:
        list_bids(states[0], rules, player, buffer, candidates, generator)
    else:
        list_moves(states, rules, player, buffer, candidates, generator)


def list_answers(
    states: list[State], rules: Rules, player: int, buffer: ActionBuffer, candidates: Candidates
) -> None:
    """Declining has the head start: an exchange must be clearly good."""
    now = chances(states[0], rules, player)
    consider(candidates, action(DECLINE_TRADE, player), now + HEAD_START)
    for i in range(buffer.count):
        if kind_of(buffer.actions[i]) == ACCEPT_TRADE:
            states[1] = states[0]
            hope = chances_after_accepting(states, rules, player)
            consider(candidates, buffer.actions[i], hope)


def list_bids(
    s: State,
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    candidates: Candidates,
    generator: Generator,
) -> None:
    """Pass, the lowest bid, fractions of its limit, and more if a group is at stake.

    For a deed that completes nobody's group it never pays more than the price: any gain in
    playouts is noise. In building auctions the heuristics alone decide: they stick to their order,
    so that no building is ordered in vain. Once all others have passed there is nothing to search.
    """
    consider(candidates, choose_by_score(s, rules, STRONG, player, buffer, generator), HEAD_START)
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
                    consider(candidates, action(BID, player, 0, amount), 0)


def completes_a_group(s: State, rules: Rules, square: int) -> bool:
    """Whether some seat owns all other deeds of an unowned deed's group."""
    group = rules.group[square]
    for player in range(rules.num_players):
        if owned_in_group(s, rules, player, group) == rules.group_size[group] - 1:
            return True
    return False


def list_moves(
    states: list[State],
    rules: Rules,
    player: int,
    buffer: ActionBuffer,
    candidates: Candidates,
    generator: Generator,
) -> None:
    """The judged move, the alternative for a deed on sale, and exchanges.

    A deed that completes a group is bought if the heuristics say so: in an auction, real opponents
    may bid differently from those in the playouts.
    """
    s = states[0]
    now = chances(s, rules, player)
    usual = choose_by_score(s, rules, STRONG, player, buffer, generator)
    consider(candidates, usual, now + HEAD_START)
    if kind_of(usual) == BUY_PROPERTY and completes_a_group(s, rules, s.positions[player]):
        return
    deals = s.phase != BANKRUPTCY_PREVENTION and makes_offers_now(s, generator)
    for i in range(buffer.count):
        code = buffer.actions[i]
        kind = kind_of(code)
        own = square_of(code) == 0 or square_of(code) == player + 1
        if kind == BUY_PROPERTY or (kind == AUCTION_PROPERTY and own):
            consider(candidates, code, now)
        elif kind == OFFER_TRADE and deals:
            find_exchanges(states, rules, player, addressee_of(code), candidates)
    for i in range(candidates.offer_count):
        consider(candidates, candidates.offers[i], candidates.hopes[i])
