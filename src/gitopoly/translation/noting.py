"""Statements that note what was written to a state, for programs that want to know it."""

from __future__ import annotations

import ast

from gitopoly.kernel.state import FIELDS, State
from gitopoly.translation.expressions import Expressions
from gitopoly.translation.types import RecordType


def note_misfit(record: str, idle: int, value: str) -> str:
    """The statement that stands for writing a value into a field that never changes."""
    return f"{record}.misfit |= ({value}) != {idle};"


def notes_of(target: ast.expr, expressions: Expressions) -> list[str]:
    """What follows an assignment to a field that is noted; nothing for all others."""
    inner = target.value if isinstance(target, ast.Subscript) else target
    if not isinstance(inner, ast.Attribute):
        return []
    record = expressions.value(inner.value)
    noted = expressions.program.noted.get(inner.attr)
    if noted is None or record.type != RecordType(State):
        return []
    found = [f"{record.text}.written |= {noted.bits};"] if noted.bits else []
    every = (1 << FIELDS[inner.attr].length) - 1
    if isinstance(target, ast.Subscript) and noted.free != every:
        place = expressions.number(target.slice).text
        wrong = f"!(INT64_C({noted.free}) >> ({place}) & 1)"
        if noted.idle is not None:
            wrong += f" && {expressions.value(target).text} != {noted.idle}"
        found.append(f"{record.text}.misfit |= {wrong};")
    return found
