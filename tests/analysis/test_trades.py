"""Verdicts on trades that were made, and offers that nobody made."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from gitopoly.bots import TRADER
from gitopoly.bots.analysis import trades
from gitopoly.bots.analysis.playouts import PlayoutRequest, Playouts, Shares
from gitopoly.bots.analysis.trades import (
    PRICES,
    TradeVerdict,
    agreed_position,
    possible_offers,
    trade_verdicts,
    unmade_offers,
)
from gitopoly.bots.play import WHOLE
from gitopoly.rules import State, Taken, actions as a, apply, parse_action
from gitopoly.rules.board import renew_sets
from tests.analysis.games import reviewed
from tests.analysis.test_decisions import answer, offered

ORANGES, REDS = (16, 18, 19), (21, 23, 24)


class ToldForBoth(Playouts):
    """Playouts in which each of two seats wins as often as told, out of ten, whatever the other."""

    def __init__(self, *wins: tuple[int, int]) -> None:
        self.wins = list(wins)
        self.played = 0

    def shares(self, questions: Sequence[PlayoutRequest]) -> Generator[Shares, None, None]:
        """The next results."""
        for question in questions:
            one, two = self.wins.pop(0)
            rows = [(WHOLE * (n < one), WHOLE * (n < two)) for n in range(10)]
            yield (rows * question.count)[: question.count]


def split() -> State:
    """Two seats that complete a group each by swapping two deeds; p1 may roll or offer."""
    s = offered(cash=1)
    apply(s, parse_action(s, "p2: decline"))
    s.offers_made = 0
    for square in range(s.rules.board_length):
        s.owner[square] = -1
    for square in (*ORANGES[:2], REDS[2]):
        s.owner[square] = 0
    for square in (*REDS[:2], ORANGES[2]):
        s.owner[square] = 1
    renew_sets(s, s.rules)
    return s


def went_on(s: State) -> Taken:
    """p1 offers nothing."""
    after = s.copy()
    code = parse_action(s, "p1: end pre-roll")
    apply(after, code)
    return Taken(s, code, 0, after)


def test_a_trade_is_judged_for_both_sides() -> None:
    s = offered(cash=1)
    steps = [answer(s, "accept")]
    (found,) = trade_verdicts(reviewed(steps, 0.2))
    assert (found.proposer, found.addressee, found.step) == (0, 1, 1)
    assert found.gains[0] > 0 > found.gains[1]
    assert [found.says(place) for place in (0, 1)] == [1, -1]
    assert trade_verdicts(reviewed([answer(s, "decline")], 0.2)) == []


def test_what_is_within_the_error_is_not_said() -> None:
    verdict = TradeVerdict(1, 0, 1, (0.03, -0.03), (0.02, 0.01))
    assert [verdict.says(place) for place in (0, 1)] == [0, -1]


def test_an_unmade_offer_is_one_that_both_policies_accept() -> None:
    s = split()
    (number, offers), (_, reverse) = possible_offers([went_on(s)])
    assert number == 1
    prices = [a.cash_of(offer) for offer, _ in offers]
    assert prices == sorted(set(prices))
    assert 1 < len(prices) <= PRICES
    offer, agreed = offers[-1]
    assert a.deeds_of(offer) == sum(1 << s.rules.deed_index[n] for n in (ORANGES[2], REDS[2]))
    assert [agreed.owner[n] for n in (ORANGES[2], REDS[2])] == [0, 1]
    one_sided = a.offer(0, 1, a.deeds_of(offer), 0, -1400)
    assert agreed_position(s, one_sided, TRADER) is None
    # The other way round, each gives the two that it has.
    deeds = a.deeds_of(reverse[0][0])
    assert deeds == sum(1 << s.rules.deed_index[n] for n in (*ORANGES[:2], *REDS[:2]))
    # Whoever made the same deal, for whatever cash, has not left it unmade.
    made = s.copy()
    apply(made, offer)
    left = possible_offers([went_on(s), Taken(s, offer, 0, made)])
    assert [a.deeds_of(found[0][0]) for _, found in left] == [deeds]


GOOD, SAME, LOST = ((3, 3), (7, 7)), ((3, 3), (3, 3)), ((3, 7), (7, 3))


@pytest.mark.parametrize(
    ("wins", "marked"),
    [
        ((GOOD, GOOD, GOOD), True),
        ((SAME,), False),  # a first look finds nothing
        ((LOST,), False),  # the other would lose by it
        ((GOOD, SAME), False),  # not on other dice
        ((GOOD, GOOD, SAME), False),  # not if all play otherwise
    ],
)
def test_an_unmade_offer_counts_if_both_gain_under_both_policies(
    wins: tuple[tuple[tuple[int, int], tuple[int, int]], ...],
    marked: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trades, "MOST_OFFERS", 1)  # of the two possible ones
    s = split()
    steps = [answer(offered(cash=1), "decline"), went_on(s)]
    (_, offers), *_ = possible_offers(steps)
    (before, after), *later = wins
    first = [before, *[after] * len(offers)]  # all prices look alike
    told = ToldForBoth(*first, *(each for pair in later for each in reversed(pair)))
    found = unmade_offers(reviewed(steps, 1, playouts=told))
    assert bool(found) == marked
    assert not told.wins
    if found:
        assert (found[0].step, found[0].seat, found[0].action) == (2, 0, steps[1].code)
        assert a.kind_of(found[0].better) == a.OFFER_TRADE
        assert found[0].loss == pytest.approx(0.4)


def test_the_price_is_the_one_by_which_both_gain_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trades, "MOST_OFFERS", 1)
    s = split()
    steps = [went_on(s)]
    (_, offers), *_ = possible_offers(steps)
    looks = [(3, 3), (9, 3), (6, 6), *[(4, 4)] * (len(offers) - 2)]
    told = ToldForBoth(*looks, *GOOD[::-1], *GOOD[::-1])
    found = unmade_offers(reviewed(steps, 1, playouts=told))
    assert found[0].better == offers[1][0]
