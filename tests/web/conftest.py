"""A server for each test of the page, visited by the browser that all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import HttpServer
from gitopoly.web.room import Room
from tests.ports import held_port
from tests.web.game_servers import game_server_in

SLOW = 120_000
"""Milliseconds that a very busy machine may take for anything."""
LASTING = """(() => { const soon = window.setTimeout;
  window.setTimeout = (then, after, ...more) => soon(then, after < 4000 ? after : 1e9, ...more);
})()"""
"""What a page takes away after some seconds stays, so that a slow machine has time to see it."""


KNOWN = """["welcomed", "hints"].forEach((name) =>
  localStorage.getItem(`gitopoly.${name}`) ?? localStorage.setItem(`gitopoly.${name}`, "off"))"""
"""Whoever has been here before is neither welcomed nor given hints."""


@dataclass
class Visit:
    """A server, and the pages that were opened on it."""

    browser: Browser
    game_server: GameServer
    server: HttpServer
    faults: list[str] = field(default_factory=list)
    """Errors of scripts, blocked requests and requests to anybody else."""
    expected: list[str] = field(default_factory=lambda: ["409"])
    """What a browser may complain of in a test, sooner or later."""

    def open(
        self, room: Room | None = None, place: str = "", new: bool = False, **settings: object
    ) -> Page:
        """Open a game, another place of the page, or the first page; perhaps as a newcomer."""
        settings.setdefault("viewport", {"width": 1280, "height": 860})
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("locale", "en-US")
        context = self.browser.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(SLOW)
        context.add_init_script(LASTING)
        if not new:
            context.add_init_script(KNOWN)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", self._listen)
        page.on("request", lambda request: self._check(request.url))
        page.goto(self.server.url(room.name if room else place))
        page.wait_for_selector(".board" if room or place else ".home")
        return page

    def _check(self, url: str) -> None:
        own = f"http://127.0.0.1:{self.server.port}/"
        # A picture that the page has drawn itself comes from nowhere else.
        if not url.startswith((f"{own}{self.server.token}/", f"blob:{own}")):
            self.faults.append(f"request: {url}")

    def _listen(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning") and not any(words in text for words in self.expected):
            self.faults.append(f"console: {text}")


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """A server of its own for a test; afterwards nothing may have gone wrong on the page."""
    game_server = game_server_in(tmp_path)
    with held_port() as port:
        found = Visit(browser, game_server, HttpServer(game_server, port))
        yield found
        for context in list(browser.contexts):
            context.close()
        found.server.close()
    assert found.faults == []
