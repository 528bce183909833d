"""Remarks of bots: names that every reader sees in their language, or just words."""

from __future__ import annotations

import pytest

from gitopoly.rules import Rules
from gitopoly.table.wishes import (
    GONE,
    MINE,
    NO_USE,
    TOO_LITTLE,
    YOURS,
    Remark,
    called,
    completed_groups,
    read_remarks,
    remark_text,
    tell_remarks,
)
from gitopoly.words import Words, english
from tests.rules.scenario import Scenario

RULES = Rules.of("classic", 2)


def test_remarks_are_read_back_as_they_were_written() -> None:
    remarks = (Remark(YOURS, 3), Remark(MINE, 8), Remark(TOO_LITTLE), Remark(NO_USE))
    assert read_remarks(remark_text(remarks)) == remarks
    assert read_remarks(remark_text([Remark(GONE)])) == (Remark(GONE),)


@pytest.mark.parametrize(
    "text",
    [
        "reason: ",
        "reason: nonsense",
        "reason: completes-yours",
        "reason: completes-yours 10",
        "reason: completes-yours -1",
        "reason: too-little,no-use",
        "reason: too-little, ",
        "reason: " + ", ".join(["too-little"] * 5),
        "Reason: too-little",
        "because: too-little",
        "reason: <b>too-little</b>",
    ],
)
def test_everything_else_is_words(text: str) -> None:
    assert read_remarks(text) == ()


def test_remarks_are_sentences_in_every_language() -> None:
    remarks = [Remark(YOURS, 3), Remark(MINE, 8)]
    english_words = "That completes your orange group. That completes my railroads."
    assert tell_remarks(remarks, RULES) == english_words
    german = "Damit hast du die ganze orange Gruppe. Damit habe ich alle Bahnhöfe."
    assert tell_remarks(remarks, RULES, Words("de")) == german


def test_every_group_of_every_board_has_a_name() -> None:
    for words in (english(), Words("de")):
        names = {called(group, RULES, words) for group in range(10)}
        assert len(names - {""}) == 10
        assert not any("group." in name for name in names)


def test_a_group_counts_as_completed_only_as_a_whole() -> None:
    game = Scenario(players=3).give(1, 16, 18).give(2, 19, 5).give(3, 15)
    assert completed_groups(game.s, 0, 1, [19, 5]) == [3]
    assert completed_groups(game.s, 0, 1, [5]) == []
    assert completed_groups(game.s, 1, 0, [16]) == []
    assert completed_groups(game.s, 1, 0, [16, 18]) == [3]
