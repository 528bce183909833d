"""A trained policy as a player: in matches, in tournaments, at the table and on the page."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

import numpy

from gitopoly.arena.environments import episode as e
from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.networks import Network, choose, load_network
from gitopoly.arena.environments.observation import observed
from gitopoly.game.action import Action
from gitopoly.game.player import Player
from gitopoly.game.position import Position
from gitopoly.rules import Rules, State, actions as a
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.step import list_while_playing


def policy_player(policy: str | PathLike[str] | Network, name: str = "") -> type[Player]:
    """A class of players that ask a trained policy: a file (.npz, .onnx) or a `Network`.

    `Mine = policy_player("mine.npz")` in a file `mine.py` makes `mine.py:Mine` a player
    everywhere. The path counts from the current folder; raises `InvalidBot` for a bad file.
    """
    given = isinstance(policy, str | PathLike)
    network = load_network(policy) if isinstance(policy, str | PathLike) else policy
    called = name or (Path(policy).stem if given else type(policy).__name__)  # type: ignore[arg-type]

    class PolicyPlayer(Player):
        """Asks a network, an offer step by step."""

        def decide(self, game: Position, actions: Sequence[Action]) -> Action | str:
            s, seat = game._state, game.seats[actions[0].seat].number
            buffer = offered(game, actions, seat)
            if buffer.count == 0:
                return actions[0]
            code = ask(network, s, s.rules, seat, buffer)
            if a.kind_of(code) == a.OFFER_TRADE:
                return game._notation.offer(s, code)
            return game._notation.action(code)

    PolicyPlayer.name = called
    return PolicyPlayer


def offered(game: Position, actions: Sequence[Action], seat: int) -> ActionBuffer:
    """The kernel's list of actions, without those that a table does not offer now."""
    listed, buffer = ActionBuffer(), ActionBuffer()
    list_while_playing(game._state, game._state.rules, seat, listed)
    codes = {action.code for action in actions}
    for i in range(listed.count):
        code, kind = listed.actions[i], a.kind_of(listed.actions[i])
        # Withdrawing an offer is not in the action space.
        if (code in codes and kind != a.WITHDRAW_TRADE) or kind == a.OFFER_TRADE:
            put(buffer, code, listed.limits[i])
    return buffer


def ask(network: Network, s: State, rules: Rules, seat: int, buffer: ActionBuffer) -> int:
    """The action of the kernel that a network chooses for a seat, from those in the buffer."""
    episode = e.Episode()
    episode.actor = seat
    numbers = [0] * ACTIONS
    while True:
        mask = numpy.zeros((1, ACTIONS), numpy.int8)
        count = e.list_numbers(s, rules, episode, buffer, numbers)
        mask[0, numbers[:count]] = 1
        row = observed(s, rules, episode, seat)
        number = int(choose(network, numpy.array([row], numpy.int32), mask)[0])
        if not e.is_about_draft(number):
            return e.action_of(s, rules, episode, number, ActionBuffer())
        e.change_draft(rules, episode, number)
