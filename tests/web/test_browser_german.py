"""The German page when something is refused or out of reach: not a word of English."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gitopoly.errors import MissingObject
from gitopoly.ledger.identity import from_seed
from gitopoly.table import remote_game
from gitopoly.table.open_game import OpenGame
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.web.room import Room
from tests.table.repositories import invitation
from tests.web.conftest import SLOW, Visit
from tests.web.stages import scene, stage

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

ENGLISH = re.compile(
    r"\b(the|and|of|is|are|not|no|cannot|there|with|has|have|your|you|by|for|from|such|folder"
    r"|board|option|reach|published|since|missing|object|choose|must|be|between)\b",
    re.IGNORECASE,
)
LINES = "() => [...document.querySelectorAll('p, li, div.no, .toast, h1, h2, button')]"
NO_CODE = (
    f"{LINES}.map((one) => {{ const copy = one.cloneNode(true);"
    " for (const code of copy.querySelectorAll('code')) code.remove(); return copy.textContent; })"
)
"""What a page says, without commands and commits."""


def english_on(page: Page, *names: str) -> list[str]:
    """The lines of a page with an English word, apart from addresses and other names."""
    found = []
    for line in page.evaluate(NO_CODE):
        for name in names:
            line = line.replace(name, "")
        if ENGLISH.search(line):
            found.append(line)
    return found


def test_english_would_be_noticed(visit: Visit) -> None:
    assert english_on(visit.open()) != []


@pytest.fixture
def lobby(visit: Visit, tmp_path: Path) -> Room:
    """Ann's table; ben's repository is gone, and cleo's is a folder without one."""
    connection = begin_game(tmp_path / "m0", invitation(tmp_path, 3, "classic"), from_seed(b"ann"))
    for name in ("ben", "cleo"):
        shutil.rmtree(tmp_path / f"{name}.git")
    (tmp_path / "cleo.git").mkdir()
    return visit.game_server.add("shared", connection)


def test_why_a_friend_cannot_be_reached(visit: Visit, lobby: Room, tmp_path: Path) -> None:
    page = visit.open(locale="de-DE")
    page.goto(visit.server.url("shared"))
    row = page.locator(".lobby li")
    expect(row.filter(has_text="ben")).to_contain_text("Diesen Ordner gibt es nicht")
    expect(row.filter(has_text="cleo")).to_contain_text("ist kein Git-Repository")
    assert english_on(page, str(tmp_path)) == []


@pytest.mark.slow
def test_why_moves_are_not_published(
    monkeypatch: pytest.MonkeyPatch, visit: Visit, tmp_path: Path
) -> None:
    monkeypatch.setattr(remote_game, "LAST_PUSH", 0.5)  # into folders that are gone
    made = invitation(tmp_path, 2, "classic")
    table = begin_game(tmp_path / "m0", made, from_seed(b"ann"))
    other = join_game(
        tmp_path / "m1", "ben", made.seats[1].url, made.seats[0].url, from_seed(b"ben")
    )
    while not table.game.started:
        table.poll(0.05)
        other.poll(0.05)
    other.close()
    room = visit.game_server.add("shared", table)
    page = visit.open(room, locale="de-DE")
    for name in ("ann", "ben"):
        shutil.rmtree(tmp_path / f"{name}.git")
    page.get_by_role("tab", name="Fair Play").click()
    rows = page.locator(".trust li")
    expect(rows.filter(has_text="ben")).to_contain_text("Diesen Ordner gibt es nicht")
    room.submit(lambda table: table.resign())
    expect(rows.filter(has_text="ann")).to_contain_text("nicht veröffentlicht seit")
    expect(rows.filter(has_text="ann")).to_contain_text("Diesen Ordner gibt es nicht")
    assert english_on(page, str(tmp_path)) == []


@pytest.mark.slow
def test_options_that_do_not_fit_together(visit: Visit) -> None:
    visit.expected.append("400")
    page = visit.open(locale="de-DE")
    page.locator("summary").click()
    page.locator("#edition").select_option("harbour")
    page.locator("#board").select_option("uk")
    page.get_by_role("button", name="Spielen").click()
    expect(page.locator(".toast")).to_contain_text("kann nicht auf dem Spielbrett")
    assert english_on(page) == []


@pytest.mark.slow
def test_a_game_that_breaks_off_for_a_reason_without_words_of_its_own(visit: Visit) -> None:
    room = stage(visit.game_server, scene())
    page = visit.open(room, locale="de-DE")

    def poll(timeout: float = 0.0) -> list[object]:
        raise MissingObject("1f3c")

    def damage(table: OpenGame) -> None:
        table.poll = poll  # type: ignore[method-assign,assignment]

    room.submit(damage)
    expect(page.locator(".banner")).to_contain_text("ein Teil der Partie fehlt noch")
    assert english_on(page) == []
