"""What `make test` leaves to `make test-all` leaves no rule, protocol, command or page untested."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gitopoly.cli import main
from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.citations import cited_by_tests

ROOT = Path(__file__).resolve().parents[1]
LATER = re.compile(r"mark\.(slow|long)\b")
PROTOCOLS = ("absence", "auction", "dice", "play", "trade")
PAGES = {
    "the page of a game": "tests/web/test_browser_play.py",
    "the lobby": "tests/web/test_browser_lobby.py",
    "a replay": "tests/web/test_browser_replay.py",
    "an evaluation": "tests/web/test_browser_evaluation.py",
    "the documentation": "tests/tools/site/test_browser.py",
}


def quick_tests(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The tests of a file that `make test` runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if any(isinstance(node, ast.Assign) and LATER.search(ast.unparse(node)) for node in tree.body):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[:5] == "test_":
            # A mark of single parameters is an argument; the others are run.
            marks = [d.func if isinstance(d, ast.Call) else d for d in node.decorator_list]
            if not any(LATER.search(ast.unparse(mark)) for mark in marks):
                yield node


def commands(group: click.Group) -> Iterator[tuple[str, str]]:
    """The name and the package of every command that does something."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command)
        elif command is not None and command.callback is not None:
            yield name, command.callback.__module__.removeprefix("gitopoly.").rpartition(".")[0]


def words(folder: Path) -> set[str]:
    """Every text in files with quick tests, such as the arguments of a command."""
    files = [path for path in folder.glob("test_*.py") if any(quick_tests(path))]
    nodes = [n for file in files for n in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant)}


def test_every_rule_has_a_quick_test() -> None:
    quick: dict[str, set[str]] = {}
    cited = set()
    for citation in cited_by_tests(ROOT):
        file = citation.file
        if file not in quick:
            quick[file] = {test.name for test in quick_tests(ROOT / file)}
        if citation.name.rpartition(".")[2] in quick[file]:
            cited.add(citation.number)
    assert sorted(set(open_book(str(ROOT / "rules")).rules) - cited) == []


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_has_quick_tests(name: str) -> None:
    assert len(list(quick_tests(ROOT / f"tests/peers/test_{name}.py"))) > 3


@pytest.mark.parametrize("file", PAGES.values(), ids=PAGES)
def test_every_page_is_opened_in_a_browser_by_quick_tests(file: str) -> None:
    assert len(list(quick_tests(ROOT / file))) > 1


def test_every_command_is_run_by_quick_tests() -> None:
    found = {
        package: words(ROOT.joinpath("tests", *package.split(".")))
        for package in {package for _, package in commands(main)}
    }
    assert [name for name, package in commands(main) if name not in found[package]] == []
