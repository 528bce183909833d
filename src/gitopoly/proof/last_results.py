"""The last result of each model on this machine, in a small file in the user's cache."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gitopoly.engine.builds import cache_folder
from gitopoly.errors import NoRoom

FILE = "checked.json"


@dataclass(frozen=True)
class LastResult:
    """The numbers of one run."""

    result: str
    generated: int
    distinct: int
    depth: int
    seconds: float
    as_expected: bool
    when: str
    invariants: int | None = None
    """How many were checked; None where the run did not tell."""
    properties: int | None = None


def today() -> str:
    """The date of a run, as it is recorded."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def recall() -> dict[tuple[str, str], LastResult]:
    """The last result of each model and engine; an unreadable file counts as empty."""
    found = {}
    with contextlib.suppress(NoRoom, OSError, ValueError, TypeError, AttributeError):
        document = json.loads((cache_folder() / FILE).read_text(encoding="utf-8"))
        for model, engines in document.items():
            for engine, numbers in engines.items():
                found[model, engine] = _checked(LastResult(**numbers))
    return found


def remember(news: Iterable[tuple[str, str, LastResult]]) -> None:
    """Record results; does nothing where the cache cannot be written."""
    known = recall()
    known.update({(model, engine): result for model, engine, result in news})
    document: dict[str, dict[str, Any]] = {}
    for (model, engine), result in sorted(known.items()):
        document.setdefault(model, {})[engine] = asdict(result)
    with contextlib.suppress(NoRoom, OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=cache_folder(), prefix=FILE)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
        Path(name).replace(cache_folder() / FILE)


def _checked(result: LastResult) -> LastResult:
    """Refuse counts that are not integers."""
    if not all(type(n) is int for n in (result.generated, result.distinct, result.depth)):
        raise TypeError("counts are whole numbers")
    return result
