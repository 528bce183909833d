"""What a person sees: nothing cut off or covered, everything large enough, and where to go on."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError, Locator, Page, expect

from gitopoly.table.driver import GameDriver
from gitopoly.table.local_game import StorePeers
from gitopoly.web.room import Room
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import view, wait_for
from tests.web.replays import recorded_replay
from tests.web.stages import ask_about_fairness, laid_out, scene, stage
from tests.web.test_browser_access import axe_faults
from tests.web.test_browser_sizes import comes_true

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

LAPTOP = {"width": 1280, "height": 800}
SMALLEST = 9.5
"""Pixels that the letters of a board on a laptop are high at least."""


def shown_whole(part: Locator, frame: Locator) -> bool:
    """Whether something lies within what its surroundings show."""
    inner, outer = part.bounding_box(), frame.bounding_box()
    assert inner is not None
    assert outer is not None
    return (
        inner["y"] >= outer["y"] - 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
        and inner["x"] >= outer["x"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
    )


def fits(part: Locator) -> bool:
    """Whether nothing of something has to be scrolled to."""
    return bool(part.evaluate("place => place.scrollHeight <= place.clientHeight + 1"))


def test_what_is_cut_off_is_noticed(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()), viewport=LAPTOP)
    button, frame = page.locator("[data-do=EndPreRoll]"), page.locator(".stage")
    expect(button).to_be_visible()
    assert comes_true(page, lambda: shown_whole(button, frame))
    assert not shown_whole(page.locator(".players"), frame)


@pytest.mark.slow
def test_a_debt_shows_its_end_and_the_ways_to_it_at_once(visit: Visit) -> None:
    rich = scene().give(1, 6, 8, 9, level=2).give(1, 5, 25, 39, 11, 12).give(2, 31).cash(20, 1500)
    page = visit.open(
        stage(visit.game_server, rich.at(1, 31).turn(1, "post-roll")), viewport=LAPTOP
    )
    stage_of = page.locator(".stage")
    for name in ("Raise it and pay", "Mortgage Boardwalk +$200"):
        button = page.get_by_role("button", name=re.compile(re.escape(name))).first
        expect(button).to_be_visible()
        assert comes_true(page, lambda button=button: shown_whole(button, stage_of)), name
    assert comes_true(page, lambda: fits(page.locator(".scene")))


@pytest.mark.slow
def test_a_replay_shows_headline_dice_and_card_whole(visit: Visit) -> None:
    data = recorded_replay(game=0, players=3, seed=8, turns=400).data()
    visit.game_server.replays["game"] = data
    frame = next(
        number
        for number, one in enumerate(data["frames"], 1)
        if any("card" in step for step in one["line"]["steps"])
    )
    page = visit.open(place=f"replay/game/{frame}", viewport=LAPTOP)
    page.locator("[data-do=heat]").click()
    for name in (".headline", ".card-drawn", ".heat-note", ".chart"):
        part = page.locator(name)
        assert comes_true(page, lambda part=part: shown_whole(part, page.locator(".stage"))), name
    assert comes_true(page, lambda: fits(page.locator(".scene")))


def test_the_names_on_the_board_can_be_read_and_stay_on_their_squares(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()), viewport=LAPTOP)
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.tile')].flatMap((tile) => {
          const box = tile.querySelector('.ground').getBoundingClientRect();
          return [...tile.querySelectorAll('text.name, text.price')].filter((text) => {
            const at = text.getBoundingClientRect();
            return at.left < box.left || at.right > box.right || at.bottom > box.bottom + 1;
          }).map((text) => text.textContent);
        })"""
    )
    assert outside == []
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.tile')].filter((tile) => {
          const price = tile.querySelector('text.price')?.getBBox();
          const meets = (a, b) => a.y + a.height * 0.8 > b.y + b.height * 0.25;
          return price && [...tile.querySelectorAll('text.name')].map((name) => name.getBBox())
            .some((name) => meets(name, price) && meets(price, name));
        }).map((tile) => tile.getAttribute('aria-label'))"""
    )
    assert covered == []
    drawn = page.evaluate(
        """() => {
          const text = document.querySelector('.tile text.name');
          const scale = document.querySelector('.board').getBoundingClientRect().width / 1108;
          return parseFloat(getComputedStyle(text).fontSize) * scale;
        }"""
    )
    assert drawn >= SMALLEST


EDGES = """() => Object.fromEntries([1, 11, 21, 31].map((square) => {
  const tile = document.querySelector(`.tile[data-square='${square}']`);
  const [all, edge] = ['.ground', '.owner'].map((part) => tile.querySelector(part).getBBox());
  const near = (a, b) => Math.abs(a - b) < 1;
  return [square, near(edge.y, all.y) ? 'top'
    : near(edge.y + edge.height, all.y + all.height) ? 'bottom' : 'inside'];
}))"""


@pytest.mark.slow
def test_an_owner_is_the_edge_and_the_colour_of_a_square(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1, 11, 21).give(2, 31))
    page = visit.open(room, viewport=LAPTOP)
    expect(page.locator(".tile.owned")).to_have_count(4)
    found = page.evaluate(EDGES)
    assert found == {"1": "bottom", "11": "bottom", "21": "top", "31": "bottom"}
    ground = "one => getComputedStyle(one.querySelector('.ground')).fill"
    mine, theirs, free = (
        page.locator(f".tile[data-square='{square}']").evaluate(ground) for square in (11, 31, 39)
    )
    assert len({mine, theirs, free}) == 3


@pytest.mark.slow
def test_pawns_leave_the_names_of_corners_free(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().at(1, 20).at(2, 20)), viewport=LAPTOP)
    covered = page.evaluate(
        """() => {
          const name = [...document.querySelectorAll(".tile[data-square='20'] text.name")]
            .map((text) => text.getBoundingClientRect());
          return [...document.querySelectorAll('.token[data-seat] .body')].some((token) => {
            const at = token.getBoundingClientRect();
            return name.some((one) => at.top < one.bottom - 4 && at.bottom > one.top
              && at.left < one.right && at.right > one.left);
          });
        }"""
    )
    assert not covered


@pytest.mark.slow
def test_what_can_be_clicked_is_large_enough(visit: Visit) -> None:
    page = visit.open(
        stage(visit.game_server, scene().give(1, 1, 3, 5)), viewport={"width": 360, "height": 740}
    )
    expect(page.locator(".chip").first).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width && (box.width < 24 || box.height < 24);
        }).map((one) => one.textContent)"""
    )
    assert small == []


