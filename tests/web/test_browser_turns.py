"""The course of a turn on the page: what its buttons promise is what happens."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.kernel.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def after_doubles(setting: Scenario) -> Scenario:
    """The person has rolled doubles and is done with the square."""
    setting.free_4_all(1, 2).s.doubles_count = 1
    return setting


def test_after_doubles_one_click_rolls_again(visit: Visit) -> None:
    room = stage(visit.game_server, after_doubles(scene().give(1, 1)))
    page = visit.open(room)
    expect(page.locator(".headline")).to_have_text("Doubles! Build, trade, or roll again")
    expect(page.get_by_role("button", name="End your turn")).to_have_count(0)
    page.get_by_role("button", name="Roll again").click()
    wait_for(lambda: view(room)["seats"][0]["position"], "the second roll")


def test_whoever_could_do_nothing_before_rolls_again_with_a_click(visit: Visit) -> None:
    """Nobody is asked in the free-4-all of a player without deeds; the dice are theirs still."""
    room = stage(visit.game_server, after_doubles(scene()))
    page = visit.open(room, locale="de-DE")
    expect(page.locator(".headline")).to_have_text("Pasch! Würfle noch einmal")
    assert view(room)["seats"][0]["position"] == 0
    page.get_by_role("button", name="Noch einmal würfeln").click()
    wait_for(lambda: view(room)["seats"][0]["position"], "the second roll")


def test_a_turn_without_doubles_ends(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1).free_4_all(1, 2))
    page = visit.open(room)
    expect(page.locator(".headline")).to_have_text("Build, trade, or end your turn")
    page.get_by_role("button", name="End your turn").click()
    wait_for(lambda: view(room)["number"] > 1, "the next turn")
