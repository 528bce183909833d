"""Dealing deeds before play begins, where the players have agreed on it."""

from gitopoly.kernel.catalogue import action
from gitopoly.kernel.codes import DEALING, DEED_CARD, NOBODY, OPENING, PRE_ROLL
from gitopoly.kernel.money import pay_bank
from gitopoly.kernel.outcomes import card_drawn
from gitopoly.kernel.refusals import LEGAL, NOT_THE_FLOOR, WRONG_PHASE
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import change_owner
from gitopoly.kernel.state import State


def next_to_be_dealt(s: State, rules: Rules) -> int:
    """HOUSE-8: the first seat with the fewest deeds; NOBODY once all have theirs."""
    seat = NOBODY
    fewest = rules.starting_deeds
    for player in range(rules.num_players):
        held = s.holdings[player].bit_count()
        if held < fewest and not s.is_bankrupt[player]:
            fewest = held
            seat = player
    return seat


@action(60, "DealDeed", DEALING, "deal deed", sure=True, draws=DEED_CARD)
def deal_deed(s: State, rules: Rules, player: int, outcome: int, act: bool) -> int:
    """HOUSE-8: one deed at random for its printed price, which everybody can pay."""
    if s.phase != DEALING:
        return WRONG_PHASE
    if player != next_to_be_dealt(s, rules):
        return NOT_THE_FLOOR
    if not act:
        return LEGAL

    square = rules.deeds[card_drawn(outcome)]
    pay_bank(s, player, rules.value[square])
    change_owner(s, rules, square, player)
    settle_dealing(s, rules)
    return LEGAL


def settle_dealing(s: State, rules: Rules) -> None:
    """HOUSE-8, GAME-5: once everybody has theirs, the roll for the start or the play begins."""
    if next_to_be_dealt(s, rules) == NOBODY:
        s.phase = OPENING if rules.opening_throw else PRE_ROLL
