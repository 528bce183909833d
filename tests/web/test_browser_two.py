"""Two browsers in one game: two people, two servers, two repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gitopoly.ledger.identity import from_seed
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.web.http_server import HttpServer
from tests.table.repositories import invitation
from tests.web.conftest import KNOWN, SLOW, Visit
from tests.web.game_servers import game_server_in, view, wait_for
from tests.web.test_browser_play import click_on

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def new_page(browser: Browser) -> Page:
    """A page of somebody who needs no welcome."""
    page = browser.new_page()
    page.add_init_script(KNOWN)
    return page


@pytest.mark.slow
def test_two_people_play_a_game_to_its_end_each_on_an_own_page(
    browser: Browser, tmp_path: Path
) -> None:
    options = (("turn_limit", 2), ("opening_throw", 0))
    game = invitation(tmp_path, 2, "classic", options=options)
    visits = []
    first = begin_game(tmp_path / "m0", game, from_seed(b"first"))
    rooms = []
    for number in (0, 1):
        game_server = game_server_in(tmp_path / f"home{number}")
        visits.append(Visit(browser, game_server, HttpServer(game_server)))
    rooms.append(visits[0].game_server.add("shared", first))
    pages = [new_page(browser)]
    pages[0].goto(visits[0].server.url("shared"))
    expect(pages[0].get_by_role("heading", name="Waiting for players")).to_be_visible()
    wait_for(lambda: first.status.published == "everything is published")
    info = game.seats[1]
    second = join_game(
        tmp_path / "m1", info.name, info.url, game.seats[0].url, from_seed(b"second")
    )
    rooms.append(visits[1].game_server.add("shared", second))
    pages.append(visits[1].open(rooms[1]) if view(rooms[1])["started"] else new_page(browser))
    if pages[1].url == "about:blank":
        pages[1].goto(visits[1].server.url("shared"))
    for page in pages:
        expect(page.locator(".player")).to_have_count(2)
    for _ in range(4000):
        if all(page.locator(".standings").count() for page in pages):
            break
        for page in pages:
            if not page.locator(".standings").count():
                click_on(page)
    for page, room in zip(pages, rooms, strict=True):
        expect(page.locator(".standings li")).to_have_count(2)
        assert view(room)["warnings"] == []
    assert view(rooms[0])["standings"] == view(rooms[1])["standings"]
    for context in list(browser.contexts):
        context.close()
    for visit in visits:
        visit.server.close()
        assert visit.faults == []
