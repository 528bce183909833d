"""The course of a turn on the page: what its buttons promise is what happens."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gitopoly.table.open_game import OpenGame
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def after_doubles(setting: Scenario) -> Scenario:
    """The person has rolled doubles and is done with the square."""
    setting.free_4_all(1, 2).s.doubles_count = 1
    return setting


def test_after_doubles_one_click_rolls_again(visit: Visit) -> None:
    room = stage(visit.game_server, after_doubles(scene().give(1, 1)))
    page = visit.open(room)
    expect(page.locator(".headline")).to_have_text("Doubles! Build, trade, or roll again")
    expect(page.get_by_role("button", name="End your turn")).to_have_count(0)
    page.get_by_role("button", name="Roll again").click()
    wait_for(lambda: view(room)["seats"][0]["position"], "the second roll")


@pytest.mark.slow
def test_whoever_could_do_nothing_before_rolls_again_with_a_click(visit: Visit) -> None:
    """Nobody is asked in the free-4-all of a player without deeds; the dice are theirs still."""
    room = stage(visit.game_server, after_doubles(scene()))
    page = visit.open(room, locale="de-DE")
    expect(page.locator(".headline")).to_have_text("Pasch! Würfle noch einmal")
    assert view(room)["seats"][0]["position"] == 0
    page.get_by_role("button", name="Noch einmal würfeln").click()
    wait_for(lambda: view(room)["seats"][0]["position"], "the second roll")


def test_a_turn_without_doubles_ends(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1).free_4_all(1, 2))
    page = visit.open(room)
    expect(page.locator(".headline")).to_have_text("Build, trade, or end your turn")
    table: Any = room._table
    table._bot_move = lambda: None  # the others may still trade
    page.get_by_role("button", name="End your turn").click()
    expect(page.locator(".headline")).to_have_text("Your turn is ending")
    del table._bot_move
    room.submit(lambda _: None)
    wait_for(lambda: view(room)["number"] > 1, "the next turn")


def frozen(page: Page) -> Page:
    """A page on which nothing happens by itself until time is let pass."""
    page.clock.install()
    page.clock.pause_at(time.time() + 3600)
    return page


def test_the_page_says_what_follows_a_roll_once_the_token_has_arrived(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = frozen(visit.open(room, reduced_motion="no-preference"))
    page.locator("[data-do=EndPreRoll]").click()
    wait_for(lambda: view(room)["seats"][0]["position"], "the roll")
    expect(page.locator(".headline")).to_have_text("You roll")
    expect(page.locator(".die")).to_have_count(2)
    expect(page.locator(".scene button")).to_have_count(0)
    expect(page.locator(".story")).not_to_contain_text("Ann rolls")
    assert page.locator(".tile.here").get_attribute("data-square") == "0"
    page.clock.run_for(5000)
    expect(page.locator(".story")).to_contain_text("Ann rolls")
    expect(page.locator(".headline")).not_to_have_text("You roll")
    here = str(view(room)["seats"][0]["position"])
    expect(page.locator(f".tile.here[data-square='{here}']")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["click", "key"])
def test_a_click_or_a_key_skips_the_walk(visit: Visit, how: str) -> None:
    room = stage(visit.game_server, scene())
    page = frozen(visit.open(room, reduced_motion="no-preference"))
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".headline")).to_have_text("You roll")
    if how == "click":
        page.locator(".headline").click()
    else:
        page.keyboard.press("Enter")
    expect(page.locator(".story")).to_contain_text("Ann rolls")
    expect(page.locator(".headline")).not_to_have_text("You roll")


@pytest.mark.slow
def test_a_key_in_a_dialog_is_for_the_dialog_while_a_token_walks(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = frozen(visit.open(room, reduced_motion="no-preference"))
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".headline")).to_have_text("You roll")
    page.locator("[data-do=settings]").click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".headline")).to_have_text("You roll")


@pytest.mark.slow
def test_a_turn_does_not_begin_with_the_dice_of_another(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().turn(2)))
    expect(page.locator(".headline")).to_have_text("Your turn!")
    expect(page.locator(".story")).to_contain_text("Birch rolls")
    expect(page.locator(".die")).to_have_count(0)
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".die")).to_have_count(2)


@pytest.mark.slow
def test_a_turn_does_not_begin_with_the_card_of_another(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().at(2, 7).turn(2, "post-roll")))
    expect(page.locator(".story")).to_contain_text("Birch draws")
    expect(page.locator(".headline")).to_have_text("Your turn!")
    expect(page.locator(".card-drawn")).to_have_count(0)
    expect(page.locator(".latest")).to_be_visible()


@pytest.mark.slow
def test_while_dice_are_drawn_neither_card_nor_dice_of_another_lie_there(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(2, 7).turn(2, "post-roll"))
    page = visit.open(room)
    expect(page.locator(".headline")).to_have_text("Your turn!")

    def wait_for_links(table: OpenGame) -> None:
        table.seat.next_automatic_move = lambda: None  # type: ignore[method-assign]

    room.submit(wait_for_links).result(60)
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".headline")).to_have_text("You roll")
    expect(page.locator(".card-drawn, .die, .fair")).to_have_count(0)


@pytest.mark.slow
def test_the_salary_is_told(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().at(1, 39)))
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".story")).to_contain_text("; Ann passes GO and collects $200.")
