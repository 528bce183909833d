"""Hand-written heuristics: the policies `cautious`, `builder` and `trader`.

Each legal action gets a score, roughly in dollars, and the best one is taken; moving on is 0. The
three differ in the functions that take the policy as an argument.
Written like the kernel, so that it compiles with it.
"""

from gitopoly.bots import BUILDER, CAUTIOUS, TRADER, policy
from gitopoly.bots.desk import Desk
from gitopoly.bots.trade_pricing import (
    NO_OFFER,
    best_offer,
    cash_needed,
    gain_by_offer,
    is_fair,
)
from gitopoly.bots.worth import (
    WELL_BUILT,
    rents_of_others,
    whole_groups,
    worth_of_denying,
    worth_to,
)
from gitopoly.rules.actions import (
    ACCEPT_TRADE,
    ACTIONS,
    AUCTION_PROPERTY,
    BID,
    BUY_PROPERTY,
    DECLINE_TRADE,
    DOWNGRADE,
    GO_BANKRUPT,
    MORTGAGE,
    OFFER_TRADE,
    PASS,
    PAY_CARD_FINE,
    PAY_JAIL_FINE,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PLACE_BUILDING,
    PLAY_GOOJF_CC,
    PLAY_GOOJF_CH,
    STAND,
    UNMORTGAGE,
    UPGRADE,
)
from gitopoly.rules.board import (
    first_square,
    mortgage_value,
    owned_in_group,
    owns_all_of_set,
    street_rent,
)
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.cards import fine_of_choice
from gitopoly.rules.catalogue import addressee_of, code_of, kind_of, number_of, place_of, player_of
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    DEED_AUCTION,
    ESTATE_AUCTION,
    NO_BID,
    NOBODY,
    RENTS,
    TRADE,
)
from gitopoly.rules.money import tenth, worth_for_tax
from gitopoly.rules.property import cost_of_lifting
from gitopoly.rules.randomness import Generator, below
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

NEVER = -1_000_000
LAST_RESORT = -100_000
PATIENCE = 3
"""An offer is made in one out of this many windows, so as not to repeat it endlessly."""


@policy(CAUTIOUS, BUILDER, TRADER)
def choose_by_score(
    s: State,
    rules: Rules,
    policy: int,
    player: int,
    buffer: ActionBuffer,
    generator: Generator,
    desk: Desk,
) -> Wide:
    """The action that a heuristic policy chooses."""
    if buffer.count == 1 and buffer.limits[0] == 0:
        return buffer.actions[0]
    if s.phase == TRADE:
        return judged_answer(s, rules, policy, player, buffer)
    reserve = reserve_of(s, rules, policy, player)
    if s.phase == AUCTION:
        return judged_bid(s, rules, policy, player, reserve, buffer)
    house = dearest_house(s, rules, player) if policy >= TRADER else NOBODY
    best = 0
    best_score = 2 * NEVER
    for i in range(buffer.count):
        score = score_of(s, rules, policy, player, reserve, house, buffer.actions[i])
        if score > best_score:
            best = i
            best_score = score
    if policy == TRADER and best_score <= 0:
        code = judged_offer(s, rules, buffer, generator)
        if code != NO_OFFER:
            return code
    return buffer.actions[best]


def reserve_of(s: State, rules: Rules, policy: int, player: int) -> int:
    """The cash that a seat keeps in reserve."""
    if policy == CAUTIOUS:
        return rules.starting_money * 2 // 5
    return min(
        rules.starting_money // 30 + rents_of_others(s, rules, player) // 15,
        rules.starting_money // 3,
    )


def score_of(
    s: State, rules: Rules, policy: int, player: int, reserve: int, house: int, code: Wide
) -> int:
    """The score of an action; moving on is 0."""
    kind = kind_of(code)
    operation = ACTIONS[kind].operation
    if operation != NOBODY and s.phase == BANKRUPTCY_PREVENTION:
        return score_of_sale(s, rules, player, operation, place_of(code))
    if operation != NOBODY:
        return score_of_management(
            s, rules, policy, player, reserve, house, operation, place_of(code)
        )
    if kind == BUY_PROPERTY or kind == AUCTION_PROPERTY:
        return score_of_purchase(s, rules, policy, player, reserve, code)
    if kind == PAY_JAIL_FINE or kind == PLAY_GOOJF_CH or kind == PLAY_GOOJF_CC:
        wish = -1 if stays_in_jail(s, rules, player) else 1
        return 2 * wish if kind != PAY_JAIL_FINE else wish
    if kind == PAY_CARD_FINE:
        return -fine_of_choice(rules)
    if kind == PAY_TAX:
        return -rules.value[s.positions[player]]
    if kind == PAY_TENTH_OF_WORTH:
        return -tenth(rules, worth_for_tax(s, rules, player))
    if kind == PLACE_BUILDING:
        return return_of_building(s, rules, place_of(code))
    if kind == GO_BANKRUPT:
        return LAST_RESORT
    if kind == OFFER_TRADE:
        return 2 * NEVER
    return 0


