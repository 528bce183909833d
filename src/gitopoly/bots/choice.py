"""How a seat chooses by chance: the policies `random` and `sensible`.

`random` draws a legal kind, then its parameters, all with equal probability. For an offer it
draws the addressee, then one to three of the deeds and jail cards that the two could trade,
then a cash amount that both can pay. `sensible` does the same, but mortgages, sells and offers
only to avoid bankruptcy, and accepts an offer exactly when it does not lose by it.
"""

from gitopoly.bots import RANDOM, SENSIBLE, policy
from gitopoly.bots.desk import Desk
from gitopoly.bots.worth import gain_of_cards
from gitopoly.rules.actions import (
    ACCEPT_TRADE,
    ACTIONS,
    DECLINE_TRADE,
    LARGEST_OFFER,
    OFFER_TRADE,
    PLACES_IN_SETS,
)
from gitopoly.rules.board import mortgage_value, squares_of
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import (
    NUMBER_AT,
    addressee_of,
    code_of,
    kind_of,
    number_of,
    offer,
    player_of,
)
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, TRADE
from gitopoly.rules.money import owed_by, tenth
from gitopoly.rules.randomness import Generator, below
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import interest_for, jail_cards_of, liquid_after_trade, tradable_deeds

NOTHING = -1

# What a draw may leave out.
SALES = 1
OFFERS = 2
LEFT_OUT = tuple(
    SALES if known.raises_money else OFFERS if known.kind == OFFER_TRADE else 0 for known in ACTIONS
)
"""Which of these each kind of action is; operations in debt are never left out."""


@policy(RANDOM, SENSIBLE)
def choose_by_chance(
    s: State,
    rules: Rules,
    policy: int,
    player: int,
    buffer: ActionBuffer,
    generator: Generator,
    desk: Desk,
) -> Wide:
    """Any kind of legal action, each as likely; `sensible` leaves out what it does not need."""
    excluded = 0
    if policy == SENSIBLE:
        if s.phase == TRADE and player == s.offer_to:
            return sensible_answer(s, rules, player)
        if s.phase != BANKRUPTCY_PREVENTION:
            excluded = SALES | OFFERS
    while True:
        chosen = choose_at_random(s, rules, buffer, excluded, generator)
        if chosen != NOTHING:
            return chosen
        # An offer that no draw made legal: leave offers out this time.
        excluded |= OFFERS


def sensible_answer(s: State, rules: Rules, player: int) -> Wide:
    """To accept what is no loss."""
    if gain_of_offer(s, rules, player) >= 0:
        return code_of(ACCEPT_TRADE, player)
    return code_of(DECLINE_TRADE, player)


def choose_at_random(
    s: State, rules: Rules, buffer: ActionBuffer, excluded: int, generator: Generator
) -> Wide:
    """Draw a kind, then its parameters; NOTHING if no legal offer was drawn."""
    count = buffer.count
    if count == 1 and buffer.limits[0] == 0:
        return buffer.actions[0]
    kinds: Wide = 0
    for i in range(count):
        kind = kind_of(buffer.actions[i])
        if excluded == 0 or not LEFT_OUT[kind] & excluded:
            kinds |= 1 << PLACES_IN_SETS[kind]
    different = kinds.bit_count()
    if different > 1:
        for _ in range(below(generator, different)):
            kinds &= kinds - 1
    place = (kinds & -kinds).bit_length() - 1
    chosen = 0
    while PLACES_IN_SETS[kind_of(buffer.actions[chosen])] != place:
        chosen += 1
    kind = kind_of(buffer.actions[chosen])
    alike = sum(kind_of(buffer.actions[i]) == kind for i in range(chosen, count))
    if alike > 1:
        further = below(generator, alike)
        while further > 0:
            chosen += 1
            if kind_of(buffer.actions[chosen]) == kind:
                further -= 1
    return completed(s, rules, buffer.actions[chosen], buffer.limits[chosen], generator)


def completed(s: State, rules: Rules, code: Wide, limit: int, generator: Generator) -> Wide:
    """Fill in the amount of a bid or the contents of an offer."""
    if limit == 0:
        return code
    if kind_of(code) == OFFER_TRADE:
        return draw_offer(s, rules, player_of(code), addressee_of(code), generator)
    lowest = number_of(code)
    more: Wide = below(generator, int(limit - lowest) + 1)
    return code + (more << NUMBER_AT)


def draw_offer(s: State, rules: Rules, player: int, other: int, generator: Generator) -> Wide:
    """A random legal offer, or NOTHING after a few failed draws."""
    bare = tradable_deeds(s, player, other)
    jail_cards = jail_cards_of(s, player, other)
    held = jail_cards.bit_count()
    tradable = held + bare.bit_count()
    if tradable == 0:
        return NOTHING
    for _ in range(4):
        deeds = 0
        cards = 0
        for _ in range(below(generator, 3) + 1):
            place = below(generator, tradable)
            if place < held:
                cards |= member_at(jail_cards, place)
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
        # All else that an offer must be, it is: it was listed, and what it moves was chosen so.
        if owed_by(s, other) == 0:
            return offer(player, other, deeds, cards, cash)
    return NOTHING


def member_at(members: int, place: int) -> int:
    """The member at an index of a set, as a one-element set."""
    for _ in range(place):
        members &= members - 1
    return members & -members


def gain_of_offer(s: State, rules: Rules, player: int) -> int:
    """The addressee's gain from the open offer: cash, deeds at price, mortgaged ones at half."""
    received = s.offer_deeds & ~s.holdings[player]
    gain = s.offer_cash + gain_of_cards(s, rules, player, s.offer_cards)
    gain += plain_value(s, rules, received)
    gain -= plain_value(s, rules, s.offer_deeds & s.holdings[player])
    return gain - sum(
        tenth(rules, mortgage_value(rules, square))
        for square in squares_of(rules, received & s.mortgages)
    )


def plain_value(s: State, rules: Rules, deeds: int) -> int:
    """What some deeds are worth by themselves: their price, or half of it."""
    return sum(
        mortgage_value(rules, square) if s.mortgaged[square] else rules.value[square]
        for square in squares_of(rules, deeds)
    )
