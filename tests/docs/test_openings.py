"""The page on security lists every module that could open what is not ours."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "gitopoly"
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")

OPENING = {
    "process": re.compile(
        r"subprocess\.(run|Popen|call|check_\w+|get\w*output)"
        r"|os\.(system|popen|startfile|fork\w*|exec\w+|spawn\w+|posix_spawn\w*)|pty\.\w+"
        r"|asyncio\.create_subprocess_\w+|.+\.subprocess_(exec|shell)"
        r"|gitopoly\.ledger\.git\.command\.run_git"
    ),
    "network": re.compile(
        r"socket\.(socket|create_\w+|fromfd)|urllib\.request\.(urlopen|urlretrieve|build_opener)"
        r"|http\.client\.HTTPS?Connection|ftplib\.\w+|asyncio\.(open|start)_\w*(connection|server)"
    ),
}
"""Names whose use opens something, by the kind of opening."""


def listed(page: str) -> dict[str, set[str]]:
    """What the page says: by which means each module opens something."""
    rows = re.findall(r"^\| (`\S+\.py`.*?) \| ([\w, ]+) \| .+ \|$", page, re.MULTILINE)
    return {
        module: set(means.split(", "))
        for modules, means in rows
        for module in re.findall(r"`(\S+?\.py)`", modules)
    }


def openings(source: str) -> set[str]:
    """By which means a module opens something."""
    tree = ast.parse(source)
    imported = dict(_imported(tree))
    types = {id(part) for kind in _types(tree) for part in ast.walk(kind)}
    names = {
        name
        for node in ast.walk(tree)
        if id(node) not in types and (name := _full_name(node, imported))
    }
    return {means for means, opening in OPENING.items() if any(map(opening.fullmatch, names))}


def _imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that a module imports, each with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield (
                    one.asname or one.name.partition(".")[0],
                    (one.name if one.asname else one.name.partition(".")[0]),
                )
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                yield one.asname or one.name, f"{node.module}.{one.name}"


def _types(tree: ast.AST) -> Iterator[ast.AST]:
    """Annotations and what is subscripted, which open nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            yield node.returns
        elif isinstance(node, ast.Subscript):
            yield node.value


def _full_name(node: ast.AST, imported: dict[str, str]) -> str:
    """What a name or an attribute stands for, as far as imports tell."""
    if isinstance(node, ast.Name):
        return imported.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{_full_name(node.value, imported) or '?'}.{node.attr}"
    return ""


def test_only_listed_modules_open_anything() -> None:
    found = {
        path.relative_to(SOURCE).as_posix(): means
        for path in SOURCE.rglob("*.py")
        if (means := openings(path.read_text(encoding="utf-8")))
    }
    assert found == listed(PAGE)


@pytest.mark.parametrize(
    ("source", "means"),
    [
        ("import subprocess\nsubprocess.run(['git', 'gc'])", {"process"}),
        ("from subprocess import Popen as start\nstart(['git'])", {"process"}),
        ("import os as system\nsystem.execvp('git', [])", {"process"}),
        ("import asyncio\nloop().subprocess_exec(1, 'git')", {"process"}),
        ("from gitopoly.ledger.git.command import run_git\nrun = run_git", {"process"}),
        ("from urllib.request import urlopen\nfor x in map(urlopen, y): pass", {"network"}),
        ("import http.client\nhttp.client.HTTPConnection('x')", {"network"}),
        ("from urllib import request\nrequest.urlopen('x')", {"network"}),
        ("import socket\ndef f(x: socket.socket) -> socket.socket: ...", set()),
        ("import subprocess\nP = subprocess.Popen[bytes]\nsubprocess.DEVNULL", set()),
    ],
)
def test_an_opening_is_noticed_however_it_is_written(source: str, means: set[str]) -> None:
    assert openings(source) == means


def test_a_module_that_is_not_listed_is_noticed() -> None:
    page = "| `a.py`, `b/c.py` | process, network | x |\n| `d.py` | network | x |\n"
    assert listed(page) == {"a.py": {"process", "network"}, "b/c.py": {"process", "network"}} | {
        "d.py": {"network"}
    }
    assert "ledger/git/cat_file.py" in listed(PAGE)
