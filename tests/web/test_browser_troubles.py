"""The page when something goes wrong: the server stops and comes back, changes are missed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gitopoly.web.http_server import HttpServer
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


UNANSWERED = "Failed to load"
"""What a browser says about requests that could not be answered."""


def stop_serving(server: HttpServer) -> None:
    """Stop the server and leave its games where they are."""
    server._uvicorn.should_exit = True
    server._thread.join(30)
    server._socket.close()


def focused(page: Page) -> str:
    """What the keyboard would act on."""
    found: str = page.evaluate("document.activeElement.dataset.do || ''")
    return found


@pytest.mark.slow
def test_a_server_that_goes_and_comes_back_is_told_and_the_game_goes_on(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    visit.expected.append(UNANSWERED)
    page = visit.open(room)
    page.locator("[data-do=AuctionProperty]").focus()
    stop_serving(visit.server)
    banner = page.locator(".banner")
    expect(banner).to_contain_text("Lost the connection")
    expect(banner).to_contain_text("gitopoly games latest")
    page.locator("[data-do=BuyProperty]").click()
    expect(page.locator(".toast")).to_contain_text("is not responding")
    expect(banner).to_be_visible()
    assert view(room)["owners"][39] == -1
    page.locator("[data-do=AuctionProperty]").focus()

    visit.server = HttpServer(visit.game_server, visit.server.port, visit.server.token)
    expect(banner).to_have_count(0)
    assert focused(page) == "AuctionProperty"
    page.locator("[data-do=BuyProperty]").click()
    wait_for(lambda: view(room)["owners"][39] == 0)
    expect(page.locator(".player").first).to_contain_text("$1,100")


@pytest.mark.slow
def test_a_page_whose_address_is_no_longer_served_goes_on_saying_so(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    visit.expected.append(UNANSWERED)
    page = visit.open(room)
    stop_serving(visit.server)
    expect(page.locator(".banner")).to_be_visible()
    with page.expect_response(lambda response: response.status >= 400):
        other = HttpServer(visit.game_server, visit.server.port, "x" * 32)
    expect(page.locator(".banner")).to_contain_text("start it again")
    other._uvicorn.should_exit = True
    other._thread.join(30)
    other._socket.close()
    visit.server = HttpServer(visit.game_server, visit.server.port, visit.server.token)
    expect(page.locator(".banner")).to_have_count(0)


def test_a_page_that_missed_a_change_begins_again_instead_of_staying_behind(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    expect(page.locator("[data-do=BuyProperty]")).to_be_visible()
    with room._lock:
        room._version += 5  # as if these had been lost on the way
    page.locator("[data-do=BuyProperty]").click()
    expect(page.locator(".player").first).to_contain_text("$1,100")
    expect(page.locator("[data-do=BuyProperty]")).to_have_count(0)


@pytest.mark.slow
def test_what_is_refused_as_late_says_that_the_game_went_on(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1).give(2, 3))
    page = visit.open(room)
    page.get_by_role("button", name="Offer a trade").click()
    page.locator("dialog [data-square='1']").check()
    send = page.locator("[data-do=OfferTrade]")
    expect(send).to_have_attribute("aria-disabled", "false")
    position = room.submit(lambda table: table.game.position).result(60)
    position.counts[0] += 1
    send.click()
    expect(page.locator(".toast")).to_contain_text("The game has moved on")
    assert view(room)["offer"] is None


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1280])
def test_the_longest_names_break_instead_of_pushing_others_out(visit: Visit, width: int) -> None:
    room = stage(visit.game_server, scene().give(1, 1, 3))
    page = visit.open(room, viewport={"width": width, "height": 740})
    name = "W" * 24
    page.evaluate(
        "name => { for (const who of document.querySelectorAll('.player .who')) "
        "who.firstChild.data = name; }",
        name,
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    money = page.locator(".player .money").first.bounding_box()
    assert money is not None
    assert money["x"] + money["width"] <= width
    expect(page.locator(".player .who").first).to_contain_text(re.compile("W{24}"))


def test_a_double_click_on_a_slow_machine_decides_once(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room, reduced_motion="no-preference")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 12})
    page.locator("[data-do=BuyProperty]").dblclick()
    wait_for(lambda: view(room)["owners"][39] == 0)
    expect(page.locator(".player").first).to_contain_text("$1,100")
    expect(page.locator(".toast")).to_have_count(0)
