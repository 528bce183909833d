"""The contract with agents: the sequence of a turn, and how a game ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arena.invented_agents import Scripted, once, owned, play, table


def sequence(state: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Who was called in which phase, from the history."""
    return [(seat, view[4]) for seat, view in state[7]]


BOTH_MANAGE = [(1, 0), (2, 0)]
BOTH_SEE_DICE = [(1, 2), (2, 2)]


def test_a_turn_is_bsmt_dice_bsmt_effect_bsmt() -> None:
    _, state, _ = play(Scripted(), Scripted(), [(1, 2)])
    assert sequence(state) == [*BOTH_MANAGE, *BOTH_SEE_DICE, *BOTH_MANAGE, (1, 3), *BOTH_MANAGE]


def test_on_a_double_it_goes_on_without_the_first_bsmt() -> None:
    _, state, _ = play(Scripted(), Scripted(), [(2, 2), (3, 3)])
    throw = [*BOTH_SEE_DICE, *BOTH_MANAGE, *BOTH_MANAGE]
    assert sequence(state) == [*BOTH_MANAGE, *throw, *throw]
    assert state[2] == (10, 0)


def test_a_turn_in_jail_begins_with_the_decision() -> None:
    match = table(Scripted(), Scripted(), [(1, 2)], positions=(-1, 0))
    match.play()
    phases = [(seat, view[4]) for seat, view in match.log]
    assert phases == [*BOTH_MANAGE, (1, 6), (1, 6), (2, 6), *BOTH_SEE_DICE, *BOTH_MANAGE]


def test_the_turn_number_goes_up_by_a_turn_and_not_by_a_roll() -> None:
    first = Scripted()
    _, state, _ = play(first, Scripted(), [(1, 1), (3, 3), (1, 2), (1, 2), (1, 2)], [], [3])
    turns = [view[0] for _, view in state[7]]
    assert turns == sorted(turns)
    throws = [(s[0], s[5]) for m, s in first.calls if m == "receiveState" and s[4] == 2]
    assert [turn for turn, _ in throws] == [0, 0, 0, 1, 2]
    assert state[0] == 3


def test_a_game_has_100_turns_for_both_together() -> None:
    dice = [(1, 2), (3, 4)] * 100
    first = Scripted(buy=False)
    _, state, adjudicator = play(first, Scripted(buy=False), dice, [6], [12])
    assert state[0] == 100
    assert adjudicator.match is not None
    assert len(adjudicator.match.draws.rolled) == 100
    assert max(view[0] for _, view in state[7]) == 99


def test_player_1_is_always_asked_first_then_player_2() -> None:
    _, state, _ = play(Scripted(), Scripted(), [(1, 2), (1, 2)])
    seats = [seat for seat, view in state[7] if view[4] == 0]
    assert seats == [1, 2] * (len(seats) // 2)


def test_it_goes_round_until_both_are_done() -> None:
    """Player 1 mortgages thing by thing; player 2 has nothing to do and is asked once."""
    deeds = {1: 1, 3: 1, 5: 1}
    todo = [("M", [1]), ("M", [3]), ("M", [5])]
    first = Scripted(bsmt=lambda s: todo.pop(0) if todo else None)
    second = Scripted()
    match = table(first, second, [], deeds=deeds)
    match.manage((), (0, 0, 0, 0))
    assert [seat for seat, _ in match.log] == [1, 2, 1, 1, 1]
    assert match.s.money[0] == 1500 + 30 + 30 + 100


def test_who_is_done_is_not_asked_again_in_the_phase() -> None:
    second = Scripted(bsmt=once(("M", [1])))
    first = Scripted()
    match = table(first, second, [], deeds={1: -1})
    match.manage((), (0, 0, 0, 0))
    assert [seat for seat, _ in match.log] == [1, 2, 2]


def test_an_erroneous_action_makes_an_agent_done_for_the_phase() -> None:
    todo: list[Any] = [("B", [(1, 1)]), ("M", [1])]
    first = Scripted(bsmt=lambda s: todo.pop(0) if todo else None)
    match = table(first, Scripted(), [], deeds={1: 1})
    match.manage((), (0, 0, 0, 0))
    assert len(todo) == 1
    match.manage((), (0, 0, 0, 0))
    assert match.s.mortgaged[1] == 1


def test_a_second_trade_makes_an_agent_done_and_is_not_offered() -> None:
    first = Scripted(bsmt=("T", 0, [1], 0, []))
    second = Scripted(trade=False)
    match = table(first, second, [], deeds={1: 1})
    match.manage((), (0, 0, 0, 0))
    assert len(second.asked("respondTrade")) == 1
    assert [seat for seat, view in match.log if view[4] == 0] == [1, 2, 1]
    assert match.faults == []


def test_the_state_shows_what_was_done_earlier_in_the_phase() -> None:
    first = Scripted(bsmt=once(("M", [1])))
    second = Scripted()
    match = table(first, second, [], deeds={1: 1})
    match.manage((), (0, 0, 0, 0))
    (seen,) = second.asked("getBSMTDecision")
    assert (owned(seen), seen[3]) == ({1: 7}, (1530, 1500))


@pytest.mark.parametrize("dice", [[], [(1, 2)], [(1, 1)], [(1, 1), (1, 1)], [(6, 6), (6, 6)]])
def test_the_game_ends_when_the_dice_list_is_used_up(dice: list[tuple[int, int]]) -> None:
    _, state, adjudicator = play(Scripted(), Scripted(), dice, [6], [3])
    assert adjudicator.match is not None
    assert adjudicator.match.draws.rolled == dice
    assert state[4:7] == (0, (), (0, 0, 0, 0))


def test_a_game_without_any_dice_is_a_tie() -> None:
    winner, state, _ = play(Scripted(), Scripted(), [])
    assert (winner, state[:4]) == (0, (0, (0,) * 42, (0, 0), (1500, 1500)))


@pytest.mark.parametrize(
    ("deeds", "cash", "winner"),
    [
        ({}, (10, 10), 0),
        ({}, (11, 10), 1),
        ({39: -1}, (400, 1), 2),
        ({39: -7}, (201, 0), 1),
        ({39: -7}, (199, 0), 2),
        ({37: 6, 39: 6}, (0, 2749), 1),
        ({37: 6, 39: 6}, (0, 2751), 2),
        ({1: 2, 3: 1}, (0, 169), 1),
        ({1: 2, 3: 1}, (0, 170), 0),
        ({40: 1}, (0, 49), 1),
        ({40: 1, 41: 1}, (0, 101), 2),
    ],
)
def test_the_winner_is_worth_more(
    deeds: dict[int, int], cash: tuple[int, int], winner: int
) -> None:
    """Cash, prices, mortgaged at half, houses at cost, a hotel as five, 50 for a jail card."""
    assert table(Scripted(), Scripted(), [], deeds=deeds, cash=cash).play()[0] == winner


def test_ruin_ends_the_game_at_once() -> None:
    match = table(Scripted(), Scripted(), [(1, 3), (1, 2)], cash=(199, 5))
    winner, view = match.play()
    assert (winner, view[3], view[4:7]) == (2, (199, 5), (5, 4, (0, 200, 0, 0)))
    assert match.draws.rolled == [(1, 3)]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    games = [play(Scripted(buy=False), Scripted(), seed=seed)[1] for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0] != games[2]
