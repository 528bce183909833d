"""Every promise of the page on security names tests that exist, and what it holds against."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gitopoly.proof.suite import load_suite

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROTOCOLS = (ROOT / "docs" / "protocols.md").read_text(encoding="utf-8")


TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
MODEL = re.compile(r"`(MC\w+)`")


def promises(page: str) -> dict[str, str]:
    """The text of each promise by its heading."""
    section = page.partition("\n## What is promised\n")[2].partition("\n## ")[0]
    parts = re.split(r"^### (.+)$", section, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def faults(promise: str) -> list[str]:
    """What is lacking in a promise."""
    found = [word for word in ("Against", "Held by", "Tests") if f"\n- {word}: " not in promise]
    if not TEST.search(promise):
        found.append("no test is named")
    return found + not_to_be_found(promise)


def not_to_be_found(text: str) -> list[str]:
    """The tests and models that a text names and that do not exist."""
    models = {model.name for model in load_suite().models}
    return [
        *(
            f"{file}::{name}"
            for file, name in TEST.findall(text)
            if name not in names_of_tests(ROOT / file)
        ),
        *(name for name in MODEL.findall(text) if name not in models),
    ]


def steered(page: str) -> list[str]:
    """The rows of the table of what can still be steered."""
    table = page.partition("\nWhat can still be steered")[2].partition("\n\n")[2]
    return table.partition("\n\n")[0].splitlines()[2:]


def names_of_tests(file: Path) -> set[str]:
    """The tests of a file that are run, not skipped; none if there is no such file."""
    if not file.is_file():
        return set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name for node in functions if node.name.startswith("test_") and not _skipped(node)}


def _skipped(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(mark).startswith("pytest.mark.skip(") for mark in node.decorator_list)


PROMISES = promises(PAGE)


@pytest.mark.slow
@pytest.mark.parametrize("promise", PROMISES)
def test_a_promise_says_against_whom_and_names_tests_that_exist(promise: str) -> None:
    assert faults(PROMISES[promise]) == []


def test_the_page_has_promises_and_says_what_is_none() -> None:
    assert len(PROMISES) >= 10
    assert PAGE.partition("\n## What is not promised\n")[2].count("\n- **") >= 8


@pytest.mark.parametrize("page", [PAGE, PROTOCOLS], ids=["security", "protocols"])
def test_what_a_page_names_exists(page: str) -> None:
    assert not_to_be_found(page) == []


def test_whatever_can_still_be_steered_is_shown_by_a_model_or_a_test() -> None:
    rows = steered(PROTOCOLS)
    assert len(rows) >= 5
    assert [row for row in rows if not TEST.search(row) and not MODEL.search(row)] == []


def not_promised(page: str) -> dict[str, str]:
    """The text of each point of what is not promised, by its heading."""
    section = page.partition("\n## What is not promised\n")[2].partition("\n## ")[0]
    parts = re.split(r"^- \*\*(.+?)\*\*", section, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_whatever_is_not_promised_is_shown_by_a_model_or_a_test() -> None:
    points = not_promised(PAGE)
    assert len(points) >= 20
    assert [
        name for name, text in points.items() if not (TEST.search(text) or MODEL.search(text))
    ] == []


def test_a_promise_without_a_test_is_noticed() -> None:
    good = "\n- Against: x\n- Held by: x\n- Tests: `tests/docs/test_security.py::{}`\n"
    here = "test_a_promise_without_a_test_is_noticed"
    assert faults(good.format(here)) == []
    assert faults(good.format("test_gone")) == ["tests/docs/test_security.py::test_gone"]
    assert "no test is named" in faults("\n- Against: x\n- Held by: x\n- Tests: none\n")
    assert faults(good.format(here) + "`MCGone`") == ["MCGone"]
    assert "Against" in faults(good.format(here).replace("Against", "For"))
