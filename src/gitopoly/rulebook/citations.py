"""Citations of rules, found in sources that are read as text, never imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.rules import NUMBER

__all__ = ["Citation", "cited_by_code", "cited_by_data", "cited_by_specs", "cited_by_tests"]

_TEST_NAME = re.compile(r"test((?:_(?:and_)?[a-z]+_[0-9]+(?=_|\Z))+)")
_RULE_IN_NAME = re.compile(r"_(?:and_)?([a-z]+)_([0-9]+)(?=_|\Z)")
_TLA_COMMENT = re.compile(r"\(\*.*?\*\)|\\\*[^\n]*", re.DOTALL)
_TLA_DEFINITION = re.compile(
    r"^(?:LOCAL[ \t]+)?([A-Za-z]\w*)(?:\([^)\n]*\))?[ \t]*==", re.MULTILINE
)
_TLA_RULER = re.compile(r"^(?:-{4,}|={4,})[^\n]*$", re.MULTILINE)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Citation:
    """One place that cites one rule."""

    number: str
    name: str
    """The function, test or action, or the line of data."""
    file: str
    """Relative to the root."""
    line: int


def cited_by_code(root: Path, folders: tuple[str, ...]) -> Iterator[Citation]:
    """Functions and classes whose docstring cites a rule."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            for node, name in _definitions(_parse(path, root)):
                for number in _numbers(ast.get_docstring(node, clean=False) or ""):
                    yield Citation(number, name, _relative(path, root), node.lineno)


def cited_by_data(root: Path, folder: str) -> Iterator[Citation]:
    """Lines of data files whose comment cites a rule."""
    for path in sorted((root / folder).rglob("*.toml")):
        for line, text in enumerate(_read(path, root).splitlines(), start=1):
            value, _, comment = text.partition("#")
            name = value.partition("=")[0].strip() or path.stem
            for number in _numbers(comment):
                yield Citation(number, name, _relative(path, root), line)


def cited_by_tests(root: Path, folder: str = "tests") -> Iterator[Citation]:
    """Tests that cite a rule in their name (`test_jail_4_…`) or docstring; skipped ones prove none.

    A test of books and citations quotes numbers without proving them, so they are left out.
    """
    for path in sorted((root / folder).rglob("test_*.py")):
        if path.parent in (root / folder / "annotations", root / folder / "rulebook"):
            continue
        for node, name in _definitions(_parse(path, root)):
            if not isinstance(node, _Function) or not node.name.startswith("test_"):
                continue
            if _is_skipped(node):
                continue
            numbers = _numbers(ast.get_docstring(node, clean=False) or "")
            for number in dict.fromkeys([*_numbers_in_name(node.name), *numbers]):
                yield Citation(number, name, _relative(path, root), node.lineno)


def cited_by_specs(root: Path, folder: str = "specs") -> Iterator[Citation]:
    """TLA+ definitions that cite a rule in the comment above them or within them."""
    for path in sorted((root / folder).rglob("*.tla")):
        yield from _cited_by_module(_read(path, root), _relative(path, root))


def _cited_by_module(text: str, file: str) -> Iterator[Citation]:
    comments = list(_TLA_COMMENT.finditer(text))
    bare = _blank(text, [comment.span() for comment in comments])
    definitions = [(match.start(), match[1]) for match in _TLA_DEFINITION.finditer(bare)]
    rulers = [match.start() for match in _TLA_RULER.finditer(bare)]
    for position, (start, name) in enumerate(definitions):
        before = definitions[position - 1][0] if position else -1
        after = definitions[position + 1][0] if position + 1 < len(definitions) else len(text)
        own = [c for c in comments if before < c.start() < after]
        line = 1 + text.count("\n", 0, start)
        cited = []
        for comment in own:
            beside_code = bare[bare.rfind("\n", 0, comment.start()) + 1 : comment.start()].strip()
            if comment.start() > start:
                # A comment just above the next definition belongs to that one.
                last = not bare[comment.end() : after].strip() and after < len(text)
                mine = bool(beside_code) or not last
            else:
                gap = bare[comment.end() : start]
                cut_off = any(comment.end() < ruler < start for ruler in rulers)
                mine = not (beside_code or gap.strip() or cut_off)
            if mine:
                cited += _numbers(comment[0])
        for number in dict.fromkeys(cited):
            yield Citation(number, name, file, line)


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with the spans made blank, offsets and lines unchanged."""
    pieces, position = [], 0
    for start, end in spans:
        pieces += [text[position:start], re.sub(r"[^\n]", " ", text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def _definitions(
    tree: ast.Module,
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, str]]:
    """Functions and classes of a module with their dotted names."""
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        parent, prefix = waiting.pop()
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                yield child, name
                waiting.append((child, f"{name}."))
            elif isinstance(child, ast.stmt):
                waiting.append((child, prefix))


def _is_skipped(function: _Function) -> bool:
    for decorator in function.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(target, ast.Attribute) and target.attr in ("skip", "xfail"):
            return True
    return False


def _numbers(text: str) -> list[str]:
    return list(dict.fromkeys(match[0] for match in NUMBER.finditer(text)))


def _numbers_in_name(name: str) -> list[str]:
    head = _TEST_NAME.match(name)
    if head is None:
        return []
    return [f"{m[1].upper()}-{int(m[2])}" for m in _RULE_IN_NAME.finditer(head[1])]


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _read(path: Path, root: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRulebook(f"cannot read {_relative(path, root)}: {error}") from None


def _parse(path: Path, root: Path) -> ast.Module:
    try:
        return ast.parse(_read(path, root), filename=str(path))
    except (SyntaxError, ValueError) as error:
        raise InvalidRulebook(f"{_relative(path, root)} is not valid Python: {error}") from None
