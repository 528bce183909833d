"""Whatever agents answer, money is conserved and every state is well formed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.arena import Adjudicator
from gitopoly.arena.agents.builtin import BuiltIn, kernel_state
from gitopoly.rules import violated_invariants
from tests.arena.invented_agents import play


def check_state(state: tuple[Any, ...]) -> None:
    """The form that the agents' document promises."""
    turn, statuses, positions, cash, phase, payload, debt, history = state
    assert type(turn) is int
    assert 0 <= turn <= 100
    assert (len(statuses), len(positions), len(cash), len(debt)) == (42, 2, 2, 4)
    for square, status in enumerate(statuses):
        assert type(status) is int
        assert -7 <= status <= 7
        if square >= 40:
            assert -1 <= status <= 1
    assert all(type(p) is int and -1 <= p <= 39 and p != 30 for p in positions if phase == 0)
    assert all(type(c) is int and c >= 0 for c in cash)
    assert phase in range(9)
    assert all(type(d) is int and d >= 0 for d in debt)
    assert debt[0] in (0, 2)
    assert debt[2] in (0, 1)
    assert isinstance(history, list)
    check_payload(phase, payload)


def check_payload(phase: int, payload: Any) -> None:
    if phase == 0:
        assert payload == () or type(payload) is int
    elif phase == 1:
        *said, cash, offered, wants, wanted = payload
        assert said in ([], [True], [False])
        assert (type(offered), type(wanted)) == (list, list)
        assert cash >= 0 <= wants
    elif phase == 2:
        assert payload[2] is (payload[0] == payload[1])
    elif phase == 3:
        assert type(payload) is int
    elif phase == 4:
        assert payload[1] in (0, 1, 2)
    elif phase == 6:
        assert payload in ((), (True,), (False,))
    else:
        assert 0 <= payload[0] <= 15


class Wild:
    """Answers anything, mostly something that could be meant."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.calls = 0

    def __getattr__(self, method: str) -> Any:
        if method.startswith("_"):
            raise AttributeError(method)
        return lambda state: self.answer(method, state)

    def answer(self, method: str, state: Any) -> Any:
        check_state(state)
        assert len(state[7]) >= self.calls
        self.calls = len(state[7]) + 1
        dice = self.random
        if method == "getBSMTDecision":
            if dice.random() < 0.5:
                return None
            squares = dice.sample(range(42), dice.randint(1, 3))
            pairs = [(square, dice.randint(0, 2)) for square in squares]
            offer = ("T", dice.randint(-9, 99), squares[:1], dice.random() * 99, squares[1:])
            return dice.choice([("B", pairs), ("S", pairs), ("M", squares), offer, "junk"])
        if method == "jailDecision":
            return dice.choice([("R",), ("P",), ("C", 40), ("C", 41), "R", None])
        if method == "auctionProperty":
            return dice.choice([0, 1, 5.5, "7", -3, None, state[3][0] // 4])
        return dice.choice([True, False, 1, None])


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_whatever_agents_answer_the_game_is_sound(seed: int) -> None:
    adjudicator = Adjudicator(seed=seed)
    winner, state = adjudicator.runGame(Wild(seed), Wild(seed + 1))
    match = adjudicator.match
    assert match is not None
    assert winner in (0, 1, 2)
    s = match.s
    assert s.bank_money + s.money[0] + s.money[1] == s.rules.total_money + s.issued
    assert {fault.kind for fault in adjudicator.faults} <= {"junk", "refused"}
    assert [view[0] for _, view in state[7]] == sorted(view[0] for _, view in state[7])


@pytest.mark.parametrize("seed", range(10))
def test_every_position_of_a_game_keeps_the_kernels_invariants(seed: int) -> None:
    """A state tuple read back as a kernel state is one that the kernel itself would allow."""
    _, state, _ = play(BuiltIn(1, "random", seed), BuiltIn(2, "sensible", seed), seed=seed)
    for _, view in state[7][::7]:
        s = kernel_state(view)
        assert violated_invariants(s) == []


def test_cash_that_comes_from_nowhere_would_be_noticed() -> None:
    adjudicator = Adjudicator(seed=1)
    adjudicator.runGame(Wild(1), Wild(2))
    assert adjudicator.match is not None
    s = adjudicator.match.s
    s.money[0] += 1
    assert s.bank_money + s.money[0] + s.money[1] != s.rules.total_money + s.issued


@pytest.mark.parametrize(
    "broken",
    [
        (0, (0,) * 41, (0, 0), (0, 0), 0, (), (0, 0, 0, 0), []),
        (0, (0,) * 42, (0, 0), (0, -1), 0, (), (0, 0, 0, 0), []),
        (0, (8,) * 42, (0, 0), (0, 0), 0, (), (0, 0, 0, 0), []),
        (0, (0,) * 42, (0, 0), (0, 0), 3, (3,), (0, 0, 0, 0), []),
        (0, (0,) * 42, (0, 0), (0, 0), 1, (0, (3,), 0, []), (0, 0, 0, 0), []),
    ],
)
def test_a_state_that_is_not_well_formed_would_be_noticed(broken: Any) -> None:
    with pytest.raises(AssertionError):
        check_state(broken)
