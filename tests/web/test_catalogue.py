"""The catalogue outside the browser: texts, numbers and lists of both languages."""

from __future__ import annotations

import pytest

from gitopoly.cli.play import replay
from gitopoly.web.catalogue import LANGUAGES, Words


def test_texts_are_those_of_the_page() -> None:
    assert Words()("end.winner", name="Ann") == "Ann has won"
    assert Words("de")("end.winner", name="Ann") == "Ann hat gewonnen"
    assert "end.winner" in Words()
    assert "no.such.text" not in Words()


@pytest.mark.parametrize(("language", "money"), [("en", "$12,345"), ("de", "$12.345")])
def test_thousands_stand_apart_as_readers_expect(language: str, money: str) -> None:
    assert Words(language).money(12345) == money


@pytest.mark.parametrize(
    ("names", "told"),
    [([], ""), (["a"], "a"), (["a", "b"], "a und b"), (["a", "b", "c"], "a, b und c")],
)
def test_several_things_are_told_as_one(names: list[str], told: str) -> None:
    assert Words("de").list(names) == told


def test_the_command_offers_all_languages_of_the_catalogue() -> None:
    assert replay.LANGUAGES == LANGUAGES
