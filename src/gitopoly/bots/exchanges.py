"""The exchanges that `strong` could offer: parts of groups, at a fair price.

Written like the kernel, so that it compiles with it. `states` holds two positions:
`states[0]` is the one to decide in, `states[1]` is for trying an exchange.
"""

from gitopoly.bots.candidates import Candidates, note_offer
from gitopoly.bots.static_evaluation import chances
from gitopoly.bots.trade_pricing import cash_needed, deeds_in_group, is_fair, is_split
from gitopoly.bots.worth import gain_by_exchange
from gitopoly.kernel.actions import ACCEPT_TRADE, LARGEST_OFFER, action, offer
from gitopoly.kernel.codes import MOST_GROUPS
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.kernel.trade import interest_for
from gitopoly.kernel.transition import attempt

NO_GROUP = -1
IMPOSSIBLE = -1


def least_cash(s: State, rules: Rules, player: int, other: int, deeds: int) -> int:
    """The least cash `player` must add for the other to gain a third; LARGEST_OFFER: no deal.

    Negative: what the other adds, who keeps the cash that its new groups need. Gains are as in
    `worth`, which `trader` uses as well.
    """
    mine = gain_by_exchange(s, rules, player, other, deeds, 0)
    theirs = gain_by_exchange(s, rules, other, player, deeds, 0)
    cash = max((mine - 2 * theirs + 2) // 3, 1 - theirs)
    kept = interest_for(s, rules, other, player, deeds)
    kept += cash_needed(s, rules, other, player, deeds)
    cash = max(cash, kept - s.money[other])
    cash = max(cash, -LARGEST_OFFER)
    if cash > s.money[player] - interest_for(s, rules, player, other, deeds):
        return LARGEST_OFFER
    return cash if is_fair(theirs + cash, mine - cash) else LARGEST_OFFER


def find_exchanges(
    states: list[State], rules: Rules, player: int, other: int, candidates: Candidates
) -> None:
    """Try every exchange of parts of groups that the two share, and keep the best ones."""
    for wanted in range(NO_GROUP, MOST_GROUPS):
        if wanted != NO_GROUP and not is_split(states[0], rules, player, other, wanted):
            continue
        deeds = 0
        if wanted != NO_GROUP:
            deeds = deeds_in_group(states[0], rules, other, wanted)
        for given in range(NO_GROUP, MOST_GROUPS):
            if given == NO_GROUP:
                try_exchange(states, rules, player, other, deeds, candidates)
            elif given != wanted and is_split(states[0], rules, player, other, given):
                paid = deeds_in_group(states[0], rules, player, given)
                try_exchange(states, rules, player, other, deeds | paid, candidates)


def try_exchange(
    states: list[State], rules: Rules, player: int, other: int, deeds: int, candidates: Candidates
) -> None:
    """Keep an exchange if it is legal and leaves `player` better off."""
    cash = least_cash(states[0], rules, player, other, deeds)
    if deeds == 0 or cash == LARGEST_OFFER:
        return
    code = offer(player, other, deeds, 0, cash)
    states[1] = states[0]
    if attempt(states[1], rules, code, 0, True) != LEGAL:
        return
    hope = chances_after_accepting(states, rules, player)
    if hope > chances(states[0], rules, player):
        note_offer(candidates, code, hope)


def chances_after_accepting(states: list[State], rules: Rules, player: int) -> int:
    """A seat's chances after the offer in `states[1]` is accepted; IMPOSSIBLE if it cannot be."""
    answer = action(ACCEPT_TRADE, states[1].offer_to)
    if attempt(states[1], rules, answer, 0, True) != LEGAL:
        return IMPOSSIBLE
    return chances(states[1], rules, player)
