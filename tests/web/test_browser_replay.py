"""A replay in a real browser: by hand, by keys, from a file, for everybody."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gitopoly.web.export import as_page
from gitopoly.web.patches import patched
from tests.web.conftest import SLOW, Visit
from tests.web.game_servers import play_person, wait_for
from tests.web.replays import HOSTILE, hostile_replay, recorded_replay
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """A finished game of two."""
    found: dict[str, Any] = json.loads(json.dumps(recorded_replay().data()))
    return found


def view_at(data: dict[str, Any], frame: int) -> dict[str, Any]:
    """The view after a frame, worked out here."""
    view: dict[str, Any] = copy.deepcopy(data["start"])
    for one in data["frames"][:frame]:
        patches = [[data["paths"][place], *value] for place, *value in one["changes"]]
        view = patched(view, copy.deepcopy(patches))
    return view


def opened(visit: Visit, data: dict[str, Any], frame: int = 0, **settings: object) -> Page:
    """The page of a replay at a frame."""
    visit.game_server.replays["game"] = data
    place = f"replay/game/{frame}" if frame else "replay/game"
    return visit.open(place=place, **settings)


def at_frame(page: Page, data: dict[str, Any], frame: int) -> None:
    """The whole page shows a frame: the slider, the money, the owners and where tokens stand."""
    last = len(data["frames"])
    expect(page.locator(".where")).to_contain_text(f"step {frame} of {last}")
    expect(page.locator("#slider")).to_have_value(str(frame))
    view = view_at(data, frame)
    money = [f"${seat['money']:,}" for seat in view["seats"]]
    shown = [text.split("\n")[0] for text in page.locator(".player .money").all_inner_texts()]
    assert shown == money
    owned = sum(owner >= 0 for owner in view["owners"])
    assert page.locator(".tile .owner").count() == owned
    for seat in view["seats"]:
        if not seat["out"]:
            label = page.locator(f".tile[data-square='{seat['position']}']")
            assert seat["name"] in str(label.get_attribute("aria-label"))


def test_the_slider_shows_any_frame_forward_and_back(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data)
    at_frame(page, data, 0)
    last = len(data["frames"])
    for frame in (last, 150, 151, 130, 64, 65, 1, 0, 300):
        page.locator("#slider").fill(str(frame))
        at_frame(page, data, frame)
    page.locator("#slider").fill(str(last))
    expect(page.get_by_role("heading", name="p1 has won")).to_be_visible()
    expect(page.get_by_role("link", name="Play again")).to_have_count(0)


def test_keys_wind_the_game(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data)
    last, turns = len(data["frames"]), data["turns"]
    for key, frame in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("Home", 0),
        ("Shift+ArrowRight", turns[0]),
        ("Shift+ArrowRight", turns[1]),
        ("PageDown", turns[2]),
        ("ArrowRight", turns[2] + 1),
        ("Shift+ArrowLeft", turns[2]),
        ("PageUp", turns[1]),
    ):
        page.keyboard.press(key)
        at_frame(page, data, frame)
    expect(page.locator("#announcer")).not_to_be_empty()


@pytest.mark.slow
def test_keys_on_the_slider_and_the_board_do_what_they_do_there(
    visit: Visit, data: dict[str, Any]
) -> None:
    page = opened(visit, data)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at_frame(page, data, 1)
    page.keyboard.press("Shift+ArrowRight")
    page.locator(".tile[tabindex='0']").focus()
    before = page.locator("#slider").input_value()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tile:focus")).to_have_attribute("data-square", "1")
    assert page.locator("#slider").input_value() == before
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("End")
    assert page.locator("#slider").input_value() == before


@pytest.mark.slow
def test_it_plays_by_itself_until_it_is_told_to_stop(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data)
    page.clock.install()
    page.get_by_label("Speed").select_option(index=3)  # so slow that it is far from its end
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("Space")
    wait_for(lambda: int(page.locator("#slider").input_value()) > 5, "playing")
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Pause")
    page.keyboard.press("Space")
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Play")
    stopped = page.locator("#slider").input_value()
    page.clock.run_for(60_000)
    assert page.locator("#slider").input_value() == stopped
    page.locator("#slider").fill(str(len(data["frames"]) - 2))
    page.locator("[data-do=play]").click()
    at_frame(page, data, len(data["frames"]))
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Play")


def places(page: Page) -> list[str]:
    """Where the tokens stand."""
    found: list[str] = page.locator(".token[data-seat]").evaluate_all(
        "tokens => tokens.map((token) => token.style.transform)"
    )
    return found


@pytest.mark.slow
def test_a_pawn_that_walks_stops_where_the_game_is_wound_to(
    visit: Visit, data: dict[str, Any]
) -> None:
    walks = [
        max((to - at) % 40 for step in frame["line"]["steps"] for _, at, to in step["moves"])
        if any("moves" in step for step in frame["line"]["steps"])
        else 0
        for frame in data["frames"]
    ]
    far = next(place for place, walk in enumerate(walks) if 7 < walk <= 12)
    page = opened(visit, data, far, reduced_motion="no-preference")
    page.clock.install()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    begin = places(page)
    page.clock.run_for(10_000)
    assert places(page) == begin
    page.locator("#slider").fill(str(far))
    page.keyboard.press("ArrowRight")
    still = opened(visit, data, far + 1)
    wait_for(lambda: places(page) == places(still), "the end of the walk")


@pytest.mark.slow
def test_lines_and_moments_lead_to_their_frames(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data)
    ruin = next(moment for moment in data["moments"] if moment["kind"] == "bankrupt")
    page.get_by_role("link", name="p1 bankrupts p2").click()
    at_frame(page, data, ruin["frame"])
    expect(page.locator(".moments [aria-current=step]")).to_be_visible()
    page.get_by_role("tab", name="Story").click()
    line = page.locator(".whole li[data-frame='40'] a")
    line.scroll_into_view_if_needed()
    line.click()
    at_frame(page, data, 40)
    expect(page.locator(".whole [aria-current=step]")).to_have_attribute("data-frame", "40")
    wait_for(lambda: page.evaluate("location.hash") == "#replay/game/40", "the address")
    page.reload()
    at_frame(page, data, 40)


@pytest.mark.slow
def test_wealth_is_told_where_one_points(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data, 200)
    legend = page.locator(".legend")
    now = [f"${line[200]:,}" for line in data["wealth"]]
    assert page.locator(".legend b").all_inner_texts() == now
    chart = page.locator(".chart")
    box = chart.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 60)
    expect(legend).to_contain_text(f"${data['wealth'][0][-1]:,}")
    at_frame(page, data, 200)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".where")).not_to_contain_text("step 200 ")
    page.mouse.move(5, 5)
    dashes = page.locator(".chart .wealth-line").evaluate_all(
        "lines => lines.map((line) => line.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 2


@pytest.mark.slow
def test_the_heat_map_can_show_the_landings_of_one_player(
    visit: Visit, data: dict[str, Any]
) -> None:
    page = opened(visit, data, 100)
    expect(page.get_by_label("Landings by")).to_be_hidden()
    page.locator("[data-do=heat]").click()
    for whose, seats in (("p2", {1}), ("p1", {0}), ("everyone", {0, 1})):
        page.get_by_label("Landings by").select_option(label=whose)
        landed = [
            square for frame, seat, square in data["landings"] if frame <= 100 and seat in seats
        ]
        expect(page.locator(".heat-note")).to_contain_text(f"{len(landed)} so far")
        for square in range(40):
            label = page.locator(f".tile[data-square='{square}']")
            expect(label).to_have_attribute(
                "aria-label", re.compile(f"landings: {landed.count(square)}$")
            )
    page.locator("[data-do=heat]").click()
    expect(page.get_by_label("Landings by")).to_be_hidden()


@pytest.mark.slow
def test_the_heat_map_counts_landings_so_far(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data, 200)
    button = page.get_by_role("button", name="Heat map")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".count").first).to_be_hidden()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    counts = [0] * 40
    for frame, _, square in data["landings"]:
        counts[square] += frame <= 200
    shown = page.locator(".tile .count").all_text_contents()
    assert [int(text or 0) for text in shown] == counts
    label = page.locator(".tile[data-square='10']").get_attribute("aria-label")
    assert f"landings: {counts[10]}" in str(label)
    page.keyboard.press("Home")
    assert set(page.locator(".tile .count").all_text_contents()) == {""}


def test_a_forged_entry_is_shown_with_its_evidence(visit: Visit, data: dict[str, Any]) -> None:
    held = [{"seat": "p2", "code": "fork", "reason": "two branches", "commits": ["ab" * 20]}]
    page = opened(visit, {**data, "warnings": held})
    expect(page.get_by_role("alert")).to_contain_text("two entries of one seat")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visit: Visit, data: dict[str, Any], scheme: str) -> None:
    page = opened(visit, data, 200, color_scheme=scheme)
    page.get_by_role("button", name="Heat map").click()
    assert axe_faults(page) == []
    page.keyboard.press("End")
    assert axe_faults(page) == []


@pytest.mark.slow
def test_axe_finds_no_serious_fault_in_the_story(visit: Visit) -> None:
    page = opened(visit, recorded_replay(game=0, players=3, turns=12).data(), 10)
    page.get_by_role("tab", name="Story").click()
    assert axe_faults(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_sticks_out_of_the_screen(visit: Visit, data: dict[str, Any], width: int) -> None:
    page = opened(visit, data, 200, viewport={"width": width, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("[data-do=forward]").click()
    page.locator("[data-do=heat]").click()
    at_frame(page, data, 201)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_speaks_german(visit: Visit, data: dict[str, Any]) -> None:
    page = opened(visit, data, 100, locale="de-DE")
    expect(page.locator(".where")).to_contain_text("Schritt 100 von")
    expect(page.get_by_role("tab", name="Schlüsselmomente")).to_be_visible()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.locator(".where")).to_contain_text("step 100 of")


@pytest.mark.slow
def test_a_finished_game_offers_its_replay(visit: Visit) -> None:
    room = visit.game_server.begin("Ann", 1, options={"turn_limit": 4, "opening_throw": 0})
    play_person(room)
    page = visit.open(room)
    page.get_by_role("link", name="Replay this game").click()
    page.wait_for_selector("#slider")
    page.keyboard.press("End")
    expect(page.locator(".where")).to_contain_text("Turn 4 of 4")
    page.get_by_role("tab", name="Story").click()
    page.locator(".whole .commit").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("SHA256:")


def test_what_cannot_be_replayed_is_said_in_a_line(visit: Visit) -> None:
    room = visit.game_server.begin("Ann", 1, options={"opening_throw": 0})
    visit.expected.append("404")
    page = visit.open()
    page.goto(visit.server.url(f"replay/{room.name}"))
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("nothing to replay")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_exported_file_works_offline_and_asks_for_nothing(
    browser: Browser, tmp_path: Path, scheme: str
) -> None:
    path = tmp_path / "game.html"
    path.write_text(as_page(hostile_replay().data()), encoding="utf-8")
    context = browser.new_context(
        offline=True, color_scheme="dark" if scheme == "dark" else "light", locale="en-US"
    )
    context.set_default_timeout(SLOW)
    page = context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector(".board")
    page.keyboard.press("End")
    expect(page.locator(".where")).to_contain_text("step")
    expect(page.locator(".player").first).to_contain_text(HOSTILE[0])
    expect(page.locator(".player").nth(1)).to_contain_text(HOSTILE[1])
    page.locator("[data-do=heat]").click()
    page.get_by_role("tab", name="Story").click()
    page.locator(".whole a").nth(5).click()
    expect(page.locator("#slider")).to_have_value("6")
    page.locator(".tile[data-square='1']").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    assert axe_faults(page) == []
    wait_for(lambda: page.evaluate("location.hash") == "#6", "the address")
    assert asked == [path.as_uri()]
    assert faults == []
    context.close()
