"""Figures come as PNG, and as SVG that takes its colours from the page."""

from __future__ import annotations

import re
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

from gitopoly.errors import MissingExtra
from gitopoly.evaluation.reports import drawing


@pytest.fixture
def figure() -> Any:
    samples = {"one & two": [1.0, 2.0, 3.0, 50.0], "three": [2.0, 2.5]}
    return drawing.boxes(samples, "milliseconds <x>", {"published": 19.0}, logarithmic=True)


def test_a_figure_becomes_a_picture(figure: Any) -> None:
    assert drawing.as_png(figure).startswith(b"\x89PNG")


def test_the_same_figure_gives_the_same_bytes(figure: Any) -> None:
    assert drawing.as_svg(figure, "a") == drawing.as_svg(figure, "a")


def test_an_svg_is_well_formed_and_has_the_colours_of_the_page(figure: Any) -> None:
    text = drawing.as_svg(figure, "a")
    ElementTree.fromstring(text)
    assert "var(--series-1)" in text
    assert "var(--published)" in text
    for colour in drawing.VARIABLES:
        assert colour not in text


def test_two_figures_share_no_name(figure: Any) -> None:
    names = [set(re.findall(r' id="([^"]+)"', drawing.as_svg(figure, n))) for n in ("a", "b")]
    assert names[0]
    assert not names[0] & names[1]
    text = drawing.as_svg(figure, "a")
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert used <= names[0]


def test_an_svg_loads_nothing(figure: Any) -> None:
    assert "http" not in drawing.as_svg(figure, "a")


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"gitopoly\[evaluate\]"):
        drawing.new_figure()
