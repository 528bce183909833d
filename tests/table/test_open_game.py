"""Front ends know a game by one protocol, and what runs it only where they open one."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "gitopoly"
OPENERS = {"cli/friends/attend.py", "web/game_server.py", "cli/simulate/on_git.py"}
"""The modules that open games for bots, or without a person, and give them drivers."""


def importers(*modules: str) -> set[str]:
    """The modules of the front ends that import one of these."""
    found = set()
    for layer in ("web", "cli"):
        for path in (SOURCE / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module in modules:
                    found.add(path.relative_to(SOURCE).as_posix())
    return found


def test_only_who_opens_a_game_knows_what_runs_it() -> None:
    assert importers("gitopoly.table.driver", "gitopoly.table.peers") == OPENERS


def test_the_page_and_the_terminal_use_the_same_protocol() -> None:
    users = importers("gitopoly.table.open_game")
    assert {"web/room.py", "web/view.py", "web/app.py"} <= users
    assert {"cli/screen/session.py", "cli/screen/display.py"} <= users


def test_nobody_else_describes_a_game_in_a_protocol_of_its_own() -> None:
    described = []
    for layer in ("table", "web", "cli"):
        for path in (SOURCE / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
                    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                    if methods & {"act", "poll", "resign", "vote"}:
                        described.append(node.name)
    assert described == ["OpenGame"]
