"""Negotiation on the page: reasons, wishes that one click fulfils, and marks in the builder."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gitopoly.rules import actions as a
from gitopoly.web.room import Room
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import scene, stage
from tests.web.test_browser_access import axe_faults

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)


def swap() -> Scenario:
    """Ann's turn; either could complete a group."""
    return scene().give(1, 1, 39).give(2, 3, 37)


def speak(room: Room, *texts: str) -> None:
    """Let the bot say something."""

    def work(table: Any) -> None:
        for text in texts:
            table.talk.talk.speak("Birch", text)

    room.submit(work).result(60)


def sayings(room: Room) -> list[str]:
    """All that was said, as it was signed."""
    return [line["text"] for line in room.snapshot()["said"]]


def test_one_click_makes_a_wish_an_offer(visit: Visit) -> None:
    room = stage(visit.game_server, swap(), talks=True)
    page = visit.open(room)
    speak(room, "wish Ann: 1 for 3 $50")
    panel = page.get_by_role("region", name="Birch would like a trade")
    expect(panel).to_contain_text(
        "Ann, I\u2019d give you Baltic Avenue and $50 for Mediterranean Avenue."
    )
    assert page.evaluate("document.activeElement === document.body"), "it takes no focus"
    panel.get_by_role("button", name="Make this offer").click()
    wait_for(lambda: view(room)["owners"][3] == 0, "the trade")
    assert view(room)["seats"][0]["money"] == 1550
    expect(panel).to_have_count(0)


def test_a_wish_that_has_just_come_does_not_take_a_click(visit: Visit) -> None:
    room = stage(visit.game_server, swap(), talks=True)
    page = visit.open(room)
    page.evaluate("window.setTimeout = () => 0")  # the moment never passes
    speak(room, "wish Ann: 1 $1000 for 3")
    make = page.locator("[data-do=make-wish]")
    expect(make).to_have_attribute("aria-disabled", "true")
    make.dispatch_event("click")
    page.get_by_role("button", name="Not now").click()
    expect(make).to_have_count(0)
    assert view(room)["offer"] is None


def test_hostile_wishes_are_words_or_nothing_to_click(visit: Visit) -> None:
    room = stage(visit.game_server, swap(), talks=True)
    page = visit.open(room)
    page.get_by_role("tab", name="Talk").click()
    speak(
        room,
        "wish Ann: 5 for 3",  # nobody's
        "wish Ann: 37 for 3",  # its author's own
        "wish Ann: 1 $999999 for 3",
        "wish Ann: 1 for 3 <img src=x onerror=alert(1)>",
        "reason: <b>nothing</b>",
    )
    expect(page.locator(".said li")).to_have_count(5)
    expect(page.locator(".said")).to_contain_text("wish Ann: 1 for 3 <img src=x onerror=alert(1)>")
    expect(page.locator(".said")).to_contain_text("This trade isn\u2019t possible any more.")
    expect(page.locator("[data-do=make-wish]")).to_have_count(0)
    assert page.locator(".said img, .said b").count() == 0


def test_the_builder_marks_what_completes_a_group_for_either_side(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, swap().give(2, 16, 18).give(1, 19)))
    page.locator("[data-do=trade]").click()
    sheet = page.get_by_role("dialog")
    deed = sheet.locator("label.check")
    expect(deed.filter(has_text="Baltic")).to_contain_text("completes your brown group")
    expect(deed.filter(has_text="Boardwalk")).to_contain_text(
        "completes Birch\u2019s dark blue group"
    )
    street = deed.filter(has_text="Tennessee")
    expect(street).to_contain_text("completes your orange group (all 2 together)")


def test_nothing_is_marked_that_completes_nothing(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1).give(2, 16, 5)))
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog label.check").first).to_be_visible()
    expect(page.locator("dialog .mark")).to_have_count(0)


