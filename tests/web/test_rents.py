"""The rents on the page are those that the rules ask for, whatever the position."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.rules import Rules, initial
from gitopoly.rules.board import util_multiplier
from gitopoly.rules.codes import NOBODY, UTIL
from gitopoly.rules.landing import rent_of
from gitopoly.web.rents import rents_now, rents_on
from tests.rules.walks import GAMES, Game, late_position, name_of


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_row_in_force_is_what_a_visitor_pays(game: Game) -> None:
    random, seen = Random(name_of(game)), set()
    for _ in range(25):
        s = late_position(game, random)
        for square, place in enumerate(rents_now(s)):
            waived = s.rules.no_rent_in_jail and s.in_jail[s.owner[square]]
            if s.owner[square] == NOBODY or s.mortgaged[square] or waived:
                assert place is None
                continue
            assert place is not None
            row = rents_on(s.rules, square)[place]
            if s.rules.square_type[square] == UTIL:
                assert row["times"] == util_multiplier(s, s.rules, square)
            else:
                assert row["amount"] == rent_of(s, s.rules, square)
            seen.add((row["of"], place))
    assert len(seen) > 4


def test_a_deed_shows_its_rents_as_printed() -> None:
    rules = Rules.of("classic", 2)
    boardwalk = rents_on(rules, 39)
    assert [row["amount"] for row in boardwalk] == [50, 100, 200, 600, 1400, 1700, 2000]
    assert [row["of"] for row in boardwalk] == ["bare", "group", *["level"] * 5]
    assert [row["amount"] for row in rents_on(rules, 5)] == [25, 50, 100, 200]
    assert [row["times"] for row in rents_on(rules, 12)] == [4, 10]


def test_nobody_pays_where_nobody_owns() -> None:
    assert set(rents_now(initial(Rules.of("classic", 2)))) == {None}
