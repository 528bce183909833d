"""The look of the page; groups and victories are celebrated, for nobody who wants no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import wait_for
from tests.web.stages import scene, stage
from tests.web.test_browser_alive import moved, watched

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

MOVING = {"reduced_motion": "no-preference"}


def on_boardwalk() -> Scenario:
    """The person may buy Boardwalk."""
    return scene().at(1, "Boardwalk").turn(1, "post-roll")


def lost() -> Scenario:
    """The person can only give up."""
    found = scene().cash(5, 900).give(2, 39, 37, level=5)
    return found.at(1, 39).turn(1, "post-roll")


def heard(page: Page) -> str:
    """What people who listen to the page were told."""
    return page.locator("#announcer").inner_text()


def test_whoever_completes_a_group_is_celebrated(visit: Visit) -> None:
    room = stage(visit.game_server, on_boardwalk().give(1, "Park Place"))
    page = watched(visit.open(room, **MOVING))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: "unroll" in moved(page), "a ribbon")
    wait_for(lambda: "tile" in moved(page), "squares that shine")
    wait_for(lambda: "Ann completes a group: Park Place and Boardwalk" in heard(page), "the news")
    expect(page.locator(".ribbon")).to_have_count(0)


@pytest.mark.slow
def test_part_of_a_group_is_no_news(visit: Visit) -> None:
    room = stage(visit.game_server, on_boardwalk().give(2, "Park Place"))
    page = watched(visit.open(room, **MOVING))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: "coin" in moved(page), "the purchase")
    assert "unroll" not in moved(page)


@pytest.mark.slow
def test_a_group_that_was_whole_before_is_no_news(visit: Visit) -> None:
    room = stage(visit.game_server, on_boardwalk().give(2, 1, 3))
    page = watched(visit.open(room, **MOVING))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: "coin" in moved(page), "the purchase")
    assert "unroll" not in moved(page)


@pytest.mark.slow
def test_a_victory_rains_and_a_click_ends_it(visit: Visit) -> None:
    page = watched(visit.open(stage(visit.game_server, lost()), **MOVING))
    page.locator("[data-do=GoBankrupt]").click()
    wait_for(lambda: "piece" in moved(page), "a rain of notes")
    page.locator(".top").click()
    expect(page.locator(".flights")).to_have_count(0)


@pytest.mark.slow
def test_nothing_rains_for_whoever_wants_no_motion(visit: Visit) -> None:
    page = watched(visit.open(stage(visit.game_server, lost())))
    page.locator("[data-do=GoBankrupt]").click()
    expect(page.locator(".winner")).to_be_visible()
    assert moved(page) == set()
    assert page.locator(".piece").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_a_look_of_its_own(visit: Visit, scheme: str) -> None:
    """The name is drawn, the felt is printed, and headlines have letters of their own."""
    page = visit.open(stage(visit.game_server, scene()), color_scheme=scheme)
    expect(page.locator(".top .wordmark path")).to_be_visible()
    drawn = "part => getComputedStyle(part).stroke"
    felt, ground = page.locator(".board .rosette"), page.locator(".board .felt").first
    assert felt.evaluate(drawn) != ground.evaluate("part => getComputedStyle(part).fill")
    letters = "part => getComputedStyle(part).fontFamily"
    assert page.locator(".headline").evaluate(letters) != page.locator("body").evaluate(letters)
