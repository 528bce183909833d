"""What the tags of a document mark: its artifacts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from gitopoly.annotations.tags import TagKind

__all__ = ["Artifact", "find_artifacts", "repeats", "shared_verbs"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """One tag and the text between its two ends."""

    kind: TagKind
    noun: str
    verbs: tuple[str, ...]
    options: tuple[str, ...]
    page: str
    """The file it is in."""
    line: int
    """Where its opening tag begins, from 1."""
    column: int
    end_line: int
    """Where its text ends."""
    closed: bool
    """False if the closing tag is missing; the text then ends with the paragraph."""
    plain: str = field(repr=False, compare=False)
    """The whole page without tags; kept once for all artifacts of a page."""
    start: int
    end: int

    @property
    def file(self) -> str:
        """The page's name for generated files, without local folders."""
        path = PurePath(self.page)
        return path.name if path.is_absolute() else path.as_posix()

    @property
    def verb(self) -> str:
        """All verbs, as the tag has them: `sell-house|sell-hotel`."""
        return "|".join(self.verbs)

    @property
    def name(self) -> str:
        """`noun:verb`."""
        return f"{self.noun}:{self.verb}"

    @property
    def identity(self) -> str:
        """`kind:noun:verb`: tags with the same one mark the same artifact."""
        return f"{self.kind}:{self.name}"

    @property
    def full_command(self) -> str:
        """The tag without its braces."""
        return ":".join((self.identity, *self.options))

    @property
    def text(self) -> str:
        """What the tag marks, without the tags inside it."""
        return self.plain[self.start : self.end].strip()

    @property
    def description(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())

    def opening_words(self, length: int) -> str:
        """The first words of the text, without reading all of it."""
        return " ".join(self.plain[self.start : min(self.end, self.start + 4 * length)].split())

    def as_data(self) -> dict[str, Any]:
        """Everything about it, for JSON."""
        return {
            "kind": self.kind.value,
            "noun": self.noun,
            "verb": self.verb,
            "verbs": list(self.verbs),
            "options": list(self.options),
            "text": self.text,
            "location": {
                "file": self.file,
                "line": self.line,
                "column": self.column,
                "end_line": self.end_line,
            },
        }


def repeats(artifacts: Iterable[Artifact]) -> Counter[str]:
    """How many tags mark each artifact, by its identity."""
    return Counter(artifact.identity for artifact in artifacts)


def shared_verbs(artifacts: Iterable[Artifact]) -> dict[str, list[str]]:
    """Verbs used under more than one kind and noun, with these, in order."""
    owners: dict[str, dict[str, None]] = {}
    for artifact in artifacts:
        for verb in artifact.verbs:
            owners.setdefault(verb, {})[f"{artifact.kind}:{artifact.noun}"] = None
    return {verb: list(found) for verb, found in owners.items() if len(found) > 1}


def find_artifacts(artifacts: Iterable[Artifact], wanted: str) -> list[Artifact]:
    """All occurrences of an artifact given as `verb`, `noun:verb` or `kind:noun:verb`."""
    wanted = wanted.strip().removeprefix("{").removesuffix("}")
    found = []
    for artifact in artifacts:
        names = {artifact.verb, artifact.name, artifact.identity, artifact.full_command}
        for verb in artifact.verbs:
            names |= {verb, f"{artifact.noun}:{verb}", f"{artifact.kind}:{artifact.noun}:{verb}"}
        if wanted in names:
            found.append(artifact)
    return found
