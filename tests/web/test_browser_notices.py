"""Your turn is noticed: title, sound, notification, screen, app; and the page says why not."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import wait_for
from tests.web.stages import scene, stage
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

HEARD = """(() => { window.notes = []; window.locks = 0; window.away = false;
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => Notification.permission;
    constructor(title, { body }) { window.notes.push(`${title}: ${body}`); }
  };
  navigator.wakeLock.request = async () => {
    window.locks += 1;
    return { released: false, release: () => { window.locks -= 1; } };
  };
  Object.defineProperty(document, "hidden", { get: () => window.away });
})()"""
"""A browser that notes what it is asked for, and can be looked away from."""
PITCHES = """(() => { window.pitches = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    if (this.frequency) window.pitches.push(this.frequency.value);
    return start.apply(this, given);
  };
})()"""
BELL, PAID = 784, 523
INSECURE = """Object.defineProperty(window, "isSecureContext", { get: () => false })"""


def prepared(page: Page, script: str) -> Page:
    """The page, loaded anew in a browser with a difference."""
    page.context.add_init_script(script)
    page.reload()
    page.wait_for_selector(".scene .headline")
    return page


def test_a_turn_is_notified_while_the_page_is_out_of_sight(visit: Visit) -> None:
    here = scene().at(1, "Boardwalk").turn(1, "post-roll")
    page = prepared(visit.open(stage(visit.game_server, here)), HEARD)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me").check()
    page.keyboard.press("Escape")
    page.evaluate("window.away = true")
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: page.evaluate("window.notes.length"), "a notification")
    assert page.evaluate("window.notes[0]").startswith("Gitopoly: ")
    assert page.title().startswith("● ")


@pytest.mark.slow
def test_a_bell_rings_after_what_others_did_and_not_after_a_click_of_ones_own(visit: Visit) -> None:
    here = scene().at(1, "Boardwalk").turn(1, "post-roll")
    page = prepared(visit.open(stage(visit.game_server, here)), PITCHES)
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: PAID in page.evaluate("window.pitches"), "the sound of money")
    expect(page.locator(".headline")).to_have_text("Build, trade, or end your turn")
    assert BELL not in page.evaluate("window.pitches")
    page.get_by_role("button", name="End your turn").click()
    wait_for(lambda: BELL in page.evaluate("window.pitches"), "the bell")


@pytest.mark.slow
def test_nobody_is_notified_who_looks_or_did_not_ask(visit: Visit) -> None:
    here = scene().at(1, "Boardwalk").turn(1, "post-roll")
    page = prepared(visit.open(stage(visit.game_server, here)), HEARD)
    page.evaluate("window.away = true")
    page.locator("[data-do=BuyProperty]").click()
    expect(page.locator("#announcer")).to_contain_text("Ann buys Boardwalk")
    assert page.evaluate("window.notes") == []


@pytest.mark.slow
def test_the_screen_stays_on_while_a_game_is_in_sight(visit: Visit) -> None:
    page = prepared(visit.open(stage(visit.game_server, scene())), HEARD)
    assert page.evaluate("window.locks") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Keep the screen on").check()
    wait_for(lambda: page.evaluate("window.locks") == 1, "the lock")
    page.keyboard.press("Escape")
    page.evaluate("location.hash = ''")
    wait_for(lambda: page.evaluate("window.locks") == 0, "its release")


@pytest.mark.slow
def test_a_refusal_of_the_browser_is_told(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = prepared(visit.open(room), HEARD + ";Notification.permission = 'default'")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me").click()
    expect(page.get_by_role("dialog")).to_contain_text("The browser blocks notifications from")
    expect(page.get_by_label("Notify me")).not_to_be_checked()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scheme", "locale"),
    [("light", "en-US"), pytest.param("dark", "de-DE", marks=pytest.mark.slow)],
)
def test_an_address_that_allows_nothing_is_explained(
    visit: Visit, scheme: str, locale: str
) -> None:
    room = stage(visit.game_server, scene())
    page = prepared(visit.open(room, color_scheme=scheme, locale=locale), INSECURE)
    page.locator("[data-do=settings]").click()
    reasons = page.get_by_role("dialog").get_by_text("https")
    expect(reasons).to_have_count(3)
    expect(page.locator("[data-do=install]")).to_have_count(0)
    assert axe_faults(page) == []
    for width in (320, 390, 1366):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_browser_reads_the_manifest_and_its_icons(visit: Visit) -> None:
    page = visit.open()
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["name"] == "Gitopoly"
    base = found["url"].rpartition("/")[0]
    for icon in manifest["icons"]:
        answer = page.request.get(f"{base}/{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]


@pytest.mark.slow
def test_the_page_installs_where_the_browser_offers_it(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()))
    page.evaluate("""() => { const offer = new Event("beforeinstallprompt", { cancelable: true });
      offer.prompt = () => { window.prompted = true; };
      dispatchEvent(offer); }""")
    page.get_by_role("button", name="Settings").click()
    page.locator("[data-do=install]").click()
    assert page.evaluate("window.prompted")
