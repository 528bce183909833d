"""Auctions in the browser: a price, a leader, raises of one click, and a limit that bids."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from gitopoly.rules import AmountRange, Choice, actions as a
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import quick, scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def unsold() -> Scenario:
    """Ann has not bought Boardwalk."""
    return scene().at(1, "Boardwalk").turn(1, "post-roll").do("auction")


def up_to(most: int) -> Any:
    """A bot that raises by ten dollars up to an amount, and then passes."""

    def choose(found: list[Choice]) -> int:
        for choice in found:
            if isinstance(choice, AmountRange) and choice.lowest <= most:
                return choice.of(min(choice.lowest + 9, most))
        stands = [c for c in found if isinstance(c, int) and a.kind_of(c) == a.STAND]
        passes = [c for c in found if isinstance(c, int) and a.kind_of(c) == a.PASS]
        return (passes or stands or [quick(found)])[0]

    return choose


def test_an_auction_with_live_bids_survives_a_reload(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    page.get_by_role("button", name="Auction Boardwalk").click()
    auction = page.get_by_role("region", name="Auction")
    expect(page.get_by_role("heading", name="Auction: Boardwalk")).to_be_visible()
    page.reload()
    expect(auction).to_contain_text("List price $400")
    expect(auction.locator(".bids")).to_contain_text("Birchpassed")
    page.get_by_label(re.compile("Your bid")).fill("7")
    auction.get_by_role("button", name="Bid $7", exact=True).click()
    wait_for(lambda: view(room)["owners"][39] == 0)
    expect(page.locator(".story")).to_contain_text("Ann gets Boardwalk")


@pytest.mark.slow
def test_of_two_equal_bids_the_page_says_which_leads(visit: Visit) -> None:
    """AUCTION-7: Birch comes after Ann, who opened the auction; he leads and stands."""
    game = scene().at(1, 36).cash(1500, 100).roll(1, 2).do("auction")
    game.do("p1: bid 100", "p2: bid 100", "p1: next round", "p2: next round")
    page = visit.open(stage(visit.game_server, game))
    leading = page.locator(".bids .leads")
    expect(leading).to_have_count(1)
    expect(leading).to_contain_text("Birchleads: $100")
    expect(page.locator(".going")).to_have_text("Birch leads with $100")
    expect(page.locator(".bids li").filter(has_text="Ann")).to_contain_text("deciding")
    expect(page.get_by_role("button", name="Pass")).to_be_enabled()


@pytest.mark.slow
def test_a_bid_beyond_ones_cash_is_refused_on_the_page(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").cash(50, 1500).turn(1, "post-roll"))
    page = visit.open(room)
    buy = page.get_by_role("button", name="Buy Boardwalk $400")
    expect(buy).to_have_attribute("aria-disabled", "true")
    expect(buy).to_have_accessible_description("you can't afford it")
    page.get_by_role("button", name="Auction Boardwalk").click()
    page.get_by_label(re.compile("Your bid")).fill("999")
    page.get_by_role("button", name="Bid $999", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("you can't bid more than your cash")
    assert view(room)["phase"] == "auction"


@pytest.mark.slow
def test_the_current_price_and_its_raises_are_what_the_table_enforces(visit: Visit) -> None:
    """Birch has bid in this round; rounds are nobody's concern, and the price is."""
    page = visit.open(stage(visit.game_server, unsold().do("p2: bid 150")))
    auction = page.get_by_role("region", name="Auction")
    expect(page.locator(".going")).to_have_text("Birch leads with $150")
    expect(auction).not_to_contain_text(re.compile("[Rr]ound|at once"))
    expect(auction).to_contain_text("From $151 to $1,500")
    for step, amount in ((1, "$151"), (10, "$160"), (50, "$200")):
        raises = page.locator(f"[data-do=raise-{step}]")
        expect(raises).to_have_text(f"+${step}")
        expect(raises).to_have_accessible_name(f"Bid {amount}")


def test_one_click_raises_and_whoever_leads_is_asked_nothing(visit: Visit) -> None:
    room = stage(visit.game_server, unsold().do("p2: bid 150"))
    table: Any = room._table
    table._bot_move = lambda: None  # Birch thinks about it
    page = visit.open(room)
    page.locator("[data-do=raise-10]").click()
    expect(page.locator(".going")).to_have_text("You lead with $160")
    expect(page.locator(".auction")).to_contain_text("You hold the high bid, so you can")
    expect(page.locator("[data-do=Pass]")).to_have_count(0)
    expect(page.locator(".bids .leads")).to_contain_text("Annleads: $160")


def test_a_limit_bids_and_then_passes(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.web.stages.quick", up_to(90))
    room = stage(visit.game_server, unsold())
    page = visit.open(room)
    page.get_by_label(re.compile("Your bid")).fill("60")
    page.get_by_role("button", name="Bid for me up to $60").click()
    wait_for(lambda: view(room)["owners"][39] == 1, "the end of the auction")
    story = page.locator(".story")
    expect(story).to_contain_text(re.compile("Ann bids \\$"))
    expect(story).to_contain_text("Ann passes")


@pytest.mark.slow
def test_a_limit_above_all_others_wins_at_a_price_below_it(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.web.stages.quick", up_to(90))
    room = stage(visit.game_server, unsold())
    page = visit.open(room)
    page.get_by_label(re.compile("Your bid")).fill("400")
    page.locator("[data-do=limit]").click()
    wait_for(lambda: view(room)["owners"][39] == 0, "the end of the auction")
    assert 80 < 1500 - view(room)["seats"][0]["money"] <= 100


@pytest.mark.slow
def test_a_limit_can_be_taken_back(visit: Visit) -> None:
    room = stage(visit.game_server, unsold())
    table: Any = room._table
    table._bot_move = lambda: None
    page = visit.open(room)
    page.get_by_label(re.compile("Your bid")).fill("60")
    page.locator("[data-do=limit]").click()
    expect(page.locator(".auction")).to_contain_text("Bidding for you up to $60.")
    page.locator("[data-do=unlimited]").click()
    expect(page.get_by_label(re.compile("Your bid"))).to_be_visible()
    assert view(room)["ceiling"] is None


@pytest.mark.slow
def test_whoever_led_and_is_outbid_passes_with_one_click(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AUCTION-5 binds for one more round; the page sees to it that nobody notices."""
    monkeypatch.setattr("tests.web.stages.quick", up_to(90))
    rounds = unsold().do("p1: bid 40", "p2: bid 30", "p1: next round", "p2: next round")
    room = stage(visit.game_server, rounds.do("p2: bid 90"))
    page = visit.open(room)
    expect(page.locator(".going")).to_have_text("Birch leads with $90")
    page.get_by_role("button", name="Pass").click()
    wait_for(lambda: view(room)["owners"][39] == 1, "the end of the auction")
    assert view(room)["seats"][1]["money"] == 1500 - 90
