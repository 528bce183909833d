"""Paragraphs have a line for each sentence."""

from __future__ import annotations

from hypothesis import given, strategies as st

from gitopoly.evaluation.reports.markdown import sentences


def test_a_number_or_a_name_is_no_end_of_a_sentence() -> None:
    assert sentences("It takes 1.5 s. `a. B` is so! Is it?") == [
        "It takes 1.5 s.",
        "`a. B` is so!",
        "Is it?",
    ]


@given(st.text(alphabet="aB.! `", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    assert " ".join(sentences(text)) == text
