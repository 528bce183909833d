"""Whoever is new is welcomed and given hints; whoever has been here is left in peace."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from gitopoly.rules import OfferTemplate, actions as a
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for, wait_for_choice
from tests.web.stages import quick, scene, stage
from tests.web.test_browser_access import axe_faults
from tests.web.test_browser_sizes import in_sight

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

FITS = "document.documentElement.scrollWidth <= innerWidth"
SIZES = [(320, 568), (390, 844), (1366, 768), (1920, 1080)]


@pytest.mark.parametrize(
    ("scheme", "locale"),
    [("light", "en-US"), pytest.param("dark", "de-DE", marks=pytest.mark.slow)],
)
def test_three_cards_welcome_a_newcomer_once(visit: Visit, scheme: str, locale: str) -> None:
    page = visit.open(new=True, color_scheme=scheme, locale=locale)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    expect(dialog).to_be_focused()
    assert axe_faults(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS), width
        assert page.evaluate(
            "(() => { const d = document.querySelector('dialog');"
            "return d.scrollWidth <= d.clientWidth; })()"
        ), width
        for name in ("play", "friends", "watch"):
            assert in_sight(page.locator(f"[data-do=welcome-{name}]")), (name, width)
        assert in_sight(page.locator(".welcome li").last), width
    page.keyboard.press("Escape")
    expect(page.locator("dialog .welcome")).to_have_count(0)  # it is remembered before it goes
    page.reload()
    page.wait_for_selector(".home")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_play_now_begins_a_game(visit: Visit) -> None:
    page = visit.open(new=True)
    expect(page.locator(".home form .primary[type=submit]")).to_be_enabled()
    page.locator("[data-do=welcome-play]").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_watching_shows_a_game_between_bots(visit: Visit) -> None:
    page = visit.open(new=True)
    page.locator("[data-do=welcome-watch]").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".players")).to_contain_text("Hazel")


@pytest.mark.slow
def test_inviting_friends_says_how_even_from_a_game(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()), new=True)
    page.locator("[data-do=welcome-friends]").click()
    expect(page.locator("section:has(.friends)")).to_be_focused()
    expect(page.locator(".friends")).to_be_in_viewport()


@pytest.mark.slow
def test_bots_wait_while_a_newcomer_reads(visit: Visit) -> None:
    room = visit.game_server.begin("Ann", 1, "sensible", {"opening_throw": 0})
    wait_for_choice(room)
    page = visit.open(room, new=True)
    expect(page.get_by_role("dialog")).to_be_visible()
    wait_for(lambda: room.paused, "the pause")
    page.locator("[data-do=welcome-play]").click()
    wait_for(lambda: not room.paused, "the end of the pause")


def offered(monkeypatch: pytest.MonkeyPatch) -> Scenario:
    """A bot that offers a trade as soon as it can."""
    game = scene().give(1, 1).give(2, 3).free_4_all(1, 2)
    wanted = a.offer(1, 0, 1 << game.rules.deed_index[1], 0, 20)
    monkeypatch.setattr(
        "tests.web.stages.quick",
        lambda found: wanted if any(isinstance(c, OfferTemplate) for c in found) else quick(found),
    )
    return game


def unwelcomed(visit: Visit, setting: Scenario, **settings: object) -> Page:
    """A page of somebody who has seen the welcome, but no hint yet."""
    page = visit.open(stage(visit.game_server, setting), new=True, **settings)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page


LONGER = [
    pytest.param(size, marks=pytest.mark.long) for size in [(768, 1024), (1024, 768), (1920, 1080)]
]
SLOWER = [pytest.param(size, marks=pytest.mark.slow) for size in [(390, 844), (1366, 768)]]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 568), *SLOWER])
def test_a_first_auction_is_explained_once_and_nothing_is_hidden(
    visit: Visit, size: tuple[int, int]
) -> None:
    here = scene().at(1, "Boardwalk").turn(1, "post-roll")
    page = unwelcomed(visit, here, viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".hint")).to_have_count(0)
    page.locator("[data-do=AuctionProperty]").click()
    hint = page.locator(".hint")
    expect(hint).to_contain_text("An auction")
    assert page.evaluate(FITS)
    assert in_sight(page.locator("[data-do=hint-close]"))
    page.locator("[data-do=Bid]").scroll_into_view_if_needed()
    assert in_sight(page.locator("[data-do=Bid]"))
    page.locator("[data-do=hint-close]").click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.locator("[data-do=Bid]")).to_be_visible()
    expect(hint).to_have_count(0)


COVERED = """() => { const hint = document.querySelector('.hint').getBoundingClientRect();
  return [...document.querySelectorAll('.arena > .board .tile, .scene button')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < hint.right && hint.left < box.right
      && box.top < hint.bottom && hint.top < box.bottom; }).length; }"""
"""How many squares and buttons lie under a hint."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (1366, 768), *LONGER])
def test_a_hint_covers_neither_the_board_nor_a_decision(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = unwelcomed(visit, scene().jail(1), viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".hint")).to_be_visible()
    assert page.evaluate(COVERED) == 0
    page.evaluate("document.querySelector('.hint').style.inset = '6rem auto auto 0'")
    assert page.evaluate(COVERED) > 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_jail_debt_and_an_offer_are_explained(
    visit: Visit, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = unwelcomed(visit, scene().jail(1), color_scheme=scheme)
    expect(page.locator(".hint")).to_contain_text("You are in jail")
    assert axe_faults(page) == []
    poor = scene().give(1, 1, 3, 37).give(2, 39).cash(10, 1500).at(1, 39).turn(1, "post-roll")
    page = unwelcomed(visit, poor, locale="de-DE", color_scheme=scheme)
    expect(page.locator(".hint")).to_contain_text("Du schuldest mehr")
    page = unwelcomed(visit, offered(monkeypatch), color_scheme=scheme)
    page.get_by_role("button", name="End your turn").click()
    expect(page.locator(".hint")).to_contain_text("offering you a trade")
    assert axe_faults(page) == []


def test_a_hint_goes_with_its_situation(visit: Visit) -> None:
    room = stage(visit.game_server, scene().jail(1))
    page = visit.open(room, new=True)
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_visible()
    page.locator("[data-do=PayJailFine]").click()
    wait_for(lambda: not view(room)["seats"][0]["jailed"])
    expect(page.locator(".hint")).to_have_count(0)


@pytest.mark.slow
def test_hints_can_be_switched_off_and_on_again(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().jail(1)))
    expect(page.locator("[data-do=PayJailFine]")).to_be_visible()
    expect(page.locator(".hint")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints when").check()
    page.reload()
    expect(page.locator(".hint")).to_be_visible()
    page.get_by_role("button", name="Settings").dispatch_event("click")
    page.get_by_label("Hints when").uncheck()
    expect(page.locator(".hint")).to_have_count(0)
