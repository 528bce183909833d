"""Whatever people type and whatever happens meanwhile: a session goes on, and a screen fits."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.cli.screen.session import Session
from gitopoly.cli.screen.table_view import screen_lines
from tests.cli.memory_game import MemoryGame, session, table
from tests.table.tables import act_at_random

WORDS = (
    *("", " ", "1", "1", "1", "2", "2", "3", "4", "5", "9", "0", "-5", "+30", "1 2", "99999999999"),
    *("yes", "no", "back", "b", "help", "log", "log all", "deeds", "board", "keys", "evidence"),
    *("auto", "trade", "vote", "vote ben", "vote nobody", "resign", "buy", "pass", "bid 10"),
    *("bid", "accept", "decline", "conclude", "end pre-roll", 'mortgage "Baltic Avenue"', "[red]"),
    *(
        'offer ben "',
        "offer ben nothing for nothing",
        "\x1b[31m",
        "ünïcödé",
        "a" * 500,
        "ben: pass",
    ),
)


def _one_line(at: Session, random: Random) -> None:
    line = random.choice(WORDS)
    if at.asked and at.asked.prompt.startswith("Resign"):
        line = "no"
    if at.items and random.random() < 0.5:
        line = str(random.randint(1, len(at.items)))
    at.answer(line)


def _looks_right(at: Session, random: Random) -> None:
    width, height = random.choice([(80, 24), (100, 30), (160, 50), (40, 12), (25, 6)])
    lines = screen_lines(at.scene(), width, height)
    assert len(lines) == height - 1
    assert max(line.cell_len for line in lines) <= width


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small"])
@pytest.mark.parametrize("dice", ["joint", "seeded"])
def test_no_line_and_no_news_break_a_session(edition: str, dice: str) -> None:
    random = Random(f"{edition} {dice}")
    game = MemoryGame(table(3, edition, dice=dice), 1)
    at = session(game)
    for _ in range(120):
        _one_line(at, random)
        game.others(lambda seat: act_at_random(seat, random))
        at.note(game.poll())
        _looks_right(at, random)
        assert not at.left
    assert len(game.game.log) > 40


def test_a_session_that_breaks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    at = session(MemoryGame(table()))

    def broken(choice: object) -> None:
        raise ValueError(choice)

    monkeypatch.setattr(at.table, "act", broken)
    with pytest.raises(ValueError, match="1"):
        at.answer("1")
