"""Draw the pictures of the page in docs/images, from situations that were set up for them."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from gitopoly.web.game_server import GameServer
from gitopoly.web.http_server import HttpServer
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_record
from gitopoly.web.room import Room
from gitopoly.web.view import Person
from tests.kernel.scenario import Scenario
from tests.web.conftest import KNOWN
from tests.web.replays import recorded
from tests.web.stages import scene, stage
from tools.browser import find_browser, flags

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def middle_of_a_game() -> Scenario:
    """Both own something, and the person stands on a deed that is for sale."""
    found = scene().give(1, 6, 8, 9, level=2).give(1, 5, 25, 39).give(2, 16, 18, 19, level=1)
    found.give(2, 1, 12, 28).give(2, 24, mortgaged=True).cash(934, 611)
    return found.at(2, 21).at(1, 30).turn(1)


SITUATIONS = {
    "board": middle_of_a_game,
    "debt": lambda: middle_of_a_game().cash(20, 1525).give(2, 31).at(1, 31).turn(1, "post-roll"),
    "jail": lambda: middle_of_a_game().turn(1).jail(1),
}


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
    throw = page.locator("[data-do=EndPreRoll]")
    if name == "board" and throw.count():
        throw.click()
        page.wait_for_selector(".die")
    if name == "replay-dark":
        page.locator("[data-do=heat]").click()
    page.wait_for_timeout(600)
    page.screenshot(path=str(IMAGES / f"{name}.png"))
    context.close()


def main() -> None:
    """Draw all of them."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        game_server = GameServer(Path(folder) / "games", Path(folder) / "identity", "instant")
        server = HttpServer(game_server)
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags())
        rooms: dict[str, Room] = {
            name: stage(game_server, make()) for name, make in SITUATIONS.items()
        }
        shoot(browser, server.url(rooms["board"].name), "board", (1280, 800), "light")
        shoot(browser, server.url(rooms["debt"].name), "debt-dark", (1280, 800), "dark")
        shoot(browser, server.url(rooms["jail"].name), "narrow", (390, 844), "light")
        game_server.replays["game"] = finished_game().data()
        shoot(browser, server.url("replay/game/330"), "replay", (1280, 860), "light")
        shoot(browser, server.url("replay/game/420"), "replay-dark", (1280, 860), "dark")
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
