"""The `.dddrc.json`: every artifact of a document as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.stats import count

__all__ = ["RC_VERSION", "render_rc"]

RC_VERSION = 1
"""Changes only when the layout of the file does."""


def render_rc(document: str, artifacts: Sequence[Artifact], *, filtered: bool = False) -> str:
    """The file's text; the same artifacts always give the same bytes."""
    stats = count(artifacts)
    data = {
        "generator": "gitopoly rules rc",
        "version": RC_VERSION,
        "document": PurePath(document).name if document != "-" else document,
        "filtered": filtered,
        "tags": stats.tags,
        "kinds": stats.kinds,
        "nouns": stats.nouns,
        "artifacts": [artifact.as_data() for artifact in artifacts],
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
