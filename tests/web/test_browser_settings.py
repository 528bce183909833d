"""How the person plays is chosen on the page, holds at once, and is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)


def test_the_speed_of_bots_and_no_offers_from_them_are_remembered(visit: Visit) -> None:
    room = visit.game_server.begin("Ann", 1, options={"opening_throw": 0})
    page = visit.open(room)
    page.locator("[data-do=settings]").click()
    page.get_by_label("Bot speed").select_option("fast")
    page.get_by_label("Bots may offer you trades").uncheck()
    wait_for(lambda: not view(room)["settings"]["offers"], "the setting")
    again = visit.open(visit.game_server.begin("Ann", 1, options={"opening_throw": 0}))
    again.locator("[data-do=settings]").click()
    expect(again.get_by_label("Bot speed")).to_have_value("fast")
    expect(again.get_by_label("Bots may offer you trades")).not_to_be_checked()
