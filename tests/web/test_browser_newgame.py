"""The choices for a new game: presets, house rules, an edition of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gitopoly.words import texts
from tests.web.conftest import SLOW, Visit
from tests.web.test_browser_access import axe_faults

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)

OWN = 'extends = "classic"\nsummary = "Our street"\n[constants]\nstarting_money = 2000\n'


def opened(visit: Visit, **settings: object) -> Page:
    """The first page, with everything that can be chosen."""
    page = visit.open(**settings)
    page.locator(".more summary").click()
    expect(page.locator("#rule-no_auctions")).to_be_visible()
    return page


def preset(page: Page) -> str:
    """The preset that is shown as chosen."""
    return page.locator("input[name=preset]:checked").get_attribute("value") or ""


def test_a_preset_sets_rules_visibly_and_a_change_makes_it_ones_own(visit: Visit) -> None:
    page = opened(visit)
    assert preset(page) == "book"
    page.locator("input[name=preset][value=family]").check()
    expect(page.locator("#rule-no_auctions")).to_be_checked()
    expect(page.locator("#rule-free_parking_seed")).to_have_value("500")
    page.locator("#rule-no_auctions").uncheck()
    assert preset(page) == "own"
    page.locator("#rule-no_auctions").check()
    assert preset(page) == "family"
    page.locator("input[name=preset][value=book]").check()
    expect(page.locator("#rule-free_parking_pot")).not_to_be_checked()
    expect(page.locator("#rule-free_parking_seed")).to_be_disabled()


def test_a_game_begins_with_what_was_chosen(visit: Visit) -> None:
    page = opened(visit)
    page.locator("input[name=preset][value=quick]").check()
    page.locator("#rule-no_rent_in_jail").check()
    page.locator("#bots").select_option("1")
    page.locator("#starting_money_2").fill("900")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".board")
    (game,) = visit.game_server.games()
    rules = visit.game_server.room(game["id"]).snapshot()["view"]
    assert len(rules["seats"]) == 2
    saved = (visit.game_server.home / game["id"] / "game.json").read_text("utf-8")
    for chosen in ('"starting_deeds": 2', '"no_rent_in_jail": 1', '"starting_money_2": 900'):
        assert chosen in saved


def test_what_makes_no_sense_is_refused_with_the_reason_in_the_readers_language(
    visit: Visit,
) -> None:
    visit.expected.append("400")
    page = opened(visit, locale="de-DE")
    page.locator("#rule-starting_deeds").select_option("2")
    page.locator("#starting_money_1").fill("100")
    page.locator("form button.primary[type=submit]").click()
    expect(page.locator(".toast")).to_contain_text("je 2 zu Beginn verteilt, können $750 kosten")


@pytest.mark.slow
def test_every_rule_is_explained_in_both_languages(visit: Visit) -> None:
    for locale, language in (("en-US", "en"), ("de-DE", "de")):
        page = opened(visit, locale=locale)
        said = page.locator(".house").inner_text()
        for rule in ("no_auctions", "uneven_building", "bankruptcy_limit"):
            assert texts(language)[f"house.{rule}"] in said
            assert texts(language)[f"house.{rule}.why"] in said


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_among_the_choices(visit: Visit, scheme: str) -> None:
    assert axe_faults(opened(visit, color_scheme=scheme)) == []


@pytest.mark.slow
def test_nothing_sticks_out_of_a_small_screen(visit: Visit) -> None:
    page = opened(visit, viewport={"width": 320, "height": 640}, locale="de-DE")
    page.locator("input[name=preset][value=family]").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow
def test_a_preset_is_chosen_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit.open()
    page.locator(".more summary").focus()
    page.keyboard.press("Enter")
    page.locator("input[name=preset][value=book]").focus()
    page.keyboard.press("ArrowDown")
    assert preset(page) == "family"
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "rule-double_salary_on_go":
            break
    page.keyboard.press("Space")
    expect(page.locator("#rule-double_salary_on_go")).not_to_be_checked()


def test_an_edition_of_ones_own_is_played(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(OWN, encoding="utf-8")
    page = opened(visit)
    page.locator("#own").set_input_files(tmp_path / "ours.toml")
    expect(page.locator(".said")).to_have_text("Our street")
    expect(page.locator("#edition")).to_have_value("file")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".board")
    expect(page.locator(".players").first).to_contain_text("$2,000")


@pytest.mark.slow
def test_the_form_shows_the_house_rules_of_an_edition_and_sends_what_differs(
    visit: Visit, tmp_path: Path
) -> None:
    rules = "turn_limit = 45\nstarting_money_2 = 700\n[flags]\nfree_parking_pot = true\n"
    (tmp_path / "ours.toml").write_text(OWN + rules, encoding="utf-8")
    page = opened(visit)
    page.locator("#edition").select_option("harbour")
    expect(page.locator("#rule-turn_limit")).to_have_value("60")
    assert preset(page) == "own"
    page.locator("#own").set_input_files(tmp_path / "ours.toml")
    expect(page.locator("#edition")).to_have_value("file")
    expect(page.locator("#rule-free_parking_pot")).to_be_checked()
    expect(page.locator("#rule-turn_limit")).to_have_value("45")
    expect(page.locator("#starting_money_2")).to_have_attribute("placeholder", "700")
    assert preset(page) == "own"
    page.locator("#rule-free_parking_pot").uncheck()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".board")
    expect(page.locator(".bank")).to_contain_text("of 45")
    (game,) = visit.game_server.games()
    saved = json.loads((visit.game_server.home / game["id"] / "game.json").read_text("utf-8"))
    assert saved["options"] == {"free_parking_pot": 0}


@pytest.mark.slow
def test_rules_that_were_chosen_survive_another_edition(visit: Visit) -> None:
    page = opened(visit)
    page.locator("input[name=preset][value=family]").check()
    page.locator("#edition").select_option("harbour")
    assert preset(page) == "family"
    page.locator("input[name=preset][value=book]").check()
    page.locator("#edition").select_option("classic")
    assert preset(page) == "book"


@pytest.mark.slow
def test_all_problems_of_a_file_are_shown_as_text(visit: Visit, tmp_path: Path) -> None:
    page = opened(visit)
    hostile = OWN + 'jail_fine = -3\nno_such = 1\n["<img src=x onerror=alert(1)>"]\n'
    (tmp_path / "bad.toml").write_text(hostile, encoding="utf-8")
    page.locator("#own").set_input_files(tmp_path / "bad.toml")
    expect(page.locator(".problems li").nth(1)).to_be_visible()
    assert page.locator(".problems img").count() == 0
    expect(page.locator("#edition")).to_have_value("classic")
    (tmp_path / "large.toml").write_text("#" * 60_000, encoding="utf-8")
    page.locator("#own").set_input_files(tmp_path / "large.toml")
    expect(page.locator(".said")).to_contain_text("too large")
