"""Pages become HTML: anchors as Git hosts make them, links, tables, code."""

from __future__ import annotations

from tools.site.markdown import render


def body(text: str) -> str:
    """The HTML of a text whose links are marked."""
    return render(text, lambda link: f"to:{link}").body


def test_headings_have_the_anchors_of_git_hosts_even_if_they_repeat() -> None:
    rendered = render("# A, `b` & c!\n\n## Twice\n\n## Twice\n", str)
    assert [anchor for _, anchor, _ in rendered.headings] == ["a-b--c", "twice", "twice-1"]
    assert '<h2 id="twice-1">' in rendered.body


def test_links_and_pictures_are_resolved_and_code_is_not() -> None:
    assert body("[a](b.md) ![c](d.png)") == (
        '<p><a href="to:b.md">a</a> <img src="to:d.png" alt="c" /></p>\n'
    )
    assert "to:" not in body("`[a](b.md)`")


def test_tables_and_code_can_be_scrolled_by_themselves() -> None:
    assert '<pre tabindex="0">' in body("```console\n$ x\n```\n")
    assert '<div class="wide" tabindex="0"><table>' in body("| a |\n| --- |\n| b |\n")


def test_code_is_coloured_by_class_and_escaped() -> None:
    shown = body("```console\n$ gitopoly help <x>\n```\n")
    assert 'class="gp"' in shown
    assert "&lt;x&gt;" in shown
    assert "&lt;x&gt;" in body("```no-such-language\n<x>\n```\n")
    assert "style=" not in shown
