"""Policies at a table: one wish, among what the table offers."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.bots import POLICIES, REGISTERED, policy, table_policy
from gitopoly.bots.table_policy import TablePolicy, fits, narrow
from gitopoly.errors import InvalidBot, Undeclared
from gitopoly.rules import AmountRange, OfferTemplate, actions as a, is_legal, legal_actions
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.step import list_actions
from tests.bots.positions import positions
from tests.rules.scenario import Scenario

FAST = [name for name in POLICIES if name != "strong"]


@pytest.mark.parametrize("name", FAST)
def test_the_choice_is_legal_and_offered(name: str) -> None:
    policy = TablePolicy(name, 0, 1)
    for s in positions("classic", 3, 11, 40):
        offered = legal_actions(s, 0)
        if offered:
            chosen = policy.choose(s, offered)
            assert is_legal(s, chosen)
            assert any(fits(chosen, choice) for choice in offered)


def test_what_is_closed_gives_way_to_the_next_best_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    original = table_policy.choose

    def counting(*arguments: Any) -> int:
        asked.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(table_policy, "choose", counting)
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll")
    buy, auction = a.code_of(a.BUY_PROPERTY, 0), a.code_of(a.AUCTION_PROPERTY, 0)
    policy = TablePolicy("builder", 0, 1)
    assert policy.choose(game.s, [buy, auction]) == buy
    assert policy.choose(game.s, [auction]) == auction
    assert len(asked) == 2


def test_what_the_rules_do_not_list_is_taken_without_asking() -> None:
    game = Scenario(players=2)
    closed = a.code_of(a.BUY_PROPERTY, 0)
    assert TablePolicy("builder", 0, 1).choose(game.s, [closed]) == closed
    assert TablePolicy("builder", 0, 1).choose(
        game.s, [AmountRange(a.code_of(a.BID, 0), 7, 9)]
    ) == a.code_of(a.BID, 0, 0, 7)


def test_bids_stay_in_the_range_of_the_table() -> None:
    game = Scenario(players=2).at(1, 39).turn(1, "post-roll").do("auction")
    passing = a.code_of(a.PASS, 0)
    policy = TablePolicy("builder", 0, 1)
    assert (
        a.number_of(policy.choose(game.s, [AmountRange(a.code_of(a.BID, 0), 300, 1500), passing]))
        >= 300
    )
    assert policy.choose(game.s, [AmountRange(a.code_of(a.BID, 0), 1400, 1500), passing]) == passing


def test_a_narrowed_sheet_holds_what_is_offered_and_legal() -> None:
    game, buffer = Scenario(players=2), ActionBuffer()
    list_actions(game.s, game.rules, 0, buffer)
    narrow(buffer, [a.code_of(a.END_PRE_ROLL, 0), a.code_of(a.BUY_PROPERTY, 0)])
    assert buffer.actions[: buffer.count] == [a.code_of(a.END_PRE_ROLL, 0)]


@pytest.mark.parametrize(
    ("code", "is_offered"),
    [
        (a.code_of(a.BID, 0, 0, 10), True),
        (a.code_of(a.BID, 0, 0, 9), False),
        (a.code_of(a.BID, 0, 0, 21), False),
        (a.code_of(a.UPGRADE, 0, 0, 15), False),
        (a.offer(0, 2, 1, 0, 50), True),
        (a.offer(0, 1, 1, 0, 50), False),
        (a.code_of(a.MORTGAGE, 0, 2), False),
    ],
)
def test_what_fits_is_the_same_action_within_its_range(code: int, is_offered: bool) -> None:
    bids = AmountRange(a.code_of(a.BID, 0), 10, 20)
    to_third = next(
        each
        for each in legal_actions(Scenario(players=3).give(1, 1).turn(1).s, 0)
        if isinstance(each, OfferTemplate) and each.addressee == 2
    )
    assert (fits(code, bids) or fits(code, to_third)) == is_offered


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(InvalidBot, match="trader"):
        TablePolicy("genius", 0, 1)


@pytest.mark.parametrize("number", [POLICIES["trader"], len(POLICIES)])
def test_a_policy_has_a_number_of_its_own_and_a_name(number: int) -> None:
    known = dict(REGISTERED)
    with pytest.raises(Undeclared, match=f"policy {number}"):
        policy(number)(lambda: 0)
    assert known == REGISTERED
