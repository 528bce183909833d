"""Every window that opens over the table is without any fault that axe knows, large or small."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import SLOW, Visit
from tests.web.stages import stage
from tests.web.test_browser_access import axe_faults
from tests.web.test_browser_sizes import opened, rich

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)

OPENERS = {
    "help": "[data-do=help]",
    "settings": "[data-do=settings]",
    "deeds": "[data-do=manage]",
    "trade": "[data-do=trade]",
    "own deed": ".tile[data-square='8']",
    "free deed": ".tile[data-square='37']",
    "corner": ".tile[data-square='20']",
    "commit": ".story .commit",
}
"""What opens each window."""


@pytest.mark.parametrize("size", [(320, 568), (1366, 768)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_window(visit: Visit, scheme: str, size: tuple[int, int]) -> None:
    page = opened(visit, rich().turn(1), size, color_scheme=scheme)
    for name, opener in OPENERS.items():
        page.locator(opener).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert axe_faults(page) == [], name
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_welcome(visit: Visit, scheme: str) -> None:
    room = stage(visit.game_server, rich().turn(1))
    page = visit.open(room, new=True, color_scheme=scheme)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe_faults(page) == []


def test_axe_notices_a_fault_in_a_window(visit: Visit) -> None:
    page = opened(visit, rich().turn(1), (1366, 768))
    page.locator("[data-do=help]").click()
    page.evaluate("document.querySelector('dialog').append(document.createElement('button'))")
    assert axe_faults(page) != []
