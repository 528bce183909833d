"""An analysis in words: verdicts on decisions, in both languages."""

from __future__ import annotations

import pytest

from gitopoly.analysis.decisions import Decision
from gitopoly.cli.analyse.view import alternative, percent, sentence
from gitopoly.words import Words
from tests.analysis.test_decisions import answer, offered

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
    found = Decision(9, 1, accept.action, decline.action, 0.312, 0.02, (0, s.rules.group[9]))
    assert said in sentence(found, accept, NAMES, Words(language))
    plain = Decision(9, 1, decline.action, accept.action, 0.05, 0.01)
    assert "5 %" in sentence(plain, decline, NAMES, Words(language))


def test_an_alternative_with_dice_names_no_roll() -> None:
    s = offered(cash=1)
    declined = answer(s, "decline").after
    from gitopoly.kernel import apply, legal_actions

    rolls = next(code for code in legal_actions(declined, 0) if isinstance(code, int))
    apply(declined, rolls)
    roll = next(code for code in legal_actions(declined, 0) if isinstance(code, int))
    assert alternative(declined, roll, NAMES, Words("en")) == "roll the dice."


def test_shares_are_whole_per_cents() -> None:
    assert percent(0.256) == "26 %"
    assert percent(-0.004, True) == "0 %"
    assert (percent(0.1, True), percent(-0.1)) == ("+10 %", "\N{MINUS SIGN}10 %")
