"""Hints in the terminal: only in games that allow them, and in words that can be typed."""

from __future__ import annotations

import pytest

from gitopoly.analysis import hints
from gitopoly.analysis.hints import Hint, risk_of_roll
from gitopoly.cli.screen.advice import risk_line
from gitopoly.kernel import State, legal_actions
from gitopoly.table.game_file import GameFile
from tests.cli.memory_game import MemoryGame, answer, session, table
from tests.kernel.scenario import Scenario


def test_hints_are_refused_where_the_game_has_none() -> None:
    at = answer(session(MemoryGame(table())), "hint")
    assert at.scene().notice == "this game was begun without hints"


def test_choices_are_ranked_with_chances_and_the_next_roll_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ranked(s: State, seat: int, playouts: object) -> list[Hint]:
        codes = [code for code in legal_actions(s, seat) if isinstance(code, int)]
        return [Hint(code, 0.6 - place / 10, 0.021) for place, code in enumerate(codes)]

    monkeypatch.setattr(hints, "hints", ranked)
    monkeypatch.setattr(GameFile, "gives_hints", property(lambda file: True))
    page = answer(session(MemoryGame(table())), "hint").scene().page
    assert page is not None
    assert [line.plain for line in page] == [
        " 60.0 % ± 2.1  buy Baltic Avenue ($60)",
        " 50.0 % ± 2.1  auction Baltic Avenue",
        "",
        "Your next roll cannot cost rent.",
        "",
        "Your chance to win if everyone plays like the bot “trader” from here.",
    ]
    other = answer(session(MemoryGame(table(), 1)), "hint").scene()
    assert other.notice == "there is a hint when you can choose something"


def test_the_risk_of_a_roll_in_words() -> None:
    game = Scenario(players=2).at(1, "GO").give(2, 6, 8, 9, level=3).cash(280, 1500)
    assert risk_line(risk_of_roll(game.s, 0), game.s) == (
        "Your next roll costs rent with a chance of 39 %, at most $300 on Connecticut Avenue. "
        "With a chance of 11 % it is more than your cash."
    )
