"""Presets: options that exist, go together, and suit every edition that people play."""

import pytest

from gitopoly.editions import EDITIONS, options_of, presets
from gitopoly.errors import InvalidRules
from gitopoly.rules import Rules, initial, violated_invariants

PLAYED = [name for name in EDITIONS if name not in ("formal-small", "arena")]


def test_the_book_has_no_house_rules_and_the_others_do() -> None:
    assert options_of("book") == {}
    assert options_of("family")["free_parking_seed"] == 500
    assert options_of("quick")["starting_deeds"] == 2


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("preset", presets())
def test_every_preset_can_be_played(preset: str, edition: str) -> None:
    for players in (2, 5):
        rules = Rules.of(edition, players, **options_of(preset))
        assert not violated_invariants(initial(rules))


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidRules, match="choose one of book, family, quick"):
        options_of("party")
