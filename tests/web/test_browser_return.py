"""A tab outlives the program: it waits, knows the next run by a proof, and goes on there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gitopoly.web.game_server import GameServer
from gitopoly.web.guard import new_token
from gitopoly.web.http_server import HttpServer
from gitopoly.web.page_address import AddressFile, PageAddress
from tests.ports import held_port
from tests.web.conftest import KNOWN, SLOW
from tests.web.game_servers import PATIENCE, game_server_in, wait_for

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


@contextmanager
def program(home: Path, *words: str) -> Iterator[str]:
    """The program itself, as a process; the address that it prints. Ended with Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gitopoly", *words],
        env={**os.environ, "GITOPOLY_HOME": str(home), "GITOPOLY_BROWSER": "none"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        process.stdout.close()


@pytest.fixture
def saved(tmp_path: Path) -> Iterator[str]:
    """The id of a game that lies in the home of a test, and was on a page at a port of its own."""
    game_server = GameServer(tmp_path / "games", tmp_path / "identity")
    with held_port() as port:
        address_file = kept_in(game_server)
        address_file.write(PageAddress(port, new_token()))
        address_file.release()
        yield game_server.create("Ann", 1, "sensible", {"opening_throw": 0}).id


def kept_in(game_server: GameServer) -> AddressFile:
    """What one run leaves to the next."""
    address_file = AddressFile.of(game_server.home, "games")
    assert address_file is not None
    return address_file


def opened(browser: Browser, url: str) -> Page:
    """A tab with a game, which knows by now what the next run is known by."""
    page = browser.new_context(locale="en-US").new_page()
    page.add_init_script(KNOWN)
    page.set_default_timeout(SLOW)
    with page.expect_response("**/api/again") as told:
        page.goto(url)
    assert told.value.json()["token"]
    expect(page.locator("[data-do=EndPreRoll]")).to_be_visible()
    return page


@pytest.mark.slow
def test_a_tab_goes_on_by_itself_when_the_program_is_started_anew(
    browser: Browser, tmp_path: Path, saved: str
) -> None:
    with program(tmp_path, "games", saved) as first:
        page = opened(browser, first)
        page.locator("[data-do=EndPreRoll]").focus()
    banner = page.locator(".banner")
    expect(banner).to_contain_text(f"gitopoly games {saved}")
    expect(banner).to_contain_text("pick up where it left off")
    with program(tmp_path, "games", saved) as second:
        assert second != first
        page.wait_for_url(second)
        expect(banner).to_have_count(0)
        expect(page.locator("#announcer")).to_contain_text("Connected again")
        expect(page.locator(".scene")).to_be_focused()
        expect(page.locator("[data-do=EndPreRoll]")).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.locator("[data-do=EndPreRoll]")).to_be_focused()
        page.locator("[data-do=EndPreRoll]").click()
        expect(page.locator(".story")).to_contain_text("Ann rolls")
    with program(tmp_path, "games", saved) as third:
        page.wait_for_url(third)
        expect(page.locator(".player")).to_have_count(2)
    page.context.close()


class Squatter(BaseHTTPRequestHandler):
    """Somebody else on this machine who takes the port, and answers whatever may help."""

    heard: list[str]

    def do_GET(self) -> None:
        """Note what was asked, and claim to know the token."""
        self.heard.append(self.path)
        body = b'{"proof": "%s"}' % (b"0" * 64)
        self.send_response(200 if "/again?" in self.path else 403)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing."""


@pytest.mark.slow
def test_whoever_takes_the_port_meanwhile_learns_nothing_of_use(
    browser: Browser, tmp_path: Path, saved: str
) -> None:
    with program(tmp_path, "games", saved) as first:
        page = opened(browser, first)
    port = int(first.split(":")[2].split("/")[0])
    address_file = kept_in(game_server_in(tmp_path))
    kept = address_file.read()
    address_file.release()
    assert kept is not None
    handler = type("Listening", (Squatter,), {"heard": []})
    squatter = ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=squatter.serve_forever, daemon=True).start()
    try:
        for _ in range(2):  # the second shows that the first led nowhere
            with page.expect_response("**/again?*"):
                pass
        assert page.url == first
        expect(page.locator(".banner")).to_be_visible()
    finally:
        squatter.shutdown()
        squatter.server_close()
    heard = handler.heard  # type: ignore[attr-defined]
    assert any("/again?nonce=" in path for path in heard)
    assert not any(kept.token in path for path in heard)
    with program(tmp_path, "games", saved) as second:
        assert kept.token in second
        page.wait_for_url(second)
    page.context.close()


def served(folder: Path, game: str) -> HttpServer:
    """A game on a page that is kept, in this process."""
    game_server = game_server_in(folder)
    server = HttpServer(game_server, address_file=AddressFile.of(game_server.home, "games"))
    game_server.room(game)
    return server


@pytest.mark.slow
def test_a_page_that_was_open_is_waited_for_so_that_no_second_tab_opens(
    browser: Browser, tmp_path: Path, saved: str
) -> None:
    first = served(tmp_path, saved)
    page = opened(browser, first.url(saved))
    first.close()
    second = served(tmp_path, saved)
    assert second.comes_back(saved, 60)
    assert not second.comes_back("another", 60)
    page.context.close()
    wait_for(lambda: not second.game_server.watched())
    second.close()
    third = served(tmp_path, saved)
    assert not third.comes_back(saved, 60)
    third.close()
