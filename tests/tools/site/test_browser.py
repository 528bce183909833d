"""The site in a real browser: opened from a folder, searched, shown to everybody, alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, expect

# With the tests of the build, which read the same site.
pytestmark = pytest.mark.xdist_group("site")

PAGES = ("index", "hosting", "rules/04-go-doubles-jail", "api/gitopoly.errors")


@pytest.fixture
def site(our_site: Path) -> str:
    """The address of our site, in a folder."""
    return our_site.as_uri()


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


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out_and_nothing_sticks_out(page: Page, site: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for name in PAGES:
        page.goto(f"{site}/{name}.html")
        assert serious(page) == [], name
        assert sticking_out(page) == "", name


def sticking_out(page: Page) -> str:
    """What makes a page wider than the window; empty if nothing does."""
    if page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        return ""
    return str(
        page.evaluate(
            """[...document.querySelectorAll("body *")].find(
              (one) => one.getBoundingClientRect().right > innerWidth && !one.closest("pre, .wide")
            )?.textContent.slice(0, 80) || 'something'"""
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("reference", [False, pytest.param(True, marks=pytest.mark.long)])
def test_no_page_is_wider_than_the_smallest_phone(page: Page, site: str, reference: bool) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    outputs = sorted(Path(url2pathname(urlparse(site).path)).rglob("*.html"))
    outputs = [path for path in outputs if (path.parent.name == "api") is reference]
    assert len(outputs) > 60
    wide = {}
    for output in outputs:
        page.goto(output.as_uri())
        if told := sticking_out(page):
            wide[output.name] = told
    assert wide == {}


def test_what_sticks_out_is_noticed(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    assert sticking_out(page) == ""
    page.evaluate(
        "document.querySelector('main').append(Object.assign(document.createElement('code'),\n"
        "{ textContent: 'x'.repeat(200), style: 'white-space: nowrap' }))"
    )
    assert sticking_out(page) == "x" * 80


def test_on_a_phone_the_menu_is_one_tap_away(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True)
    page = context.new_page()
    page.goto(f"{site}/security.html")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    play = page.locator("nav").get_by_role("link", name="Play", exact=True)
    expect(play).not_to_be_in_viewport()
    page.locator("header").get_by_role("link", name="Menu").tap()
    expect(play).to_be_in_viewport()
    page.get_by_role("link", name="Close the menu").tap()
    expect(play).not_to_be_in_viewport()
    page.locator("header").get_by_role("link", name="Menu").tap()
    play.tap()
    page.wait_for_url("**/play.html")
    expect(page.locator("nav")).not_to_be_in_viewport()
    context.close()


def test_the_menu_is_reached_and_left_with_the_keyboard(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{site}/security.html")
    focused = page.locator(":focus")
    for name in ("Skip to the page", "Gitopoly", "Menu"):
        page.keyboard.press("Tab")
        expect(focused).to_have_text(name)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(focused).to_have_text("Close the menu")
    page.keyboard.press("Tab")
    expect(focused).to_have_text("Start here")
    page.keyboard.press("Tab")
    expect(focused).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(focused).to_have_text("Play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play.html")


@pytest.mark.parametrize("width", [320, 800, 1280])
def test_the_contents_of_a_page_are_there_in_every_width(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{site}/security.html")
    expect(page.locator("aside a").first).to_be_visible()


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
