"""The environment's text picture."""

from __future__ import annotations

import pytest

from gitopoly.arena.environments.aec import raw_env
from gitopoly.arena.environments.render import picture
from gitopoly.rules.board import renew_sets
from tests.arena.random_play import new_game


def test_ansi_returns_the_picture_with_the_last_step_told() -> None:
    game = raw_env("formal", players=2, render_mode="ansi")
    game.reset(seed=1)
    game.step(0)
    assert game.render() == (
        "p1 takes the dice.\n"
        "step 1, roll, p1 acts\n"
        "  p1 $1500 on GO; nothing yet\n"
        "  p2 $1500 on GO; nothing yet"
    )


def test_human_prints_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env("formal", players=2, render_mode="human")
    game.reset(seed=1)
    game.step(0)
    assert capsys.readouterr().out.startswith("p1 takes the dice.\nstep 1")
    assert game.render() is None


def test_without_a_mode_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    game = raw_env("formal", players=2)
    game.reset(seed=1)
    game.step(0)
    assert game.render() is None
    assert capsys.readouterr().out == ""


def test_the_story_is_the_step_that_is_taken_dice_included() -> None:
    game = raw_env("formal", players=2, render_mode="ansi")
    game.reset(seed=1)
    game.step(0)
    game.step(4)
    here = game.game.rules.names[game.game.state.positions[0]]
    text = game.render()
    assert text is not None
    assert here in text.splitlines()[0]


def test_holdings_are_marked() -> None:
    game = new_game("classic", 3)
    s = game.state
    s.owner[1] = s.owner[3] = s.owner[5] = s.owner[6] = 1
    s.level[1], s.level[3], s.mortgaged[5] = 5, 1, 1
    renew_sets(s, s.rules)
    s.jail_card_owner[0], s.in_jail[1], s.is_bankrupt[2] = 1, 1, 1
    _, _, second, third = picture(game).splitlines()
    assert second == (
        "  p2 $1500 in jail; Mediterranean Avenue (hotel), Baltic Avenue (1 house), "
        "Reading Railroad (mortgaged), Oriental Avenue, chance jail card"
    )
    assert third == "  p3 bankrupt"
