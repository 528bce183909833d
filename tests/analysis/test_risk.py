"""The risk of the next round: playouts against an exact enumeration, and where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.analysis.hints import CostlySquare, costly_squares, risk_of_round
from gitopoly.bots.analysis.playouts import PlayoutRequest
from gitopoly.bots.table_policy import wish
from gitopoly.rules import State, actions as a, apply, chance_outcomes, floor, is_over
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.step import list_actions
from tests.analysis.games import plain
from tests.rules.scenario import Scenario


def next_positions(s: State) -> Iterator[tuple[State, int, float]]:
    """What `trader` and chance make of a position: what follows, by which kind of action."""
    buffer = ActionBuffer()
    list_actions(s, s.rules, floor(s), buffer)
    code = wish(s, TRADER, floor(s), buffer)
    for outcome, probability in chance_outcomes(s, code):
        after = s.copy()
        apply(after, code, outcome)
        yield after, a.kind_of(code), probability


def exactly(start: State, turns: int) -> dict[tuple[int, bool, bool], float]:
    """How likely each result of the next turns is for seat 0: its gain, short, out.

    For positions in which nothing can be bought and nobody bids or trades.
    """
    found: Counter[tuple[int, bool, bool]] = Counter()
    left = [(start, 0, False, 1.0)]
    while left:
        s, gain, short, chance = left.pop()
        fallen = bool(s.is_bankrupt[0])
        if fallen or is_over(s) or s.turns - start.turns >= turns:
            found[gain, short, fallen] += chance
            continue
        for after, kind, probability in next_positions(s):
            more = 0 if a.ACTIONS[kind].operation != NOBODY else after.money[0] - s.money[0]
            owes = after.debt_count > 0 and after.debtor[0] == 0
            left.append((after, gain + more, short or owes, chance * probability))
    return dict(found)


def poor() -> Scenario:
    """All deeds belong to seat 2, but for one of seat 1, who cannot pay every rent."""
    game = Scenario("formal-small", players=2).give(1, 8).give(2, 1, 2, 6, 10, 11)
    return game.cash(20, 60).at(1, "Jail").at(2, 6).turn(1)


@pytest.mark.parametrize(("cash", "turn", "turns"), [(20, 1, 2), (3, 1, 2), (12, 2, 2)])
def test_playouts_agree_with_an_exact_enumeration(cash: int, turn: int, turns: int) -> None:
    game = poor().cash(cash, 60).turn(turn)
    exact = exactly(game.s, turns)
    assert sum(exact.values()) == pytest.approx(1)
    count = 600
    seen = Counter(plain(game.rules).rounds(PlayoutRequest(game.s, count), 0))
    assert set(seen) <= set(exact)
    for result, probability in exact.items():
        error = (probability * (1 - probability) / count) ** 0.5
        assert seen[result] / count == pytest.approx(probability, abs=4 * error + 0.005)  # type: ignore[index]


def test_a_risk_sums_playouts_up() -> None:
    game = poor()
    exact = exactly(game.s, 2)
    found = risk_of_round(game.s, 0, plain(game.rules), 400)
    assert found is not None
    assert found.short == pytest.approx(sum(p for (_, s, _), p in exact.items() if s), abs=0.08)
    assert found.out == pytest.approx(sum(p for (*_, o), p in exact.items() if o), abs=0.08)
    assert 0 < found.out < found.short < 1
    gains = sorted(gain for gain, _, _ in exact)
    assert gains[0] <= found.low <= found.middle <= found.high <= gains[-1]
    assert found.low < 0
    ranked = sorted((gain, p) for (gain, _, _), p in exact.items())
    below = sum(p for gain, p in ranked if gain < found.low)
    assert below == pytest.approx(0.1, abs=0.1)


def test_a_purchase_is_no_loss_and_a_rent_received_is_a_gain() -> None:
    alone = Scenario(players=2).at(1, 10).turn(1, "pre-roll").cash(5000, 1500)
    found = risk_of_round(alone.s, 0, plain(alone.rules), 30)
    assert found is not None
    assert found.low > -100  # it buys deeds of 140 and more
    owned = Scenario(players=2).give(1, 16, 18, 19, level=5).cash(500, 3000).at(2, 11).turn(2)
    found = risk_of_round(owned.s, 0, plain(owned.rules), 60)
    assert found is not None
    assert found.high >= 900


def test_a_debtor_is_short_already() -> None:
    game = Scenario(players=2).give(2, 37, 39, level=5).give(1, 5, 15).cash(100, 1500)
    game.at(1, 39).turn(1, "post-roll").do("owe rent")
    found = risk_of_round(game.s, 0, plain(game.rules), 5)
    assert found is not None
    assert (found.short, found.out) == (1, 1)


def test_tax_1_the_risk_is_hidden_until_the_tax_is_chosen() -> None:
    game = Scenario(players=2).at(1, 4).turn(1, "post-roll")
    assert risk_of_round(game.s, 0, plain(game.rules), 1) is None
    assert risk_of_round(game.s, 1, plain(game.rules), 1) is None
    fixed = Scenario(players=2, tax_choice=0).at(1, 4).turn(1, "post-roll")
    assert risk_of_round(fixed.s, 0, plain(fixed.rules), 1) is not None


@pytest.mark.parametrize("deeds", [(), (5,), (5, 15, 25)])
def test_tax_1_the_risk_does_not_tell_what_a_seat_is_worth(deeds: tuple[int, ...]) -> None:
    """From there the tax is the worst tenth: a salary less the printed tax, whatever is owned."""
    game = Scenario(players=2).give(1, *deeds).cash(700, 700).at(1, 37).at(2, 20).turn(1)
    found = risk_of_round(game.s, 0, plain(game.rules), 400)
    assert found is not None
    assert found.low == 0


def test_there_is_no_next_round_before_play_and_for_those_who_are_out() -> None:
    opening = Scenario(players=2, opening_throw=1)
    assert risk_of_round(opening.s, 0, plain(opening.rules), 1) is None
    game = Scenario(players=3)
    game.s.is_bankrupt[1] = 1
    assert risk_of_round(game.s, 1, plain(game.rules), 1) is None
    over = Scenario(players=2)
    over.s.is_bankrupt[1] = 1
    assert risk_of_round(over.s, 0, plain(over.rules), 1) is None


def test_the_squares_that_cost_most_are_exact() -> None:
    game = Scenario(players=2).at(1, "GO").give(2, 6, 8, 9, level=3).give(2, 12)
    # 6 and 8: 5 of 36 rolls each; 9: 4; 12 would cost 4 times 12, and 4 the tax of 200.
    assert costly_squares(game.s, 0) == (
        CostlySquare(9, 300, pytest.approx(4 / 36)),
        CostlySquare(6, 270, pytest.approx(5 / 36)),
        CostlySquare(8, 270, pytest.approx(5 / 36)),
    )
    assert [one.cost for one in costly_squares(game.at(1, 1).s, 0)] == [300, 270, 270]
    assert [one.square for one in costly_squares(game.at(1, 10).s, 0)] == [12]
    assert costly_squares(game.jail(1).s, 0) == ()


def test_rent_5_a_utility_may_cost_as_much_as_a_new_roll_can_make_it() -> None:
    for edition, cost in (("classic", 4 * 7), ("formal", 4 * 12)):
        game = Scenario(edition, players=2).at(1, 5).give(2, 12)
        assert costly_squares(game.s, 0) == (CostlySquare(12, cost, pytest.approx(6 / 36)),)


def test_nothing_is_paid_for_own_or_mortgaged_deeds() -> None:
    game = Scenario(players=2).at(1, 10).give(1, 16).give(2, 18, mortgaged=True)
    assert costly_squares(game.s, 0) == ()
