"""Counts of a document's artifacts: by kind, noun and verb, and what occurs more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gitopoly.annotations.artifacts import Artifact, repeats, shared_verbs
from gitopoly.annotations.tags import TagKind

__all__ = ["Stats", "count"]


@dataclass(frozen=True, slots=True)
class Stats:
    """What `stats` shows."""

    tags: int
    """Opening tags."""
    distinct: int
    """Number of distinct artifacts."""
    kinds: dict[str, int]
    nouns: dict[str, int]
    """Most frequent first, as for verbs."""
    verbs: dict[str, int]
    """A tag with several verbs counts once for each."""
    repeated: dict[str, int]
    """Artifacts that more than one tag marks."""
    duplicate_verbs: dict[str, list[str]]
    """Verbs used under more than one kind and noun."""

    def as_data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return asdict(self)


def count(artifacts: Sequence[Artifact]) -> Stats:
    """Count a selection of artifacts."""
    kinds = Counter(artifact.kind.value for artifact in artifacts)
    times = repeats(artifacts)
    return Stats(
        tags=len(artifacts),
        distinct=len(times),
        kinds={kind.value: kinds[kind.value] for kind in TagKind},
        nouns=dict(Counter(artifact.noun for artifact in artifacts).most_common()),
        verbs=dict(Counter(v for artifact in artifacts for v in artifact.verbs).most_common()),
        repeated={name: number for name, number in times.most_common() if number > 1},
        duplicate_verbs=shared_verbs(artifacts),
    )
