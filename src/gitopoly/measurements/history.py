"""Runs of the bench in a file, one line of JSON each, the newest last."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from gitopoly.errors import InvalidMeasurement
from gitopoly.measurements.figures import BenchRun

__all__ = ["append", "of_commit", "read"]


def append(file: Path, run: BenchRun) -> None:
    """Append a run to a history, creating it if necessary."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as history:
        history.write(json.dumps(run.to_json()) + "\n")


def read(file: Path) -> list[BenchRun]:
    """All runs of a history, the oldest first."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise InvalidMeasurement(
            f"{file}: no such history; run `make bench` to write one"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidMeasurement(f"{file}: cannot be read: {error}") from error
    runs = []
    for number, line in enumerate(lines, 1):
        try:
            runs.append(BenchRun.from_json(json.loads(line)))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidMeasurement(
                f"{file}, line {number}: not a run that this version can read ({error}); "
                "remove the line, or measure again"
            ) from error
    if not runs:
        raise InvalidMeasurement(f"{file}: it contains no runs; run `make bench` to write one")
    return runs


def of_commit(runs: Sequence[BenchRun], name: str) -> list[BenchRun]:
    """The runs of the commit whose id starts like this.

    A plus at the end asks for the runs in which files differed from the commit.
    """
    changed = name.endswith("+")
    start = name.removesuffix("+").lower()
    found = [run for run in runs if run.commit.startswith(start) and run.changed == changed]
    commits = {run.commit for run in found}
    if len(commits) == 1 and start:
        return found
    known = ", ".join(dict.fromkeys(run.label for run in runs))
    if len(commits) > 1:
        raise InvalidMeasurement(f"{name!r} matches several commits of the history: {known}")
    raise InvalidMeasurement(f"the history has no run of {name!r}; it has {known}")
