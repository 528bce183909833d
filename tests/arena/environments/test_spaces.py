"""Observations lie in their spaces."""

from __future__ import annotations

import numpy

from gitopoly.arena.environments.spaces import action_space, observation_space, shown
from tests.arena.random_play import new_game, positions


def test_what_is_shown_lies_in_the_space() -> None:
    space = observation_space()
    for game in positions(new_game("classic", 8), 300):
        assert space.contains(shown(game, game.actor, game.mask(game.actor)))


def test_another_mask_does_not() -> None:
    game = new_game("classic", 2)
    seen = shown(game, 0, game.mask(0))
    seen["action_mask"] = seen["action_mask"].astype(numpy.int32) + 1
    assert not observation_space().contains(seen)


def test_every_number_is_an_action() -> None:
    assert action_space().contains(341)
    assert not action_space().contains(342)
