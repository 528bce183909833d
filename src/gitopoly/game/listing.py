"""The legal actions of a position, and the step without a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitopoly.game.action import Action, Notation
from gitopoly.rules import State, actions as a
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import AUCTION, TRADE
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.turn import floor


class Listing(NamedTuple):
    """The legal actions of a position."""

    legal: tuple[Action, ...]
    """What can be pushed, except trade offers."""
    forced: Action | None = None
    """A step without a choice for its seat; never a withdrawal, whose alternative is to wait."""
    partners: tuple[int, ...] = ()
    """The seats that can be offered a trade."""
    buffer: ActionBuffer | None = None
    """The kernel's own list, if only one seat can act."""


def list_of(s: State, notation: Notation) -> Listing:
    """List the legal actions of every seat."""
    rules = notation.rules
    if terminated(s, rules):
        return Listing(())
    buffer = ActionBuffer()
    together = s.phase == AUCTION or s.phase == TRADE
    players: Sequence[int] = (floor(s, rules),)
    if together or notation.everybody_may_act:
        players = range(rules.num_players)
    found: list[Action] = []
    partners: tuple[int, ...] = ()
    forced: Action | None = None
    known = notation.known
    for player in players:
        list_while_playing(s, rules, player, buffer)
        codes, limits, listed = buffer.actions, buffer.limits, buffer.count
        for i in range(listed):
            code = codes[i]
            if limits[i] == 0:
                action = known.get(code)
                found.append(notation.action(code) if action is None else action)
            elif code & LARGEST_KIND == a.BID:
                found.append(notation.action(code, limits[i]))
            else:
                partners += (a.addressee_of(code),)
        if listed == 1 and limits[0] == 0 and forced is None and s.phase != TRADE:
            forced = found[-1]
    if len(found) > 1 and not together:
        forced = None
    return Listing(tuple(found), forced, partners, buffer if len(players) == 1 else None)
