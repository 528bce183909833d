"""Documents: nested, empty, crossed and broken tags, and where they stand."""

import sys
import tracemalloc

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.annotations.parser import Document, parse
from gitopoly.annotations.problems import Severity
from tests.annotations.sample import (
    ANYTHING,
    CLOSINGS,
    OPENINGS,
    REPEATED,
    SAMPLE,
    VERBS,
    WORDS,
    artifacts_of,
)


def errors_of(document: Document) -> list[str]:
    return [str(problem) for problem in document.problems if problem.level is Severity.ERROR]


def test_every_opening_tag_is_an_artifact_in_order() -> None:
    document = parse(SAMPLE)
    assert [artifact.verb for artifact in document.artifacts] == VERBS
    assert errors_of(document) == []


def test_an_artifact_knows_its_text_and_its_place() -> None:
    hint = parse(SAMPLE, "marbles.md").artifacts[3]
    assert hint.full_command == "action:player:hint:-md-remove"
    assert hint.text == "This passage is for programmers."
    assert (hint.page, hint.line, hint.column, hint.end_line) == ("marbles.md", 20, 1, 22)


def test_the_column_is_counted_in_characters() -> None:
    _, second = artifacts_of("first line\nü {action:a:b}x{/action} é {query:c:d}y{/query}")
    assert (second.line, second.column) == (2, 28)


def test_an_empty_tag_has_an_empty_text() -> None:
    (empty,) = artifacts_of("{predicate:player:can-win}{/predicate}")
    assert empty.closed
    assert empty.text == empty.description == ""


def test_a_tag_may_span_paragraphs_and_hold_others() -> None:
    outer, inner = artifacts_of("{service:a:b}one\n\n{action:c:d}two{/action}\nthree{/service}")
    assert outer.text == "one\n\ntwo\nthree"
    assert outer.description == "one two three"
    assert (outer.line, outer.end_line) == (1, 4)
    assert inner.text == "two"


def test_tags_of_one_kind_nest() -> None:
    outer, inner = artifacts_of("{action:a:b}1{action:c:d}2{/action}3{/action}")
    assert (outer.text, inner.text) == ("123", "2")


def test_crossed_tags_are_told_and_both_are_read() -> None:
    document = parse("{action:a:b}1{query:c:d}2{/action}3{/query}", "f.md")
    assert [artifact.text for artifact in document.artifacts] == ["12", "23"]
    (message,) = errors_of(document)
    assert message.startswith("f.md:1:26: error: tags cross: '{/action}'")
    assert "'{query:c:d" not in message
    assert document.plain == "123"


def test_an_unclosed_tag_is_told_and_ends_with_its_paragraph() -> None:
    document = parse("x\n{action:a:b}one\ntwo\n\n{query:c:d}three{/query}", "f.md")
    first, second = document.artifacts
    assert (first.text, first.closed, first.end_line) == ("one\ntwo", False, 3)
    assert (second.text, second.closed) == ("three", True)
    assert errors_of(document) == ["f.md:2:1: error: '{action:a:b}' is never closed by '{/action}'"]


def test_a_closing_tag_without_an_opening_one_is_told() -> None:
    document = parse("one{/action}two")
    assert errors_of(document) == ["document:1:4: error: '{/action}' closes nothing"]
    assert document.plain == "onetwo"


def test_a_wrong_closing_tag_is_told_what_would_be_right() -> None:
    document = parse("{action:a:b}one{/query}")
    assert "'{/action}' would close the tag of line 1" in errors_of(document)[1]


def test_a_malformed_tag_stays_in_the_text_and_the_rest_is_read() -> None:
    document = parse("{action:player}one {query:c:d}two{/query}")
    assert document.plain == "{action:player}one two"
    assert [artifact.text for artifact in document.artifacts] == ["two"]
    assert len(errors_of(document)) == 1


def test_the_closing_tag_of_a_malformed_one_closes_nothing_else() -> None:
    document = parse("{action:a:b}1{action:player}2{/action}3{/action}")
    assert [artifact.text for artifact in document.artifacts] == ["1{action:player}2{/action}3"]
    assert len(errors_of(document)) == 1


def test_lines_are_those_of_the_file_below_a_front_matter() -> None:
    document = parse("---\nword_wrap: 1\n---\n\n{action:a:b}x", "f.md")
    assert (document.artifacts[0].line, document.artifacts[0].end_line) == (5, 5)
    assert document.problems[-1].line == 5


def test_problems_come_in_the_order_of_their_places() -> None:
    document = parse("{action:a:b}\n{/query}\n{action}")
    assert [problem.line for problem in document.problems] == [1, 2, 3]


@pytest.mark.slow
@settings(max_examples=500)
@given(ANYTHING)
def test_no_text_makes_the_parser_fail(text: str) -> None:
    document = parse(text)
    lines = text.count("\n") + 1
    for artifact in document.artifacts:
        assert 1 <= artifact.line <= artifact.end_line <= lines
        assert text[_offset(text, artifact.line, artifact.column)] == "{"
        assert artifact.text == artifact.text.strip()
    for problem in document.problems:
        assert 1 <= problem.line <= lines
        assert problem.column >= 1
        assert "\n" not in str(problem)


@settings(max_examples=300)
@given(st.text())
def test_no_front_matter_makes_the_parser_fail(text: str) -> None:
    parse(f"---\n{text}\n---\n{text}")


@pytest.mark.slow
@settings(max_examples=500)
@given(ANYTHING)
def test_what_is_cut_and_what_is_left_make_the_whole(text: str) -> None:
    document = parse(text)
    whole, position, left = "", document.front_matter.end, 0
    for start, end in document.tags:
        piece = document.plain[left : left + start - position]
        whole += piece + text[start:end]
        left, position = left + len(piece), end
    assert whole + document.plain[left:] == text[document.front_matter.end :]


@given(st.lists(st.tuples(st.sampled_from("wt"), WORDS, st.one_of(OPENINGS, CLOSINGS))))
def test_removing_tags_loses_no_other_text(parts: list[tuple[str, str, str]]) -> None:
    text = "x" + "".join(word if which == "w" else tag for which, word, tag in parts)
    expected = "x" + "".join(word for which, word, _ in parts if which == "w")
    assert parse(text).plain == expected


def _offset(text: str, line: int, column: int) -> int:
    return sum(len(part) + 1 for part in text.split("\n")[: line - 1]) + column - 1


def _repeated(piece: str, size: int) -> str:
    return piece * (size // len(piece))


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED)
def test_work_grows_in_proportion(piece: str) -> None:
    small, large = _calls(_repeated(piece, 2**13)), _calls(_repeated(piece, 2**15))
    assert large < 5 * small + 1000


def _calls(text: str) -> int:
    """How many functions are called; `python -m bench rulebook` measures the time."""
    count = 0

    def seen(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        parse(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED)
def test_memory_grows_in_proportion(piece: str) -> None:
    small, large = _peak(_repeated(piece, 2**14)), _peak(_repeated(piece, 2**16))
    assert large < 5 * small + 2**16


def _peak(text: str) -> int:
    tracemalloc.start()
    parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_megabyte_is_read_whole() -> None:
    text = _repeated(SAMPLE, 2**20)
    document = parse(text)
    assert len(document.artifacts) == len(VERBS) * (len(text) // len(SAMPLE))
