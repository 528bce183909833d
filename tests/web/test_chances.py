"""An analysis in a replay: a chance for every frame, and mistakes with their frames."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitopoly.bots.analysis.decisions import Decision
from gitopoly.bots.analysis.report import analysed
from gitopoly.bots.analysis.trades import TradeVerdict
from gitopoly.game.record import GameRecord
from gitopoly.rules import actions as a
from gitopoly.web.chances import chances_of, frame_of
from gitopoly.web.export import as_page
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
from tests.analysis.games import played


@pytest.fixture(scope="module")
def loaded() -> GameReplay:
    """A short game."""
    steps = played(3, 4, seed=5)
    entries = tuple(step.step for step in steps)
    return GameReplay(source_of_record(GameRecord(steps[0].before.rules, entries), "a game"))


def test_every_frame_has_its_chances(loaded: GameReplay) -> None:
    steps = loaded.steps
    found = analysed(
        steps[0].before, steps, engine="interpreted", effort=0.03, jobs=1, decisions=False
    )
    data = chances_of(found, loaded.steps, loaded.positions)
    assert [len(line) for line in data["lines"]] == [len(loaded.frames) + 1] * 3
    assert loaded.positions[0] == 0
    assert loaded.positions[-1] == len(steps)
    assert sorted(loaded.positions) == loaded.positions
    assert sorted(line[-1] for line in data["lines"]) == [0, 0, 1]
    assert data["policies"] == ["trader"]
    assert data["mistakes"] == data["trades"] == []
    assert all(row["change"] for row in data["swings"])

    bought = next(n for n, step in enumerate(steps, 1) if step.before.money != step.after.money)
    done = steps[bought - 1]
    mistake = Decision(bought, done.seat, done.code, done.code, 0.126, 0.02, (1, 3))
    told = chances_of(replace(found, decisions=(mistake,)), loaded.steps, loaded.positions)
    (row,) = told["mistakes"]
    assert row["loss"] == 13
    assert (row["owner"], row["group"]) == (1, 3)
    assert loaded.positions[row["frame"]] >= bought > loaded.positions[row["frame"] - 1]
    loaded.chances = told
    assert told["errors"]
    assert all(len(line) == len(loaded.frames) + 1 for line in told["errors"])
    assert '"mistakes":[{"frame"' in as_page(loaded.data())
    loaded.chances = None
    assert '"chances":null' in as_page(loaded.data())


def test_trades_have_verdicts_and_offers_that_nobody_made_are_told_as_such(
    loaded: GameReplay,
) -> None:
    steps = loaded.steps
    found = analysed(
        steps[0].before, steps, engine="interpreted", effort=0.03, jobs=1, decisions=False
    )
    trade = TradeVerdict(9, 0, 2, (0.08, 0.01), (0.01, 0.02))
    offer = a.offer(0, 1, 1, 0, 50)
    unmade = Decision(9, 0, steps[8].code, offer, 0.05, 0.01)
    told = chances_of(
        replace(found, decisions=(unmade,), trades=(trade,)), loaded.steps, loaded.positions
    )
    (row,) = told["trades"]
    assert row == {"frame": frame_of(9, loaded.positions), "seats": [0, 2], "gains": [8, None]}
    assert told["mistakes"][0]["unmade"]
