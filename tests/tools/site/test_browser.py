"""The site in a real browser: opened from a folder, searched, shown to everybody, alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request

from tools.site.build import build

ROOT = Path(__file__).resolve().parents[3]
PAGES = ("index", "hosting", "rules/04-go-doubles-jail", "api/gitopoly.errors")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of our site, in a folder."""
    folder = tmp_path_factory.mktemp("site")
    build(ROOT, folder)
    return folder.as_uri()


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A page of a narrow window, which asks nobody for anything and whose scripts do not fail."""
    faults: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith((site, "data:")):
            faults.append(request.url)

    opened = browser.new_page(viewport={"width": 420, "height": 800})
    opened.set_default_timeout(120_000)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", asked)
    yield opened
    opened.close()
    assert faults == []


def serious(page: Page) -> list[str]:
    """What axe finds that shuts somebody out."""
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out_and_nothing_sticks_out(page: Page, site: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for name in PAGES:
        page.goto(f"{site}/{name}.html")
        assert serious(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_a_fault_is_noticed(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.evaluate(
        "document.getElementById('site-search').closest('label').replaceWith(\n"
        "Object.assign(document.createElement('input')))"
    )
    assert "label" in serious(page)


def test_the_search_leads_to_a_rule(page: Page, site: str) -> None:
    page.goto(f"{site}/api/gitopoly.errors.html")
    page.fill("#site-search", "jail-4")
    page.press("#site-search", "Enter")
    page.wait_for_url("**/rules/04-go-doubles-jail.html#jail-4-*")


def test_the_search_says_when_there_is_nothing(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.fill("#site-search", "no such word anywhere")
    assert page.inner_text("#site-found") == "nothing found"
    page.press("#site-search", "Escape")
    assert page.is_hidden("#site-found")
