"""A game as SVG, with nothing installed: well-formed, in words of a language, names as text."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest

from gitopoly.web.poster import as_poster
from gitopoly.words import texts
from tests.web.replays import HOSTILE, hostile_replay, recorded_replay


def words_in(poster: bytes) -> str:
    """All text of a poster."""
    return "\n".join(ElementTree.fromstring(poster).itertext())


def test_a_game_is_a_poster_without_any_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    poster = as_poster(recorded_replay())
    told = words_in(poster)
    for key in ("wealth.label", "end.standings", "picture.turned"):
        assert texts("en")[key] in told
    assert "p1" in told
    assert as_poster(recorded_replay()) == poster


def test_a_poster_of_an_analysed_game_shows_chances_and_what_they_mean() -> None:
    replay = recorded_replay()
    frames, seats = len(replay.frames) + 1, len(replay.source.printed["names"])
    replay.chances = {"policies": ["trader"], "lines": [[1 / seats] * frames] * seats}
    told = words_in(as_poster(replay))
    assert "Chances of winning if all play like trader from each position on" in told
    assert "75 %" in told
    assert texts("en")["wealth.label"] not in told


def test_a_poster_speaks_the_language_that_was_asked_for() -> None:
    told = words_in(as_poster(recorded_replay(), "de"))
    assert texts("de")["picture.turned"] in told
    assert texts("en")["picture.turned"] not in told


def test_names_are_text_in_a_poster() -> None:
    told = words_in(as_poster(hostile_replay()))
    for name in HOSTILE:
        assert name.replace("\u2028", "") in told.replace("\u2028", "")
    assert b"<script" not in as_poster(hostile_replay())
