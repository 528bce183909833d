"""The page in a real browser: whole games, and everything that can happen in them."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError, Page, expect

from gitopoly.rules import actions as a
from gitopoly.web.settings import PACES
from gitopoly.words import texts
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import play_person, view, wait_for
from tests.web.stages import MAIN_BUTTON, laid_out, scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def click_on(page: Page) -> None:
    """Click on the main button, or pass, if there is one."""
    button = page.locator(MAIN_BUTTON)
    if button.count():
        # It may be gone before the click, because the game goes on by itself.
        with contextlib.suppress(PlaywrightError):
            button.first.click(timeout=5000, no_wait_after=True)
    page.wait_for_timeout(20)


def click_through(page: Page, until: str) -> None:
    """Click until something is to be seen."""
    for _ in range(4000):
        if page.locator(until).count():
            return
        click_on(page)
    raise AssertionError(f"{until} did not come about")


def test_a_person_plays_a_whole_game_with_buttons_and_wants_a_second_one(visit: Visit) -> None:
    room = visit.game_server.add("whole", laid_out(visit.game_server, turn_limit=5))
    page = visit.open(room)
    click_through(page, ".standings")
    assert view(room)["over"]
    told = page.locator("body").inner_text()
    named = (name for name in a.NAMES if not name[1:].islower())  # all but Bid, Pass and Stand
    assert not [name for name in named if name in told]
    expect(page.locator(".standings li")).to_have_count(2)
    page.get_by_role("link", name="Play again").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


@pytest.mark.slow
def test_a_second_game_against_the_same_bots_is_one_click_away(visit: Visit) -> None:
    options = {"turn_limit": 2, "opening_throw": 0}
    room = visit.game_server.begin("Ann", 2, "sensible", options)
    play_person(room)
    page = visit.open(room)
    again = page.get_by_role("button", name="Play again")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".scene")).to_be_focused()
    expect(page.locator("[data-do=EndPreRoll]")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=EndPreRoll]")).to_be_focused()
    assert room.name not in page.url
    expect(page.locator(".player")).to_have_count(3)
    expect(page.locator(".bank")).to_contain_text("Turn 1 of 2")


def test_a_game_is_begun_on_the_page_and_found_again(visit: Visit) -> None:
    page = visit.open()
    page.locator("#name").fill("Cleo")
    page.get_by_label("Opponents").select_option("1")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".player")).to_have_count(2)
    expect(page.locator(".player").first).to_contain_text("Cleo")
    page.get_by_role("link", name="Gitopoly").click()
    expect(page.locator(".games li")).to_contain_text("Cleo and Birch")


def test_a_trade_is_built_offered_and_settled(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1).give(2, 3, 39))
    page = visit.open(room)
    page.get_by_role("button", name="Offer a trade").click()
    dialog = page.get_by_role("dialog", name="Offer a trade")
    send = dialog.get_by_role("button", name="Make the offer")
    expect(send).to_have_attribute("aria-disabled", "true")
    dialog.get_by_role("checkbox", name=re.compile("Baltic Avenue")).check()
    cash = dialog.get_by_label(re.compile("Cash, up to")).first
    cash.fill("5000")
    expect(dialog.locator(".problem")).to_contain_text("TRADE-6")
    cash.fill("20")
    expect(dialog).to_contain_text("You gain $40 at list prices")
    expect(send).to_have_attribute("aria-disabled", "false")
    send.click()
    wait_for(lambda: view(room)["owners"][3] == 0, "the trade")
    expect(page.locator(".story")).to_contain_text("Ann offers Birch $20 for Baltic Avenue")
    expect(page.locator(".story")).to_contain_text(
        "Birch accepts the trade: Ann gives $20; Birch gives Baltic Avenue."
    )
    assert view(room)["seats"][1]["money"] == 1520


def test_out_of_jail_for_the_fine(visit: Visit) -> None:
    room = stage(visit.game_server, scene().jail(1))
    page = visit.open(room)
    expect(page.get_by_role("heading", name="You are in jail")).to_be_visible()
    expect(page.locator(".scene")).to_contain_text("Roll 1 of 3")
    card = page.get_by_role("button", name="jail card")
    expect(card).to_have_count(1)
    expect(card).to_have_attribute("aria-disabled", "true")
    expect(card).to_have_accessible_description("you don't have a jail card")
    rule = page.locator("details.why").filter(has_text="Rule JAIL-2 of the rule book")
    expect(rule).not_to_have_attribute("open", "")
    rule.get_by_text("why?").click()
    expect(rule).to_have_attribute("open", "")
    page.get_by_role("button", name="Pay the fine $50").click()
    wait_for(lambda: not view(room)["seats"][0]["jailed"])
    expect(page.locator(".player").first).to_contain_text("$1,450")


def test_a_debt_shows_what_is_missing_and_is_raised_by_mortgages(visit: Visit) -> None:
    poor = scene().give(1, "Park Place").give(2, "Boardwalk").cash(10, 1500)
    room = stage(visit.game_server, poor.at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    debt = page.get_by_role("region", name="Debt")
    expect(debt).to_contain_text("You owe Birch $50.")
    expect(debt).to_contain_text("Still to raise: $40")
    expect(debt).to_contain_text("can raise $175")
    debt.get_by_role("button", name="Mortgage Park Place +$175").click()
    wait_for(lambda: not view(room)["debts"])
    expect(debt).to_have_count(0)
    assert view(room)["seats"][0]["money"] == 135


@pytest.mark.slow
def test_a_debt_is_raised_and_paid_with_one_click(visit: Visit) -> None:
    poor = scene().give(1, 1, 3, level=2).give(1, 5, 12).give(2, "Boardwalk").cash(10, 1500)
    poor.give(2, "Park Place")
    room = stage(visit.game_server, poor.at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    plan = page.locator("[data-do=plan]")
    expect(plan).to_have_accessible_description("The plan: mortgage Reading Railroad.")
    plan.click()
    wait_for(lambda: not view(room)["debts"], "the payment")
    seats = view(room)["seats"]
    assert (seats[0]["money"], seats[1]["money"]) == (10, 1600)
    assert view(room)["mortgaged"][5]
    expect(page.locator(".story")).to_contain_text("Ann mortgages Reading Railroad")


def test_whoever_is_ruined_sees_the_end(visit: Visit) -> None:
    poor = scene().give(2, "Boardwalk").cash(10, 1500)
    room = stage(visit.game_server, poor.at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    page.get_by_role("button", name="Go bankrupt").click()
    expect(page.locator(".winner")).to_have_text("Birch has won")
    expect(page.locator(".standings li").nth(1)).to_contain_text("Annbankrupt")


@pytest.mark.slow
def test_whoever_could_still_trade_is_asked_before_going_bankrupt(visit: Visit) -> None:
    poor = scene().give(2, 39, 37, level=5).give(1, 1).cash(10, 2500)
    room = stage(visit.game_server, poor.at(1, 39).turn(1, "post-roll"))
    page = visit.open(room)
    ruin = page.locator(".scene [data-do=GoBankrupt]")
    expect(ruin).not_to_have_class(re.compile("primary"))
    ruin.click()
    expect(page.get_by_role("dialog")).to_contain_text("A trade could still bring in the money")
    page.get_by_role("button", name="Cancel").click()
    assert not view(room)["over"]
    ruin.click()
    page.locator("[data-do=bankrupt-sure]").click()
    expect(page.locator(".winner")).to_have_text("Birch has won")


@pytest.mark.slow
def test_an_offer_says_what_it_brings_and_what_is_left(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1).give(2, 39).cash(900, 1500))
    page = visit.open(room)
    page.locator("[data-do=trade]").click()
    page.locator("dialog [data-square='39']").check()
    page.locator("#cash-give").fill("300")
    table: Any = room._table
    table._bot_move = lambda: None  # so that the offer stays on the table
    page.locator("[data-do=OfferTrade]").click()
    offer = page.get_by_role("region", name="A trade")
    expect(page.locator(".headline")).to_have_text("Birch is thinking about your offer")
    expect(offer).to_contain_text("You gain $100 at list prices")
    expect(offer).to_contain_text("You would have $600 in cash left.")


def test_building_and_mortgaging_are_on_the_deed_with_costs_and_reasons(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1, 3, 5))
    page = visit.open(room)
    page.locator(".tile[data-square='1']").click()
    deed = page.get_by_role("dialog")
    expect(deed.locator(".rents tr.now")).to_contain_text("With the whole group$4")
    deed.get_by_role("button", name=re.compile("Build .\\$50")).click()
    expect(deed.locator(".rents tr.now")).to_contain_text("With 1 house$10")
    build = deed.get_by_role("button", name=re.compile("^Build"))
    expect(build).to_have_attribute("aria-disabled", "true")
    expect(build).to_have_accessible_description("build on another street of the group first")
    deed.get_by_role("button", name="Close").click()
    page.locator(".tile[data-square='5']").click()
    deed.get_by_role("button", name="Mortgage +$100").click()
    expect(deed.get_by_role("button", name="Pay off the mortgage")).to_be_visible()
    deed.get_by_role("button", name="Close").click()
    expect(page.locator(".tile[data-square='5']")).to_have_class(re.compile("mortgaged"))
    assert (view(room)["levels"][1], view(room)["seats"][0]["money"]) == (1, 1550)


@pytest.mark.slow
def test_a_second_tab_goes_along(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    first, second = visit.open(room), visit.open(room)
    for page in (first, second):
        expect(page.locator("[data-do=BuyProperty]")).to_be_visible()
    first.locator("[data-do=BuyProperty]").click()
    expect(second.locator("[data-do=BuyProperty]")).to_have_count(0)
    expect(second.locator(".player").first).to_contain_text("$1,100")


def test_evidence_is_a_clear_warning(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = visit.open(room)
    reason = "a signature that is not the author's"
    room.submit(
        lambda table: table.game.replica.note("Birch", "ab" * 20, "forged", reason, 10)
    ).result(60)
    expect(page.get_by_role("alert").first).to_contain_text("Birch showed something")
    expect(page.get_by_role("alert").first).to_contain_text("abababab")
    german = visit.open(room, locale="de-DE")
    expect(german.get_by_role("alert").first).to_contain_text(texts("de")["evidence.forged"])


def test_behind_every_line_stands_a_commit(visit: Visit) -> None:
    room = visit.game_server.add("whole", laid_out(visit.game_server))
    page = visit.open(room)
    page.get_by_role("button", name="Roll the dice").click()
    page.locator(".story .commit").first.click()
    commit = page.get_by_role("dialog", name="The commit behind this move")
    expect(commit).to_contain_text(re.compile("[0-9a-f]{40}"))
    expect(commit).to_contain_text("SHA256:")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Fair play").click()
    expect(page.locator(".trust li")).to_have_count(2)
    expect(page.locator(".trust")).to_contain_text("entries with checked signature and rules")


@pytest.mark.slow
def test_whoever_is_out_need_not_wait_for_the_bots(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "slow", 3600.0)  # nobody sees the end without skipping to it
    room = visit.game_server.begin("Ann", 2, "sensible", {"turn_limit": 12, "opening_throw": 0})
    room.submit(lambda _: room.adjust(pace="slow")).result(60)
    page = visit.open(room)
    expect(page.locator("[data-do=EndPreRoll]")).to_be_visible()
    expect(page.locator("[data-do=hurry]")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name=re.compile("re out; "))).to_be_visible()
    page.get_by_role("button", name="Skip to the end").click()
    expect(page.locator(".standings li")).to_have_count(3)
    expect(page.locator(".standings li").last).to_contain_text("Ann")


@pytest.mark.slow
def test_another_partner_wipes_no_draft(visit: Visit) -> None:
    three = Scenario("classic", 3).give(1, 1, 5).give(2, 3).give(3, 39).turn(1)
    page = visit.open(stage(visit.game_server, three, ("Ann", "Birch", "Cedar")))
    page.locator("[data-do=trade]").click()
    dialog = page.get_by_role("dialog")
    for square in (1, 3):
        dialog.locator(f"[data-square='{square}']").check()
    dialog.locator("#cash-give").fill("30")
    dialog.get_by_label("Trade with").select_option(label="Cedar")
    expect(dialog.locator("[data-square='1']")).to_be_checked()
    expect(dialog.locator("#cash-give")).to_have_value("30")
    expect(dialog.locator("[data-square='39']")).not_to_be_checked()
    dialog.locator("[data-square='39']").check()
    dialog.get_by_label("Trade with").select_option(label="Birch")
    expect(dialog.locator("[data-square='3']")).to_be_checked()
    expect(dialog.locator("[data-square='1']")).to_be_checked()


@pytest.mark.slow
def test_why_nothing_can_be_built_is_said_once(visit: Visit) -> None:
    poor = scene().give(1, 1, 3, level=1).give(1, 5, 39).give(1, 12, mortgaged=True)
    poor.give(2, 31).cash(0, 1500).at(1, 31).turn(1, "post-roll")
    for game, words in (
        (scene().give(1, 5, 6, 11, 39), "You can build once you own every street of a colour."),
        (poor, "while you owe money you can only mortgage, sell or trade"),
    ):
        page = visit.open(stage(visit.game_server, game))
        page.get_by_role("button", name="Build or mortgage").click()
        sheet = page.get_by_role("dialog", name="Your deeds")
        expect(sheet.locator(".reason", has_text=words)).to_have_count(1)
        expect(sheet.locator("li .reason", has_text=":")).to_have_count(0)
