"""The names that others build on, their docs and their light start."""

import inspect
import subprocess
import sys
import typing

import pytest

import gitopoly
import gitopoly.game

OFFERED = ["Action", "Edition", "Game", "Player", "Result", "load", "play_match", "simulate"]
IN_GAME = [
    *("Action", "Auction", "Board", "Chance", "Debt", "Fault", "Game", "GameAnalysis", "Match"),
    *("NextRound", "Outcome", "PlayedStep", "Player", "Position", "RankedAction", "Result"),
    *("Seat", "SeatRecord", "Seats", "Simulation", "Square", "Statistics", "Termination"),
    *("load", "play_match", "simulate"),
]


def test_the_names_are_these() -> None:
    assert gitopoly.__all__ == OFFERED
    assert gitopoly.game.__all__ == IN_GAME
    assert sorted({*OFFERED, "__version__"}) == sorted(dir(gitopoly))
    assert sorted(IN_GAME) == sorted(dir(gitopoly.game))


@pytest.mark.parametrize("name", OFFERED)
def test_a_name_is_the_same_wherever_it_is_taken_from(name: str) -> None:
    if name != "Edition":
        assert getattr(gitopoly, name) is getattr(gitopoly.game, name)


@pytest.mark.parametrize("name", sorted({*OFFERED, *IN_GAME}))
def test_every_name_is_explained_with_an_example(name: str) -> None:
    found = getattr(gitopoly.game if name in IN_GAME else gitopoly, name)
    assert ">>> " in (found.__doc__ or "")
    if inspect.isclass(found):
        for member, value in vars(found).items():
            if not member.startswith("_") and (
                inspect.isfunction(value) or isinstance(value, property)
            ):
                assert inspect.getdoc(value), f"{name}.{member}"


@pytest.mark.parametrize("name", sorted(set(IN_GAME) - {"Termination"}))
def test_every_name_is_typed(name: str) -> None:
    found = getattr(gitopoly.game, name)
    functions = (
        [found]
        if inspect.isfunction(found)
        else [
            value
            for key, value in vars(found).items()
            if inspect.isfunction(value) and key[0] != "_"
        ]
    )
    for function in functions:
        parameters = [each for each in inspect.signature(function).parameters if each != "self"]
        assert set(parameters) <= set(function.__annotations__)
        assert "return" in function.__annotations__


def test_a_name_that_is_not_there_is_told_as_usual() -> None:
    for module in (gitopoly, gitopoly.game):
        with pytest.raises(AttributeError, match="has no attribute 'Bank'"):
            module.Bank  # noqa: B018


def test_importing_gitopoly_imports_nothing_else() -> None:
    code = "import sys, gitopoly; print([m for m in sys.modules if m.startswith('gitopoly.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_game_needs_neither_wasmtime_nor_numpy_nor_the_network() -> None:
    code = (
        "import sys, gitopoly; gitopoly.Game('classic', seed=1).push('roll');"
        "heavy = {'numpy', 'wasmtime', 'starlette', 'rich'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_type_checkers_see_the_same_names() -> None:
    hints = typing.get_type_hints(gitopoly.Player.decide, vars(gitopoly.game.player))
    assert "return" in hints
