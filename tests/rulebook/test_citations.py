"""Citations in code, data, tests and specifications, read as text."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.citations import (
    Citation,
    cited_by_code,
    cited_by_data,
    cited_by_specs,
    cited_by_tests,
)
from tests.rulebook.checkout import add


def in_code(root: Path, source: str) -> list[tuple[str, str, int]]:
    add(root, "kernel/a.py", source)
    return [(c.number, c.name, c.line) for c in cited_by_code(root, ("kernel", "missing"))]


def in_tests(root: Path, source: str) -> list[tuple[str, str]]:
    add(root, "tests/test_a.py", source)
    return [(c.number, c.name) for c in cited_by_tests(root)]


def in_specs(root: Path, source: str) -> list[tuple[str, str]]:
    add(root, "specs/a/A.tla", source)
    return [(c.number, c.name) for c in cited_by_specs(root)]


def test_docstrings_of_functions_and_classes_cite(tmp_path: Path) -> None:
    source = '''
def a():
    """JAIL-1 and JAIL-2; see also JAIL-1."""
    def inner():
        """GO-1"""
class B:
    """GO-2"""
    async def c(self):
        """GO-3"""
if True:
    def d():
        """GO-4"""
'''
    assert sorted(in_code(tmp_path, source)) == [
        ("GO-1", "a.inner", 4),
        ("GO-2", "B", 6),
        ("GO-3", "B.c", 8),
        ("GO-4", "d", 11),
        ("JAIL-1", "a", 2),
        ("JAIL-2", "a", 2),
    ]


def test_module_docstrings_comments_and_strings_do_not_carry_a_rule(tmp_path: Path) -> None:
    source = '"""GO-1"""\n# GO-2\ndef a():\n    x = "GO-3"\n    return x  # GO-4\n'
    assert in_code(tmp_path, source) == []


@pytest.mark.parametrize("text", ["go-1", "GO-0", "GO-01", "GO1", "GO-1x", "XGO_1"])
def test_what_is_no_number_is_no_citation(tmp_path: Path, text: str) -> None:
    assert in_code(tmp_path, f'def a():\n    """{text}"""\n') == []


def test_a_source_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidRulebook, match=r"kernel/a\.py is not valid Python"):
        in_code(tmp_path, "def")
    (tmp_path / "kernel" / "a.py").write_bytes(b"\xff")
    with pytest.raises(InvalidRulebook, match=r"cannot read kernel/a\.py"):
        list(cited_by_code(tmp_path, ("kernel",)))


def test_comments_in_data_cite(tmp_path: Path) -> None:
    add(tmp_path, "editions/a.toml", "# GO-1\nfine = 50  # JAIL-1: a fine\nname = 'GO-2'\n")
    assert list(cited_by_data(tmp_path, "editions")) == [
        Citation("GO-1", "a", "editions/a.toml", 1),
        Citation("JAIL-1", "fine", "editions/a.toml", 2),
    ]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_jail_4_fine_is_refused", ["JAIL-4"]),
        ("test_jail_4", ["JAIL-4"]),
        ("test_time_10_the_square_decides", ["TIME-10"]),
        ("test_jail_1_jail_2_both", ["JAIL-1", "JAIL-2"]),
        ("test_jail_1_and_go_2_both", ["JAIL-1", "GO-2"]),
        ("test_passing_go_1_pays", []),
        ("test_jail_4th_throw", []),
        ("test_jail", []),
    ],
)
def test_the_name_of_a_test_cites(tmp_path: Path, name: str, numbers: list[str]) -> None:
    found = in_tests(tmp_path, f"def {name}():\n    pass\n")
    assert found == [(number, name) for number in numbers]


def test_the_docstring_of_a_test_cites_also_within_a_class(tmp_path: Path) -> None:
    source = 'class TestJail:\n    def test_it(self):\n        """JAIL-1, JAIL-2."""\n'
    assert in_tests(tmp_path, source) == [
        ("JAIL-1", "TestJail.test_it"),
        ("JAIL-2", "TestJail.test_it"),
    ]


def test_helpers_and_skipped_tests_prove_nothing(tmp_path: Path) -> None:
    source = '''
def helper():
    """JAIL-1"""
@pytest.mark.skip
def test_jail_2(): ...
@pytest.mark.skip(reason="later")
def test_jail_3(): ...
@pytest.mark.xfail(strict=True)
def test_jail_4(): ...
@pytest.mark.skipif(os.name == "nt", reason="no forks")
def test_jail_5(): ...
'''
    assert in_tests(tmp_path, source) == [("JAIL-5", "test_jail_5")]


def test_tests_of_the_rule_book_prove_no_rule(tmp_path: Path) -> None:
    add(tmp_path, "tests/rulebook/test_b.py", "def test_jail_1(): ...\n")
    assert list(cited_by_tests(tmp_path)) == []


SPEC = r"""
---- MODULE A ----
\* The module: GO-9.
----
VARIABLE x
(* Paying the fine,
   JAIL-1. *)
\* And GO-1.
PayFine(p) ==
    /\ x > 0  \* GO-2
    \* GO-3
    /\ x' = 0 \* GO-4

\* JAIL-2
PlayCard == x' = 1
Next == PlayCard
====
"""


def test_comments_above_and_within_a_definition_cite(tmp_path: Path) -> None:
    assert in_specs(tmp_path, SPEC) == [
        ("JAIL-1", "PayFine"),
        ("GO-1", "PayFine"),
        ("GO-2", "PayFine"),
        ("GO-3", "PayFine"),
        ("GO-4", "PayFine"),
        ("JAIL-2", "PlayCard"),
    ]


def test_a_definition_in_a_comment_is_none(tmp_path: Path) -> None:
    assert in_specs(tmp_path, "(*\nOld == 1\nGO-1 *)\n\n\nNew == 2\n") == [("GO-1", "New")]


def test_without_specifications_nothing_is_cited(tmp_path: Path) -> None:
    assert list(cited_by_specs(tmp_path)) == []
