"""Standing orders on the page: read, corrected and kept in the game's folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gitopoly.ledger.identity import from_seed
from gitopoly.table.remote_game import begin_game
from gitopoly.table.standing_orders import load_orders
from tests.table.repositories import invitation
from tests.web.conftest import SLOW, Visit
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


@pytest.fixture
def page(visit: Visit, tmp_path: Path) -> Page:
    """Ann's table, with the dialog for her orders open."""
    table = begin_game(tmp_path / "m0", invitation(tmp_path, 2, "classic"), from_seed(b"ann"))
    visit.game_server.add("shared", table)
    page = visit.open()
    page.goto(visit.server.url("shared"))
    expect(page.locator(".lobby li")).to_have_count(2)  # the page knows the game
    page.locator("[data-do=settings]").click()
    page.locator("[data-do=orders]").click()
    expect(page.locator("#orders")).to_be_visible()
    return page


def test_orders_are_kept_where_attend_reads_them(page: Page, visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "m0" / "orders.toml"
    text = page.locator("#orders")
    assert "publish = true" in text.input_value()
    assert not file.exists()
    assert axe_faults(page) == []
    text.fill('roll = true\n[bids]\norange = "80%"\n')
    page.locator("[data-do=keep-orders]").click()
    expect(page.locator("#orders")).to_have_count(0)
    rules = invitation(tmp_path, 2, "classic").rules()
    assert load_orders(file, rules, ("ann", "ben")).limit("orange").of(200) == 160


@pytest.mark.slow
def test_a_mistake_is_shown_and_nothing_is_kept(page: Page, tmp_path: Path) -> None:
    page.locator("#orders").fill('<img src=x onerror="document.title=1"> = 1')
    page.locator("[data-do=keep-orders]").click()
    expect(page.locator("#orders-wrong")).to_contain_text("this is not TOML")
    page.locator("#orders").fill("byu = 1")
    page.locator("[data-do=keep-orders]").click()
    expect(page.locator("#orders-wrong")).to_contain_text("did you mean 'buy'?")
    expect(page.locator("#orders")).to_be_focused()
    assert not (tmp_path / "m0" / "orders.toml").exists()
