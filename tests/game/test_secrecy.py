"""A player is shown everything that players see, and nothing else."""

import gc
from types import FunctionType, ModuleType
from typing import Any

import pytest

import gitopoly
from gitopoly.game import Game, Position
from gitopoly.rules.randomness import Generator, seeded
from tests.game.walks import EDITIONS, walked


def reachable(start: Any) -> list[Any]:
    """Every object that attributes, items and closures lead to, classes and modules apart."""
    found: dict[int, Any] = {}
    left = [start]
    while left:
        thing = left.pop()
        if id(thing) in found or isinstance(thing, type | ModuleType | FunctionType):
            continue
        found[id(thing)] = thing
        left += gc.get_referents(thing)
    return list(found.values())


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_that_a_view_leads_to_can_draw(edition: str) -> None:
    view = walked(edition, 60).view()
    view.legal_actions, view.history, view.open_offer, str(view)
    found = reachable(view)
    assert not any(isinstance(thing, Generator | Game) for thing in found)
    secret = seeded(1)
    words = {getattr(secret, name) for name in ("a", "b", "c")}
    assert not words & {thing for thing in found if type(thing) is int}


def test_a_game_itself_leads_to_what_draws() -> None:
    assert any(isinstance(thing, Generator) for thing in reachable(walked("classic", 5)))


def test_a_copy_of_a_view_has_no_seed() -> None:
    trial = walked("classic", 30).view().copy()
    assert not any(isinstance(thing, Generator) for thing in reachable(trial))


def test_what_a_player_gets_is_a_view_that_later_pushes_do_not_change() -> None:
    seen: list[tuple[Position, str]] = []

    class Watcher(gitopoly.Player):
        def decide(self, game: Position, actions: Any) -> Any:
            seen.append((game, game.to_yaml()))
            assert not isinstance(game, Game)
            assert not hasattr(game, "push")
            return actions[0]

    gitopoly.play_match([Watcher, "random"], "formal", seed=2, max_turns=20)
    assert len(seen) > 5
    assert all(view.to_yaml() == yaml for view, yaml in seen)


def test_a_player_that_changes_what_it_was_shown_changes_nothing_else() -> None:
    class Cheat(gitopoly.Player):
        def decide(self, game: Position, actions: Any) -> Any:
            game._state.money[0] += 1000
            game._legal = ()
            return actions[0]

    class Honest(gitopoly.Player):
        def decide(self, game: Position, actions: Any) -> Any:
            return actions[0]

    played = [
        gitopoly.play_match([who, "sensible"], "formal", seed=2, max_turns=30).game.to_yaml()
        for who in (Cheat, Honest)
    ]
    assert played[0] == played[1].replace("Honest", "Cheat")


@pytest.mark.parametrize("name", ["code", "seat", "limit", "kind"])
def test_actions_and_steps_are_never_changed(name: str) -> None:
    game = walked("classic", 3)
    for thing in (game.legal_actions[0], game.history[0]):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)


def test_tax_1_nobody_is_shown_a_worth_before_the_choice() -> None:
    rich = {"starting_money": 2345, "total_money": 100_000}
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False, **rich)
    game.push("roll", dice=(1, 3))
    assert "pay tenth of worth" in map(str, game.legal_actions)
    shown = str(game) + repr(game) + repr(game.seats["Ann"]) + repr(game.legal_actions)
    assert "234" not in shown.replace("2345", "")
    assert "235" not in shown
    assert not any("worth" in name for name in dir(game.seats["Ann"]) + dir(game))
