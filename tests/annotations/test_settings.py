"""Settings: every one works, and what cannot be used is told with its line."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.annotations.frontmatter import read_front_matter
from gitopoly.annotations.selection import Pagination, SortOrder
from gitopoly.annotations.settings import (
    COLUMNS,
    Column,
    Output,
    RulebookSettings,
    parse_column,
    parse_order,
    read_settings,
)
from gitopoly.annotations.tags import TagKind
from gitopoly.errors import InvalidRulebook


def read(block: str) -> tuple[RulebookSettings, list[str]]:
    found, problems = read_settings(read_front_matter(f"---\n{block}\n---\n", "f.md"), "f.md")
    return found, [str(problem) for problem in problems]


def test_without_front_matter_the_defaults_hold() -> None:
    assert read("") == (RulebookSettings(), [])


EVERYTHING = """\
format_artifacts: ['repeats:1', 'xverb:30', 'description']
show_artifacts: 0
show_config: 1
show_all_stats: 1
show_filtered_stats: 1
use_filter: 0
pagination: [1, 2, 5]
word_wrap: 60
order_by: ['noun:asc', 'verb', 'command:desc']
filter:
  exclude_actions: 1
  exclude_queries: 0
  domain_nouns: [player, bank]
  search: 'hotel|house'
  find_duplicate_verbs: 1
generate_builders:
  generate: 1
  action_folder: 'deeds'
generate_rc:
  generate: 1
  file: 'rc.json'
generate_filtered_rc:
  generate: 0
  file: 'some.json'
