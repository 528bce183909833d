"""An analysis in words: verdicts on decisions, in both languages."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from gitopoly.bots.analysis.curve import LuckAndSkill
from gitopoly.bots.analysis.decisions import Decision
from gitopoly.bots.analysis.report import analysed
from gitopoly.bots.analysis.trades import TradeVerdict, possible_offers
from gitopoly.cli.analyse.view import (
    alternative,
    lines_of,
    luck_table,
    percent,
    sentence,
    verdict,
)
from gitopoly.rules import Taken, actions as a
from gitopoly.words import Words
from tests.analysis.games import played
from tests.analysis.test_decisions import answer, offered
from tests.analysis.test_trades import split, went_on

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "That gave Ann the light blue group and cost Ben 31 %. Better: Ben declines"),
        ("de", "So bekam Ann die ganze hellblaue Gruppe, und Ben verlor 31 %. Besser: Ben lehnt"),
    ],
)
def test_a_verdict_names_what_was_given_away(language: str, said: str) -> None:
    s = offered(cash=1)
    accept, decline = answer(s, "accept"), answer(s, "decline")
    found = Decision(9, 1, accept.code, decline.code, 0.312, 0.02, (0, s.rules.group[9]))
    assert said in sentence(found, accept, NAMES, Words(language))
    plain = Decision(9, 1, decline.code, accept.code, 0.05, 0.01)
    assert "5 %" in sentence(plain, decline, NAMES, Words(language))


def test_an_offer_that_nobody_made_is_told_as_such() -> None:
    s = split()
    (_, [(offer, _), *_]), *_ = possible_offers([went_on(s)])
    found = Decision(1, 0, went_on(s).code, offer, 0.05, 0.01)
    said = sentence(found, went_on(s), NAMES, Words("en"))
    assert said.startswith("Ann could have made an offer that suits both: Ann offers Ben ")
    assert said.endswith(" Ann would have gained 5 %.")
    assert "hätte etwas anbieten" in sentence(found, went_on(s), NAMES, Words("de"))


def test_a_trade_is_told_with_what_it_did_to_both_sides() -> None:
    s = split()
    (_, [(offer, agreed), *_]), *_ = possible_offers([went_on(s)])
    steps = [Taken(s, offer, 0, s), Taken(s, a.code_of(a.ACCEPT_TRADE, 1), 0, agreed)]
    trade = TradeVerdict(2, 0, 1, (0.08, 0.01), (0.01, 0.02))
    said = verdict(trade, steps, NAMES, Words("en"))
    assert said.startswith("Ann +8 %, Ben no clear change: Ann offers Ben ")
    assert "Illinois Avenue" in said


def test_an_alternative_with_dice_names_no_roll() -> None:
    s = offered(cash=1)
    declined = answer(s, "decline").after
    from gitopoly.rules import apply, legal_actions

    rolls = next(code for code in legal_actions(declined, 0) if isinstance(code, int))
    apply(declined, rolls)
    roll = next(code for code in legal_actions(declined, 0) if isinstance(code, int))
    assert alternative(declined, roll, NAMES, Words("en")) == "roll the dice."


def test_shares_are_whole_per_cents() -> None:
    assert percent(0.256) == "26 %"
    assert percent(-0.004, True) == "0 %"
    assert (percent(0.1, True), percent(-0.1)) == ("+10 %", "\N{MINUS SIGN}10 %")


def test_nothing_is_said_of_decisions_that_were_not_all_looked_at() -> None:
    steps = played(turns=2)
    start = steps[0].before
    whole = analysed(start, steps, effort=0.02, engine="interpreted", jobs=1)
    assert whole.decisions == ()
    cut = replace(whole, complete=False)
    none = Words("en")("analysis.decisions.none")
    names = ("Ann", "Ben", "Cleo")
    assert none in lines_of(whole, steps, names, 80)
    assert none not in lines_of(cut, steps, names, 80)
    assert Words("en")("analysis.incomplete") in lines_of(cut, steps, names, 80)


def test_columns_of_luck_and_skill_stand_below_their_heads() -> None:
    row = LuckAndSkill(0.5, 0.25, -0.1, 0.35, 1.0, 0.02, 0.01, 0.01)
    found = SimpleNamespace(luck=(row,))
    head, line = luck_table(found, ("Ann",), Words("en"))  # type: ignore[arg-type]
    assert len(head) == len(line)
    others = head.index("others' decisions") + len("others' decisions")
    assert line[:others].endswith("± 1")
