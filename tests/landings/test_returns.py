"""What buildings earn, by hand."""

import math

from gitopoly.kernel import Rules
from gitopoly.landings.chain import LandingShares
from gitopoly.landings.returns import building_returns

RULES = Rules.of("classic")
SHARES = LandingShares((0.025,) * 40, 0.0)


def test_boardwalk_by_hand() -> None:
    found = [each for each in building_returns(RULES, SHARES) if each.square == 39]
    # Rents 100 (bare, of a whole group), 200, 600, 1400, 1700, 2000; each building costs 200.
    assert [each.added_rent for each in found] == [100, 400, 800, 300, 300]
    assert [each.visits for each in found] == [2, 0.5, 0.25, 200 / 300, 200 / 300]
    assert math.isclose(found[0].rolls, 80)
    assert math.isclose(found[0].per_roll, 1 / 80)


def test_every_street_has_every_level_and_nothing_else_has_any() -> None:
    found = building_returns(RULES, SHARES)
    assert len(found) == 22 * 5
    assert {each.level for each in found} == {1, 2, 3, 4, 5}
