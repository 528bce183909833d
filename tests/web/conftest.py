"""A server for each test of the page, visited by the browser that all tests share."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from gitopoly.web.hall import Hall
from gitopoly.web.room import Room
from gitopoly.web.serving import Server
from tests.web.halls import hall_in

SLOW = 30_000
"""Milliseconds that a very busy machine may take for anything."""


@dataclass
class Visit:
    """A server, and the pages that were opened on it."""

    browser: Browser
    hall: Hall
    server: Server
    faults: list[str] = field(default_factory=list)
    """Errors of scripts, blocked requests and requests to anybody else."""

    def open(self, room: Room | None = None, place: str = "", **settings: object) -> Page:
        """Open a game, another place of the page, or the first page."""
        settings.setdefault("viewport", {"width": 1280, "height": 860})
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("locale", "en-US")
        context = self.browser.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(SLOW)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", self._listen)
        page.on("request", lambda request: self._check(request.url))
        page.goto(self.server.url(room.name if room else place))
        page.wait_for_selector(".board" if room or place else ".home")
        return page

    def _check(self, url: str) -> None:
        if not url.startswith(f"http://127.0.0.1:{self.server.port}/{self.server.token}/"):
            self.faults.append(f"request: {url}")

    def _listen(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning") and "409" not in text:
            self.faults.append(f"console: {text}")


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """A server of its own for a test; afterwards nothing may have gone wrong on the page."""
    # Games sync every move to disk; where memory can be a disk, that takes no time.
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory)) if memory.is_dir() else tmp_path
    hall = hall_in(folder)
    server = Server(hall)
    found = Visit(browser, hall, server)
    yield found
    for context in list(browser.contexts):
        context.close()
    server.close()
    if folder != tmp_path:
        shutil.rmtree(folder)
    assert found.faults == []