def test_whoever_declines_can_say_what_they_would_like(visit: Visit) -> None:
    room = stage(visit.game_server, swap().turn(2), talks=True)
    table: Any = room._table
    table._bot_move = lambda: None
    page = visit.open(room)

    def offer(table: Any) -> Any:
        deeds = sum(1 << table.game.staged.state.rules.deed_index[at] for at in (1, 37))
        return table._write(1, table._move(a.offer(1, 0, deeds, 0, 10)))

    speak(room, "reason: completes-mine 0, completes-yours 7")
    room.submit(offer).result(60)
    panel = page.get_by_role("region", name="A trade")
    expect(panel).to_contain_text(
        "Birch says: That completes my brown group. That completes your dark blue group."
    )
    panel.get_by_role("button", name="Suggest something else").click()
    sheet = page.get_by_role("dialog", name="Suggest a trade")
    expect(sheet.locator("[data-square='1']")).to_be_checked()
    expect(sheet.locator("#cash-want")).to_have_value("10")
    sheet.locator("#cash-want").fill("90")
    sheet.get_by_role("button", name="Decline and say it").click()
    wait_for(lambda: view(room)["offer"] is None, "the answer")
    assert sayings(room)[-1] == "wish Birch: 37 $90 for 1"
    assert view(room)["owners"][1] == 0


def test_anybody_can_suggest_a_trade_when_it_is_not_their_turn(visit: Visit) -> None:
    room = stage(visit.game_server, swap().turn(2), talks=True)
    table: Any = room._table
    table._bot_move = lambda: None
    page = visit.open(room)
    page.get_by_role("button", name="Suggest a trade").click()
    sheet = page.get_by_role("dialog", name="Suggest a trade")
    expect(sheet).to_contain_text("You can\u2019t make an offer now")
    sheet.get_by_role("checkbox", name=re.compile("Baltic")).check()
    sheet.locator("#cash-give").fill("99999")
    expect(sheet.locator(".problem")).to_contain_text("TRADE-6")
    sheet.locator("#cash-give").fill("70")
    expect(sheet).to_contain_text("Birch could offer you this.")
    sheet.get_by_role("button", name="Say it").click()
    expect(sheet).to_have_count(0)
    assert sayings(room) == ["wish Birch: 3 for $70"]
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".said")).to_contain_text(
        "You Birch, I\u2019d give you $70 for Baltic Avenue."
    )


def fits(page: Page, width: int) -> None:
    """Nothing is wider than the window, and no fault of access is found."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(page) == []


SETTINGS = [(320, "dark", "de-DE"), (1024, "light", "en-US"), (320, "dark", "en-US")]


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [SETTINGS[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in SETTINGS[1:])],
)
def test_wishes_and_the_builder_fit_and_axe_finds_nothing(
    visit: Visit, locale: str, width: int, scheme: str
) -> None:
    room = stage(visit.game_server, swap(), talks=True)
    size = {"width": width, "height": 568 if width == 320 else 768}
    page = visit.open(room, viewport=size, locale=locale, color_scheme=scheme)
    speak(room, "reason: completes-mine 0, completes-yours 7", "wish Ann: 1 for 3 $50")
    expect(page.locator("[data-do=make-wish]")).not_to_have_attribute("aria-disabled", "true")
    fits(page, width)
    page.locator("#tab-talk").click()
    expect(page.locator(".said li")).to_have_count(2)
    fits(page, width)
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog .mark")).to_have_count(4)
    fits(page, width)


def test_bots_can_be_talked_to(visit: Visit) -> None:
    """At a real table: repositories and signatures of everybody's own."""
    room = visit.game_server.begin("Ann", 1, "trader", {"opening_throw": 0})
    page = visit.open(room)
    page.get_by_role("tab", name="Talk").click()
    page.get_by_role("textbox").fill("hello")
    page.get_by_role("textbox").press("Enter")
    expect(page.locator(".said")).to_contain_text("You hello")
