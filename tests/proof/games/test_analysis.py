"""Known games: every landing counted, wealth by the rule, key moments where they belong."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gitopoly.game.record import GameRecord
from gitopoly.proof.games.analysis import (
    AUCTION,
    BANKRUPT,
    END,
    KINDS,
    LEAD,
    MONOPOLY,
    RENT,
    TRADE,
    Analysis,
    KeyMoment,
)
from gitopoly.rules import State, Taken, actions as a, apply, initial, parse_action, steps
from gitopoly.rules.money import worth_at_the_end
from tests.proof.recorded import played
from tests.rules import scenario
from tests.rules.scenario import Scenario


def analysed(scene: Scenario, *moves: str) -> Analysis:
    """Play moves as a scenario does, each a frame of its own."""
    found = Analysis(scene.s.copy())
    for frame, move in enumerate(moves, 1):
        text, _, outcome = move.partition("->")
        before = scene.s.copy()
        code = parse_action(scene.s, text)
        drawn = scenario.outcome_of(scene.s, code, outcome)
        apply(scene.s, code, drawn)
        found.see(Taken(before, code, drawn, scene.s.copy()), frame)
        found.close(frame, scene.s)
    return found


def of_kind(found: Analysis, kind: str) -> list[KeyMoment]:
    return [moment for moment in found.moments if moment.kind == kind]


def of_record(record: GameRecord) -> tuple[Analysis, list[State]]:
    """A recorded game with a frame for each action, and all its positions."""
    found = Analysis(initial(record.rules))
    states = [initial(record.rules)]

    for number, taken in enumerate(steps(states[0], record.steps), 1):
        found.see(taken, number)
        found.close(number, taken.after)
        states.append(taken.after)
    return found, states


@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 4), ("formal", 3), ("formal-small", 3)]
)
def test_landings_are_the_moves_and_wealth_is_by_the_rule(edition: str, players: int) -> None:
    record = played(edition, players=players, turns=60)
    found, states = of_record(record)
    moves = [
        (frame, p, after.positions[p])
        for frame, (before, after) in enumerate(pairwise(states), 1)
        for p in range(players)
        if before.positions[p] != after.positions[p]
    ]
    assert [(one.frame, one.seat, one.square) for one in found.landings] == moves
    assert sum(found.landed()) == len(moves) > 20
    for p in range(players):
        assert found.wealth[p] == [worth_at_the_end(s, s.rules, p) for s in states]
    assert {moment.kind for moment in found.moments} <= set(KINDS)
    assert [moment.frame for moment in found.moments] == sorted(
        moment.frame for moment in found.moments
    )


@pytest.mark.parametrize("options", [{}, {"starting_deeds": 2}])
def test_every_turn_begins_once(options: dict[str, int]) -> None:
    record = played("classic", players=3, turns=40, **options)
    found, states = of_record(record)
    players = [states[min(frame, len(states) - 1)].turn_player for frame in found.turns]
    assert all(left != right for left, right in pairwise(players))
    ends = sum(a.kind_of(entry.code) == a.END_TURN for entry in record.steps)
    assert len(found.turns) > 30
    assert len(found.turns) <= ends + 2
    assert found.turns == sorted(set(found.turns))


def test_a_quiet_step_opens_the_turn_of_the_frame_to_come() -> None:
    scene = Scenario(players=2).at(1, 20).turn(1, "free-4-all")
    scene.s.free_4_all_order[0] = -1
    before = scene.s.copy()
    scene.do("end turn")
    assert a.ACTIONS[a.END_TURN].is_quiet
    for quiet, frame in ((True, 5), (False, 6)):
        found = Analysis(before)
        found.see(Taken(before, a.code_of(a.END_TURN, 0), 0, scene.s), 5, quiet)
        assert found.turns == [1, frame]


def test_buying_the_last_street_of_a_group_completes_it() -> None:
    scene = Scenario(players=2).give(1, 1).at(1, 3).turn(1, "post-roll")
    assert of_kind(analysed(scene, "buy"), MONOPOLY) == [
        KeyMoment(1, MONOPOLY, 0, square=1, group=0)
    ]
    scene = Scenario(players=2).give(2, 1).at(1, 3).turn(1, "post-roll")
    assert of_kind(analysed(scene, "buy"), MONOPOLY) == []


def test_a_rent_is_big_when_it_hurts() -> None:
    scene = Scenario(players=2).give(2, 37, 39, level=5).at(1, 39).cash(2500, 1500)
    found = analysed(scene.turn(1, "post-roll"), "pay rent")
    assert of_kind(found, RENT) == [KeyMoment(1, RENT, 0, 1, 39, amount=2000)]
    assert found.wealth[0] == [2500, 500]
    scene = Scenario(players=2).give(2, 39).at(1, 39).turn(1, "post-roll")
    assert of_kind(analysed(scene, "pay rent"), RENT) == []


def test_a_debt_that_is_paid_off_is_a_rent_too() -> None:
    scene = Scenario(players=2).give(2, 37, 39, level=3).give(1, 31, 32, 34, level=5)
    scene.at(1, 39).cash(1300, 1500).turn(1, "post-roll")
    found = analysed(scene, "owe rent", 'sell "Pacific Avenue"', "pay debt")
    assert of_kind(found, RENT) == [KeyMoment(3, RENT, 0, 1, 39, amount=1400)]


def test_ruin_names_the_creditor_and_ends_the_game() -> None:
    scene = Scenario(players=2).give(2, 37, 39, level=5).at(1, 39).cash(10, 1500)
    found = analysed(scene.turn(1, "post-roll"), "owe rent", "go bankrupt")
    assert of_kind(found, BANKRUPT) == [KeyMoment(2, BANKRUPT, 0, 1)]
    assert of_kind(found, END) == [KeyMoment(2, END, 1)]
    assert of_kind(found, MONOPOLY) == []
    assert found.wealth[0][-1] == 0


def test_an_auction_is_won_for_a_price() -> None:
    scene = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    scene.do("auction", "p1: bid 30", "p2: pass", "p1: next round")
    found = analysed(scene, "p1: choose winner", "p2: choose winner", "close auction")
    assert of_kind(found, AUCTION) == [KeyMoment(3, AUCTION, 0, square=39, amount=30)]


def test_an_auction_without_a_bid_is_no_moment() -> None:
    scene = Scenario(players=2).at(1, 39).turn(1, "post-roll").do("auction", "p1: pass", "p2: pass")
    found = analysed(scene, "p1: choose winner", "p2: choose winner", "close auction")
    assert of_kind(found, AUCTION) == []


def test_a_trade_says_what_each_side_gives() -> None:
    scene = Scenario(players=2).give(1, 39).give(2, 1).jail_card(2).turn(1)
    rules = scene.rules
    deeds = 1 << rules.deed_index[39] | 1 << rules.deed_index[1]
    found = Analysis(scene.s.copy())
    for frame, code in enumerate((a.offer(0, 1, deeds, 1, -50), a.code_of(a.ACCEPT_TRADE, 1)), 1):
        before = scene.s.copy()
        apply(scene.s, code)
        found.see(Taken(before, code, 0, scene.s.copy()), frame)
        found.close(frame, scene.s)
    expected = KeyMoment(2, TRADE, 0, 1, amount=-50, squares=(39,), others=(1,), other_cards=1)
    assert of_kind(found, TRADE) == [expected]


def test_a_lead_counts_only_with_a_margin() -> None:
    scene = Scenario(players=2).cash(1500, 1500)
    found = Analysis(scene.s.copy())
    for frame, cash in enumerate(((1520, 1500), (1600, 1500), (1500, 1540), (1500, 1700)), 1):
        found.close(frame, scene.cash(*cash).s)
    assert of_kind(found, LEAD) == [KeyMoment(2, LEAD, 0), KeyMoment(4, LEAD, 1, 0)]


def test_turning_points_are_chosen_by_what_followed_and_told_in_order() -> None:
    found = Analysis(Scenario(players=2).s)
    found.turns = list(range(1, 61))
    even, ahead, behind = [1000] * 20, [1500] * 20, [500] * 21
    found.wealth = [[*even, *ahead, *behind], [*even, *behind[1:], *ahead, 1500]]
    found.moments = [KeyMoment(frame, RENT, 0) for frame in (2, 15, 20, 40, 50)]
    found.moments.append(KeyMoment(30, END, 0))
    assert [one.frame for one in found.turning_points((RENT,), 2)] == [20, 40]
    assert [one.frame for one in found.turning_points((RENT,), 9)] == [2, 15, 20, 40, 50]


def test_rents_are_counted_for_their_owner_and_their_square() -> None:
    scene = Scenario(players=2).give(2, "Boardwalk", "Baltic Avenue").at(1, "Luxury Tax").turn(1)
    found = analysed(scene.at(1, "Boardwalk").turn(1, "post-roll"), "pay rent")
    assert [(rent.payer, rent.owner, rent.square, rent.amount) for rent in found.rents] == [
        (0, 1, 39, 50)
    ]
    assert found.rent_earned() == [0, 50]
    assert found.best_deed() == (39, 1, 50)


def test_a_tax_is_no_rent() -> None:
    scene = Scenario(players=2).at(1, "Luxury Tax").turn(1, "post-roll")
    found = analysed(scene, "pay tax")
    assert found.rents == []
    assert found.best_deed() is None
