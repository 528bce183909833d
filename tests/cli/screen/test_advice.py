"""Hints in the terminal: only in games that allow them, and in words that can be typed."""

from __future__ import annotations

import pytest

from gitopoly.bots.analysis import hints
from gitopoly.bots.analysis.hints import CostlySquare, Hint, RoundRisk
from gitopoly.cli.screen.advice import risk_lines
from gitopoly.rules import Choice, State
from gitopoly.table.game_file import GameFile
from tests.cli.memory_game import MemoryGame, answer, session, table
from tests.rules.scenario import Scenario


def test_hints_are_refused_where_the_game_has_none() -> None:
    at = answer(session(MemoryGame(table())), "hint")
    assert at.scene().notice == "this game was begun without hints"


def test_choices_are_ranked_with_chances_and_the_next_round_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ranked(s: State, seat: int, choices: list[Choice], playouts: object) -> list[Hint]:
        codes = [code for code in choices if isinstance(code, int)]
        return [Hint(code, 0.6 - place / 10, 0.021) for place, code in enumerate(codes)]

    monkeypatch.setattr(hints, "hints", ranked)
    calm = RoundRisk(-20, 0, 200, 0.0, 0.0, ())
    monkeypatch.setattr(hints, "risk_of_round", lambda *asked: calm)
    monkeypatch.setattr(GameFile, "gives_hints", property(lambda file: True))
    page = answer(session(MemoryGame(table())), "hint").scene().page
    assert page is not None
    assert [line.plain for line in page] == [
        " 60.0 % ± 2.1  buy Baltic Avenue ($60)",
        " 50.0 % ± 2.1  auction Baltic Avenue",
        "",
        "In 8 of 10 cases the next round changes your cash by -$20 to +$200, "
        "not counting what you buy, build or trade.",
        "Your cash was enough in all cases.",
        "No square within reach of your next roll costs rent or tax.",
        "",
        "Chances to win, and the next round, if everyone plays like the bot “trader” from here.",
    ]
    other = answer(session(MemoryGame(table(), 1)), "hint").scene()
    assert other.notice == "there is a hint when you can choose something"


def test_tax_1_nothing_is_told_before_the_tax_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameFile, "gives_hints", property(lambda file: True))
    at = session(MemoryGame(table(seed="ak")))
    page = answer(at, "hint").scene().page
    assert page is not None
    (line,) = page
    assert line.plain.startswith("There is no hint for this choice")


def test_the_risk_of_a_round_in_words() -> None:
    game = Scenario(players=2)
    squares = (CostlySquare(39, 2000, 1 / 36), CostlySquare(37, 1500, 5 / 36))
    found = RoundRisk(-1500, 0, 0, 0.1234, 0.0004, squares)
    assert risk_lines(found, game.s, 0) == [
        "In 8 of 10 cases the next round changes your cash by -$1,500 to $0, "
        "not counting what you buy, build or trade.",
        "There is a 12 % chance that your cash is not enough and you must raise money.",
        "There is a 0.1 % chance that you go bankrupt.",
        "Your next roll costs most on Boardwalk ($2,000, chance 3 %) "
        "and Park Place ($1,500, chance 14 %).",
    ]
    same = RoundRisk(50, 50, 50, 0.0, 0.0, ())
    assert risk_lines(same, game.jail(1).s, 0) == [
        "In at least 8 of 10 cases the next round changes your cash by +$50, "
        "not counting what you buy, build or trade.",
        "Your cash was enough in all cases.",
    ]
