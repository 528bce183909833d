"""Axe finds nothing in the dialogs that few people meet, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gitopoly.web.room import Room
from tests.web.conftest import SLOW, Visit
from tests.web.stages import ask_about_fairness, laid_out, scene, stage
from tests.web.test_browser_access import Silence, axe_faults

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)


def silent(visit: Visit) -> Room:
    """The bot can be voted out."""
    table = Silence(laid_out(visit.game_server), scene().turn(2))
    table.seat.votable = lambda: ["Birch"]  # type: ignore[method-assign]
    return visit.game_server.add("silent", table)


def vote(page: Page) -> None:
    """Ask to go on without somebody."""
    page.locator("[data-do=vote]").click()


def plain(visit: Visit) -> Room:
    """The person is about to roll."""
    return stage(visit.game_server, scene())


def resign(page: Page) -> None:
    """Ask to leave the game for good."""
    page.locator("[data-do=settings]").click()
    page.get_by_role("button", name="Resign").click()


def broke(visit: Visit) -> Room:
    """The person owes more than mortgages bring, and could still trade."""
    here = scene().cash(10, 2500).give(1, 1).give(2, 39, 37, level=5).at(1, 39)
    return stage(visit.game_server, here.turn(1, "post-roll"))


def bankrupt(page: Page) -> None:
    """Ask to give up although a trade could still help."""
    page.locator(".scene [data-do=GoBankrupt]").click()


def drawn(visit: Visit) -> Room:
    """All players draw the dice together."""
    return visit.game_server.begin("Ann", 1, "sensible", {"turn_limit": 50, "opening_throw": 0})


def fairness(page: Page) -> None:
    """Ask why a roll was fair."""
    ask_about_fairness(page)


Dialogs = dict[str, tuple[Callable[[Visit], Room], Callable[[Page], None], str]]
DIALOGS: Dialogs = {
    "vote": (silent, vote, "Continue without Birch"),
    "resign": (plain, resign, "Resign"),
    "bankruptcy": (broke, bankrupt, "Go bankrupt"),
    "fairness": (drawn, fairness, "Why the dice are fair"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", DIALOGS)
def test_axe_finds_nothing_in_a_dialog(visit: Visit, name: str, scheme: str) -> None:
    prepare, ask, title = DIALOGS[name]
    page = visit.open(prepare(visit), color_scheme=scheme)
    ask(page)
    expect(page.get_by_role("dialog", name=title)).to_be_focused()
    assert axe_faults(page) == []


def test_axe_finds_an_unnamed_button_in_a_dialog(visit: Visit) -> None:
    page = visit.open(plain(visit))
    resign(page)
    page.evaluate("document.querySelector('dialog footer button').textContent = ''")
    assert any(fault.startswith("button-name") for fault in axe_faults(page))
