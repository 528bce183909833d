"""The document without its tags: nothing else gets lost."""

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.annotations.clean import clean, clean_pages
from gitopoly.annotations.parser import parse
from tests.annotations.sample import ANYTHING, CLEAN, CLOSINGS, OPENINGS, REMOVED, SAMPLE, WORDS


def cleaned(text: str) -> str:
    return clean(parse(text))


def test_the_sample_reads_like_a_text_that_never_had_tags() -> None:
    assert cleaned(SAMPLE) == CLEAN


def test_a_text_without_tags_is_left_alone() -> None:
    text = "\n  one {x}\r\n\n\n\ttwo  \n"
    assert cleaned(text) == text


def test_a_line_of_nothing_but_tags_goes() -> None:
    assert cleaned("a\n{service:a:b}\nb\n {/service} \nc") == "a\nb\nc"


def test_tags_within_a_line_leave_its_spaces() -> None:
    assert cleaned("one {action:a:b}two{/action} three \n") == "one two three \n"


def test_a_removed_passage_goes_with_the_tags_inside_it() -> None:
    text = "one\n\n{action:a:b:-md-remove}\ntwo {query:c:d}three{/query}\n\n{/action}\n\nfour\n"
    assert cleaned(text) == "one\n\nfour\n"


def test_the_blank_line_after_a_removed_passage_stays_if_there_is_none_before_it() -> None:
    assert cleaned("one\n{action:a:b:-md-remove}x{/action}\n\ntwo") == "one\n\ntwo"


def test_a_removed_passage_within_a_line_leaves_the_rest_of_it() -> None:
    assert cleaned("one {action:a:b:-md-remove}x\ny{/action}two\nthree") == "one two\nthree"


def test_a_passage_that_is_never_closed_is_not_removed() -> None:
    assert cleaned("{action:a:b:-md-remove}one\ntwo") == "one\ntwo"


def test_other_options_remove_nothing() -> None:
    assert cleaned("{action:a:b:-keep}one{/action}") == "one"


def test_what_cannot_be_read_stays() -> None:
    assert cleaned("{action:a}one{/action}") == "{action:a}one{/action}"
    assert cleaned("{actoin:a:b}one{/action}") == "{actoin:a:b}one{/action}"
    assert cleaned("{action:a:b one{/action}\n") == "{action:a:b one{/action}\n"


def test_a_malformed_tag_keeps_only_its_own_closing_tag() -> None:
    text = "{action:a:b}1{action:c}2{/action}3{/action}"
    assert cleaned(text) == "1{action:c}2{/action}3"
    assert cleaned("{action:c}1{query:a:b}2{/query}{/action}") == "{action:c}12{/action}"
    assert cleaned("{action:a:b}1{actoin:c:d}2{/actoin}3{/action}") == "1{actoin:c:d}2{/actoin}3"


def test_pages_become_one_text() -> None:
    pages = [parse("# One\n{action:a:b}x{/action}\n\n"), parse("# Two\n")]
    assert clean_pages(pages) == "# One\nx\n\n# Two\n"
    assert clean_pages(pages[:1]) == "# One\nx\n\n"


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.slow
@settings(max_examples=500)
@given(ANYTHING)
def test_only_space_and_removed_passages_can_differ_from_the_plain_text(text: str) -> None:
    document = parse(text)
    if not document.removed:
        assert squeezed(clean(document)) == squeezed(document.plain)
        assert clean(document).split() == document.plain.split()
    else:
        assert len(squeezed(clean(document))) <= len(squeezed(document.plain))


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(st.tuples(WORDS, st.one_of(OPENINGS, CLOSINGS, REMOVED))))
def test_exactly_the_removed_passages_are_missing(parts: list[tuple[str, str]]) -> None:
    # A closing tag of a removed passage must not be taken by an action that is still open,
    # and it is not: the passage's own opening tag is always the last one of its kind.
    text = "x" + "".join(word + tag for word, tag in parts)
    assert squeezed(cleaned(text)) == squeezed("x" + "".join(word for word, _ in parts))
