"""Verdicts on decisions: clear ones only, on other dice, and not the playouts' own faults."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.analysis.decisions import (
    Decision,
    judged,
    mistakes,
    money_does_harm,
    others_overpay,
    worth_considering,
)
from gitopoly.bots.analysis.playouts import PlayoutRequest, Playouts, Shares
from gitopoly.bots.analysis.review import choice_in
from gitopoly.bots.play import WHOLE
from gitopoly.rules import Rules, State, Taken, actions as a, apply, initial, parse_action
from gitopoly.rules.board import renew_sets
from gitopoly.rules.codes import POST_ROLL, TRADE
from tests.analysis.games import played, reviewed

LIGHT_BLUES = (6, 8, 9)
WANTED = (9, 31, 39)


def offered(cash: int) -> State:
    """p1 offers p2 cash for the last light blue street and two more; p2 has to answer."""
    s = initial(Rules.of("classic", 2, opening_throw=0, turn_limit=6))
    for square in LIGHT_BLUES:
        s.owner[square] = 0
    for square in WANTED:
        s.owner[square] = 1
    renew_sets(s, s.rules)
    deeds = sum(1 << s.rules.deed_index[square] for square in WANTED)
    apply(s, a.offer(0, 1, deeds, 0, cash))
    assert s.phase == TRADE
    return s


def answer(s: State, text: str) -> Taken:
    """p2's answer."""
    after = s.copy()
    code = parse_action(s, f"p2: {text}")
    apply(after, code)
    return Taken(s, code, 0, after)


def test_giving_a_group_away_is_a_mistake_and_keeping_it_is_none() -> None:
    s = offered(cash=1)
    accept, decline = answer(s, "accept"), answer(s, "decline")
    found = judged(1, decline.code, reviewed([accept], 0.06))
    assert isinstance(found, Decision)
    assert found.seat == 1
    assert found.better == decline.code
    assert found.loss > 0.03
    assert found.loss > 3 * found.error
    assert found.completed == (0, s.rules.group[9])
    assert judged(1, accept.code, reviewed([decline], 0.06)) is None


class Told(Playouts):
    """Playouts that find what they are told: for each question, how many of ten are won."""

    def __init__(self, *wins: int) -> None:
        self.played = 0
        self.wins = list(wins)
        self.asked: list[PlayoutRequest] = []

    def shares(self, questions: Sequence[PlayoutRequest]) -> Generator[Shares, None, None]:
        """The next results."""
        for question in questions:
            self.asked.append(question)
            won = self.wins.pop(0)
            rows = [(0, WHOLE)] * won + [(WHOLE, 0)] * (10 - won)
            yield (rows * question.count)[: question.count]


@pytest.mark.parametrize(
    ("wins", "marked"),
    [
        ((9, 2, 9, 2, 9, 2, 5, 5), True),
        ((2, 2), False),  # on other dice the alternative is no better
        ((9, 2, 2, 2), False),  # other opponents disagree
        ((9, 2, 9, 2, 2, 2), False),  # without further trades it is no better
        ((9, 2, 9, 2, 9, 2, 9, 2), False),  # the playouts fare better without the cash
    ],
)
def test_each_safeguard_can_refuse(wins: tuple[int, ...], marked: bool) -> None:
    s = offered(cash=300)
    told = Told(*wins)
    accept, decline = answer(s, "accept"), answer(s, "decline")
    found = judged(1, decline.code, reviewed([accept], 1, playouts=told))
    assert (found is not None) == marked
    assert not told.wins
    firsts = {question.first for question in told.asked}
    assert 0 not in firsts  # never the dice of the first look


def test_only_the_difference_in_cash_is_burned() -> None:
    s = offered(cash=300)
    told = Told(5, 5)
    accept, decline = answer(s, "accept"), answer(s, "decline")
    taken = PlayoutRequest(s, 20, accept.code)
    assert not money_does_harm(told, taken, decline.code)
    burned, kept = (question.state for question in told.asked)
    assert kept.money[1] - burned.money[1] == 300
    assert burned.bank_money - kept.bank_money == 300
    taken = PlayoutRequest(s, 20, decline.code)
    assert not money_does_harm(Told(), taken, decline.code)


def landed(cash: int) -> State:
    """p1 may buy a red street; p2 has another one, and this much cash to bid."""
    s = initial(Rules.of("classic", 2, opening_throw=0, turn_limit=6))
    s.owner[21] = 1
    s.money[1] = cash
    renew_sets(s, s.rules)
    s.positions[0] = 23
    s.phase = POST_ROLL
    return s


@pytest.mark.parametrize(
    ("cash", "wins", "doubted"),
    [
        (1500, (5, 5), True),  # for the price alone, selling is no better
        (1500, (2, 9), False),
        (150, (), False),  # who pays less than the price does not overpay
    ],
)
def test_an_auction_must_be_better_even_if_nobody_overpays(
    cash: int, wins: tuple[int, ...], doubted: bool
) -> None:
    s = landed(cash)
    buy, sell = (parse_action(s, f"p1: {text}") for text in ("buy", "auction"))
    told = Told(*wins)
    assert others_overpay(told, PlayoutRequest(s, 20, buy), sell) == doubted
    if wins:
        sold, kept = (question.state for question in told.asked)
        square = s.positions[0]
        assert sold.owner[square] == 1
        assert sold.money[1] == cash - s.rules.value[square]
        assert kept.owner[square] == 0


def test_offers_and_bankruptcies_are_no_alternatives() -> None:
    for step in played(3, 12, seed=2):
        choice = choice_in(step.before, step.seat, TRADER)
        found = worth_considering(choice, step.code, step.before)
        assert step.code not in found
        assert len(found) <= 6
        assert not {a.OFFER_TRADE, a.GO_BANKRUPT} & {a.kind_of(code) for code in found}


def test_a_game_without_clear_mistakes_has_none() -> None:
    steps = played(2, 5, seed=3)
    review = reviewed(steps, 0.02)
    assert mistakes(review) == []
    assert review.complete
    review = reviewed(steps, 0.02, go=lambda: False)
    mistakes(review)
    assert not review.complete
