"""The end of a game on the page: what stood out, a real check, and files to share."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gitopoly.web.room import Room
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import play_person
from tests.web.test_browser_access import axe_faults

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)


@pytest.fixture
def over(visit: Visit) -> Room:
    """A short game against a bot that is over."""
    room = visit.game_server.begin("Ann", 1, options={"turn_limit": 14, "opening_throw": 0})
    play_person(room)
    return room


def ended(visit: Visit, room: Room, **settings: object) -> Page:
    """The page of that game, with everything that comes later."""
    page = visit.open(room, **settings)
    expect(page.locator(".summary .chart")).to_be_visible()
    return page


def test_the_end_shows_wealth_rents_turning_points_and_what_was_verified(
    visit: Visit, over: Room
) -> None:
    page = ended(visit, over)
    summary = page.locator(".summary")
    expect(summary.locator(".wealth-line")).not_to_have_count(0)
    expect(summary.locator(".rents-earned")).to_contain_text("Rent earned")
    expect(summary.locator(".rents-earned dd")).to_have_count(2)
    expect(summary).to_contain_text("Verified while you played:")
    facts = page.evaluate(
        "name => fetch(`api/games/${name}/replay`).then((r) => r.json())", over.name
    )
    expect(page.locator(".scene")).to_contain_text(f"After {len(facts['turns'])} turns")
    facts = facts["summary"]
    if facts["points"]:
        expect(summary.locator(".points li")).to_have_count(len(facts["points"]))
        summary.locator(".points a").first.click()
        page.wait_for_selector("#slider")


def test_one_click_checks_the_repository_again(visit: Visit, over: Room) -> None:
    page = ended(visit, over)
    page.get_by_role("button", name="Check it all again").click()
    checked = page.locator(".checked")
    expect(checked).to_contain_text("Verified just now:")
    expect(checked).to_contain_text("all in order")
    expect(page.locator(".verified progress")).to_be_hidden()


def test_a_check_that_fails_is_said(visit: Visit, over: Room) -> None:
    page = ended(visit, over)
    page.route(
        "**/verification",
        lambda route: route.fulfill(
            json={"state": "broken", "steps": 5, "signatures": 7, "offences": [{"seat": "Birch"}]}
        ),
    )
    page.get_by_role("button", name="Check it all again").click()
    expect(page.locator(".checked.no")).to_contain_text("Birch has broken the rules")


def saved(page: Page, name: str, tmp_path: Path) -> bytes:
    """What a button saves."""
    with page.expect_download() as download:
        page.get_by_role("group", name="Keep or share").get_by_text(name, exact=True).click()
    download.value.save_as(tmp_path / "file")
    return (tmp_path / "file").read_bytes()


def test_posters_and_the_replay_are_saved_without_any_package(
    visit: Visit, over: Room, tmp_path: Path
) -> None:
    page = ended(visit, over)
    png = saved(page, "Poster (PNG)", tmp_path)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 1600
    assert len(png) > 20_000
    svg = saved(page, "Poster (SVG)", tmp_path).decode()
    assert svg.startswith("<svg")
    assert "Turning points" in svg
    html = saved(page, "Replay in one file", tmp_path).decode()
    assert html.startswith("<!doctype html>")
    assert over.name not in html.split("<script")[0]


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1024, "light")])
def test_the_end_fits_and_axe_finds_nothing(
    visit: Visit, over: Room, locale: str, width: int, scheme: str
) -> None:
    size = {"width": width, "height": 568 if width == 320 else 768}
    page = ended(visit, over, viewport=size, locale=locale, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(page) == []


def test_another_game_is_one_click_away_without_scrolling(visit: Visit, over: Room) -> None:
    page = ended(visit, over, viewport={"width": 1366, "height": 768})
    again, chart = page.locator("[data-do=again]"), page.locator(".summary .chart")
    box, below = again.bounding_box(), chart.bounding_box()
    assert box is not None
    assert below is not None
    assert box["y"] + box["height"] <= min(768, below["y"])
