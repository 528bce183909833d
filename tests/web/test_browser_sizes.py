"""Decisions are in sight on every screen: telephones, tablets, low laptops, large monitors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.stages import scene, stage
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

TABLET, WINDOW, LOW, LARGE = (800, 1000), (1024, 650), (1366, 650), (1920, 1080)
PHONE, PROJECTOR, LAPTOP = (320, 568), (1024, 768), (1366, 768)


def rich() -> Scenario:
    """The person owns much, and could complete a group."""
    found = scene().give(1, 6, 8, 9, level=2).give(1, 5, 25, 39).give(2, 16, 18, 19, level=1)
    return found.give(2, 1, 12, 28).cash(934, 611)


def opened(visit: Visit, setting: Scenario, size: tuple[int, int], **settings: object) -> Page:
    """A situation on a screen of some size."""
    viewport = {"width": size[0], "height": size[1]}
    return visit.open(stage(visit.game_server, setting), viewport=viewport, **settings)


def resized(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The same situation on screens of other sizes, each loaded anew."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector(".board")
        yield width, height


IN_SIGHT = """part => { const box = part.getBoundingClientRect();
  return [[box.left, box.top], [box.right, box.bottom]].every(([x, y], end) => {
    const at = document.elementFromPoint(end ? x - 6 : x + 6, end ? y - 6 : y + 6);
    return Boolean(at && part.contains(at)); }); }"""


def comes_true(page: Page, looked: Callable[[], bool], patience: float = SLOW) -> bool:
    """Whether something holds once the page has come to rest: news pass by in front of panels."""
    deadline = time.monotonic() + patience / 1000
    while not (found := looked()) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return found


def in_sight(part: Locator, patience: float = SLOW) -> bool:
    """Whether all of something can be seen and clicked without scrolling."""
    expect(part).to_be_visible()
    return comes_true(part.page, lambda: bool(part.evaluate(IN_SIGHT)), patience)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_whoever_may_buy_sees_both_ways(visit: Visit, locale: str) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), PHONE, locale=locale)
    for size in resized(page, PHONE, TABLET, WINDOW, LOW, LARGE):
        for name in ("BuyProperty", "AuctionProperty"):
            assert in_sight(page.locator(f"[data-do={name}]")), (name, size)
        assert in_sight(page.locator(".headline")), size


def rolled_to(visit: Visit, square: int, size: tuple[int, int]) -> Page:
    """The person has rolled the dice, which are always the same here, and may buy a square."""
    page = opened(visit, rich().at(1, 10), size, locale="de-DE")
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".die")).to_have_count(2)
    shown = page.locator(".dice").get_attribute("aria-label") or ""
    faces = [int(word) for word in shown.replace(":", " ").split() if word.isdigit()]
    page.close()
    page = opened(visit, rich().at(1, (square - sum(faces)) % 40), size, locale="de-DE")
    page.locator("[data-do=EndPreRoll]").click()
    return page


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [
        PHONE,
        LAPTOP,
        *(pytest.param(size, marks=pytest.mark.long) for size in (TABLET, PROJECTOR, LARGE)),
    ],
)
def test_dice_and_the_longest_name_leave_room_to_buy(visit: Visit, size: tuple[int, int]) -> None:
    page = rolled_to(visit, 32, size)
    for name in ("BuyProperty", "AuctionProperty"):
        assert in_sight(page.locator(f"[data-do={name}]")), name


@pytest.mark.slow
def test_whoever_bids_sees_bid_and_pass(visit: Visit) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), PHONE)
    page.locator("[data-do=AuctionProperty]").click()
    expect(page.locator("[data-do=Bid]")).to_be_visible()
    for size in resized(page, PHONE, TABLET, WINDOW, LOW, LARGE):
        for name in ("Bid", "Pass"):
            assert in_sight(page.locator(f"[data-do={name}]")), (name, size)
        assert in_sight(page.locator(".headline")), size


@pytest.mark.slow
@pytest.mark.parametrize("size", [(683, 384), (844, 390)])
def test_a_phone_on_its_side_and_a_laptop_at_200_percent_show_the_decision(
    visit: Visit, size: tuple[int, int]
) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), size)
    for name in ("BuyProperty", "AuctionProperty"):
        assert in_sight(page.locator(f"[data-do={name}]")), name
    page.locator("[data-do=AuctionProperty]").click()
    for name in ("Bid", "Pass"):
        assert in_sight(page.locator(f"[data-do={name}]")), name


@pytest.mark.slow
def test_whoever_is_in_debt_sees_first_what_helps(visit: Visit) -> None:
    setting = rich().cash(20, 1525).give(2, 31).at(1, 31).turn(1, "post-roll")
    page = opened(visit, setting, PHONE)
    fits = """() => { const panel = document.querySelector('.debt').getBoundingClientRect();
      return [...document.querySelectorAll('.debt .act > *, .debt .rest > *')].every((part) =>
        part.getBoundingClientRect().bottom <= panel.bottom + 1); }"""
    for size in resized(page, PHONE, TABLET, WINDOW, PROJECTOR, LOW, LAPTOP, LARGE):
        assert in_sight(page.locator("[data-do=plan]")), size
        if size[0] >= 700:
            assert in_sight(page.locator(".debt .ways button").first), size
        assert comes_true(page, lambda: bool(page.evaluate(fits))), size


@pytest.mark.slow
def test_names_and_prices_are_there_where_there_is_room(visit: Visit) -> None:
    page = opened(visit, rich(), PROJECTOR)
    for _ in resized(page, PROJECTOR, TABLET):
        expect(page.locator(".tile[data-square='3'] .name").first).to_be_visible()
        expect(page.locator(".tile[data-square='3'] .price")).to_be_visible()


def test_what_is_out_of_sight_is_noticed(visit: Visit) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), (360, 200))
    assert not in_sight(page.locator("[data-do=AuctionProperty]"), patience=500)


BESIDE = """() => { const boxes = (which) => [...document.querySelectorAll(which)].map((one) =>
    one.getBoundingClientRect());
  return !boxes('.token .body').some((a) => boxes('.bank span').some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)); }"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "square", [11, 29, *(pytest.param(other, marks=pytest.mark.long) for other in (19, 21, 31))]
)
def test_pawns_stand_beside_the_words_in_the_middle(visit: Visit, square: int) -> None:
    page = opened(visit, rich().at(1, square).at(2, square), TABLET, locale="de-DE")
    for size in resized(page, TABLET, LOW, LARGE):
        assert comes_true(page, lambda: bool(page.evaluate(BESIDE))), size


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_last_way_out_can_be_read(visit: Visit, scheme: str) -> None:
    broke = scene().cash(5, 900).give(2, 39, 37, level=5).at(1, 39).turn(1, "post-roll")
    page = opened(visit, broke, LARGE, color_scheme=scheme)
    expect(page.locator("[data-do=GoBankrupt].primary")).to_be_visible()
    assert axe_faults(page) == []


