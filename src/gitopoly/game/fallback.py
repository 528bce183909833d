"""What is done for a player who gave no usable answer: the action that costs least."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.game.action import Action, Kind

ORDER = (
    # What only moves the game along, and what is due anyway.
    *(Kind.NEXT_ROUND, Kind.CHOOSE_WINNER, Kind.CLOSE_AUCTION, Kind.CHECK_DOUBLES, Kind.GO_ON),
    *(Kind.GO_TO_JAIL, Kind.LEAVE_JAIL, Kind.DRAW_CHANCE, Kind.DRAW_CHEST),
    *(Kind.PAY_RENT, Kind.PAY_TAX, Kind.PAY_DEBT, Kind.OWE_RENT, Kind.OWE_TAX),
    # No new business.
    *(Kind.THROW_FOR_START, Kind.END_PRE_ROLL, Kind.ROLL, Kind.CONCLUDE, Kind.END_TURN),
    *(Kind.PASS, Kind.STAND, Kind.DECLINE, Kind.AUCTION),
    # In debt.
    *(Kind.MORTGAGE, Kind.SELL, Kind.SELL_GROUP, Kind.GO_BANKRUPT),
    # Never needed as a default, because one of the above is there as well, or nothing else.
    *(Kind.PLACE_BUILDING, Kind.PAY_TENTH, Kind.PLAY_CHANCE_JAIL_CARD, Kind.PLAY_CHEST_JAIL_CARD),
    *(Kind.PAY_JAIL_FINE, Kind.UNMORTGAGE, Kind.BUILD, Kind.BUY, Kind.BID, Kind.OFFER),
    *(Kind.ACCEPT, Kind.WITHDRAW),
)
"""All kinds, the first choice first."""

_PLACES = {kind: place for place, kind in enumerate(ORDER)}


def default_action(actions: Sequence[Action]) -> Action:
    """The default among the legal actions of a seat.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", players=2, opening_throw=False)
    >>> game.push("roll", dice=(2, 1))
    >>> default_action(game.legal_actions)
    Action('auction', seat='p1')
    """
    return min(actions, key=lambda action: _PLACES[action.kind])
