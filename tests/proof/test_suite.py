"""Choosing models: by name, by speed, and with an answer to a misspelt one."""

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof import suite

SUITE = suite.load_suite()


def test_models_are_chosen_by_name_each_once() -> None:
    names = ["MCLobby", "MCAuction1", "MCLobby"]
    assert [model.name for model in suite.choose(SUITE, names)] == ["MCLobby", "MCAuction1"]


def test_the_quick_ones_leave_out_the_long() -> None:
    names = {model.name for model in suite.quick(SUITE)}
    assert "MCAuction1" in names
    assert "MCAuction3" not in names


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("mcmonopoly", "did you mean MCMonopoly"),
        ("MCFinlity", "did you mean MCFinality"),
        ("Termination", "MCMonopolyTermination"),
        ("zebra", "see gitopoly check --list"),
        ("", "see gitopoly check --list"),
    ],
)
def test_an_unknown_model_is_answered_with_its_neighbours(name: str, answer: str) -> None:
    with pytest.raises(InvalidModel, match=answer):
        suite.choose(SUITE, [name])
