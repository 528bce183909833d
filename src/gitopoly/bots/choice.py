"""How a seat chooses: the policies, written like the kernel so that they compile with it.

`random` draws a legal kind, then its parameters, all with equal probability. For an offer it
draws the addressee, then one to three of the deeds and jail cards that the two could trade,
then a cash amount that both can pay. `sensible` does the same, but mortgages, sells and offers
only to avoid bankruptcy, and accepts an offer exactly when it does not lose by it. The
policies with judgement are in `judgement`; `strong` adds a search (`search`).
"""

from gitopoly.bots.catalogue import policy
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import (
    ACCEPT_TRADE,
    DECLINE_TRADE,
    DOWNGRADE,
    F4A_UNMORTGAGE,
    LARGEST_KIND,
    LARGEST_OFFER,
    MORTGAGE,
    OFFER_TRADE,
    POST_ROLL_UNMORTGAGE,
    PRE_ROLL_UNMORTGAGE,
    SELL_GROUP,
    action,
    addressee_of,
    kind_of,
    offer,
)
from gitopoly.kernel.board import mortgage_value, set_has_buildings
from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION, TRADE
from gitopoly.kernel.money import owed_by, tenth
from gitopoly.kernel.randomness import Generator, below
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for, liquid_after_trade, offer_trade

NOTHING = -1

SALES = (
    1 << PRE_ROLL_UNMORTGAGE + MORTGAGE
    | 1 << PRE_ROLL_UNMORTGAGE + DOWNGRADE
    | 1 << PRE_ROLL_UNMORTGAGE + SELL_GROUP
    | 1 << POST_ROLL_UNMORTGAGE + MORTGAGE
    | 1 << POST_ROLL_UNMORTGAGE + DOWNGRADE
    | 1 << POST_ROLL_UNMORTGAGE + SELL_GROUP
    | 1 << F4A_UNMORTGAGE + MORTGAGE
    | 1 << F4A_UNMORTGAGE + DOWNGRADE
    | 1 << F4A_UNMORTGAGE + SELL_GROUP
)
"""The set of kinds that only raise money."""


@policy(0, "random")
def choose_randomly(s: State, rules: Rules, buffer: ActionBuffer, generator: Generator) -> int:
    """Any kind of legal action, with equal probability."""
    return choose_without(s, rules, buffer, 0, generator)


@policy(1, "sensible")
def choose_sensibly(
    s: State, rules: Rules, player: int, buffer: ActionBuffer, generator: Generator
) -> int:
    """The same, but sell and offer only when needed, and accept no offer at a loss."""
    if s.phase == TRADE and player == s.offer_to:
        if gain_of_offer(s, rules, player) >= 0:
            return action(ACCEPT_TRADE, player)
        return action(DECLINE_TRADE, player)
    excluded = SALES
    if s.phase != BANKRUPTCY_PREVENTION:
        excluded |= 1 << OFFER_TRADE
    return choose_without(s, rules, buffer, excluded, generator)


def choose_without(
    s: State, rules: Rules, buffer: ActionBuffer, excluded: int, generator: Generator
) -> int:
    """A random action whose kind is not excluded."""
    chosen = choose_at_random(s, rules, buffer, excluded, generator)
    if chosen == NOTHING:
        # No legal offer was drawn: leave out offers this time.
        excluded |= 1 << OFFER_TRADE
        chosen = choose_at_random(s, rules, buffer, excluded, generator)
    return chosen


def choose_at_random(
    s: State,
    rules: Rules,
    buffer: ActionBuffer,
    excluded: int,
    generator: Generator,
) -> int:
    """Draw a kind, then its parameters; NOTHING if no legal offer was drawn."""
    count = buffer.count
    if count == 1 and buffer.limits[0] == 0:
        return buffer.actions[0]
    kinds = 0
    different = 0
    for i in range(count):
        bit = 1 << (buffer.actions[i] & LARGEST_KIND)
        if not (kinds | excluded) & bit:
            kinds |= bit
            different += 1
    place = 0 if different == 1 else below(generator, different)
    kind = 0
    while True:
        if kinds >> kind & 1:
            if place == 0:
                break
            place -= 1
        kind += 1
    alike = 0
    only = 0
    for i in range(count):
        if buffer.actions[i] & LARGEST_KIND == kind:
            alike += 1
            only = i
    if alike > 1:
        place = below(generator, alike)
        for i in range(count):
            if buffer.actions[i] & LARGEST_KIND == kind:
                if place == 0:
                    only = i
                    break
                place -= 1
    return completed(s, rules, buffer.actions[only], buffer.limits[only], generator)


