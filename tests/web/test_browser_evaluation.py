"""The page of an evaluation in a real browser: it loads nothing, fits, and shuts nobody out."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from gitopoly.evaluation.reports import report
from tests.evaluation.invented import whole_study

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A written report."""
    return report.write(whole_study(tmp_path_factory.mktemp("study")))[0].as_uri()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (1400, "light"),
        (390, "dark"),
        pytest.param(1400, "dark", marks=pytest.mark.long),
        pytest.param(390, "light", marks=pytest.mark.long),
    ],
)
def test_the_page_fits_loads_nothing_and_shuts_nobody_out(
    browser: Browser, address: str, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.goto(address)
    assert asked == [address]
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("svg.plot").count() >= 10
    found = Axe().run(page).response["violations"]
    serious = [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]
    assert serious == []
    context.close()


def test_a_link_of_the_contents_leads_to_its_chapter(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page.goto(address)
    page.get_by_role("link", name="Exploring Monopoly").click()
    page.wait_for_function(
        "Math.abs(document.getElementById('exploring').getBoundingClientRect().top) < 60"
    )
    page.close()


def test_a_page_that_loads_something_is_noticed(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "other.css").touch()
    (tmp_path / "page.html").write_text('<link rel="stylesheet" href="other.css">', "utf-8")
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "page.html").as_uri())
    assert len(asked) == 2
    page.close()
