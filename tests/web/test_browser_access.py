"""The page for everybody: keyboard, screen readers, small screens, dark rooms, two languages."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from gitopoly.rules import OfferTemplate, actions as a
from gitopoly.table.events import Event
from gitopoly.table.open_game import Status
from gitopoly.words import texts
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.stages import StagedTable, laid_out, quick, scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def axe_faults(page: Page) -> list[str]:
    """What axe finds, however grave."""
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in found]


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_no_serious_fault(visit: Visit, scheme: str) -> None:
    page = visit.open(color_scheme=scheme)
    assert axe_faults(page) == []
    owners = scene().give(1, 1, 3, 5, 12).give(2, 3, 39).jail(1)
    page = visit.open(stage(visit.game_server, owners), color_scheme=scheme)
    expect(page.locator("[data-do=PayJailFine]")).to_be_visible()
    assert axe_faults(page) == []
    page.get_by_role("tab", name="Fair play").click()
    page.get_by_role("button", name="Offer a trade").click()
    assert axe_faults(page) == []
    page.keyboard.press("Escape")
    page.locator(".tile[data-square='1']").click()
    assert axe_faults(page) == []
    for sheet in ("manage", "help", "settings"):
        page.keyboard.press("Escape")
        page.locator(f"[data-do={sheet}]").click()
        assert axe_faults(page) == [], sheet


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_auctions_debts_and_purchases(
    visit: Visit, scheme: str
) -> None:
    here = scene().give(2, 37).at(1, 39).turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, here), color_scheme=scheme)
    expect(page.locator(".for-sale")).to_be_visible()
    assert axe_faults(page) == []
    page.locator("[data-do=AuctionProperty]").click()
    expect(page.locator(".bids")).to_be_visible()
    assert axe_faults(page) == []
    poor = scene().give(1, 1, 3, 37).give(2, 39).cash(10, 1500).at(1, 39).turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, poor), color_scheme=scheme)
    expect(page.locator(".debt")).to_be_visible()
    assert axe_faults(page) == []


def test_axe_notices_a_fault(visit: Visit) -> None:
    page = visit.open()
    page.evaluate("document.querySelector('label').remove()")
    assert any(fault.startswith(("label", "select-name")) for fault in axe_faults(page))


def test_a_turn_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    expect(page.locator("[data-do=BuyProperty]")).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.do") == "BuyProperty":
            break
    page.keyboard.press("Enter")
    wait_for(lambda: view(room)["owners"][39] == 0)
    focused = "document.activeElement !== document.body"
    wait_for(lambda: page.evaluate(focused), "a focus after the click")


@pytest.mark.slow
def test_the_board_is_one_stop_and_arrows_walk_around_it(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()))
    page.locator(".tile[tabindex='0']").focus()
    assert page.locator(".tile[tabindex='0']").count() == 1
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tile:focus")).to_have_attribute("data-square", "1")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tile:focus")).to_have_attribute("aria-label", "Luxury Tax")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="GO")).to_be_visible()


def test_what_happens_is_read_out(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    page.locator("[data-do=BuyProperty]").click()
    heard = page.locator("#announcer")
    expect(heard).to_have_attribute("aria-live", "polite")
    expect(heard).not_to_be_empty()


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", pytest.param("en-US", marks=pytest.mark.long)])
@pytest.mark.parametrize("width", [320, 390, 768, 1920])
def test_nothing_sticks_out_of_the_screen(visit: Visit, width: int, locale: str) -> None:
    room = stage(visit.game_server, scene().give(1, 1, 3).at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room, viewport={"width": width, "height": 740}, locale=locale)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    buy = page.locator("[data-do=BuyProperty]")
    buy.click()
    wait_for(lambda: view(room)["owners"][39] == 0)
    page.get_by_role("button", name="Offer a trade").or_(page.locator(".players")).first.wait_for()


def test_the_page_speaks_german(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").cash(50, 1500).turn(1, "post-roll"))
    page = visit.open(room, locale="de-DE")
    expect(page.get_by_role("heading", name="Du stehst auf Boardwalk")).to_be_visible()
    buy = page.get_by_role("button", name="Boardwalk kaufen $400")
    expect(buy).to_have_accessible_description(re.compile("kannst du dir nicht leisten"))
    expect(page.locator(".story")).to_contain_text("Birch macht mit.")
    start = page.locator(".tile[data-square='0']")
    expect(start).to_have_attribute("aria-label", re.compile("^Los"))
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", name="You are on Boardwalk")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.slow
def test_cards_are_read_out_in_german_too(visit: Visit) -> None:
    at_chance = scene().at(1, 7).turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, at_chance), locale="de-DE")
    drawn = page.locator(".card-drawn")
    expect(drawn).to_be_visible()
    german = [text for key, text in texts("de").items() if key.startswith("drawn.")]
    words = drawn.inner_text().split("\n")[-1]
    named = [re.sub(r"\\{\d+\\}", ".+", re.escape(text)) for text in german]
    assert any(re.fullmatch(text, words) for text in named), words


class Silence(StagedTable):
    """A table whose bot never moves, and at which it can be voted out."""

    voted = ""

    @property
    def status(self) -> Status:
        """Everybody waits for the bot, and has for long."""
        return Status("kept on this machine", {}, [("Birch", 1.0)])

    def _bot_move(self) -> None:
        return None

    def vote(self, name: str) -> Event:
        """Remember whom the person wants to go on without."""
        self.voted = name
        return Event("ab" * 20, "Ann", 1_700_000_000, f"Ann votes on {name}.")


@pytest.mark.slow
def test_a_silent_player_can_be_voted_out(visit: Visit) -> None:
    table = Silence(laid_out(visit.game_server), scene().turn(2))
    page = visit.open(visit.game_server.add("silent", table))
    expect(page.locator(".wait")).to_contain_text("Birch")
    expect(page.locator("[data-do=vote]")).to_have_count(0)
    table.seat.votable = lambda: ["Birch"]  # type: ignore[method-assign]
    page.locator("[data-do=vote]").click()
    assert axe_faults(page) == []
    page.get_by_role("button", name="Cancel").click()
    assert table.voted == ""
    page.locator("[data-do=vote]").click()
    page.locator("[data-do=vote-sure]").click()
    wait_for(lambda: table.voted == "Birch")


@pytest.mark.slow
def test_rules_and_opponents_can_be_chosen_on_the_first_page(visit: Visit) -> None:
    page = visit.open(viewport={"width": 360, "height": 740})
    page.get_by_text("More options").click()
    page.get_by_label("Board", exact=True).select_option("uk")
    page.get_by_label("Turn limit").select_option("30")
    page.get_by_label("How they play").select_option("random")
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Play").click()
    page.wait_for_selector(".board")
    expect(page.locator(".tile[data-square='39']")).to_have_attribute(
        "aria-label", re.compile("Mayfair")
    )


@pytest.mark.slow
def test_everything_that_happens_is_heard_in_order_and_a_question_once(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    heard = page.locator("#announcer p")
    expect(heard).to_have_text(["You are on Boardwalk. Your move."])
    page.locator("[data-do=BuyProperty]").click()
    expect(heard.nth(1)).to_contain_text("Ann buys Boardwalk.")
    expect(heard.first).to_contain_text("You are on Boardwalk.")


@pytest.mark.slow
def test_another_language_leaves_the_focus_on_the_settings(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("button", name="Einstellungen")).to_be_focused()


@pytest.mark.slow
def test_whoever_begins_a_game_with_the_keyboard_finds_the_focus_on_the_first_decision(
    visit: Visit,
) -> None:
    page = visit.open()
    page.get_by_text("More options").click()
    page.get_by_label("How they play").select_option("sensible")
    page.get_by_label("Opponents").select_option("1")
    page.locator("#name").focus()
    page.keyboard.press("Enter")
    decides = "document.activeElement.closest('.scene') !== null"
    wait_for(lambda: page.evaluate(decides), "the focus on a decision")
    page.reload()
    expect(page.locator(".scene button").first).to_be_visible()
    assert not page.evaluate(decides), "a reload waits for whoever scrolls with the space bar"


@pytest.mark.slow
def test_no_key_pressed_too_often_bids(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    page.locator("[data-do=AuctionProperty]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=Bid]")).to_be_visible()
    expect(page.locator(".scene")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=raise-1]")).to_be_focused()
    assert view(room)["auction"]["bidders"][0]["bid"] is None


@pytest.mark.slow
def test_an_offer_that_arrives_is_not_accepted_by_a_key_that_was_on_its_way(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = scene().give(1, 1).give(2, 3).free_4_all(1, 2)
    wanted = a.offer(1, 0, 1 << game.rules.deed_index[1], 0, 20)
    monkeypatch.setattr(
        "tests.web.stages.quick",
        lambda found: wanted if any(isinstance(c, OfferTemplate) for c in found) else quick(found),
    )
    room = stage(visit.game_server, game)
    page = visit.open(room)
    page.get_by_role("button", name="End your turn").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=AcceptTrade]")).to_be_visible()
    expect(page.locator(".scene")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("[data-do=AcceptTrade]")).to_be_visible()
    assert view(room)["owners"][1] == 0


@pytest.mark.slow
def test_a_key_held_down_opens_a_window_and_does_nothing_in_it(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 3).give(2, 5)))
    for opener in ("trade", "manage", "settings"):
        page.locator(f"[data-do={opener}]").focus()
        page.keyboard.down("Enter")
        expect(page.get_by_role("dialog")).to_be_focused()
        page.keyboard.down("Enter")  # a key that is held down repeats
        page.keyboard.up("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_the_end_is_heard_and_stands_in_the_title(visit: Visit) -> None:
    broke = scene().cash(5, 900).give(2, 39, 37, level=5).at(1, 39).turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, broke))
    page.locator("[data-do=GoBankrupt]").click()
    expect(page.locator("#announcer")).to_contain_text("Birch has won.")
    expect(page).to_have_title("Birch has won · Gitopoly")


@pytest.mark.slow
def test_a_throw_is_heard_without_signs(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()))
    page.locator("[data-do=EndPreRoll]").click()
    heard = page.locator("#announcer")
    expect(heard).to_contain_text(re.compile(r"Ann rolls \d and \d: [A-Z].+\."))
    expect(heard).not_to_contain_text("→")