def completed(s: State, rules: Rules, code: int, limit: int, generator: Generator) -> int:
    """Fill in the amount of a bid or the contents of an offer."""
    if limit == 0:
        return code
    if kind_of(code) == OFFER_TRADE:
        return draw_offer(s, rules, code >> 7 & 7, addressee_of(code), generator)
    lowest = code >> 18
    return code + (below(generator, limit - lowest + 1) << 18)


def draw_offer(s: State, rules: Rules, player: int, other: int, generator: Generator) -> int:
    """A random legal offer, or NOTHING after a few failed draws."""
    bare = tradable_deeds(s, rules, player, other)
    held = tradable_cards(s, player, other)
    tradable = held + size_of(bare)
    if tradable == 0:
        return NOTHING
    for _ in range(4):
        deeds = 0
        cards = 0
        for _ in range(below(generator, 3) + 1):
            place = below(generator, tradable)
            if place < held:
                cards |= card_at(s, player, other, place)
            else:
                deeds |= member_at(bare, place - held)
        least = interest_for(s, rules, other, player, deeds) - s.money[other]
        most = s.money[player] - interest_for(s, rules, player, other, deeds)
        if s.phase == BANKRUPTCY_PREVENTION:
            spare = liquid_after_trade(s, rules, player, other, deeds, 0) - owed_by(s, player)
            most = min(most, spare)
        least = max(least, -LARGEST_OFFER)
        most = min(most, LARGEST_OFFER)
        if least > most:
            continue
        cash = least + below(generator, most - least + 1)
        if offer_trade(s, rules, player, other, deeds, cards, cash, False) == LEGAL:
            return offer(player, other, deeds, cards, cash)
    return NOTHING


def tradable_cards(s: State, player: int, other: int) -> int:
    """Number of jail cards the two hold."""
    count = 0
    if s.goojf_ch_owner == player or s.goojf_ch_owner == other:
        count += 1
    if s.goojf_cc_owner == player or s.goojf_cc_owner == other:
        count += 1
    return count


def card_at(s: State, player: int, other: int, place: int) -> int:
    """The jail card at an index among those the two hold."""
    holds_chance = s.goojf_ch_owner == player or s.goojf_ch_owner == other
    return 1 if place == 0 and holds_chance else 2


def tradable_deeds(s: State, rules: Rules, player: int, other: int) -> int:
    """TRADE-3: the set of the two seats' deeds in groups without buildings."""
    deeds = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        owner = s.owner[square]
        if owner == player or owner == other:
            if not set_has_buildings(s, rules, rules.group[square]):
                deeds |= 1 << i
    return deeds


def size_of(members: int) -> int:
    """The size of a set."""
    count = 0
    while members:
        members &= members - 1
        count += 1
    return count


def member_at(members: int, place: int) -> int:
    """The member at an index of a set, as a one-element set."""
    for _ in range(place):
        members &= members - 1
    return members & -members


def gain_of_offer(s: State, rules: Rules, player: int) -> int:
    """The addressee's gain from the open offer: cash, deeds at price, mortgaged ones at half."""
    gain = s.offer_cash
    for i in range(rules.deed_count):
        if not s.offer_deeds >> i & 1:
            continue
        square = rules.deeds[i]
        value = rules.value[square]
        if s.mortgaged[square]:
            value = mortgage_value(rules, square)
        if s.owner[square] == player:
            gain -= value
        else:
            gain += value
            if s.mortgaged[square]:
                gain -= tenth(rules, mortgage_value(rules, square))
    card_value = rules.jail_fine
    if s.offer_cards & 1:
        gain += card_value if s.goojf_ch_owner != player else -card_value
    if s.offer_cards & 2:
        gain += card_value if s.goojf_cc_owner != player else -card_value
    return gain
