"""The table is alive: dice roll, coins fly, cards turn, houses appear, and one hears it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import scene, stage
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

MOVED = """(() => { window.moved = []; window.notes = 0;
  addEventListener("animationstart", (event) => window.moved.push(event.animationName), true);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moved.push(this.getAttribute("class").split(" ")[0]);
    return animate.apply(this, given);
  };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    window.notes += 1;
    return start.apply(this, given);
  };
})()"""
"""Notes every movement that begins and every tone that is made."""


def watched(page: Page) -> Page:
    """The page, loaded anew with its movements and tones noted."""
    page.context.add_init_script(MOVED)
    page.reload()
    page.wait_for_selector(".scene .headline")
    return page


def moved(page: Page) -> set[str]:
    """The names of the movements so far."""
    return set(page.evaluate("window.moved"))


def test_dice_roll_and_tokens_hop(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = watched(visit.open(room, reduced_motion="no-preference"))
    page.locator("[data-do=EndPreRoll]").click()
    wait_for(lambda: {"roll", "tumble", "settle", "token"} <= moved(page), "dice and token")


@pytest.mark.slow
def test_a_purchase_makes_coins_fly_and_an_owner_appear(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = watched(visit.open(room, reduced_motion="no-preference"))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: {"coin", "appear"} <= moved(page), "coins and a sign")
    expect(page.locator(".flights")).to_have_count(0)


@pytest.mark.slow
def test_a_card_turns(visit: Visit) -> None:
    page = visit.open(
        stage(visit.game_server, scene().at(1, 7).turn(1, "post-roll")),
        reduced_motion="no-preference",
    )
    expect(page.locator(".card-drawn")).to_be_visible()
    page = watched(page)
    wait_for(lambda: {"turn", "back"} <= moved(page), "a card")


@pytest.mark.slow
def test_a_house_appears(visit: Visit) -> None:
    page = watched(
        visit.open(
            stage(visit.game_server, scene().give(1, 37, 39)), reduced_motion="no-preference"
        )
    )
    page.locator("[data-do=manage]").click()
    page.locator("dialog button", has_text="Build").first.click()
    expect(
        page.locator(".tile[data-square='37'] .house, .tile[data-square='39'] .house")
    ).to_have_count(1)
    wait_for(lambda: "appear" in moved(page), "a house")
    wait_for(lambda: page.evaluate("window.notes"), "a hammer")


@pytest.mark.slow
def test_a_click_ends_every_movement(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = watched(visit.open(room, reduced_motion="no-preference"))
    page.evaluate("document.querySelector('.headline').animate({opacity: [1, 0.9]}, 1e8)")
    page.locator(".top").click()
    assert page.evaluate("document.getAnimations().length") == 0


def test_nothing_moves_for_whoever_wants_no_motion(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = watched(visit.open(room))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: view(room)["owners"][39] == 0)
    expect(page.locator(".tile[data-square='39'] [class*=owner]").first).to_be_visible()
    assert moved(page) == set()


@pytest.mark.slow
def test_moves_are_heard_unless_the_sound_is_off_and_that_is_remembered(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = watched(visit.open(room))
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: page.evaluate("window.notes"), "a tone")
    page.locator("[data-do=mute]").click()
    expect(page.locator("[data-do=mute]")).to_have_accessible_name("Turn the sound on")
    page.reload()
    expect(page.locator("[data-do=mute]")).to_have_accessible_name("Turn the sound on")
    page.locator(".scene .primary").first.click()
    wait_for(lambda: view(room)["turn"] != 0 or view(room)["phase"] != "free-4-all")
    assert page.evaluate("window.notes") == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_volume_is_a_setting_and_remembered(visit: Visit, scheme: str) -> None:
    page = visit.open(stage(visit.game_server, scene()), color_scheme=scheme, locale="de-DE")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Lautstärke").fill("20")
    assert axe_faults(page) == []
    page.get_by_label("Töne").uncheck()
    expect(page.get_by_label("Lautstärke")).to_be_disabled()
    page.reload()
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_label("Lautstärke")).to_have_value("20")
    expect(page.get_by_label("Töne")).not_to_be_checked()
