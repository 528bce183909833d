"""Features have names that no game can mistake, and switch what they say."""

from __future__ import annotations

import pytest

from gitopoly.editions import EDITIONS, load
from gitopoly.editions.features import FEATURES, RULINGS, USUAL, unknown_feature, usual_with
from gitopoly.errors import InvalidRules
from gitopoly.rules import Rules
from gitopoly.rules.rules import FLAGS


def test_features_stand_in_the_order_in_which_games_name_them() -> None:
    assert list(FEATURES) == sorted(FEATURES)
    assert all(feature.text for feature in FEATURES.values())
    optional = {"held-seats", "hints", "own-edition", "shared-repository"}
    assert {*FEATURES} - {*USUAL} == optional
    assert usual_with("hints") == tuple(sorted((*USUAL, "hints")))


def test_a_ruling_governs_a_flag_of_the_rules_that_some_edition_has() -> None:
    for name in RULINGS:
        flag = FEATURES[name].flag
        assert flag in FLAGS
        assert any(load(edition).flags.get(flag) for edition in EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", RULINGS)
def test_without_its_feature_a_ruling_is_off_and_with_it_the_edition_decides(
    edition: str, name: str
) -> None:
    flag = FEATURES[name].flag
    without = Rules.of(edition, features=[other for other in FEATURES if other != name])
    assert (getattr(without, flag), name in without.features) == (0, False)
    assert getattr(Rules.of(edition), flag) == int(load(edition).flags.get(flag, False))


def test_an_option_still_decides_last() -> None:
    assert Rules.of("classic", features=[], ties_have_a_leader=1).ties_have_a_leader == 1


def test_rules_remember_the_features_that_are_rulings() -> None:
    assert Rules.of("formal").features == RULINGS
    assert Rules.of("formal", features=["held-seats"]).features == ()


def test_an_unknown_feature_is_named() -> None:
    assert unknown_feature(FEATURES) is None
    with pytest.raises(InvalidRules, match="feature 'time-travel', which is unknown; update"):
        Rules.of("classic", features=["auction-leader", "time-travel"])
