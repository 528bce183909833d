"""The contract with agents: jail."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.matches.match import ArenaMatch
from gitopoly.rules.board import change_owner
from tests.arena.invented_agents import Scripted, owned, play, table

NO_DEBT = (0, 0, 0, 0)


def test_the_third_double_in_a_row_goes_to_jail_without_moving() -> None:
    first = Scripted()
    _, state, _ = play(first, Scripted(), [(6, 6), (6, 6), (6, 6), (1, 3)], [], [])
    assert state[2] == (-1, 4)
    assert owned(state) == {12: 1, 24: 1}
    assert first.told(2)[2] == (6, 6, True)


def test_the_third_double_pays_no_salary() -> None:
    match = table(Scripted(), Scripted(), [(2, 2), (3, 3), (6, 6)], positions=(30, 0))
    change_owner(match.s, match.s.rules, 34, 0)
    match.play()
    # From 30 to 34, over GO's 40 to 0 with the salary, and then straight to jail.
    assert (match.view(0, (), NO_DEBT)[2][0], match.s.money[0]) == (-1, 1700)


@pytest.mark.parametrize(
    ("position", "chance", "chest", "throw"),
    [(25, [], [], (2, 3)), (0, [9], [], (3, 4)), (0, [], [5], (1, 1))],
    ids=["square 30", "chance", "chest"],
)
def test_jail_is_minus_1_and_the_turn_ends(
    position: int, chance: list[int], chest: list[int], throw: tuple[int, int]
) -> None:
    second = Scripted()
    match = table(Scripted(), second, [throw, (1, 3)], chance, chest, positions=(position, 0))
    match.play()
    assert match.view(0, (), NO_DEBT)[2] == (-1, 4)
    assert match.turn == 2


def test_doubles_onto_go_to_jail_give_no_further_roll() -> None:
    match = table(Scripted(), Scripted(), [(5, 5), (1, 3)], positions=(20, 0))
    match.play()
    assert match.view(0, (), NO_DEBT)[2] == (-1, 4)


def jailed(answer: Any, dice: list[tuple[int, int]]) -> ArenaMatch:
    """Player 1 begins in jail and answers so every time; player 2 begins on Free Parking."""
    match = table(Scripted(jail=answer), Scripted(buy=False), dice, positions=(-1, 20))
    match.play()
    return match


def test_paying_costs_50_at_once_and_rolls_normally() -> None:
    first = Scripted(jail=("P",))
    match = table(first, Scripted(), [(4, 2)], positions=(-1, 0))
    match.play()
    view = match.view(0, (), NO_DEBT)
    assert (view[2][0], view[3][0], owned(view)) == (16, 1500 - 50 - 180, {16: 1})
    (told,) = [s for m, s in first.calls if m == "receiveState" and s[4] == 6]
    assert (told[5], told[2][0], told[3][0]) == ((True,), 10, 1450)


def test_after_paying_a_double_rolls_again() -> None:
    match = table(Scripted(jail=["P"]), Scripted(), [(5, 5), (1, 4)], positions=(-1, 0))
    match.play()
    assert match.s.positions[0] == 25
    assert match.turn == 1


def test_a_double_leaves_and_moves_without_a_further_roll() -> None:
    match = jailed(("R",), [(5, 5), (1, 2)])
    view = match.view(0, (), NO_DEBT)
    assert (view[2], view[3][0], match.turn) == ((20, 23), 1500, 2)


def test_a_miss_stays() -> None:
    match = jailed(("R",), [(1, 2)])
    assert match.view(0, (), NO_DEBT)[2] == (-1, 20)
    assert match.s.jail_time[0] == 1


def test_the_third_miss_pays_50_and_moves_by_that_throw() -> None:
    second = Scripted(buy=False, bid=0)
    first = Scripted(bid=0)
    match = table(first, second, [(1, 2), (3, 2), (1, 2), (1, 2), (4, 6)], positions=(-1, 20))
    match.play()
    view = match.view(0, (), NO_DEBT)
    assert view[2][0] == 20
    assert view[3][0] == 1450
    assert first.told(6) == [(False,), (False,), (True,)]


def test_the_third_miss_with_less_than_50_loses_the_game() -> None:
    for cash, ruined in ((49, 0), (50, -1)):
        match = table(Scripted(), Scripted(), [(4, 6)], positions=(-1, 20), cash=(cash, 0))
        match.s.jail_time[0] = 2
        winner, view = match.play()
        assert match.ruined == ruined
        if ruined == 0:
            assert (winner, view[2][0], view[3][0], view[4:6]) == (2, -1, 49, (6, (False,)))


def test_a_third_throw_that_is_a_double_costs_nothing() -> None:
    match = table(Scripted(), Scripted(), [(5, 5)], positions=(-1, 20), cash=(0, 0))
    match.s.jail_time[0] = 2
    match.play()
    assert (match.s.positions[0], match.s.money[0], match.ruined) == (20, 0, -1)


@pytest.mark.parametrize("card", [40, 41])
def test_ones_own_card_leaves_and_rolls_normally(card: int) -> None:
    match = table(
        Scripted(jail=("C", card)), Scripted(), [(5, 5), (1, 4)], positions=(-1, 0), deeds={card: 1}
    )
    match.play()
    view = match.view(0, (), NO_DEBT)
    assert (view[2][0], view[3][0], owned(view)) == (25, 1500 - 200, {25: 1})


@pytest.mark.parametrize(
    "answer",
    [
        ("R",), None, "R", "r", ("R", 3), ("C",), ("C", 28), ("C", 29), ("C", 40), ("C", 41),
        ("PAY",), ("Q",), [], 7, {"P": 1}, ("C", "40"), ("C", 40.0), [["P"]],
    ],
)  # fmt: skip
def test_anything_but_a_well_formed_answer_is_a_roll(answer: Any) -> None:
    """Player 2 holds the chance card, nobody the other; 28 and 29 are numbers of old."""
    match = table(Scripted(jail=answer), Scripted(), [(1, 2)], positions=(-1, 0), deeds={40: -1})
    match.play()
    view = match.view(0, (), NO_DEBT)
    assert (view[2][0], view[3][0], match.s.jail_time[0]) == (-1, 1500, 1)
    rolls = answer in (("R",), "R", "r", ("R", 3))
    assert (match.faults == []) is rolls


@pytest.mark.parametrize("answer", [("P",), ["P"], "P", "p", ("p",), ("P", None), ["P", 40, []]])
def test_p_pays_alone_or_before_anything_in_either_case(answer: Any) -> None:
    match = table(Scripted(jail=answer), Scripted(buy=False), [(1, 3)], positions=(-1, 20))
    match.play()
    assert (match.s.positions[0], match.s.in_jail[0], match.s.money[0]) == (14, 0, 1450 - 160)
    assert match.faults == []


def test_paying_without_the_money_is_a_roll() -> None:
    match = table(Scripted(jail=("P",)), Scripted(), [(5, 5)], positions=(-1, 0), cash=(49, 0))
    match.play()
    assert (match.s.positions[0], match.s.money[0]) == (20, 49)


def test_a_used_card_comes_back_into_the_deck() -> None:
    first = Scripted(jail=("C", 40))
    match = table(first, Scripted(), [(1, 3)], [7, 6], positions=(-1, 0), deeds={40: 1})
    match.take_turn(0)
    for _ in range(2):
        match.draw_card(0, 0)
    assert first.told(7) == [(7,), (6,)]


def test_leaving_jail_goes_on_from_square_10() -> None:
    match = jailed(("P",), [(1, 2)])
    assert match.s.positions[0] == 13
