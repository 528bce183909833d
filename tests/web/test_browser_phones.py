"""On a telephone the middle of the board is where one decides, and a lens makes names readable."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from gitopoly.rules import OfferTemplate, actions as a
from tests.rules.scenario import Scenario
from tests.web.conftest import SLOW, Visit
from tests.web.stages import quick, scene, stage
from tests.web.test_browser_access import axe_faults
from tests.web.test_browser_sizes import comes_true, in_sight, opened, resized, rich

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

SMALLEST, USUAL = (320, 568), (390, 844)

WITHIN = """part => { const box = part.getBoundingClientRect();
  const all = document.querySelector('.arena > .board').getBoundingClientRect();
  const edge = 0.11 * all.width;
  return box.left >= all.left + edge && box.right <= all.right - edge
    && box.top >= all.top + edge && box.bottom <= all.bottom - edge; }"""
"""Whether something lies in the middle of the board, within the ring of squares."""


def in_the_middle(part: Locator) -> bool:
    """Whether something is in the middle of the board and can be clicked there."""
    return in_sight(part) and comes_true(part.page, lambda: bool(part.evaluate(WITHIN)))


def debt() -> Scenario:
    """The person owes more than they have."""
    return rich().cash(20, 1525).give(2, 31).at(1, 31).turn(1, "post-roll")


SITUATIONS: dict[str, tuple[Callable[[], Scenario], tuple[str, ...]]] = {
    "turn": (lambda: rich().turn(1), ("EndPreRoll",)),
    "buy": (lambda: rich().at(1, 37).turn(1, "post-roll"), ("BuyProperty", "AuctionProperty")),
    "debt": (debt, ("plan",)),
    "jail": (lambda: rich().turn(1).jail(1).jail_card(1), ("EndPreRoll", "PayJailFine")),
}


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", pytest.param("en-US", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_decided_is_in_the_middle(visit: Visit, name: str, locale: str) -> None:
    make, choices = SITUATIONS[name]
    page = opened(visit, make(), SMALLEST, locale=locale)
    for size in resized(page, SMALLEST, USUAL):
        for choice in choices:
            assert in_the_middle(page.locator(f"[data-do={choice}]")), (choice, size)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_an_auction_is_held_in_the_middle(visit: Visit, locale: str) -> None:
    page = opened(visit, rich().at(1, 37).turn(1, "post-roll"), SMALLEST, locale=locale)
    page.locator("[data-do=AuctionProperty]").click()
    for choice in ("raise-1", "raise-10", "raise-50", "Pass", "Bid", "limit"):
        assert in_the_middle(page.locator(f"[data-do={choice}]")), choice
    assert in_the_middle(page.locator(".going"))
    expect(page.locator(".bids")).to_be_in_viewport()


def offered(monkeypatch: pytest.MonkeyPatch, *squares: int) -> Scenario:
    """The bot offers $20 and what it has of some squares for the others."""
    game = scene().give(1, 1, 6, 8, 9, 11).give(2, 3, 21, 23, 24, 26).free_4_all(1, 2)
    wanted = a.offer(1, 0, sum(1 << game.rules.deed_index[square] for square in squares), 0, 20)
    monkeypatch.setattr(
        "tests.web.stages.quick",
        lambda found: wanted if any(isinstance(c, OfferTemplate) for c in found) else quick(found),
    )
    return game


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_an_offer_is_read_in_the_middle_and_answered_below_its_terms(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    game = offered(monkeypatch, 1, 6, 8, 21, 23, 26)
    page = opened(visit, game, SMALLEST, locale=locale)
    page.locator("[data-do=ConcludeFree4AllActions]").click()
    for choice in ("AcceptTrade", "DeclineTrade"):
        assert in_the_middle(page.locator(f"[data-do={choice}]")), choice
    head = {"en-US": "Birch offers you a trade", "de-DE": "Birch bietet dir einen Handel an"}
    expect(page.locator(".headline")).to_have_text(head[locale])
    terms = page.locator(".offer .sides")
    assert in_the_middle(terms)
    assert terms.evaluate("part => part.scrollHeight <= part.clientHeight + 1")
    expect(terms).to_contain_text("Atlantic Avenue")
    read, answered = terms.bounding_box(), page.locator("[data-do=AcceptTrade]").bounding_box()
    assert read is not None
    assert answered is not None
    assert read["y"] + read["height"] <= answered["y"]


@pytest.mark.slow
def test_an_offer_of_everything_leaves_its_answers_in_sight(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = offered(monkeypatch, 1, 6, 8, 9, 11, 3, 21, 23, 24, 26)
    page = opened(visit, game, SMALLEST)
    page.locator("[data-do=ConcludeFree4AllActions]").click()
    expect(page.locator("[data-do=AcceptTrade]")).to_be_visible()
    for size in resized(page, SMALLEST, (768, 1024), (1024, 650), (1024, 768), (1366, 768)):
        for choice in ("AcceptTrade", "DeclineTrade"):
            assert in_sight(page.locator(f"[data-do={choice}]")), (choice, size)
        assert axe_faults(page) == [], size


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 5])
def test_players_leave_no_hole_in_their_grid(visit: Visit, count: int) -> None:
    names = ("Ann", "Birch", "Cedar", "Hazel", "Maple")[:count]
    room = stage(visit.game_server, Scenario("classic", count).turn(1), names)
    page = visit.open(room)
    for size in resized(page, SMALLEST, USUAL):
        expect(page.locator(".player")).to_have_count(count)
        assert page.evaluate(WITHOUT_HOLES), size
        page.evaluate("document.querySelector('.player:last-child').style.gridColumn = 'auto'")
        assert page.evaluate(WITHOUT_HOLES) == (count % 2 == 0), size


WITHOUT_HOLES = """() => { const all = document.querySelector('.players').getBoundingClientRect();
  const last = document.querySelector('.player:last-child').getBoundingClientRect();
  return all.right - last.right < 20; }"""
"""Whether the last player's box ends where the grid ends."""


