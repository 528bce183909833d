"""Decisions are in sight on every screen: telephones, tablets, low laptops, large monitors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.kernel.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.stages import scene, stage
from tests.web.test_browser_access import serious_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

TABLET, WINDOW, LOW, LARGE = (800, 1000), (1024, 650), (1366, 650), (1920, 1080)


def rich() -> Scenario:
    """The person owns much, and could complete a group."""
    found = scene().give(1, 6, 8, 9, level=2).give(1, 5, 25, 39).give(2, 16, 18, 19, level=1)
    return found.give(2, 1, 12, 28).cash(934, 611)


def opened(visit: Visit, setting: Scenario, size: tuple[int, int], **settings: object) -> Page:
    """A situation on a screen of some size."""
    viewport = {"width": size[0], "height": size[1]}
    return visit.open(stage(visit.hall, setting), viewport=viewport, **settings)


def in_sight(part: Locator) -> bool:
    """Whether all of something can be seen and clicked without scrolling."""
    expect(part).to_be_visible()
    found: bool = part.evaluate(
        """part => { const box = part.getBoundingClientRect();
          return [[box.left, box.top], [box.right, box.bottom]].every(([x, y], end) => {
            const at = document.elementFromPoint(end ? x - 6 : x + 6, end ? y - 6 : y + 6);
            return at && part.contains(at); }); }"""
    )
    return found


@pytest.mark.parametrize("size", [TABLET, WINDOW, LOW, LARGE])
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_whoever_may_buy_sees_both_ways(visit: Visit, size: tuple[int, int], locale: str) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), size, locale=locale)
    for name in ("BuyProperty", "AuctionProperty"):
        assert in_sight(page.locator(f"[data-do={name}]")), name
    assert in_sight(page.locator(".headline"))


@pytest.mark.parametrize("size", [TABLET, WINDOW, LOW, LARGE])
def test_whoever_bids_sees_bid_and_pass(visit: Visit, size: tuple[int, int]) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), size)
    page.locator("[data-do=AuctionProperty]").click()
    for name in ("Bid", "Pass"):
        assert in_sight(page.locator(f"[data-do={name}]")), name
    assert in_sight(page.locator(".headline"))


@pytest.mark.parametrize("size", [TABLET, WINDOW, LOW, LARGE])
def test_whoever_is_in_debt_sees_first_what_helps(visit: Visit, size: tuple[int, int]) -> None:
    setting = rich().cash(20, 1525).give(2, 31).at(1, 31).turn(1, "post-roll")
    page = opened(visit, setting, size)
    assert in_sight(page.locator(".debt .operation button").first)
    overlaps = page.evaluate(
        """() => { const panel = document.querySelector('.debt').getBoundingClientRect();
          return [...document.querySelectorAll('.debt > *')].filter((part) =>
            part.getBoundingClientRect().bottom > panel.bottom + 1).length; }"""
    )
    assert overlaps == 0


def test_what_is_out_of_sight_is_noticed(visit: Visit) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), (360, 300))
    assert not in_sight(page.locator("[data-do=AuctionProperty]"))


@pytest.mark.parametrize("size", [TABLET, LOW, LARGE])
def test_pawns_stand_beside_the_words_in_the_middle(visit: Visit, size: tuple[int, int]) -> None:
    for square in (11, 19, 21, 29, 31):
        page = opened(visit, rich().at(1, square).at(2, square), size, locale="de-DE")
        covered = page.evaluate(
            """() => { const boxes = (which) => [...document.querySelectorAll(which)].map((one) =>
                one.getBoundingClientRect());
              return boxes('.pawn .body').some((a) => boxes('.bank span').some((b) =>
                a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); }"""
        )
        assert not covered, square
        page.close()


def test_on_a_telephone_words_on_a_deed_have_room_beside_or_above_their_buttons(
    visit: Visit,
) -> None:
    page = opened(visit, rich(), (360, 740), locale="de-DE")
    page.locator(".tile[data-square='6']").click()
    words = page.locator("dialog .operation .reason")
    expect(words).to_have_count(3)
    for number in range(3):
        box = words.nth(number).bounding_box()
        assert box is not None
        assert box["height"] < 60, words.nth(number).inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_last_way_out_can_be_read(visit: Visit, scheme: str) -> None:
    broke = scene().cash(5, 900).give(2, 39, 37, level=5).at(1, 39).turn(1, "post-roll")
    page = opened(visit, broke, LARGE, color_scheme=scheme)
    expect(page.locator("[data-do=GoBankrupt].primary")).to_be_visible()
    assert serious_faults(page) == []


def test_names_of_corners_leave_room_for_their_pictures(visit: Visit) -> None:
    page = opened(visit, scene(), LARGE)
    overlaps = page.evaluate(
        """() => [...document.querySelectorAll('.tile.corner')].filter((tile) => {
          const glyph = tile.querySelector('.glyph').getBoundingClientRect();
          return [...tile.querySelectorAll('text.name')].some((name) => {
            const size = parseFloat(getComputedStyle(name).fontSize) / 1108
              * document.querySelector('.board').getBoundingClientRect().width;
            const base = name.getBoundingClientRect().bottom - size * 0.25;
            return base > glyph.top; }); }).length"""
    )
    assert overlaps == 0


def test_a_purchase_that_completes_a_group_says_so(visit: Visit) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), LARGE)
    expect(page.locator(".for-sale")).to_contain_text("Buying completes your group H")
    page.close()
    page = opened(visit, scene().give(1, 1).at(1, 37).turn(1, "post-roll"), LARGE)
    expect(page.locator(".for-sale")).to_contain_text("group H")
    expect(page.locator(".for-sale")).not_to_contain_text("completes")


def test_a_trade_says_why_built_groups_are_not_offered(visit: Visit) -> None:
    page = opened(visit, rich(), LARGE)
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog .side-box").first).to_contain_text("Groups with buildings")
    page.close()
    page = opened(visit, scene().give(1, 1).give(2, 3), LARGE)
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog .side-box").first).to_contain_text("Mediterranean")
    expect(page.locator("dialog")).not_to_contain_text("Groups with buildings")
