"""Our own rule book keeps to its own rules."""

import re
from pathlib import Path

import pytest

from gitopoly.annotations.parser import parse
from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.rules import Rule, replace_index

BOOK = open_book()
CONCEPTS = [page for page in BOOK.pages if not page.page.endswith("README.md")]
FAMILIES = {
    "GAME": 8,
    "BANK": 5,
    "TIME": 10,
    "TRADE": 8,
    "GO": 4,
    "DOUBLES": 4,
    "JAIL": 9,
    "BUY": 3,
    "AUCTION": 9,
    "RENT": 9,
    "TAX": 3,
    "CARD": 17,
    "BUILD": 9,
    "SHORT": 5,
    "SELL": 4,
    "MORT": 7,
    "DEBT": 5,
    "BANKRUPT": 5,
    "LEAVE": 1,
    "PARK": 1,
    "END": 2,
    "HOUSE": 11,
}
"""How many rules each family has; a number once given stays."""


def test_nothing_is_wrong_with_it() -> None:
    assert [str(problem) for problem in BOOK.problems] == []


def test_every_family_is_numbered_without_gaps() -> None:
    stated: dict[str, list[int]] = {}
    for rule in BOOK.rules.values():
        stated.setdefault(rule.family, []).append(rule.ordinal)
    expected = {family: list(range(1, count + 1)) for family, count in FAMILIES.items()}
    assert {family: sorted(numbers) for family, numbers in stated.items()} == expected


def test_the_list_of_rules_is_made_from_the_pages() -> None:
    source = BOOK.pages[0].source
    assert replace_index(source, BOOK.rules.values()) == source


def test_every_rule_that_is_mentioned_is_stated() -> None:
    assert [m for m in BOOK.mentions if m.number not in BOOK.rules] == []
    for page in CONCEPTS:
        for number in re.findall(r"\b[A-Z]+-[0-9]+\b", page.source):
            assert number in BOOK.rules, f"{page.page} refers to {number}"


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=BOOK.rules)
def test_every_rule_says_something_and_is_annotated(rule: Rule) -> None:
    assert len(rule.heading) <= 100
    assert rule.edition in ("classic", "formal", "arena")
    assert parse(rule.text).artifacts


def test_the_other_editions_stand_on_their_own_pages() -> None:
    homes: dict[str, set[str]] = {}
    for rule in BOOK.rules.values():
        homes.setdefault(rule.edition, set()).add(Path(rule.page).name)
    assert homes.pop("formal") == {"11-formal.md"}
    assert homes.pop("arena") == {"12-arena.md"}
    assert homes.pop("classic").isdisjoint({"11-formal.md", "12-arena.md"})
    assert homes == {}


def sentences_that_share_a_line(text: str) -> list[str]:
    """Lines of prose on which a sentence ends and another begins."""
    return [line for line in text.splitlines() if re.search(r"[a-z)0-9][.!?] +\S", line)]


def test_each_sentence_has_a_line_of_its_own() -> None:
    for page in BOOK.pages:
        assert sentences_that_share_a_line(page.plain) == []


def test_two_sentences_on_a_line_are_noticed() -> None:
    assert sentences_that_share_a_line("One.\nTwo. Three.") == ["Two. Three."]


def test_every_tag_names_a_known_noun() -> None:
    nouns = {artifact.noun for artifact in BOOK.artifacts}
    assert (
        nouns
        == BOOK.settings.filter.nouns
        == {*("player", "game", "bank", "property", "card", "square")}
    )