def test_whoever_may_buy_sees_what_it_brings_and_what_is_left(visit: Visit) -> None:
    here = scene().give(2, "Park Place").at(1, "Boardwalk").turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, here))
    card = page.get_by_role("region", name="Boardwalk")
    expect(card).to_contain_text("dark blue")
    expect(card).to_contain_text("Birch: 1 of 2")
    expect(card).to_contain_text("Rent$50")
    expect(card).to_contain_text("Hotel$2,000")
    expect(card).to_contain_text("You would have $1,100 left.")
    page.locator("[data-do=BuyProperty]").click()
    expect(card).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("square", "name", "group"),
    [
        (35, "Short Line", "railroads"),
        (12, "Electric Company", "utilities"),
        (6, "Oriental Avenue", "light blue"),
    ],
)
def test_groups_are_called_what_people_call_them(
    visit: Visit, square: int, name: str, group: str
) -> None:
    page = visit.open(stage(visit.game_server, scene().at(1, square).turn(1, "post-roll")))
    expect(page.get_by_role("region", name=name)).to_contain_text(group)


def test_all_own_deeds_can_be_managed_in_one_place(visit: Visit) -> None:
    room = stage(visit.game_server, scene().give(1, 1, 3, 5, 39))
    page = visit.open(room)
    page.get_by_role("button", name="Build or mortgage").click()
    sheet = page.get_by_role("dialog", name="Your deeds")
    expect(sheet.locator("li")).to_have_count(4)
    expect(sheet).not_to_contain_text("own")  # why Boardwalk cannot be built on, its colour says
    sheet.get_by_role("button", name="Build: Mediterranean Avenue").focus()
    page.keyboard.press("Enter")
    wait_for(lambda: view(room)["levels"][1] == 1)
    expect(sheet).to_contain_text("Mediterranean Avenue 1 house")
    expect(sheet).to_contain_text("Cash $1,450")
    sheet.get_by_role("button", name="Mortgage: Reading Railroad").click()
    expect(sheet).to_contain_text("Cash $1,550")
    inside = "document.querySelector('dialog').contains(document.activeElement)"
    wait_for(lambda: page.evaluate(inside), "the focus in the sheet")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.slow
def test_nobody_is_offered_deeds_or_trades_that_there_are_not(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene()))
    expect(page.locator("[data-do=trade]")).to_have_accessible_description(
        "Nobody has anything to trade yet."
    )
    expect(page.locator("[data-do=manage]")).to_have_count(0)