generate_clean_md: 1
"""


def test_all_settings_are_read() -> None:
    found, problems = read(EVERYTHING)
    assert problems == []
    assert found.format_artifacts == (
        Column("repeats", 1),
        Column("verb", 30, shown=False),
        Column("description", 20),
    )
    assert not found.show_artifacts
    assert found.show_config
    assert found.show_all_stats
    assert found.show_filtered_stats
    assert not found.use_filter
    assert found.pagination == Pagination(True, 2, 5)
    assert found.word_wrap == 60
    assert found.order_by == (
        SortOrder("noun"),
        SortOrder("verb"),
        SortOrder("command", descending=True),
    )
    assert found.filter.excluded == {TagKind.ACTION}
    assert found.filter.nouns == {"player", "bank"}
    assert found.filter.search == "hotel|house"
    assert found.filter.duplicate_verbs
    assert found.generate_builders
    assert found.folders[TagKind.ACTION] == "deeds"
    assert found.folders[TagKind.QUERY] == "queries"
    assert found.generate_rc == Output(True, "rc.json")
    assert found.generate_filtered_rc == Output(False, "some.json")
    assert found.generate_clean_md == Output(True, "DOMAIN.MD")


@pytest.mark.parametrize("block", ["", EVERYTHING, "order_by: verb:desc"])
def test_settings_are_shown_as_a_front_matter_spells_them(block: str) -> None:
    found, _ = read(block)
    lines = [f"{name}: {json.dumps(value)}" for name, value in found.as_data().items()]
    assert read("\n".join(lines)) == (found, [])


def test_shown_settings_use_the_documents_own_keys() -> None:
    data = read(EVERYTHING)[0].as_data()
    assert data["format_artifacts"] == ["repeats:1", "xverb:30", "description:20"]
    assert data["pagination"] == [1, 2, 5]
    assert data["order_by"] == ["noun:asc", "verb:asc", "command:desc"]
    assert data["filter"]["exclude_actions"] == 1
    assert data["filter"]["domain_nouns"] == ["bank", "player"]
    assert data["generate_builders"]["action_folder"] == "deeds"
    assert "folders" not in data


def test_all_nouns_can_be_named_in_one_word() -> None:
    assert read("filter: {domain_nouns: 'all'}")[0].filter.nouns is None


def test_one_order_needs_no_list() -> None:
    assert read("order_by: verb:desc")[0].order_by == (SortOrder("verb", descending=True),)


@pytest.mark.parametrize("kind", list(TagKind))
def test_each_kind_can_be_excluded_and_has_a_folder(kind: TagKind) -> None:
    found, problems = read(
        f"filter: {{exclude_{kind.plural}: 1}}\ngenerate_builders: {{{kind}_folder: x}}"
    )
    assert problems == []
    assert found.filter.excluded == {kind}
    assert found.folders[kind] == "x"


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("colour: 1", "f.md:2:1: warning: unknown setting 'colour'"),
        ("filter:\n  colour: 1", "f.md:3:1: warning: unknown setting 'filter: colour'"),
        ("generate_rc: {colour: 1}", "unknown setting 'generate_rc: colour'"),
        ("generate_builders: {colour: 1}", "unknown setting 'generate_builders: colour'"),
        ("show_config: 2", "'show_config' is left at its default: it takes 0 (off) or 1 (on)"),
        ("show_config: maybe", "it takes 0 (off) or 1 (on)"),
        ("word_wrap: -1", "it takes a number from 0 to 10000"),
        ("word_wrap: yes", "it takes a number from 0 to 10000"),
        ("pagination: 1", "it takes [on or off, page, rows per page]"),
        ("pagination: [1, 0, 20]", "it takes [on or off, page, rows per page]"),
        ("pagination: [1, x, 20]", "it takes a number"),
        ("order_by: [colour]", "'colour' is not an order"),
        ("order_by: [noun:up]", "'noun:up' is not an order"),
        ("order_by: [1]", "it takes a list of words"),
        ("format_artifacts: [colour:5]", "'colour' is not a column"),
        ("format_artifacts: [noun:wide]", "the width of 'noun'"),
        ("format_artifacts: [noun:0]", "the width of 'noun'"),
        ("filter: 1", "'filter' takes nested settings"),
        ("filter: {search: '('}", "it takes a regular expression"),
        ("filter: {search: [a]}", "it takes a regular expression"),
        ("filter: {domain_nouns: {a: 1}}", "it takes a list of words"),
        ("generate_rc: {file: ''}", "it takes a file or folder name"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_default_holds(block: str, message: str) -> None:
    found, problems = read(block)
    (problem,) = problems
    assert message in problem
    assert found == RulebookSettings()


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "../up", "a/../../up", "C:\\x", "C:x", "\\\\host\\x", "..\\up", "x" * 300],
)
def test_a_document_cannot_write_outside_the_folder(path: str) -> None:
    for block in (
        f"generate_rc: {{file: '{path}'}}",
        f"generate_clean_md: {{file: '{path}'}}",
        f"generate_builders: {{action_folder: '{path}'}}",
    ):
        found, problems = read(block)
        assert len(problems) == 1
        assert found == RulebookSettings()


def test_a_file_in_a_folder_below_is_fine() -> None:
    assert read("generate_rc: {file: 'out/rc.json'}")[0].generate_rc.file == "out/rc.json"


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_can_be_switched_off(name: str) -> None:
    assert parse_column(f"{name}:7") == Column(name, 7)
    assert parse_column(f"x{name}:7") == Column(name, 7, shown=False)


def test_an_unknown_column_or_order_is_refused() -> None:
    with pytest.raises(InvalidRulebook, match="is not a column"):
        parse_column("xx:1")
    with pytest.raises(InvalidRulebook, match="is not an order"):
        parse_order("up")


NAMES = st.sampled_from(
    [
        *("format_artifacts", "show_config", "pagination", "word_wrap", "order_by", "filter", "x"),
        *("generate_rc", "generate_builders", "search", "domain_nouns", "file", "generate"),
    ]
)
VALUES = st.recursive(
    st.sampled_from(["0", "1", "'all'", "x", "~", "'('", "-5", "'a{99999999999}'", "noun:9"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(NAMES, inner).map(lambda pair: f"{{{pair[0]}: {pair[1]}}}"),
    ),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.lists(st.tuples(NAMES, VALUES), max_size=5))
def test_nothing_makes_reading_settings_fail(pairs: list[tuple[str, str]]) -> None:
    read("\n".join(f"{name}: {value}" for name, value in pairs))
