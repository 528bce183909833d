"""Talk on the page: said, heard, muted, and never more than text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.remote_game import begin_game, watch_game
from gitopoly.web.room import Room
from tests.table.repositories import invitation, open_all, play
from tests.table.talking import Chatterbox, hear_until, ready, talk_of, texts
from tests.web.conftest import SLOW, Visit
from tests.web.test_browser_access import axe_faults

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.slow]
expect.set_options(timeout=SLOW)
WILD = "<img src=x onerror=\"document.title='owned'\"></script><b>{name}</b> $1 `${1}` 🎲"


@pytest.fixture
def ben(visit: Visit, tmp_path: Path) -> Iterator[GameDriver]:
    """Ben, who plays against ann; her table is on the page."""
    game = invitation(tmp_path, 2, "classic", options=(("opening_throw", 0),))
    ann, ben = open_all(tmp_path, game)
    play([ann, ben], Random(1), len(ann.game.log) + 10)
    visit.game_server.add("shared", ann)
    ready(ben)
    yield ben
    ben.close()


def opened(visit: Visit, **settings: object) -> Page:
    """Ann's page."""
    return visit.open(place="shared", **settings)


def tab(page: Page) -> None:
    """Turn to the talk."""
    page.get_by_role("tab", name="Talk").click()


def test_one_types_a_line_and_the_other_hears_it(visit: Visit, ben: GameDriver) -> None:
    page = opened(visit)
    tab(page)
    expect(page.locator(".said")).to_contain_text("Nobody has said anything yet")
    box = page.get_by_role("textbox", name="Say something to all players")
    box.fill("hello ben")
    box.press("Enter")
    expect(page.locator(".said li")).to_contain_text(["You hello ben"])
    expect(box).to_have_value("")
    page.get_by_role("button", name="Good luck!").click()
    hear_until(lambda: texts(ben) == [("ann", "hello ben"), ("ann", "good-luck")], [ben])
    assert axe_faults(page) == []
    assert visit.faults == []


def test_what_others_say_is_counted_until_it_is_read(visit: Visit, ben: GameDriver) -> None:
    page = opened(visit)
    talk_of(ben).say("are you there?")
    expect(page.get_by_role("tab", name="Talk, 1 new")).to_have_text("Talk 1")
    expect(page.locator(".passing")).to_have_text("ben says: are you there?")
    talk_of(ben).react("your-turn")
    page.get_by_role("tab", name="Talk, 2 new").click()
    expect(page.get_by_role("tab", name="Talk")).to_have_text("Talk")
    expect(page.locator(".said li")).to_contain_text(["ben Your turn!", "ben are you there?"])
    talk_of(ben).say("well?")
    expect(page.locator("#announcer")).to_contain_text("ben says: well?")
    expect(page.get_by_role("tab", name="Talk")).to_have_text("Talk")


def test_a_new_line_does_not_disturb_whoever_is_typing(visit: Visit, ben: GameDriver) -> None:
    page = opened(visit)
    tab(page)
    box = page.get_by_role("textbox", name="Say something to all players")
    box.press_sequentially("half a ")
    page.evaluate("window.typedInto = document.activeElement")
    talk_of(ben).say("quick!")
    expect(page.locator(".said li")).to_have_count(1)
    assert page.evaluate("window.typedInto === document.activeElement")
    page.keyboard.type("sentence")
    expect(box).to_have_value("half a sentence")


def test_hostile_text_is_text(visit: Visit, ben: GameDriver, tmp_path: Path) -> None:
    page = opened(visit)
    tab(page)
    Chatterbox(tmp_path / "ben.git", "ben", ben.game.root).line(WILD)
    expect(page.locator(".said .words")).to_have_text(f"ben {WILD}")
    assert page.locator(".said img, .said b, .said script").count() == 0
    assert "owned" not in page.title()
    assert visit.faults == []


def test_a_player_can_be_muted_and_heard_again(visit: Visit, ben: GameDriver) -> None:
    page = opened(visit)
    tab(page)
    talk_of(ben).say("blah")
    expect(page.locator(".said li")).to_contain_text(["ben blah"])
    page.get_by_role("button", name="Mute ben").click()
    expect(page.locator(".said")).not_to_contain_text("blah")
    expect(page.locator(".remarks")).to_contain_text("Muted: ben.")
    page.get_by_role("button", name="Hear ben again").click()
    expect(page.locator(".said li")).to_contain_text(["ben blah"])


def test_who_says_too_much_is_told_so_and_can_send_it_later(visit: Visit, ben: GameDriver) -> None:
    page = opened(visit)
    visit.expected.append("400")
    tab(page)
    for _ in range(10):
        page.get_by_role("button", name="Ouch!").click()
    expect(page.locator(".said li")).to_have_count(10)
    box = page.get_by_role("textbox", name="Say something to all players")
    box.fill("one more")
    box.press("Enter")
    expect(page.locator(".toast")).to_contain_text("wait")
    expect(box).to_have_value("one more")


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_fits_a_small_telephone(
    visit: Visit, ben: GameDriver, tmp_path: Path, locale: str, scheme: str
) -> None:
    size = {"width": 320, "height": 568}
    page = opened(visit, viewport=size, locale=locale, color_scheme=scheme)
    Chatterbox(tmp_path / "ben.git", "ben", ben.game.root).line("W" * 280)
    page.locator("#tab-talk").click()
    expect(page.locator(".said .words")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for part in page.locator(".tabs button, .talk button, .talk input, .said li").all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320
    assert axe_faults(page) == []


def test_players_talk_before_the_game_begins(visit: Visit, tmp_path: Path) -> None:
    ann = begin_game(tmp_path / "m0", invitation(tmp_path, 2, "classic"), from_seed(b"ann"))
    ready(ann)
    visit.game_server.add("shared", ann)
    page = visit.open()
    page.goto(visit.server.url("shared"))
    box = page.get_by_role("textbox", name="Say something to all players")
    box.fill("where is ben?")
    box.press("Enter")
    expect(page.locator(".said li")).to_contain_text(["You where is ben?"])
    assert axe_faults(page) == []


def test_a_spectator_reads_and_has_nothing_to_type_into(
    visit: Visit, ben: GameDriver, tmp_path: Path
) -> None:
    watching = watch_game(tmp_path / "scratch", str(tmp_path / "ben.git"), tmp_path)
    room: Room = visit.game_server.add("watched", watching)
    page = visit.open(room)
    talk_of(ben).say("hello audience")
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".said li")).to_contain_text(["ben hello audience"])
    expect(page.locator(".remarks")).to_contain_text("Only players can talk here.")
    assert page.locator(".talk input").count() == 0


def test_a_replay_shows_lines_where_they_were_said(visit: Visit, ben: GameDriver) -> None:
    talk_of(ben).say("good game")
    hear_until(lambda: bool(texts(ben)), [ben])
    page = opened(visit)
    tab(page)
    expect(page.locator(".said li")).to_contain_text(["ben good game"])
    page.goto(visit.server.url("replay/shared/0"))
    page.get_by_role("tab", name="Story").click()
    expect(page.locator(".story li.said")).to_contain_text(["ben good game"])
