"""The page says of every line who could still take it back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from gitopoly.web.room import Room
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import play_person, wait_for_choice

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

PHONE = {"width": 390, "height": 844}


def begun(visit: Visit) -> Room:
    """A game in which some moves are old and some are new."""
    room = visit.game_server.begin("Ann", 1)
    play_person(room, most=12)
    wait_for_choice(room)
    return room


def labels(page: Page) -> list[str | None]:
    """What the marks beside the lines say, the newest line first."""
    expect(page.locator(".story li").first).to_be_visible()
    return [mark.get_attribute("aria-label") for mark in page.locator(".story .firm").all()]


def test_old_lines_can_no_longer_be_taken_back(visit: Visit) -> None:
    page = visit.open(begun(visit))
    said = labels(page)
    assert len(said) == page.locator(".story li").count()
    assert said[-1] == "can no longer be taken back"
    page.locator(".story .commit").last.click()
    expect(page.locator("dialog .facts")).to_contain_text("can no longer be taken back")


@pytest.mark.slow
def test_a_reader_of_german_on_a_phone_is_told_too(visit: Visit) -> None:
    page = visit.open(begun(visit), viewport=PHONE, locale="de-DE")
    assert labels(page)[-1] == "lässt sich nicht mehr zurücknehmen"
