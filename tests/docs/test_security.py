"""Every promise of the page on security names tests that exist, and what it holds against."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from gitopoly.verify.suite import load_suite

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def promises(page: str) -> dict[str, str]:
    """The text of each promise by its heading."""
    section = page.partition("\n## What is promised\n")[2].partition("\n## ")[0]
    parts = re.split(r"^### (.+)$", section, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def faults(promise: str) -> list[str]:
    """What is lacking in a promise."""
    found = [word for word in ("Against", "Held by", "Tests") if f"\n- {word}: " not in promise]
    tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", promise)
    if not tests:
        found.append("no test is named")
    found += [f"{file}::{name}" for file, name in tests if name not in names_of_tests(ROOT / file)]
    models = {model.name for model in load_suite().models}
    found += [name for name in re.findall(r"`(MC\w+)`", promise) if name not in models]
    return found


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


def test_models_of_what_is_not_promised_exist() -> None:
    models = {model.name for model in load_suite().models}
    assert set(re.findall(r"`(MC\w+)`", PAGE)) <= models


def test_a_promise_without_a_test_is_noticed() -> None:
    good = "\n- Against: x\n- Held by: x\n- Tests: `tests/docs/test_security.py::{}`\n"
    here = "test_a_promise_without_a_test_is_noticed"
    assert faults(good.format(here)) == []
    assert faults(good.format("test_gone")) == ["tests/docs/test_security.py::test_gone"]
    assert "no test is named" in faults("\n- Against: x\n- Held by: x\n- Tests: none\n")
    assert faults(good.format(here) + "`MCGone`") == ["MCGone"]
    assert "Against" in faults(good.format(here).replace("Against", "For"))
