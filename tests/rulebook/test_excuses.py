"""The file that says which rules are carried otherwise."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.citations import cited_by_specs
from gitopoly.rulebook.excuses import EXCUSES, Excuses, read_excuses
from tests.rulebook.checkout import add, make_checkout

ROOT = Path(__file__).resolve().parents[2]


def read(root: Path, text: str) -> Excuses:
    book = make_checkout(root)
    add(root, f"rules/{EXCUSES}", text)
    return read_excuses(book)


def test_it_is_read(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "carried_by_data: [GO-1]\nnot_in_specs:\n- reason: no state\n  rules: [GO-2, GO-3]\n",
    )
    assert found == Excuses(frozenset({"GO-1"}), {"GO-2": "no state", "GO-3": "no state"})
    assert found.numbers == {"GO-1", "GO-2", "GO-3"}


def test_a_book_without_it_has_no_excuses(tmp_path: Path) -> None:
    assert read_excuses(make_checkout(tmp_path)) == Excuses()


def test_ours_can_be_read_and_names_only_rules_that_exist() -> None:
    book = open_book()
    assert read_excuses(book).numbers <= set(book.rules)


def test_a_handful_of_our_rules_is_in_no_specification_and_none_of_them_is_cited() -> None:
    excused = set(read_excuses(open_book()).not_in_specs)
    assert len(excused) <= 4
    assert not excused & {citation.number for citation in cited_by_specs(ROOT)}


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "- a",
        "other: 1",
        "carried_by_data: GO-1",
        "not_in_specs: 1",
        "not_in_specs: [GO-1]",
        "not_in_specs: [{reason: '', rules: [GO-1]}]",
        "not_in_specs: [{reason: x, rules: GO-1}]",
        "not_in_specs: [{reason: x}]",
    ],
)
def test_what_cannot_be_used_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidRulebook, match=EXCUSES):
        read(tmp_path, text)
