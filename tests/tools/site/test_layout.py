"""The frame of a page: where one is, and what the page holds."""

from __future__ import annotations

from tools.site.layout import Entry, Part, framed, search_index
from tools.site.markdown import render

PARTS = [
    Part("First", (Entry("A <b>", "index.html"),)),
    Part("Second", (Entry("gitopoly.rules", "api/gitopoly.rules.html"),)),
    Part("Third", (Entry("gitopoly.kern", "api/gitopoly.kern.html"),)),
]


def test_the_navigation_shows_where_one_is() -> None:
    page = framed("Title", "index.html", render("# Title\n", str), PARTS)
    assert '<a href="index.html" aria-current="page">A &lt;b&gt;</a>' in page
    assert page.count("aria-current") == 1
    assert page.count("<details open>") == 1


def test_a_module_is_found_below_its_layer() -> None:
    page = framed("x", "api/gitopoly.rules.game.html", render("# x\n", str), PARTS)
    assert '<a href="gitopoly.rules.html" aria-current="true">' in page
    assert page.count("aria-current") == 1


def test_a_page_with_several_parts_lists_them() -> None:
    page = framed("x", "x.html", render("# x\n\n## One & two\n\n### Three\n", str), PARTS)
    assert '<li class="level2"><a href="#one--two">One &amp; two</a></li>' in page
    assert "level2" not in framed("x", "x.html", render("# x\n\n## One\n", str), PARTS)


def test_the_search_finds_pages_and_their_parts() -> None:
    index = search_index({"x.html": ("x", render("# x\n\n## y\n", str))})
    assert '["x", "", "x.html"]' in index
    assert '["y", "x", "x.html#y"]' in index