@pytest.mark.slow
def test_a_change_of_money_moves_nothing(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").turn(1, "post-roll"))
    page = visit.open(room)
    second = page.locator(".player").nth(1)
    before = second.bounding_box()
    # The deed's chip needs a line that was empty before; the amount itself must not need one.
    page.evaluate("document.querySelector('.change').textContent = '+$400'")
    assert second.bounding_box() == before


@pytest.mark.slow
def test_help_says_how_to_play_in_both_languages(visit: Visit) -> None:
    for locale, button, words in (
        ("en-US", "Help", "Be the last player"),
        ("de-DE", "Hilfe", "übrig"),
    ):
        page = visit.open(stage(visit.game_server, scene()), locale=locale)
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("dialog")).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(page.locator("[data-do=help]")).to_be_focused()


def title_of(page: Page) -> str:
    """What the browser's tab says."""
    return page.title()


@pytest.mark.slow
def test_the_tab_says_whose_move_it_is(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, "Boardwalk").cash(10, 1500).give(2, 39))
    page = visit.open(room)
    wait_for(lambda: "Your move" in title_of(page), "a title")
    page.get_by_role("link", name="Gitopoly").click()
    wait_for(lambda: title_of(page) == "Gitopoly", "a title")


@pytest.mark.slow
def test_a_button_that_leads_elsewhere_looks_like_a_button(visit: Visit) -> None:
    poor = scene().give(2, "Boardwalk").cash(10, 1500).at(1, "Boardwalk").turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, poor))
    page.get_by_role("button", name="Go bankrupt").click()
    again = page.get_by_role("link", name="Replay this game")
    expect(again).to_be_visible()
    assert again.evaluate("link => getComputedStyle(link).textDecorationLine") == "none"
    ink = page.locator("body").evaluate("body => getComputedStyle(body).color")
    assert again.evaluate("link => getComputedStyle(link).color") == ink


@pytest.mark.slow
def test_a_full_table_leaves_room_for_the_story_and_the_auction(visit: Visit) -> None:
    room = visit.game_server.begin("W" * 24, 7, "random", {"opening_throw": 0})
    page = visit.open(room, viewport={"width": 1280, "height": 720})
    expect(page.locator(".player")).to_have_count(8)
    panel = page.locator("#panel").bounding_box()
    assert panel is not None
    assert panel["height"] > 120
    assert panel["y"] + panel["height"] <= 720
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.slow
def test_a_trade_says_whose_group_it_would_complete(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 39).give(2, 3, 37)))
    page.get_by_role("button", name="Offer a trade").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("[data-square='3']").check()
    expect(sheet).to_contain_text("You complete the brown group.")
    sheet.locator("[data-square='39']").check()
    expect(sheet).to_contain_text("Birch completes the dark blue group.")
    sheet.locator("[data-square='3']").uncheck()
    expect(sheet).not_to_contain_text("group 1")


@pytest.mark.slow
def test_a_card_rises_once_however_often_the_middle_is_drawn(visit: Visit) -> None:
    room = stage(visit.game_server, scene().at(1, 7).turn(1, "post-roll"))
    page = visit.open(room)
    page.evaluate(
        """() => { window.risen = 0; new MutationObserver(() => {
          window.risen += document.querySelectorAll('.card-drawn.fresh').length;
        }).observe(document.querySelector('.scene'), { childList: true }); }"""
    )
    expect(page.locator(".card-drawn")).to_be_visible()
    for cash in ("$1,501", "$1,502", "$1,503"):
        table_changes(room)
        expect(page.locator(".player").first).to_contain_text(cash)
    assert page.evaluate("window.risen") <= 1


def table_changes(room: Room) -> None:
    """Let something happen that draws the middle again."""

    def work(table: Any) -> dict[str, bool]:
        table.game.staged.state.money[0] += 1
        room._publish([])
        return {}

    room.submit(work).result(60)


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "words"), [("en-US", "Turn 1 ·"), ("de-DE", "Zug 1 ·")])
def test_the_number_of_the_turn_is_shown(visit: Visit, locale: str, words: str) -> None:
    page = visit.open(stage(visit.game_server, scene()), locale=locale)
    expect(page.locator(".bank")).to_contain_text(words)
    page.locator("[data-do=EndPreRoll]").click()
    expect(page.locator(".dice svg")).to_have_count(2)
    go_on = page.locator(".choices .primary:visible").first
    later = page.locator(".bank").get_by_text(re.compile("(Turn|Zug) [2-9]"))
    while not later.count():
        expect(go_on.or_(later).first).to_be_visible()
        if go_on.is_visible():
            # It may be gone before the click, because the game goes on by itself.
            with contextlib.suppress(PlaywrightError):
                go_on.click(timeout=5000)
        page.wait_for_timeout(300)
    expect(page.locator(".bank")).to_contain_text(re.compile("(Turn|Zug) [2-9]"))


