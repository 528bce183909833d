"""A link and a browser: guests and spectators on real pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from gitopoly.table.host_game import HostDriver
from gitopoly.web.door import Allowance
from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import HttpServer
from tests.web.conftest import KNOWN, LASTING, SLOW
from tests.web.game_servers import wait_for
from tests.web.hosts import Host

pytestmark = pytest.mark.slow


class Visitors:
    """Browsers that open links of one host."""

    def __init__(self, browser: Browser, host: Host) -> None:
        self._browser, self.host = browser, host
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.pages: list[Page] = []

    def open(self, name: str = "", **settings: object) -> Page:
        """Open a link in a browser of its own."""
        context = self._browser.new_context(locale="en-US", reduced_motion="reduce", **settings)  # type: ignore[arg-type]
        context.set_default_timeout(SLOW)
        context.add_init_script(LASTING)
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.host.link(name).text)
        self.pages.append(page)
        return page


@pytest.fixture
def visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """A host with a seat for ben, and nobody there yet."""
    host = Host(tmp_path, ("ann", "ben")).open()
    found = Visitors(browser, host)
    yield found
    host.close()
    assert found.faults == []


def sit(page: Page) -> None:
    """Take the seat that a link is for."""
    page.click("[data-do=sit]")
    page.wait_for_selector("main.table")


def test_a_guest_is_told_whom_they_trust_before_they_sit_down(visitors: Visitors) -> None:
    page = visitors.open("ben")
    page.wait_for_selector("[data-do=sit]")
    said = page.inner_text("main")
    assert "program will hold the key and the dice secret of your seat" in said
    assert not visitors.host.started()
    sit(page)
    visitors.host.wait_for_start()
    page.wait_for_selector(".player:has-text('guest')")


def test_the_link_leaves_the_address_and_is_in_no_request(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    secrets = [visitors.host.hosting.game, *visitors.host.hosting.seats.values()]
    assert not any(secret in page.url for secret in secrets)
    assert visitors.requests
    address = visitors.host.hosting.address
    for url in visitors.requests:
        assert url.startswith(f"{address}/")
        assert not any(secret in url for secret in secrets)


def test_a_guest_reloads_opens_the_link_again_and_goes_on(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    page.reload()
    page.wait_for_selector(".player:has-text('you')")
    again = page.context.new_page()
    again.goto(visitors.host.link("ben").text)
    again.wait_for_selector(".player:has-text('you')")


def test_a_guest_who_waits_is_shown_no_keys_and_no_commands(
    browser: Browser, tmp_path: Path
) -> None:
    host = Host(tmp_path, ("ann", "ben", "cleo")).open()
    try:
        page = Visitors(browser, host).open("ben")
        page.click("[data-do=sit]")
        page.wait_for_selector("text=cleo is not here yet")
        said = page.inner_text("body")
        assert "ann\u2019s program holds this key" in said
        for noise in ("SHA256", "gitopoly", "repository"):
            assert noise not in said
    finally:
        host.close()


def test_a_spectator_sees_the_game_and_no_buttons_to_play(visitors: Visitors) -> None:
    visitors.host.sit("ben")
    visitors.host.wait_for_start()
    page = visitors.open()
    page.wait_for_selector("main.table")
    assert page.locator(".player:has-text('you')").count() == 0
    assert page.locator("[data-do=act]").count() == 0


def test_a_guest_and_a_spectator_read_who_has_checked_the_game(visitors: Visitors) -> None:
    guest = visitors.open("ben")
    sit(guest)
    for page in (guest, visitors.open()):
        page.get_by_role("tab", name="Fair play").click()
        said = page.inner_text("#panel")
        assert "The host\u2019s computer has checked every one of them" in said
        assert "This machine" not in said
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    # Many ask for the replay at once: whoever has to wait asks again.
    door = visitors.host.door.door
    some, door._costly = door._costly, Allowance(0, 0)
    wait_for(lambda: visitors.host.in_room(lambda: _played_on(visitors.host.driver)))
    for page in visitors.pages:
        page.wait_for_selector(".summary [role=status]")
    door._costly = some
    for page in visitors.pages:
        page.wait_for_selector(".summary .checked")
        said = page.inner_text(".scene")
        assert "Verified on the host\u2019s computer" in said
        assert "Play again" not in said
        assert "null" not in said.split()
        assert "bankrupt" not in said
        with page.expect_download() as download:
            page.get_by_role("button", name="Poster (SVG)").click()
        assert download.value.path().read_bytes().startswith(b"<svg")


def _played_on(driver: HostDriver) -> bool:
    """The host plays on until the game is over; returns whether it is."""
    choices = [] if driver.seat is None else driver.seat.asked()
    codes = [choice for choice in choices if isinstance(choice, int)]
    if codes and not driver.game.over:
        driver.act(codes[0])
    return driver.game.over


def test_a_page_goes_on_by_itself_when_the_host_comes_back(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    visitors.host.close()
    assert "gitopoly" not in page.inner_text("[data-what=lost]")
    visitors.host.open()
    page.wait_for_selector("[data-what=lost]", state="detached")


def test_a_page_without_a_link_says_what_is_missing(visitors: Visitors) -> None:
    context = visitors._browser.new_context(locale="en-US")
    page = context.new_page()
    page.goto(visitors.host.hosting.address)
    page.wait_for_selector("text=Open the link that the host has sent you")


def test_only_the_hosts_own_page_shows_links(visitors: Visitors) -> None:
    visitors.host.close()
    host = Host(visitors.host.folder / "more", ("ann", "ben", "cleo")).open()
    try:
        host.sit("ben")
        own = json.dumps(host.room.snapshot()["view"])
        assert host.link("cleo").text in own
        assert host.link().text in own
        for name in ("ben", ""):
            place = host.in_room(
                lambda name=name: host.room.guest(name, lambda: host.driver.table_of(name))
            )
            shown = json.dumps(place.snapshot())
            assert not any(
                one in shown for one in (host.hosting.game, *host.hosting.seats.values())
            )
    finally:
        host.close()
        visitors.host.open()
    wait_for(lambda: visitors.host.door is not None)


def test_friends_are_invited_from_the_first_page(browser: Browser, tmp_path: Path) -> None:
    server = HttpServer(GameServer(tmp_path / "games", tmp_path / "key"))
    try:
        context = browser.new_context(locale="en-US")
        context.set_default_timeout(SLOW)
        context.add_init_script(KNOWN)
        page = context.new_page()
        page.goto(server.url())
        page.fill("#host", "Ann")
        assert page.input_value("#name") == "Ann"
        page.fill("#others", "Anna Maria, Ben")
        page.click("[data-do=invite]")
        page.wait_for_selector("text='Anna Maria' cannot be a nickname")
        page.fill("#others", "Ben, Cleo")
        page.click("[data-do=invite]")
        page.wait_for_selector(".shared .command")
        links = page.locator(".shared .command").all_inner_texts()
        assert [link.partition("#")[2].partition(".")[0] for link in links] == ["Ben", "Cleo", ""]
        assert page.locator(".shared svg").count() == 3
    finally:
        server.close()


def test_a_guest_talks_and_a_spectator_reads_it_without_a_box_to_write(visitors: Visitors) -> None:
    guest = visitors.open("ben")
    sit(guest)
    visitors.host.wait_for_start()
    spectator = visitors.open()
    for page in (guest, spectator):
        page.click("[role=tab]:has-text('Talk')")
    guest.fill("#say", "<b>hello</b>")
    guest.press("#say", "Enter")
    spectator.wait_for_selector(".said:has-text('<b>hello</b>')")
    guest.click(".reactions button >> nth=0")
    spectator.wait_for_selector(".said li >> nth=1")
    assert spectator.locator("#say").count() == 0


def test_a_second_device_asks_and_is_let_in_by_the_first(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    visitors.host.wait_for_start()
    phone = visitors.open("ben", viewport={"width": 390, "height": 844})
    watching = visitors.open()
    phone.wait_for_selector("text=ben\u2019s seat is played on another device")
    phone.focus("[data-do=ask]")
    phone.keyboard.press("Enter")
    said = phone.locator("main [role=status]", has_text="code of this device").inner_text()
    (code,) = re.findall(r"\d{4}", said)
    page.wait_for_selector(f"[role=alert]:has-text('{code}')")
    assert watching.locator(".asking").is_hidden()
    assert phone.locator("[data-do=device-in]").count() == 0
    page.focus("[data-do=device-in]:enabled")
    page.keyboard.press("Enter")
    phone.wait_for_selector(".player:has-text('you')")
    for one in (page, phone, watching):
        one.wait_for_selector(".player:has-text('2 devices')")
    watching.wait_for_selector(".toast:has-text('ben now plays on 2 devices')")
    phone.reload()
    phone.wait_for_selector(".player:has-text('you')")


def test_a_device_that_is_turned_away_may_watch(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    other = visitors.open("ben")
    other.click("[data-do=ask]")
    page.click("[data-do=device-no]")
    other.wait_for_selector("text=This device was not let in")
    other.click("[data-do=watch]")
    other.wait_for_selector("main.table")
    assert other.locator(".player:has-text('you')").count() == 0
    other.click("[data-do=ask-here]")
    other.wait_for_selector("[data-do=ask]")


def test_the_host_moves_a_seat_and_gives_it_a_new_link(visitors: Visitors) -> None:
    page = visitors.open("ben")
    sit(page)
    visitors.host.wait_for_start()
    phone = visitors.open("ben")
    phone.click("[data-do=ask]")
    server = HttpServer(visitors.host.server)
    try:
        context = visitors._browser.new_context(locale="en-US", reduced_motion="reduce")
        context.set_default_timeout(SLOW)
        context.add_init_script(KNOWN)
        own = context.new_page()
        own.goto(server.url("table"))
        own.click("[data-do=device-alone]")
        phone.wait_for_selector(".player:has-text('you')")
        page.wait_for_selector("[data-do=ask-here]")
        own.click("[data-do=settings]")
        own.click("[data-do=guests]")
        own.click("[data-do=new-link]")
        link = own.inner_text("dialog .command")
        phone.wait_for_selector("text=The host does not know this link")
        assert link == visitors.host.link("ben").text
        phone.goto(link)
        sit(phone)
        phone.wait_for_selector(".player:has-text('you')")
    finally:
        server.close()
