"""What a person can decide: costs that are right, and a reason for what is closed."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.rules import legal_actions
from gitopoly.web.decisions import decisions, refusal_facts
from tests.rules.scenario import Scenario


def shown(scene: Scenario, seat: int = 1) -> dict[str, Any]:
    """What the person at a seat sees; seats are numbered from 1."""
    return decisions(scene.s, seat - 1, legal_actions(scene.s, seat - 1))


def button(facts: dict[str, Any], do: str) -> dict[str, Any]:
    """The button for an action."""
    found: dict[str, Any] = next(one for one in facts["buttons"] if one["do"] == do)
    return found


def operation(facts: dict[str, Any], square: int, do: str) -> dict[str, Any]:
    """What can be done with a deed."""
    found: dict[str, Any] = next(one for one in facts["deeds"][str(square)] if one["do"] == do)
    return found


def test_every_legal_action_is_shown_open_and_every_open_one_is_legal() -> None:
    scene = Scenario().give(1, 1, 3, 5).at(1, 6).turn(1, "post-roll")
    facts = shown(scene)
    codes = {one["code"] for one in facts["buttons"] if "refused" not in one}
    for deed in facts["deeds"].values():
        codes |= {one["code"] for one in deed if "refused" not in one}
    legal = {str(code) for code in legal_actions(scene.s, 0) if isinstance(code, int)}
    assert codes == legal


def test_buying_costs_the_price_and_is_closed_without_it() -> None:
    scene = Scenario().at(1, "Boardwalk").turn(1, "post-roll")
    assert button(shown(scene), "BuyProperty")["cost"] == 400
    assert "refused" not in button(shown(scene), "BuyProperty")
    poor = button(shown(scene.cash(399)), "BuyProperty")
    assert poor["refused"] == {
        "key": "price_too_high",
        "rule": "BUY-2",
        "text": "the player cannot afford it",
    }


def test_in_jail_the_ways_out_are_shown_with_what_they_cost() -> None:
    scene = Scenario().turn(1).jail(1)
    facts = shown(scene)
    assert button(facts, "PayJailFine")["cost"] == 50
    assert button(facts, "PlayGoojfCh")["refused"]["rule"] == "JAIL-2"


def test_building_is_on_the_deed_with_its_cost_or_the_reason() -> None:
    scene = Scenario().give(1, 1).turn(1)
    assert operation(shown(scene), 1, "build")["refused"]["key"] == "group_incomplete"
    scene.give(1, 3)
    build = operation(shown(scene), 1, "build")
    assert (build["cost"], "refused" in build) == (50, False)
    assert operation(shown(scene), 1, "mortgage")["cost"] == -30
    assert operation(shown(scene), 1, "sell")["refused"]["key"] == "nothing_to_sell"


def test_railroads_have_no_buildings() -> None:
    scene = Scenario().give(1, 5).turn(1)
    assert [one["do"] for one in shown(scene)["deeds"]["5"]] == ["unmortgage", "mortgage"]


def test_a_debtor_may_only_raise_money() -> None:
    scene = Scenario().give(1, 1, 3).give(2, 39).cash(10).at(1, 39).turn(1, "post-roll")
    scene.do("owe rent")
    facts = shown(scene)
    assert "refused" not in operation(facts, 1, "mortgage")
    assert operation(facts, 1, "build")["refused"]["rule"] == "DEBT-2"
    assert button(facts, "PayOffDebt")["cost"] == 50
    assert button(facts, "PayOffDebt")["refused"]["rule"] == "DEBT-1"


def test_trades_name_what_each_side_could_give() -> None:
    scene = Scenario().give(1, 1).give(2, 3, 39).turn(1)
    partner = shown(scene)["trade"]["with"][0]
    assert (partner["seat"], partner["gives"], partner["wants"]) == (1, [1], [3, 39])


def test_whoever_has_no_choice_sees_why_trading_is_closed() -> None:
    facts = shown(Scenario().give(2, 1).turn(1), seat=2)
    assert facts["buttons"] == []
    assert facts["trade"]["refused"]["rule"] == "TRADE-1"
    assert operation(facts, 1, "mortgage")["refused"]


def test_tax_1_the_tenth_of_all_worth_is_not_worked_out_before_the_choice() -> None:
    facts = shown(Scenario().at(1, 4).turn(1, "post-roll"))
    assert button(facts, "PayTax")["cost"] == 200
    assert "cost" not in button(facts, "PayTenthOfWorth")


def test_codes_are_texts_because_a_page_counts_only_to_53_bits() -> None:
    for one in shown(Scenario().turn(1))["buttons"]:
        assert isinstance(one["code"], str)


def test_a_refusal_has_a_word_of_its_own() -> None:
    with pytest.raises(KeyError):
        refusal_facts(10_000)
