"""Words become HTML and nothing else."""

from __future__ import annotations

import html

from hypothesis import given, strategies as st

from gitopoly.evaluation.reports.page import TONES, marked


@given(st.text())
def test_whatever_is_written_stays_text(text: str) -> None:
    shown = marked(text)
    plain = shown.replace("<code>", "").replace("</code>", "")
    assert "<" not in plain
    assert html.unescape(plain).replace("`", "") == text.replace("`", "")


def test_a_verdict_has_one_tone() -> None:
    words = [word for tone in TONES.values() for word in tone]
    assert len(words) == len(set(words))
