"""Typed Python stubs, one for each artifact, as a starting point.

A stub carries a digest of itself, so that a later run knows whether a person has edited it;
an edited file is never touched.
"""

from __future__ import annotations

import hashlib
import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.tags import TagKind
from gitopoly.annotations.writing import read_present, replace_file

__all__ = ["Stub", "StubOutcome", "make_stubs", "write_stubs"]

_MARK = "# Made by gitopoly rules build; edit freely, then it is yours: "
_LONGEST_TEXT = 2000
_LONGEST_NAME = 80
_RETURNS = {
    TagKind.ACTION: ("None", "Do it"),
    TagKind.QUERY: ("object", "Find it out"),
    TagKind.PREDICATE: ("bool", "Say whether it holds"),
    TagKind.SERVICE: ("None", "See to it, step by step"),
}


class StubOutcome(StrEnum):
    """The result for one stub."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    KEPT = "kept, because it was edited"


@dataclass(frozen=True, slots=True)
class Stub:
    """One file to write."""

    path: str
    """Relative to the output folder."""
    source: str


def make_stubs(artifacts: Sequence[Artifact], folders: Mapping[TagKind, str]) -> list[Stub]:
    """One stub for each kind, noun and verb, with all its texts in the document."""
    places: dict[tuple[TagKind, str, str], list[Artifact]] = {}
    for artifact in artifacts:
        for verb in artifact.verbs:
            places.setdefault((artifact.kind, artifact.noun, verb), []).append(artifact)
    stubs: list[Stub] = []
    taken: set[str] = set()
    for (kind, noun, verb), found in places.items():
        stem = _file_stem(noun, verb)
        path, number = f"{folders[kind]}/{stem}.py", 2
        while path.casefold() in taken:
            path, number = f"{folders[kind]}/{stem}_{number}.py", number + 1
        taken.add(path.casefold())
        stubs.append(Stub(path, _sign(_body(kind, noun, verb, found))))
    return stubs


def write_stubs(stubs: Sequence[Stub], root: Path) -> dict[str, StubOutcome]:
    """Write new and unedited stubs, and return the result for each."""
    outcomes = {}
    for stub in stubs:
        path = root / stub.path
        present = read_present(path)
        if present == stub.source:
            outcomes[stub.path] = StubOutcome.UNCHANGED
        elif present is not None and not _is_untouched(present):
            outcomes[stub.path] = StubOutcome.KEPT
        else:
            replace_file(path, stub.source)
            outcomes[stub.path] = StubOutcome.WRITTEN
    return outcomes


def _body(kind: TagKind, noun: str, verb: str, found: Sequence[Artifact]) -> str:
    head = _quote("\n".join([f"{kind}:{noun}:{verb}", *_texts(found)]))
    actor = _class_name(noun)
    if kind is TagKind.INTERFACE:
        name = _class_name(verb)
        return (
            f"{head}\n\nfrom typing import Protocol\n\n\nclass {name}(Protocol):\n"
            f'    """What a {_word(noun)} must offer to be one."""\n'
        )
    returns, task = _RETURNS[kind]
    function, parameter = _identifier(verb), _identifier(noun)
    return (
        f"{head}\n\nfrom typing import Protocol\n\n\n"
        f'class {actor}(Protocol):\n    """What this needs of a {_word(noun)}."""\n\n\n'
        f'def {function}({parameter}: {actor}) -> {returns}:\n    """{task}."""\n'
        f'    raise NotImplementedError("{_word(noun)}:{_word(verb)}")\n'
    )


def _texts(found: Sequence[Artifact]) -> list[str]:
    lines = []
    for artifact in found:
        text = artifact.opening_words(_LONGEST_TEXT)[:_LONGEST_TEXT]
        lines += ["", f"{artifact.file}, line {artifact.line}:", text or "(no text)"]
    return lines


def _quote(text: str) -> str:
    """A docstring with this text, whatever the text holds."""
    shown = "".join(
        c if c == "\n" or c.isprintable() else f"<U+{ord(c):04X}>" for c in text.rstrip()
    )
    return '"""' + shown.replace("\\", "\\\\").replace('"""', "'''").rstrip('"') + '\n"""'


def _word(name: str) -> str:
    return re.sub(r"\W", "-", name)


def _identifier(name: str) -> str:
    """`sell-house` becomes `sell_house`; keywords and digits get an underscore."""
    word = re.sub(r"\W", "_", name).lower()
    if not word.isidentifier():
        word = f"_{word}"
    if not word.isidentifier():
        word = "_" + "".join(f"{ord(c):x}" for c in name)
    return f"{word}_" if keyword.iskeyword(word) or keyword.issoftkeyword(word) else word


def _class_name(name: str) -> str:
    parts = re.split(r"[\W_]+", name)
    word = "".join(part[:1].upper() + part[1:] for part in parts)
    if not word.isidentifier() or keyword.iskeyword(word) or word == "Protocol":
        word = f"Any{_identifier(name)}"
    return word


def _file_stem(noun: str, verb: str) -> str:
    stem = f"{_identifier(noun)}_{_identifier(verb)}"
    if stem.isascii() and len(stem) <= _LONGEST_NAME:
        return stem
    digest = hashlib.sha256(f"{noun}:{verb}".encode("utf-8", "backslashreplace")).hexdigest()[:8]
    ascii_only = re.sub(r"[^a-z0-9_]", "", stem)
    return f"{ascii_only[:_LONGEST_NAME]}_{digest}"


def _sign(body: str) -> str:
    return f"{_MARK}{_digest(body)}\n{body}"


def _is_untouched(text: str) -> bool:
    line, _, body = text.partition("\n")
    return line.startswith(_MARK) and line.removeprefix(_MARK) == _digest(body)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "backslashreplace")).hexdigest()[:16]
