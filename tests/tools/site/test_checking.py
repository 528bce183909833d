"""Whatever is wrong with a site is found, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.site.checking import problems


def checked(folder: Path, text: str) -> list[str]:
    """The problems of a page beside another one that has a place called `here`."""
    (folder / "other.html").write_text('<p id="here"></p>', encoding="utf-8")
    (folder / "file.txt").touch()
    (folder / "page.html").write_text(text, encoding="utf-8")
    return problems(folder)


@pytest.mark.parametrize(
    "text",
    [
        '<a href="other.html#here">',
        '<a href="other.html">',
        '<a href="file.txt">',
        '<p id="x"><a href="#x">',
        '<a href="https://example.org/x">',
        '<img src="data:,">',
    ],
)
def test_what_is_right_is_let_through(text: str, tmp_path: Path) -> None:
    assert checked(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<a href="gone.html">', "gone.html leads nowhere"),
        ('<a href="other.html#gone">', "other.html#gone leads nowhere"),
        ('<a href="#gone">', "#gone leads nowhere"),
        ('<a href="../outside.html">', "leads nowhere"),
        ('<a href="file.txt#x">', "leads nowhere"),
        ('<img src="gone.png">', "gone.png leads nowhere"),
        ('<script src="https://example.org/x.js"></script>', "asks another host"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "asks another host"),
        ('<p id="x"></p><p id="x">', "two places are called x"),
    ],
)
def test_what_is_wrong_is_found(text: str, said: str, tmp_path: Path) -> None:
    (problem,) = checked(tmp_path, text)
    assert problem.startswith("page.html: ")
    assert said in problem
