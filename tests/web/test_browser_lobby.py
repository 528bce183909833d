"""The page before the game: friends are told what to type, and it begins when they have."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gitopoly.ledger.identity import from_seed
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.web.room import Room
from tests.table.repositories import invitation
from tests.web.conftest import SLOW, Visit
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


@pytest.fixture
def lobby(visit: Visit, tmp_path: Path) -> Room:
    """Ann's table, to which two friends are invited."""
    connection = begin_game(tmp_path / "m0", invitation(tmp_path, 3, "classic"), from_seed(b"ann"))
    return visit.game_server.add("shared", connection)


def opened(visit: Visit, **settings: object) -> Page:
    """The page of the table."""
    settings.setdefault("permissions", ["clipboard-read", "clipboard-write"])
    page = visit.open(**settings)
    page.goto(visit.server.url("shared"))
    expect(page.locator(".lobby li")).to_have_count(3)
    return page


def test_each_friend_has_a_line_to_copy_that_joins(
    visit: Visit, lobby: Room, tmp_path: Path
) -> None:
    page = opened(visit)
    row = page.locator(".lobby li").filter(has_text="ben")
    row.get_by_role("button", name="Copy the line for ben").click()
    expect(row.get_by_role("button")).to_have_text("Copied")
    words = shlex.split(page.evaluate("navigator.clipboard.readText()"))
    assert words[:2] == ["gitopoly", "join"]
    assert (words[2], words[4], words[6:]) == ("--me", "--from", [])
    name, _, url = words[3].partition("=")
    page.locator("[data-focus=copy-cleo]").focus()
    with join_game(tmp_path / "m1", name, url, words[5], from_seed(b"ben")):
        expect(row).to_contain_text("is here")
        expect(row).to_contain_text(from_seed(b"ben").public.fingerprint)
    assert page.evaluate("document.activeElement.dataset.focus") == "copy-cleo"
    expect(page.locator("#announcer")).to_contain_text("ben is here")
    expect(page.locator(".lead")).to_have_text("Not here yet: cleo")
    assert page.title().startswith("2 of 3 are here")


def test_the_own_key_is_there_to_compare_and_who_is_missing_is_said(
    visit: Visit, lobby: Room
) -> None:
    page = opened(visit)
    own = page.locator(".lobby li").first
    expect(own).to_contain_text("ann (you) is here")
    expect(own).to_contain_text(from_seed(b"ann").public.fingerprint)
    expect(page.locator(".lead")).to_have_text("Not here yet: ben and cleo")
    expect(page.locator(".notes")).to_contain_text("Some addresses are folders")
    expect(page.locator(".notes")).to_contain_text("everything is published")
    assert axe_faults(page) == []


@pytest.mark.slow
def test_addresses_that_hold_everywhere_need_no_warning(
    visit: Visit, lobby: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gitopoly.web.view.is_path", lambda url: False)
    page = opened(visit)
    expect(page.locator(".notes")).to_contain_text("Compare keys")
    expect(page.locator(".notes")).not_to_contain_text("folders")


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_it_speaks_german_and_long_lines_break(visit: Visit, lobby: Room, width: int) -> None:
    page = opened(visit, locale="de-DE", viewport={"width": width, "height": 740})
    expect(page.locator(".lead")).to_have_text("Noch nicht da: ben und cleo")
    expect(page.get_by_role("button", name="Die Zeile für ben kopieren")).to_be_visible()
    expect(page.locator(".notes")).to_contain_text("alles ist veröffentlicht")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_where_nothing_can_be_copied_the_line_is_marked(visit: Visit, lobby: Room) -> None:
    page = opened(visit)
    page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no'));"
        " document.execCommand = () => false; }"
    )
    page.get_by_role("button", name="Copy the line for ben").click()
    expect(page.locator(".toast")).to_contain_text("Ctrl-C")
    assert page.evaluate("getSelection().toString()").startswith("gitopoly join --me ben=")


@pytest.mark.slow
def test_another_language_leaves_the_table_on_the_page(visit: Visit, lobby: Room) -> None:
    page = opened(visit)
    page.get_by_role("button", name="Settings").click()
    page.locator("#language").select_option("de")
    expect(page.locator(".lead")).to_have_text("Noch nicht da: ben und cleo")
    expect(page.locator(".lobby li")).to_have_count(3)


@pytest.mark.slow
def test_the_first_page_says_how_to_begin_with_friends(visit: Visit) -> None:
    page = visit.open(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the command for a game with friends").click()
    expect(page.locator("#announcer")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "gitopoly new"