def test_what_lies_beside_the_middle_is_noticed(visit: Visit) -> None:
    page = opened(visit, rich().turn(1), SMALLEST)
    button = page.locator("[data-do=manage]")
    expect(button).to_be_visible()
    assert not button.evaluate(WITHIN)


FINGER = """([from, to]) => {
  const point = ([square, x, y]) => {
    const target = document.querySelector(`.arena > .board .tile[data-square='${square}']`);
    const box = target.getBoundingClientRect();
    return new Touch({ identifier: 1, target,
      clientX: box.x + box.width / 2 + x, clientY: box.y + box.height / 2 + y });
  };
  const send = (kind, touches) => document.querySelector('.arena > .board').dispatchEvent(
    new TouchEvent(kind, { touches, cancelable: true, bubbles: true }));
  if (from) send('touchstart', [point(from)]);
  if (to) send('touchmove', [point(to)]);
  if (!from && !to) send('touchend', []);
}"""
"""Put a finger on a square, move it to another one, or lift it."""


def touched(visit: Visit) -> Page:
    """A board on a telephone."""
    room = stage(visit.game_server, rich().turn(1))
    viewport = {"width": SMALLEST[0], "height": SMALLEST[1]}
    return visit.open(room, viewport=viewport, has_touch=True, is_mobile=True)


@pytest.mark.slow
def test_a_finger_that_rests_sees_a_square_enlarged_and_follows_it(visit: Visit) -> None:
    page = touched(visit)
    name = page.locator(".arena > .board .tile[data-square='9'] text.name").first
    expect(name).to_be_hidden()
    page.evaluate(FINGER, [[9, 0, 0], None])
    lens = page.locator(".lens")
    expect(lens).to_contain_text("Connecticut Avenue")
    expect(lens).to_contain_text("Owned by Ann")
    expect(lens).to_contain_text("Rent now")
    expect(lens.locator("text.name").first).to_be_visible()
    page.evaluate(FINGER, [None, [18, 0, 0]])
    expect(lens).to_contain_text("Tennessee Avenue")
    page.evaluate(FINGER, [None, None])
    expect(lens).to_be_hidden()
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.slow
def test_a_finger_that_scrolls_opens_no_lens(visit: Visit) -> None:
    page = touched(visit)
    page.evaluate(FINGER, [[9, 0, 0], [9, 0, -40]])
    page.evaluate("() => new Promise((done) => setTimeout(done, 500))")  # later than any lens
    expect(page.locator(".lens")).to_be_hidden()


def test_a_tap_opens_the_whole_deed(visit: Visit) -> None:
    page = touched(visit)
    page.locator(".arena > .board .tile[data-square='9']").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Connecticut Avenue")