@pytest.mark.slow
def test_the_end_says_after_how_many_turns_it_came(visit: Visit) -> None:
    broke = scene().cash(0, 900).give(2, 39, 37, level=5).at(1, 39).turn(1, "post-roll")
    page = visit.open(stage(visit.game_server, broke))
    page.get_by_role("button", name="Go bankrupt").click()
    expect(page.locator(".scene")).to_contain_text("After one turn")


class Onlooker(GameDriver):
    """Somebody who only looks on at a table."""

    def __init__(self, table: GameDriver) -> None:
        super().__init__(table.game, None, StorePeers(table.game, "", {}))
        self._table = table

    def close(self) -> bool:
        """Leave, and with it the table."""
        return self._table.close()


def test_whoever_watches_has_neither_deeds_nor_decisions(visit: Visit) -> None:
    page = visit.open(visit.game_server.add("watched", Onlooker(laid_out(visit.game_server))))
    expect(page.get_by_role("tab")).to_have_text(["Story", "Fair play"])
    expect(page.locator(".stage button")).to_have_count(0)
    page.close()
    page = visit.open(stage(visit.game_server, scene()))
    expect(page.get_by_role("tab")).to_have_text(["Story", "My deeds", "Fair play"])


@pytest.mark.slow
def test_no_group_has_the_sign_of_a_player(visit: Visit) -> None:
    """Birch, Cedar and Hazel were taken for the groups B, C and H."""
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 3, 5, 12).give(2, 37, 39)))
    expect(page.locator(".player .chip")).to_have_count(6)
    groups = {*page.locator(".group-sign").all_text_contents()}
    groups |= {*page.locator(".chip").all_text_contents()}
    assert not any(sign.isalpha() for sign in groups), groups
    assert page.locator("g.token text").all_text_contents() == ["A", "B"]


def test_a_square_shows_its_owner_and_the_rent_now(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 3).give(2, 39, 12)))
    bar = page.locator(".tile[data-square='1'] .owner-mark")
    expect(bar).to_have_text("A $4")
    expect(page.locator(".tile[data-square='1'] .price")).to_be_hidden()
    expect(page.locator(".tile[data-square='12'] .owner-mark")).to_have_text(re.compile("B .4"))
    expect(page.locator(".tile[data-square='37'] .price")).to_have_text("$350")
    whole = page.locator(".tile[data-square='1'] .owner").bounding_box()
    tile = page.locator(".tile[data-square='1'] .ground").bounding_box()
    assert whole is not None
    assert tile is not None
    assert whole["width"] > 0.8 * tile["width"]


@pytest.mark.slow
def test_pointing_at_a_square_tells_rent_and_cost_and_takes_no_click(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 3)))
    page.locator(".tile[data-square='1']").hover()
    card = page.locator(".peek")
    expect(card).to_contain_text("Mediterranean Avenue")
    expect(card).to_contain_text("Owned by Ann")
    expect(card).to_contain_text("Rent now: $4")
    expect(card).to_contain_text("A house costs $50")
    page.locator(".tile[data-square='39']").hover()
    expect(card).to_contain_text("Boardwalk")
    page.locator(".top").hover()
    expect(card).to_be_hidden()
    page.locator(".tile[data-square='1']").click()
    expect(page.get_by_role("dialog", name="Mediterranean Avenue")).to_be_visible()


@pytest.mark.slow
def test_a_roll_says_who_drew_it_and_explains_why_that_is_fair(visit: Visit) -> None:
    options = {"turn_limit": 50, "opening_throw": 0}
    room = visit.game_server.begin("Ann", 2, "sensible", options)
    page = visit.open(room)
    expect(page.locator("[data-do=fair]")).to_have_count(0)
    assert ask_about_fairness(page) == "drawn by 3 of 3 players"
    sheet = page.get_by_role("dialog", name="Why the dice are fair")
    expect(sheet).to_contain_text("everyone opens their next number")
    assert axe_faults(page) == []


@pytest.mark.slow
def test_my_deeds_say_what_belongs_to_each_in_its_own_row(visit: Visit) -> None:
    page = visit.open(stage(visit.game_server, scene().give(1, 1, 39)))
    page.get_by_role("tab", name="My deeds").click()
    row = page.locator(".deed-row").filter(has_text="Boardwalk")
    for words in (row.get_by_text("1 of 2"), row.get_by_text("$400")):
        assert words.evaluate(IN_ITS_ROW)


IN_ITS_ROW = """part => { const inner = part.getBoundingClientRect();
  const outer = part.closest('.deed-row').getBoundingClientRect();
  return outer.top <= inner.top && inner.bottom <= outer.bottom
    && outer.left <= inner.left && inner.right <= outer.right; }"""