def score_of_purchase(
    s: State, rules: Rules, policy: int, player: int, reserve: int, code: Wide
) -> int:
    """Buying at the price, or the expected result of a one-step auction."""
    square = s.positions[player]
    price = rules.value[square]
    if kind_of(code) == AUCTION_PROPERTY:
        buyer = place_of(code) - 1
        if buyer == NOBODY:
            return 0
        if buyer != player:
            return int(number_of(code)) - price - 1
        price = int(number_of(code))
    left = s.money[player] - price
    worth = worth_to(s, rules, player, square)
    if policy == CAUTIOUS:
        spares = left >= reserve
    else:
        spares = left >= reserve // 2 or worth >= 2 * rules.value[square]
    return worth - price + 1 if spares else -1


def score_of_management(
    s: State,
    rules: Rules,
    policy: int,
    player: int,
    reserve: int,
    house: int,
    operation: int,
    square: int,
) -> int:
    """Build while a reserve remains, then lift mortgages; sell only in debt.

    `trader` also mortgages single deeds for the houses that a group still lacks, and lifts no
    mortgage where that would make it lack them: neither undoes the other. `house` is what such
    a house costs.
    """
    if operation == UPGRADE:
        spares = s.money[player] - rules.house_cost[square] >= reserve
        return 1000 + return_of_building(s, rules, square) if spares else -1
    if operation == UNMORTGAGE:
        cost = cost_of_lifting(s, rules, square)
        spare = s.money[player] - cost - reserve
        if spare < rules.starting_money // 10 or lacks_cash(s, player, house, reserve + cost):
            return -1
        if owns_all_of_set(s, rules, player, rules.group[square]):
            return 900
        return 100 if spare >= rules.starting_money // 5 else -1
    if operation == MORTGAGE and lacks_cash(s, player, house, reserve):
        if owned_in_group(s, rules, player, rules.group[square]) == 1:
            return 500 - mortgage_value(rules, square)
    return NEVER


def dearest_house(s: State, rules: Rules, player: int) -> int:
    """The price of a house in the dearest complete group that is not well built; or NOBODY."""
    dearest = NOBODY
    for group in whole_groups(s, rules, player):
        square = first_square(rules, group)
        if s.level[square] < min(WELL_BUILT, rules.max_level) and not s.mortgaged[square]:
            dearest = max(dearest, rules.house_cost[square])
    return dearest


def lacks_cash(s: State, player: int, house: int, reserve: int) -> bool:
    """Whether a seat that wants a house at this price has not the cash for it."""
    return house != NOBODY and s.money[player] - house < reserve


def return_of_building(s: State, rules: Rules, square: int) -> int:
    """What the next building adds to the rent, in thousandths of its cost."""
    level = s.level[square]
    if level >= rules.max_level:
        return 0
    more = rules.rent[square * RENTS + level + 1] - street_rent(s, rules, square)
    return more * 1000 // max(rules.house_cost[square], 1)


def score_of_sale(s: State, rules: Rules, player: int, operation: int, square: int) -> int:
    """Raising money: single deeds first, then partial groups, buildings, complete groups."""
    if operation == MORTGAGE:
        group = rules.group[square]
        held = owned_in_group(s, rules, player, group)
        if held == rules.group_size[group] and held > 1:
            return -20_000 - rules.value[square]
        return -1000 * held - rules.value[square]
    if operation == DOWNGRADE:
        level = s.level[square]
        less = rules.rent[square * RENTS + level] - rules.rent[square * RENTS + level - 1]
        return -10_000 - less
    return -50_000


