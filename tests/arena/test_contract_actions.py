"""The contract with agents: building, selling, mortgaging, trading, and who is served first."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena.matches.match import ArenaMatch
from tests.arena.invented_agents import LIGHT_BLUE, Scripted, once, owned, play, table

NO_DEBT = (0, 0, 0, 0)
BLUE = {6: 1, 8: 1, 9: 1}


def managed(action: Any, deeds: dict[int, int], **settings: Any) -> ArenaMatch:
    """Player 1 answers once in a BSMT phase."""
    match = table(Scripted(bsmt=once(action)), Scripted(), [], deeds=deeds, **settings)
    match.manage((), NO_DEBT)
    return match


def levels(match: ArenaMatch, *squares: int) -> list[int]:
    """Statuses after the phase."""
    statuses = match.view(0, (), NO_DEBT)[1]
    return [statuses[square] for square in squares]


@pytest.mark.parametrize(
    "action",
    [("B", [(6, 1), (8, 2), (9, 1)]), ["B", ([6, 1], [8, 2], [9, 1])]],
    ids=["tuples", "lists"],
)
def test_lists_and_tuples_are_both_fine_and_evenness_is_judged_on_the_result(action: Any) -> None:
    first = Scripted(bsmt=once(action, lambda s: s[1][9] == 1))
    _, state, adjudicator = play(first, Scripted(), LIGHT_BLUE, None, [0])
    assert owned(state) == {6: 2, 8: 3, 9: 2, 11: -1, 19: -1}
    assert state[3] == (1380 - 200, 1160)
    assert adjudicator.faults == []


@pytest.mark.parametrize(
    ("action", "deeds"),
    [
        (("B", [(6, 1), (8, 3), (9, 1)]), BLUE),
        (("B", [(6, 2)]), BLUE),
        (("B", [(6, 1), (8, 1)]), {6: 1, 8: 1}),
        (("B", [(6, 1)]), {6: 1, 8: 1, 9: -1}),
        (("B", [(6, 1)]), {6: 1, 8: 1, 9: 7}),
        (("B", [(6, 6)]), BLUE),
        (("B", [(5, 1)]), {5: 1, 15: 1, 25: 1, 35: 1}),
        (("B", [(6, 1), (37, 1)]), BLUE),
        (("S", [(6, 1)]), BLUE),
        (("S", [(6, 1), (8, 1)]), {6: 2, 8: 2, 9: 3}),
        (("S", [(6, 2)]), {6: 2, 8: 2, 9: 2}),
        (("S", [(6, 1), (1, 1)]), {6: 2, 8: 1, 9: 1}),
        (("M", [6, 1]), BLUE),
        (("M", [8]), {6: 2, 8: 1, 9: 1}),
        (("M", [39]), {39: -1}),
        (("M", [40]), {40: 1}),
        (("M", [6, 6]), BLUE),
    ],
)
def test_an_action_of_several_parts_is_all_or_nothing(action: Any, deeds: dict[int, int]) -> None:
    match = managed(action, deeds)
    assert owned(match.view(0, (), NO_DEBT)) == deeds
    assert match.s.money == [1500, 1500, 0, 0, 0, 0, 0, 0]
    assert len(match.faults) == 1


def test_nobody_builds_without_the_money() -> None:
    assert levels(managed(("B", [(6, 1)]), BLUE, cash=(49, 0)), 6) == [1]
    match = managed(("B", [(6, 1)]), BLUE, cash=(50, 0))
    assert (levels(match, 6), match.s.money[0]) == ([2], 0)


def test_there_are_32_houses_and_12_hotels() -> None:
    full = {
        **dict.fromkeys((11, 13, 14, 16, 18, 19), -5),  # 24 houses
        21: -3,
        23: -3,
        24: -2,  # 5 houses
    }
    match = managed(("B", [(6, 1), (8, 1), (9, 1)]), {**BLUE, **full})
    assert (levels(match, 6, 8, 9), match.s.houses_left) == ([2, 2, 2], 0)
    match = managed(("B", [(6, 2), (8, 1), (9, 1)]), {**BLUE, **full})
    assert (levels(match, 6, 8, 9), match.s.houses_left) == ([1, 1, 1], 3)
    hotels = {
        **dict.fromkeys((11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29), -6),
        **dict.fromkeys(BLUE, 5),
    }
    match = managed(("B", [(6, 1)]), hotels)
    assert (levels(match, 6), match.s.hotels_left) == ([5], 0)


def test_a_hotel_cannot_be_sold_back_without_four_houses_in_the_bank() -> None:
    scarce = {
        **dict.fromkeys(BLUE, 6),
        **dict.fromkeys((11, 13, 14, 16, 18, 19), -5),
        21: -3,
        23: -3,
        24: -2,
    }
    assert levels(managed(("S", [(6, 1)]), scarce), 6) == [6]
    enough = {**scarce, 21: -2}
    match = managed(("S", [(6, 1)]), enough)
    assert (levels(match, 6), match.s.houses_left, match.s.money[0]) == ([5], 0, 1525)


def test_a_house_is_sold_at_half_its_cost() -> None:
    match = managed(("S", [(6, 1), (8, 1), (9, 1)]), {6: 2, 8: 2, 9: 2})
    assert (levels(match, 6, 8, 9), match.s.money[0]) == ([1, 1, 1], 1575)


@pytest.mark.parametrize(("square", "price"), [(6, 100), (37, 350), (12, 150), (5, 200)])
def test_a_mortgage_is_half_the_price_and_lifting_it_a_tenth_more_rounded_down(
    square: int, price: int
) -> None:
    half = price // 2
    assert managed(("M", [square]), {square: 1}).s.money[0] == 1500 + half
    lifted = managed(("M", [square]), {square: 7})
    assert lifted.s.money[0] == 1500 - half - half // 10
    assert levels(lifted, square) == [1]


def test_mortgaging_and_lifting_go_together_in_one_action() -> None:
    match = managed(("M", [6, 39]), {6: 7, 39: 1}, cash=(0, 0))
    assert (levels(match, 6, 39), match.s.money[0]) == ([1, 7], 200 - 55)


def test_a_mortgage_that_changes_hands_costs_a_tenth_at_once() -> None:
    first = Scripted(bsmt=once(("T", 0, [37], 0, [])))
    match = table(first, Scripted(trade=True), [], deeds={37: 7})
    match.manage((), NO_DEBT)
    assert (levels(match, 37), match.s.money[:2]) == ([-7], [1500, 1500 - 17])


def lift_after_trade(phases: int) -> int:
    """What is left to player 1, who gets mortgaged Boardwalk and lifts it in a later phase."""
    asked: list[int] = []

    def lift(state: Any) -> Any:
        asked.append(1)
        return ("M", [39]) if state[1][39] == 7 and len(asked) >= phases else None

    first = Scripted(bsmt=lift, trade=True)
    second = Scripted(bsmt=once(("T", 0, [39], 0, [])))
    match = table(first, second, [], deeds={1: 1, 39: -7})
    # Player 1 is not done when the deed comes, because there is something to mortgage first.
    if phases == 1:
        todo: list[Any] = [("M", [1]), ("M", [39])]
        first.answers["getBSMTDecision"] = lambda s: todo.pop(0) if todo else None
    match.manage((), NO_DEBT)
    match.manage((), NO_DEBT)
    assert match.s.mortgaged[39] == 0
    return match.s.money[0]


def test_no_further_tenth_if_it_is_lifted_in_the_same_phase() -> None:
    assert lift_after_trade(1) == 1500 + 30 - 20 - 200
    assert lift_after_trade(2) == 1500 - 20 - 220


@pytest.mark.parametrize("side", ["offered", "wanted"])
def test_squares_of_a_group_with_houses_cannot_be_traded(side: str) -> None:
    built = {6: 2, 8: 1, 9: 1} if side == "offered" else {6: -2, 8: -1, 9: -1}
    offer = ("T", 0, [8], 0, []) if side == "offered" else ("T", 0, [], 0, [8])
    match = managed(offer, built)
    assert [fault.kind for fault in match.faults] == ["refused"]
    assert owned(match.view(0, (), NO_DEBT)) == built


def test_jail_cards_can_be_traded() -> None:
    first = Scripted(bsmt=once(("T", 10, [40], 0, [41])))
    match = table(first, Scripted(trade=True), [], deeds={40: 1, 41: -1})
    match.manage((), NO_DEBT)
    assert (levels(match, 40, 41), match.s.money[:2]) == ([-1, 1], [1490, 1510])


@pytest.mark.parametrize(
    "offer",
    [
        ("T", 0, [39], 0, []),
        ("T", 0, [], 0, [6]),
        ("T", 1501, [6], 0, []),
        ("T", 0, [6], 1501, []),
        ("T", 0, [6], 0, [6]),
        ("T", 0, [6, 6], 0, []),
        ("T", 0, [2], 0, []),
        ("T", 0, [42], 0, []),
        ("T", 0, [40], 0, []),
        ("T", 50, [], 0, []),
        ("T", 0, 6, 0, []),
        ("T", 0, [6], 0),
        ("T",),
    ],
)
def test_an_offer_that_cannot_be_is_not_put_to_the_other(offer: Any) -> None:
    first, second = Scripted(bsmt=once(offer)), Scripted(trade=True)
    match = table(first, second, [], deeds={6: 1, 39: -1})
    match.manage((), NO_DEBT)
    assert second.asked("respondTrade") == []
    assert len(match.faults) == 1


def test_an_offer_that_leaves_too_little_for_the_interest_is_refused() -> None:
    for cash, fits in ((19, False), (20, True)):
        first = Scripted(bsmt=once(("T", 0, [39], 0, [])))
        match = table(first, Scripted(trade=True), [], deeds={39: 7}, cash=(0, cash))
        match.manage((), NO_DEBT)
        assert (match.s.owner[39] == 1) is fits


@pytest.mark.parametrize("turn", [0, 1])
def test_the_player_whose_turn_it_is_gets_the_last_houses(turn: int) -> None:
    """Three are left and each wants three; player 1 is asked first, whosever turn it is."""
    deeds = {
        **BLUE,
        **dict.fromkeys((11, 13, 14), -1),
        **dict.fromkeys((16, 18, 19, 21, 23, 24), -5),
        26: -3,
        27: -3,
        29: -2,
    }
    first = Scripted(bsmt=once(("B", [(6, 1), (8, 1), (9, 1)])))
    second = Scripted(bsmt=once(("B", [(11, 1), (13, 1), (14, 1)])))
    match = table(first, second, [], deeds=deeds, turn=turn)
    match.s.turn_player = turn
    match.manage((), NO_DEBT)
    asked = [seat for seat, _ in match.log]
    assert asked[:2] == [1, 2]
    assert levels(match, 6, 8, 9) == ([2, 2, 2] if turn == 0 else [1, 1, 1])
    assert levels(match, 11, 13, 14) == ([-1, -1, -1] if turn == 0 else [-2, -2, -2])
    assert [fault.seat for fault in match.faults] == [2 - turn]


def test_who_waits_is_served_when_the_other_wants_nothing_or_something_else() -> None:
    deeds = {
        **BLUE,
        **dict.fromkeys((11, 13, 14), -1),
        **dict.fromkeys((16, 18, 19, 21, 23, 24), -5),
        26: -3,
        27: -3,
        29: -2,
        5: -1,
    }
    for answer in (None, ("M", [5]), ("T", 0, [5], 0, []), "junk"):
        first = Scripted(bsmt=once(("B", [(6, 1), (8, 1), (9, 1)])))
        match = table(first, Scripted(bsmt=once(answer)), [], deeds=deeds)
        match.s.turn_player = 1
        match.manage((), NO_DEBT)
        assert levels(match, 6, 8, 9) == [2, 2, 2], answer
