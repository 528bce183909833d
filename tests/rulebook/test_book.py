"""Rule books: their rules over all pages, and our own."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import find_own_book, open_book


def test_the_rules_of_all_pages_are_gathered_in_the_order_of_the_pages(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Index\n**GO-1**\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("### GO-1: One\n{action:a:b}x{/action}", encoding="utf-8")
    (tmp_path / "A.md").write_text("### GO-2: Two\n", encoding="utf-8")
    book = open_book(str(tmp_path))
    assert list(book.rules) == ["GO-2", "GO-1"]
    assert [(mention.number, mention.line) for mention in book.mentions] == [("GO-1", 2)]


def test_a_number_that_two_pages_state_is_refused(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("### GO-1: One\n", encoding="utf-8")
    with pytest.raises(InvalidRulebook, match=r"GO-1 is already stated in .*a\.md, line 1"):
        open_book(str(tmp_path)).rules  # noqa: B018


def test_our_own_book_is_found() -> None:
    assert (find_own_book() / "README.md").is_file()
    assert open_book().name == "rules"
