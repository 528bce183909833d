"""The default for a player who gave no usable answer: the action that costs least."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.game.action import Action

ORDER = (
    # Bookkeeping, and what is due anyway.
    *("next round", "choose winner", "close auction", "check doubles", "go on"),
    *("go to jail", "leave jail", "draw chance card", "draw community chest card"),
    *("pay rent", "pay tax", "pay debt", "owe rent", "owe tax"),
    # No new business.
    *("roll for start", "end pre-roll", "roll", "conclude", "end turn"),
    *("pass", "stand", "decline", "auction"),
    # In debt.
    *("mortgage", "sell", "sell group", "go bankrupt"),
)
"""Kinds of actions in order of preference; otherwise the first one listed."""

_PLACES = {kind: place for place, kind in enumerate(ORDER)}


def default_action(actions: Sequence[Action]) -> Action:
    """The default among the legal actions of a seat.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", players=2, opening_throw=False)
    >>> game.push("roll", dice=(2, 1))
    >>> default_action(game.legal_actions)
    Action('auction', seat='p1')
    """
    return min(actions, key=lambda action: _PLACES.get(action.kind, len(ORDER)))
