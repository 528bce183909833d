"""Front matter: values with their lines, keys that stand twice, and what is no front matter."""

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.annotations.frontmatter import FrontMatter, LocatedValue, read_front_matter


def read(block: str) -> FrontMatter:
    return read_front_matter(f"---\n{block}---\ntext", "f.md")


def test_values_have_types_and_lines() -> None:
    found = read("a: 1\nb: 'two'\nc: [0, x]\nd:\n  e: yes\nf:\ng: -3\nh: '7'\n").entries
    assert found["a"] == LocatedValue(1, 2)
    assert found["b"] == LocatedValue("two", 3)
    assert found["c"] == LocatedValue([0, "x"], 4)
    assert found["d"] == LocatedValue({"e": LocatedValue(True, 6)}, 5)
    assert found["f"].value is None
    assert found["g"].value == -3
    assert found["h"].value == "7"


def test_comments_are_no_values() -> None:
    assert read("a: 1 # one\n# b: 2\n").entries == {"a": LocatedValue(1, 2)}


def test_a_key_that_stands_twice_is_told_with_both_lines_and_the_later_holds() -> None:
    found = read("a: 1\nb: 2\na:\n  c: 3\n  c: 4\n")
    assert found.entries["a"] == LocatedValue({"c": LocatedValue(4, 6)}, 4)
    assert [str(problem) for problem in found.problems] == [
        "f.md:4:1: warning: the key 'a' occurs in line 2 and again in line 4; the later is used",
        "f.md:6:3: warning: the key 'c' occurs in line 5 and again in line 6; the later is used",
    ]


def test_keys_that_stand_once_are_not_told() -> None:
    assert read("a: {b: 1}\nb: {b: 1}\n").problems == ()


@pytest.mark.parametrize("text", ["", "text", "# ---\n", " ---\na: 1\n---\n", "----\na\n----\n"])
def test_a_document_may_have_none(text: str) -> None:
    assert read_front_matter(text) == FrontMatter()


@pytest.mark.parametrize("text", ["---\na: 1\n---", "---\r\na: 1\r\n---\r\n", "---\na: 1\n...\n"])
def test_it_ends_at_its_line(text: str) -> None:
    found = read_front_matter(f"{text}")
    assert found.entries == {"a": LocatedValue(1, 2)}
    assert found.end == len(text)


def test_an_empty_one_is_fine() -> None:
    found = read_front_matter("---\n---\ntext")
    assert (found.entries, found.problems, found.end) == ({}, (), 8)


def test_one_that_never_ends_is_text() -> None:
    found = read_front_matter("---\na: 1\n", "f.md")
    assert found.end == 0
    assert "no closing line '---'" in str(found.problems[0])


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("- a\n- b\n", "f.md:1:1: error: the front matter counts as text: it is not a list of"),
        ("a: [1\n", "f.md:3:1: error: the front matter counts as text: expected ',' or ']'"),
        ("a: &x 1\nb: *x\n", "alias"),
        ("a: " + "[" * 9 + "]" * 9 + "\n", "nested too deeply"),
        ("a: " + "[" * 50_000 + "\n", "nested too deeply"),
        ("? [a]\n: b\n", "a key is not a plain word"),
        ("a: 1\x01\n", "counts as text"),
        ('a: "\\UFFFFFFFF"\n', "counts as text"),
        ("x" * 70_000 + ": 1\n", "longer than"),
    ],
)
def test_one_that_cannot_be_used_is_told_and_stays_in_the_text(block: str, message: str) -> None:
    found = read(block)
    assert found.end == 0
    assert found.entries == {}
    assert message in str(found.problems[0])
    assert len(str(found.problems[0]).splitlines()) == 1


@pytest.mark.parametrize("word", ["!!python/object:os.system x", "!!bool maybe", "!!timestamp x"])
def test_type_marks_of_yaml_have_no_power(word: str) -> None:
    assert isinstance(read(f"a: {word}\n").entries["a"].value, str)


YAML_PIECES = st.sampled_from(
    [
        *("a", "b", ":", ": ", "\n", "  ", "- ", "[", "]", "{", "}", ",", "'", '"', "#", "&x"),
        *("*x", "!", "|", ">", "%YAML 9", "\t", "? ", "1", "~", "\\x", "\u0085", "..."),
    ]
)


@settings(max_examples=500)
@given(st.lists(YAML_PIECES, max_size=40).map("".join))
def test_nothing_makes_it_fail(block: str) -> None:
    found = read_front_matter(f"---\n{block}\n---\n")
    assert all("\n" not in str(problem) for problem in found.problems)
