"""The navigation: every page is in it, once, and what is not there is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.site.sources import MORE, SiteError, Source, sections

ROOT = Path(__file__).resolve().parents[3]


def repository(folder: Path, navigation: str, **pages: str) -> Path:
    """A small repository; in names of pages a double underscore is a slash."""
    (folder / "docs").mkdir()
    (folder / "docs" / "site.toml").write_text(navigation, encoding="utf-8")
    for name, text in pages.items():
        file = folder / (name.replace("__", "/") + ".md")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_every_page_of_ours_is_in_the_navigation_once() -> None:
    paths = [page.path for section in sections(ROOT) for page in section.pages]
    written = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    written |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "rules").glob("*.md")}
    assert written <= set(paths)
    assert len(paths) == len(set(paths))


def test_the_site_begins_where_a_newcomer_should() -> None:
    assert sections(ROOT)[0].pages[0].output == "index.html"


def test_an_overview_comes_before_what_it_is_about(tmp_path: Path) -> None:
    navigation = '[[section]]\ntitle = "Rules"\npages = ["rules/*.md"]\n'
    pages = {"rules__01": "# One\n", "rules__README": "# All\n"}
    (section,) = sections(repository(tmp_path, navigation, **pages))
    assert [page.title for page in section.pages] == ["All", "One"]


def test_a_page_that_nobody_named_comes_at_the_end(tmp_path: Path) -> None:
    navigation = '[[section]]\ntitle = "A"\npages = ["docs/a.md"]\n'
    found = sections(repository(tmp_path, navigation, docs__a="# A\n", docs__b="# B\n"))
    assert [(s.title, [page.title for page in s.pages]) for s in found] == [
        ("A", ["A"]),
        (MORE, ["B"]),
    ]


def test_a_page_that_is_missing_is_said_unless_it_may_be(tmp_path: Path) -> None:
    navigation = '[[section]]\ntitle = "A"\npages = ["docs/gone.md{}"]\n'
    repository(tmp_path, navigation.format("?"))
    assert sections(tmp_path)[0].pages == ()
    (tmp_path / "docs" / "site.toml").write_text(navigation.format(""), encoding="utf-8")
    with pytest.raises(SiteError, match=r"docs/gone\.md"):
        sections(tmp_path)


def test_rules_come_without_their_tags(tmp_path: Path) -> None:
    navigation = '[[section]]\ntitle = "Rules"\npages = ["rules/*.md"]\n'
    text = "# Jail\n\n{action:player:pay-jail-fine}Pay.{/action}\n"
    (section,) = sections(repository(tmp_path, navigation, rules__README=text))
    assert section.pages[0].text == "# Jail\n\nPay.\n"


def test_a_page_without_a_title_is_refused() -> None:
    with pytest.raises(SiteError, match=r"x\.md"):
        _ = Source("x.md", "words").title
