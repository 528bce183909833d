"""Draw the pictures of the page in docs/images, from situations that were set up for them."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import HttpServer
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
from gitopoly.web.view import Person
from tests.rules.scenario import Scenario
from tests.web.conftest import KNOWN
from tests.web.replays import recorded
from tests.web.stages import stage
from tools.browser import find_browser, flags

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def middle_of_a_game() -> Scenario:
    """All four own something, and the person stands on a deed that completes a group."""
    found = Scenario("classic", 4).turn(1).give(1, 6, 8, 9, level=2).give(1, 5, 25, 39)
    found.give(2, 16, 18, 19, level=1).give(2, 1, 12, 28).give(3, 11, 13, 15, 26, 29)
    found.give(4, 32, 34, 35).give(4, 24, mortgaged=True).cash(934, 611, 1240, 388)
    return found.at(1, 37).at(2, 21).at(3, 12).at(4, 31).turn(1, "post-roll")


def in_debt() -> Scenario:
    """The person owes more than they have."""
    found = middle_of_a_game().cash(20, 1525, 1240, 388).give(2, 31)
    return found.at(1, 31).turn(1, "post-roll")


SITUATIONS: dict[str, Callable[[], Scenario]] = {
    "buy": middle_of_a_game,
    "auction": middle_of_a_game,
    "debt": in_debt,
    "card": lambda: middle_of_a_game().at(1, 22).turn(1, "post-roll"),
    "jail": lambda: middle_of_a_game().turn(1).jail(1).jail_card(1),
}
SEATS = ("Ann", "Birch", "Cedar", "Hazel")
SCREENS = {
    (320, 568): "auction",
    (390, 844): "buy",
    (768, 1024): "card",
    (1024, 768): "debt",
    (1366, 768): "auction",
    (1920, 1080): "jail",
}
"""What is shown on telephones, tablets, laptops and large monitors."""
COLOURS = 256
"""So many of them are enough for a picture of the page, in a quarter of the bytes."""


NAMES = ["Ann", "Birch", "Cedar"]


def finished_game() -> GameReplay:
    """A game of three to its end; policies need no names, but people do."""
    source = source_of_record(recorded(game=0, players=3, seed=8, turns=400), "a game")
    people = [Person(name) for name in NAMES]
    return GameReplay(replace(source, people=people, printed={**source.printed, "names": NAMES}))


def shoot(browser: Browser, url: str, name: str, size: tuple[int, int], scheme: str) -> None:
    """Take one picture."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-US",
    )
    context.add_init_script(KNOWN)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".headline, .winner, .home form")
    if name.startswith("auction"):
        page.locator("[data-do=AuctionProperty]").click()
        page.locator("[data-do=raise-50]").click()
        page.wait_for_selector(".bids .leads")
    if name == "replay-dark":
        page.locator("[data-do=heat]").click()
    page.wait_for_timeout(600)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    small = taken.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{name}.png", optimize=True)


def main() -> None:
    """Draw all of them."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game_server = GameServer(Path(folder) / "games", Path(folder) / "identity", "instant")
        server = HttpServer(game_server)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())

        def draw(situation: str, name: str, size: tuple[int, int], scheme: str) -> None:
            room = stage(game_server, SITUATIONS[situation](), SEATS)
            shoot(browser, server.url(room.name), name, size, scheme)

        draw("buy", "board", (1280, 800), "light")
        for size, situation in SCREENS.items():
            for scheme in ("light", "dark"):
                draw(situation, f"{situation}-{size[0]}x{size[1]}-{scheme}", size, scheme)
        game_server.replays["game"] = finished_game().data()
        shoot(browser, server.url("replay/game/330"), "replay", (1280, 860), "light")
        shoot(browser, server.url("replay/game/420"), "replay-dark", (1280, 860), "dark")
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