def stays_in_jail(s: State, rules: Rules, player: int) -> bool:
    """Whether to stay: late in the game, when there is little to buy and much to pay.

    HOUSE-4: never if that costs one's own rents.
    """
    if rules.no_rent_in_jail:
        return False
    owned = sum(s.holdings[seat].bit_count() for seat in range(rules.num_players))
    if 4 * (rules.deed_count - owned) > rules.deed_count:
        return False
    return rents_of_others(s, rules, player) > rules.starting_money // 2


def judged_bid(
    s: State, rules: Rules, policy: int, player: int, reserve: int, buffer: ActionBuffer
) -> Wide:
    """Start at half of what it is worth, then bid in steps; a leading bid stands.

    If all others have passed, the lowest bid is enough.
    """
    chosen = buffer.actions[0]
    raised: Wide = NO_BID
    for i in range(buffer.count):
        code = buffer.actions[i]
        kind = kind_of(code)
        if kind == STAND:
            return code
        if kind == BID:
            limit = own_limit(rules, player, highest_bid(s, rules, policy, player, reserve))
            limit = min(limit, buffer.limits[i])
            lowest = number_of(code)
            if limit >= lowest:
                amount = max(limit // 2, min(limit, lowest + limit // 8))
                if is_alone(s, rules, player):
                    amount = lowest
                raised = code_of(BID, player, 0, amount)
        elif kind == PASS or kind_of(chosen) == BID:
            chosen = code
    return chosen if raised == NO_BID else raised


def is_alone(s: State, rules: Rules, player: int) -> bool:
    """Whether all other bidders have passed."""
    return all(s.passed[other] or other == player for other in range(rules.num_players))


def own_limit(rules: Rules, player: int, limit: int) -> int:
    """A little less for each seat, so that no two stop at the same bid.

    Where ties have no leader, all who stop at the same bid pass and nobody wins; an ordered
    building could then be ordered again and again.
    """
    return limit - (limit - player) % rules.num_players


def highest_bid(s: State, rules: Rules, policy: int, player: int, reserve: int) -> int:
    """What a seat pays at most for what is being auctioned, with a reserve that it keeps."""
    if s.auction_kind == DEED_AUCTION or s.auction_kind == ESTATE_AUCTION:
        square = s.auction_asset
        if policy == CAUTIOUS:
            return min(rules.value[square] // 2, s.money[player] - reserve)
        worth = worth_to(s, rules, player, square)
        worth += worth_of_denying(s, rules, player, square) // 2
        return min(worth, s.money[player] - reserve // 2)
    return min(2 * rules.house_cost[s.auction_asset], s.money[player] - reserve // 2)


def judged_answer(s: State, rules: Rules, policy: int, player: int, buffer: ActionBuffer) -> Wide:
    """`cautious` never trades; `builder` considers its own gain, `trader` both sides'.

    `trader` also pays no cash that it needs for the first houses on what it gets: a group without
    houses earns little, and who has more must not pay more than it is worth.
    """
    if player != s.offer_to:
        return buffer.actions[0]
    other = s.offer_from
    gain = gain_by_offer(s, rules, player, other, s.offer_cash)
    accepts = policy != CAUTIOUS and gain > 0
    if accepts and policy != BUILDER:
        accepts = is_fair(gain, gain_by_offer(s, rules, other, player, -s.offer_cash))
        if s.offer_cash < 0:
            needed = cash_needed(s, rules, player, other, s.offer_deeds)
            accepts = accepts and s.money[player] + s.offer_cash >= needed
    return code_of(ACCEPT_TRADE if accepts else DECLINE_TRADE, player)


def makes_offers_now(s: State, generator: Generator) -> bool:
    """At most once per window, and not in every window."""
    return s.offers_made == 0 and below(generator, PATIENCE) == 0


def judged_offer(s: State, rules: Rules, buffer: ActionBuffer, generator: Generator) -> Wide:
    """The best offer to any possible addressee; not in every window."""
    others = sum(kind_of(buffer.actions[i]) == OFFER_TRADE for i in range(buffer.count))
    if others == 0 or not makes_offers_now(s, generator):
        return NO_OFFER
    place = below(generator, others)
    for i in range(buffer.count):
        code = buffer.actions[i]
        if kind_of(code) == OFFER_TRADE:
            if place == 0:
                return best_offer(s, rules, player_of(code), addressee_of(code))
            place -= 1
    return NO_OFFER
