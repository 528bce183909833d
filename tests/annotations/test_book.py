"""Books: a file, a folder, or standard input."""

import io
import sys
from pathlib import Path

import pytest

from gitopoly.annotations.book import Book
from gitopoly.errors import InvalidRulebook
from tests.annotations.sample import SAMPLE, VERBS


def test_a_file_is_a_book_of_one_page(tmp_path: Path) -> None:
    path = tmp_path / "marbles.md"
    path.write_text(SAMPLE, encoding="utf-8")
    book = Book.read(str(path))
    assert [artifact.verb for artifact in book.artifacts] == VERBS
    assert book.settings.generate_rc.file == "all.json"
    assert book.is_sound
    (warning,) = book.problems
    assert str(warning).startswith(f"{path}:9:1: warning: the key 'generate_rc'")
    assert book.artifacts[0].file == "marbles.md"


def test_a_folder_is_a_book_whose_index_has_the_settings(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("---\nword_wrap: 33\n---\n# Index\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("### GO-1: One\n{action:a:b}x{/action}", encoding="utf-8")
    (tmp_path / "A.md").write_text("---\nword_wrap: 1\n---\n### GO-2: Two\n", encoding="utf-8")
    (tmp_path / "note.txt").write_text("{action:no:no}", encoding="utf-8")
    book = Book.read(str(tmp_path))
    assert [Path(page.page).name for page in book.pages] == ["README.md", "A.md", "a.md"]
    assert book.settings.word_wrap == 33
    assert "settings are read from" in str(book.problems[0])


def test_a_book_may_lie_where_its_name_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Index\n", encoding="utf-8")
    book = Book.read("marbles", tmp_path)
    assert (book.name, book.path) == ("marbles", tmp_path)
    assert [page.page for page in book.pages] == ["marbles/README.md"]


def test_standard_input_is_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(SAMPLE.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert len(Book.read("-").artifacts) == len(VERBS)


def test_a_mark_of_byte_order_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf---\nword_wrap: 7\n---\n")
    assert Book.read(str(path)).settings.word_wrap == 7


def test_line_ends_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\r\n{action:a:b}two\r\n{/action}\r\n")
    assert Book.read(str(path)).pages[0].plain == "one\r\ntwo\r\n\r\n"


def test_what_is_not_there_or_not_text_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidRulebook, match="there is no file or folder"):
        Book.read(str(tmp_path / "nothing.md"))
    with pytest.raises(InvalidRulebook, match=r"no pages \(\*\.md\) in this folder"):
        Book.read(str(tmp_path))
    (tmp_path / "a.bin").write_bytes(b"one\n\xff")
    with pytest.raises(InvalidRulebook, match=r"a\.bin:2: this is not UTF-8 text"):
        Book.read(str(tmp_path / "a.bin"))
    with pytest.raises(InvalidRulebook, match="cannot read"):
        Book.read("a\0b")


def test_a_document_with_a_broken_tag_is_read_but_not_sound(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("{action:a:b}x{/action}{/query}", encoding="utf-8")
    book = Book.read(str(path))
    assert len(book.artifacts) == 1
    assert not book.is_sound
