"""Filter, order and pages."""

import pytest

from gitopoly.annotations.selection import (
    Filter,
    Pagination,
    SortOrder,
    arrange,
    count_pages,
    select,
    turn_to,
)
from gitopoly.annotations.tags import TagKind
from gitopoly.errors import InvalidRulebook
from tests.annotations.sample import SAMPLE, artifacts_of

ALL = artifacts_of(SAMPLE)


def verbs(wanted: Filter) -> list[str]:
    return [artifact.verb for artifact in select(ALL, wanted)]


def test_an_empty_filter_keeps_everything() -> None:
    assert select(ALL, Filter()) == ALL


def test_kinds_can_be_left_out() -> None:
    assert verbs(Filter(excluded=frozenset({TagKind.ACTION, TagKind.SERVICE}))) == [
        "next",
        "can-trade|can-sell",
        "tradeable",
    ]


def test_nouns_can_be_chosen() -> None:
    assert verbs(Filter(nouns=frozenset({"game", "marble"}))) == ["play", "next", "tradeable"]
    assert verbs(Filter(nouns=frozenset())) == []


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("hint|next", ["next", "hint"]),
        ("PROGRAMMERS", ["hint"]),
        ("(?=.*trade)(?=.*predicate)", ["can-trade|can-sell"]),
        ("^query", ["next"]),
        ("first, whoever", ["trade", "roll"]),
        ("nowhere", []),
    ],
)
def test_search_is_a_regular_expression_over_tag_and_text(search: str, found: list[str]) -> None:
    assert verbs(Filter(search=search)) == found


@pytest.mark.parametrize("search", ["(", "a{99999999999}", "(?P<"])
def test_what_is_no_regular_expression_is_refused(search: str) -> None:
    with pytest.raises(InvalidRulebook, match="not a valid regular expression"):
        select(ALL, Filter(search=search))


def test_duplicate_verbs_are_those_under_two_nouns_or_kinds() -> None:
    found = artifacts_of("{action:a:x}{/action}{query:a:x}{/query}{action:b:y}{/action}")
    assert [a.verb for a in select(found, Filter(duplicate_verbs=True))] == ["x", "x"]
    assert verbs(Filter(duplicate_verbs=True)) == []


def order(*keys: SortOrder) -> list[str]:
    found = artifacts_of("{query:b:z}{/query}{action:a:y}{/action}{action:b:x}{/action}")
    return [artifact.identity for artifact in arrange(found, keys)]


NATURAL = ["query:b:z", "action:a:y", "action:b:x"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([], NATURAL),
        ([SortOrder("natural")], NATURAL),
        ([SortOrder("natural", True)], NATURAL[::-1]),
        ([SortOrder("command")], ["action:a:y", "action:b:x", "query:b:z"]),
        ([SortOrder("command", True)], ["query:b:z", "action:a:y", "action:b:x"]),
        ([SortOrder("noun")], ["action:a:y", "query:b:z", "action:b:x"]),
        ([SortOrder("noun"), SortOrder("verb")], ["action:a:y", "action:b:x", "query:b:z"]),
        (
            [SortOrder("noun", True), SortOrder("natural", True)],
            ["action:b:x", "query:b:z", "action:a:y"],
        ),
        ([SortOrder("natural"), SortOrder("verb")], NATURAL),
        ([SortOrder("verb")], ["action:b:x", "action:a:y", "query:b:z"]),
        ([SortOrder("artifact", True)], ["query:b:z", "action:b:x", "action:a:y"]),
    ],
)
def test_orders(keys: list[SortOrder], expected: list[str]) -> None:
    assert order(*keys) == expected


def test_without_pages_all_rows_are_shown() -> None:
    page = turn_to(ALL, Pagination(on=False, page=7, rows=1))
    assert (list(page.rows), page.number, page.pages) == (ALL, 1, 1)


def test_pages_make_the_whole() -> None:
    pages = [turn_to(ALL, Pagination(True, number, 3)) for number in (1, 2, 3)]
    assert [row for page in pages for row in page.rows] == ALL
    assert [len(page.rows) for page in pages] == [3, 3, 2]
    assert all((page.pages, page.total) == (3, 8) for page in pages)


@pytest.mark.parametrize("page", [0, 4])
def test_a_page_that_does_not_exist_is_refused(page: int) -> None:
    with pytest.raises(InvalidRulebook, match=f"no page {page}; the last one is 3"):
        turn_to(ALL, Pagination(True, page, 3))


@pytest.mark.parametrize(("total", "pages"), [(0, 1), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_pages_are_counted(total: int, pages: int) -> None:
    assert count_pages(total, Pagination(True, 1, 3)) == pages
    assert count_pages(total, Pagination(False, 1, 3)) == 1


def test_nothing_makes_one_empty_page() -> None:
    assert turn_to([], Pagination(True, 1, 3)).pages == 1
