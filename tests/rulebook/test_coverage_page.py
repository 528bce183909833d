"""The page about coverage: complete, well formed, and without scripts."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.coverage import check
from gitopoly.rulebook.coverage_page import render_page
from tests.rulebook.checkout import FILES, add, make_checkout

VOID = {"meta", "br", "link"}


class Reader(HTMLParser):
    """Notices elements that are not closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str | None] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(root: Path) -> Reader:
    page = render_page(check(open_book(str(root / "rules")), root), "marbles & more")
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a checkout in which everything is carried."""
    make_checkout(tmp_path)
    return tmp_path


def test_every_rule_has_its_place_text_and_carriers(root: Path) -> None:
    page = read(root)
    assert [i for i in page.ids if i and "-" in i] == ["JAIL-1", "JAIL-2", "BANK-1"]
    for words in ("A fine frees", "It is paid.", "pay_fine", "test_jail_1_a_fine_frees"):
        assert words in page.text
    assert "marbles & more" in page.text
    assert "Every rule is implemented by code and proved by a test." in page.text
    assert "{action" not in page.text
    assert not {"script", "img", "iframe"} & set(page.seen)


def test_findings_are_told(root: Path) -> None:
    add(root, "tests/test_more.py", 'def test_it():\n    """JAIL-99"""\n')
    page = read(root)
    assert "1 findings: the check fails." in page.text
    assert "cites JAIL-99, which no page states" in page.text


def test_many_citations_are_folded(root: Path) -> None:
    tests = "".join(f"def test_jail_1_{n}x():\n    pass\n" for n in range(9))
    add(root, "tests/test_many.py", tests)
    assert "6 more" in read(root).text


def test_a_rule_cannot_bring_its_own_elements(root: Path) -> None:
    text = "<script>x</script> `a<b` **bold** *soft*"
    add(root, "rules/jail.md", FILES["rules/jail.md"].replace("It is paid.", text))
    page = read(root)
    assert "script" not in page.seen
    assert "<script>x</script> a<b bold soft" in page.text
