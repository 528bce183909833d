"""The YAML between two lines of `---` at the head of a document, with its line numbers.

Only what settings need is read: mappings, lists, and plain values.
YAML's own loader would silently keep the last of two equal keys; this one reports both lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from gitopoly.annotations.problems import DocumentProblem, Severity

__all__ = ["FrontMatter", "LocatedValue", "Value", "read_front_matter"]

Scalar: TypeAlias = "str | int | bool | None"
Value: TypeAlias = "Scalar | list[Value] | dict[str, LocatedValue]"

_BLOCK = re.compile(r"\A---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.DOTALL | re.M)
_OPENING = re.compile(r"\A---[ \t]*\r?\n")
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
    **dict.fromkeys(("", "~", "null"), None),
}
_LARGEST = 64 * 1024
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class LocatedValue:
    """A value with the line of its key."""

    value: Value
    line: int


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The settings block of a document, as written."""

    entries: dict[str, LocatedValue] = field(default_factory=dict)
    problems: tuple[DocumentProblem, ...] = ()
    end: int = 0
    """The offset at which the document's own text begins."""


class _NotReadableError(Exception):
    """A front matter that cannot be used; the block then counts as text."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def read_front_matter(text: str, page: str = "document") -> FrontMatter:
    """The front matter of a document; an empty one if there is none.

    A block that is not a YAML mapping is reported and left in the text, so that nothing is lost.
    """
    block = _BLOCK.match(text)
    if block is None:
        if not _OPENING.match(text):
            return FrontMatter()
        message = "the front matter has no closing line '---', so it counts as text"
        return FrontMatter(problems=(DocumentProblem(Severity.WARNING, page, 1, 1, message),))
    problems: list[DocumentProblem] = []
    try:
        entries = _read(block[1], page, problems)
    except _NotReadableError as error:
        message = f"the front matter counts as text: {error}"
        wrong = DocumentProblem(Severity.ERROR, page, error.line, error.column, message)
        return FrontMatter(problems=(wrong,))
    return FrontMatter(entries, tuple(problems), block.end())


def _read(block: str, page: str, problems: list[DocumentProblem]) -> dict[str, LocatedValue]:
    if len(block) > _LARGEST:
        raise _NotReadableError(f"it is longer than {_LARGEST} characters")
    value = _compose(block, page, problems)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _NotReadableError("it is not a list of 'key: value'")
    return value


def _compose(block: str, page: str, problems: list[DocumentProblem]) -> Value:
    import yaml

    class SettingsLoader(yaml.SafeLoader):
        """Refuses what settings never need, or what could grow without bounds."""

        depth = 0

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                raise _NotReadableError("it has an alias ('*name')", self.line + 2)
            self.depth += 1
            if self.depth > _DEEPEST:
                raise _NotReadableError("it is nested too deeply", self.line + 2)
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

    def convert(node: yaml.Node) -> Value:
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node.value) if node.style is None else str(node.value)
        if isinstance(node, yaml.SequenceNode):
            return [convert(item) for item in node.value]
        entries: dict[str, LocatedValue] = {}
        for key_node, value_node in node.value:
            line, column = key_node.start_mark.line + 2, key_node.start_mark.column + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise _NotReadableError("a key is not a plain word", line, column)
            key = str(key_node.value)
            if (first := entries.pop(key, None)) is not None:
                message = (
                    f"the key '{key}' occurs in line {first.line} and again in line {line};"
                    " the later one is used"
                )
                problems.append(DocumentProblem(Severity.WARNING, page, line, column, message))
            entries[key] = LocatedValue(convert(value_node), line)
        return entries

    loader = None
    try:
        loader = SettingsLoader(block)
        node = loader.get_single_node()
        return None if node is None else convert(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = error.problem or error.context or "it is not valid YAML"
        if mark is None:
            raise _NotReadableError(reason) from None
        raise _NotReadableError(reason, mark.line + 2, mark.column + 1) from None
    # The scanner lets `chr` and `int` fail on escapes and directives that are out of range.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise _NotReadableError(" ".join(str(error).split()) or "it is not valid YAML") from None
    finally:
        if loader is not None:
            loader.dispose()


def _scalar(text: str) -> Scalar:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    return int(text) if _INTEGER.fullmatch(text) else text
