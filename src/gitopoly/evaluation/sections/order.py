"""All sections of the evaluation, in the order of the report and of the run."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation.sections import (
    acting,
    auctions,
    behaviours,
    engines,
    exploring,
    games,
    implementation,
    lengths,
    publishing,
    reaching,
    verifying,
)
from gitopoly.evaluation.study import Section

PARTS: dict[str, tuple[Section, ...]] = {
    "Correctness": (
        auctions.SECTION,
        exploring.SECTION,
        behaviours.SECTION,
        implementation.SECTION,
    ),
    "Performance": (acting.SECTION, games.SECTION, publishing.SECTION),
    "Beyond the document": (
        reaching.SECTION,
        verifying.SECTION,
        engines.SECTION,
        lengths.SECTION,
    ),
}
SECTIONS: tuple[Section, ...] = tuple(section for part in PARTS.values() for section in part)


def choose(names: Iterable[str]) -> Sequence[Section]:
    """The named sections, in report order; all if no names are given."""
    wanted = set(names)
    known = [section.name for section in SECTIONS]
    for name in wanted - set(known):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"choose among {', '.join(known)}"
        raise InvalidMeasurement(f"there is no section {name!r}; {hint}")
    return [section for section in SECTIONS if not wanted or section.name in wanted]
