"""Tables: columns, widths, wrapping; CSV."""

import csv
import io

import pytest
from hypothesis import given

from gitopoly.annotations.artifacts import repeats
from gitopoly.annotations.settings import COLUMNS, Column
from gitopoly.annotations.tables import cell, render_csv, render_table, visible, wrap
from tests.annotations.sample import ANYTHING, SAMPLE, artifacts_of

ALL = artifacts_of(SAMPLE)
TIMES = repeats(ALL)


def table(*columns: Column, word_wrap: int = 0, text: str = SAMPLE) -> list[str]:
    found = artifacts_of(text)
    return list(render_table(found, columns, repeats(found), word_wrap))


def test_columns_have_their_widths_and_those_switched_off_are_missing() -> None:
    lines = table(Column("command", 9), Column("noun", 4, shown=False), Column("verb", 4))
    assert lines[:4] == [
        "kind       verb",
        "─────────  ────",
        "service    play",
        "action     roll",
    ]
    assert lines[6] == "predicate  can…"


def test_repeats_are_counted_over_the_whole_document() -> None:
    assert table(Column("repeats", 2), Column("verb", 9))[2:5] == [
        " 1  play",
        " 2  roll",
        " 1  next",
    ]


def test_a_description_is_wrapped_or_cut() -> None:
    text = "{action:a:b}one two three four{/action}"
    columns = [Column("verb", 4), Column("description", 9)]
    assert table(*columns, text=text)[2:] == ["b     one two …"]
    assert table(*columns, word_wrap=80, text=text)[2:] == [
        "b     one two",
        "      three",
        "      four",
    ]
    assert table(*columns, word_wrap=5, text=text)[2:] == [
        "b     one",
        "      two",
        "      three",
        "      four",
    ]


def test_a_very_long_text_is_cut_and_takes_no_time() -> None:
    text = f"{{action:a:b}}{'x' * 1_000_000}{{/action}}"
    lines = table(Column("description", 50), word_wrap=80, text=text)
    assert len(lines) == 2 + 21
    assert lines[-1] == "…"


def test_wide_characters_keep_the_columns_straight() -> None:
    (line,) = table(Column("verb", 6), Column("noun", 3), text="{action:b:骰子的事}x{/action}")[2:]
    assert line == "骰子 …  b"


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("repeats", "1"),
        ("command", "action"),
        ("noun", "player"),
        ("verb", "hint"),
        ("options", "-md-remove"),
        ("artifact", "player:hint"),
        ("full_command", "action:player:hint:-md-remove"),
        ("description", "This passage is for programmers."),
        ("file", "document"),
        ("line", "20"),
    ],
)
def test_every_column_has_its_cell(column: str, expected: str) -> None:
    assert column in COLUMNS
    assert cell(ALL[3], column, TIMES) == expected


def test_csv_cuts_nothing_and_names_the_place() -> None:
    columns = [Column("verb", 1), Column("noun", 1, shown=False), Column("description", 3)]
    rows = list(csv.reader(io.StringIO(render_csv(ALL, columns, TIMES))))
    assert rows[0] == ["verb", "description", "file", "line"]
    assert rows[4] == ["hint", "This passage is for programmers.", "document", "20"]
    assert len(rows) == 1 + len(ALL)


@given(ANYTHING)
def test_any_document_can_be_shown_without_control_characters(text: str) -> None:
    found = artifacts_of(text)
    columns = [Column(name, 5) for name in COLUMNS]
    for line in render_table(found, columns, repeats(found), 7):
        assert line.isprintable()


def test_text_is_wrapped_by_paragraph() -> None:
    assert wrap("one two three four\nfive", 10) == "one two\nthree four\nfive"
    assert wrap("one two three four", 0) == "one two three four"


def test_control_characters_are_made_harmless() -> None:
    assert visible("a\x1b[31mb\nc") == "a\N{REPLACEMENT CHARACTER}[31mb\nc"