def test_names_of_corners_leave_room_for_their_pictures(visit: Visit) -> None:
    page = opened(visit, scene(), LARGE)
    apart = """() => [...document.querySelectorAll('.tile.corner')].every((tile) => {
      const glyph = tile.querySelector('.glyph').getBoundingClientRect();
      return [...tile.querySelectorAll('text.name')].every((name) => {
        const size = parseFloat(getComputedStyle(name).fontSize) / 1108
          * document.querySelector('.board').getBoundingClientRect().width;
        const base = name.getBoundingClientRect().bottom - size * 0.25;
        return base <= glyph.top; }); })"""
    assert comes_true(page, lambda: bool(page.evaluate(apart)))


@pytest.mark.slow
def test_a_purchase_that_completes_a_group_says_so(visit: Visit) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), LARGE)
    expect(page.locator(".for-sale")).to_contain_text("This completes your dark blue group")
    page.close()
    page = opened(visit, scene().give(1, 1).at(1, 37).turn(1, "post-roll"), LARGE)
    expect(page.locator(".for-sale")).to_contain_text("dark blue")
    expect(page.locator(".for-sale")).not_to_contain_text("completes")


@pytest.mark.slow
def test_a_trade_says_why_built_groups_are_not_offered(visit: Visit) -> None:
    page = opened(visit, rich(), LARGE)
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog .side-box").first).to_contain_text("Groups with buildings")
    page.close()
    page = opened(visit, scene().give(1, 1).give(2, 3), LARGE)
    page.locator("[data-do=trade]").click()
    expect(page.locator("dialog .side-box").first).to_contain_text("Mediterranean")
    expect(page.locator("dialog")).not_to_contain_text("Groups with buildings")
