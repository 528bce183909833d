"""Regular expressions: none takes for ever on a text that somebody has made for it.

A repetition inside a repetition can match one text in very many ways, all of which are tried
before it fails. So each has been looked at, and says here why it matches in one way only.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from re import (
    _constants as codes,  # type: ignore[attr-defined]
    _parser as parser,  # type: ignore[attr-defined]
)
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "gitopoly"
FUNCTIONS = {
    "compile",
    "match",
    "fullmatch",
    "search",
    "sub",
    "subn",
    "split",
    "findall",
    "finditer",
}
OFTEN = 20
"""A repetition that may go on for longer is one without end."""

LOOKED_AT = {
    "editions/data.py": "words have no spaces",
    "evaluation/reports/markdown.py": "what is between quotes has none; our own texts",
    "ledger/entry.py": "lines have no ends",
    "ledger/git/ref_files.py": "parts have no slashes",
    "rulebook/citations.py": "names of our own tests",
    "proof/specs/actions.py": "our own modules",
    "proof/specs/boards.py": "our own modules",
    "proof/specs/modules.py": "names have no commas",
}


def patterns(source: str) -> list[str | bytes]:
    """The expressions of a module, as far as they are written there."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    found = (
        _text(call.args[0])
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in FUNCTIONS and call.args
    )
    return [pattern for pattern in found if pattern is not None]


def _text(node: ast.expr) -> Any:
    """A text that is written in one or several pieces; what is put in later is a letter."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return node.value
    if isinstance(node, ast.BinOp):
        left, right = _text(node.left), _text(node.right)
        adds = isinstance(node.op, ast.Add) and type(left) is type(right) and left is not None
        return left + right if adds else left
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_text(part) or "x") for part in node.values)
    return None


def repeats_repetitions(pattern: str | bytes) -> bool:
    """Whether a repetition without end is part of another one."""
    try:
        return _nested(parser.parse(pattern), inside=False)
    except re.error:
        return False  # what is put in later is not a letter


def _nested(parts: Any, *, inside: bool) -> bool:
    within: list[tuple[Any, bool]] = []
    for code, value in parts:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            endless = value[1] > OFTEN
            if endless and inside:
                return True
            within.append((value[2], inside or endless))
        elif code is codes.SUBPATTERN:
            within.append((value[3], inside))
        elif code is codes.BRANCH:
            within += [(one, inside) for one in value[1]]
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            within.append((value[1], False))
    return any(_nested(one, inside=is_inside) for one, is_inside in within)


def test_every_repetition_of_repetitions_was_looked_at() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if any(map(repeats_repetitions, patterns(path.read_text(encoding="utf-8"))))
    }
    assert found == set(LOOKED_AT)


@pytest.mark.parametrize(
    ("source", "nested"),
    [
        (r're.fullmatch(r"\[((?:[a-z]+(?:, )?)*)\]", line)', True),
        (r're.compile(rb"(a*)*" + rb"b")', True),
        (r're.compile(f"(?:{x}|[a-z]+)+")', True),
        (r're.search(r"(?=(a+)+b)", line)', True),
        (r're.compile(r"(?:[a-z]{1,9})*")', False),
        (r're.compile(r"[a-z]+(?:, [a-z])*")', False),
        (r"line.split(',')", False),
    ],
)
def test_a_repetition_of_repetitions_is_noticed(source: str, nested: bool) -> None:
    assert any(map(repeats_repetitions, patterns(source))) == nested
