"""Hints in a real browser: ranked choices, and advice below an offer that is being built."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from gitopoly.bots.analysis.hints import CostlySquare, Hint, RoundRisk, TradeHint
from gitopoly.rules import Choice, State
from gitopoly.table.game_file import GameFile
from gitopoly.web import hints
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.stages import stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)
MINUS, PLUS = "\u2212\u2060", "+\u2060"


def ranked(s: State, seat: int, choices: list[Choice], playouts: object) -> list[Hint]:
    """All that can be done, with chances that tests know."""
    codes = [code for code in choices if isinstance(code, int)]
    return [Hint(code, 0.6 - place / 10, 0.02) for place, code in enumerate(codes)]


@pytest.mark.slow
def test_a_hint_ranks_choices_and_judges_an_offer(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "hints", ranked)
    risk = RoundRisk(-300, 0, 200, 0.25, 0.002, (CostlySquare(19, 16, 0.1),))
    monkeypatch.setattr(hints, "risk_of_round", lambda *asked: risk)
    judged = TradeHint(0.12, 0.02, -0.1, False, 250)
    monkeypatch.setattr(hints, "judged_trade", lambda *asked: judged)
    monkeypatch.setattr(GameFile, "gives_hints", property(lambda file: True))
    scene = Scenario(players=2).give(1, 16, 18).give(2, 19, 39).at(1, 10).turn(1)
    page = visit.open(stage(visit.game_server, scene))
    page.locator("[data-do=hint]").click()
    expect(page.locator("dialog ol li").first).to_contain_text("60%")
    for told in (
        f"the next round changes your cash by {MINUS}$300 to {PLUS}$200",
        "There is a 25% chance that your cash is not enough",
        "There is a 0.2% chance that you go bankrupt",
        "Your next roll costs most on New York Avenue ($16, chance 10%)",
        "if everyone plays like the bot “trader”",
    ):
        expect(page.locator("dialog")).to_contain_text(told)
    page.get_by_role("button", name="Close").click()
    page.set_viewport_size({"width": 390, "height": 700})
    page.locator("[data-do=trade]").click()
    page.locator("dialog [data-square='19']").check()
    page.locator("[data-do=judge-offer]").click()
    expect(page.locator("dialog")).to_contain_text("raises your chance to win by about 12%")
    expect(page.locator("dialog")).to_contain_text("for $250 from you they would accept")
    told = page.locator("dialog .advice").bounding_box()
    foot = page.locator("dialog footer").bounding_box()
    assert told
    assert foot
    assert told["y"] + told["height"] <= foot["y"]  # nothing is behind the buttons
