"""The table of all figures for the page on performance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gitopoly.errors import InvalidMeasurement
from gitopoly.measurements.figures import BenchRun, Figure, shown

__all__ = ["BEGIN", "END", "performance_table", "with_table"]

BEGIN = "<!-- figures: begin (made by `make performance`) -->"
END = "<!-- figures: end -->"
"""The markers around the generated part of the page."""


def performance_table(runs: Sequence[BenchRun]) -> str:
    """Every figure as it was measured last on the machine of the newest run, by parts."""
    machine = runs[-1].machine
    newest: dict[str, dict[str, tuple[Figure, BenchRun]]] = {}
    for run in runs:
        if run.machine != machine:
            continue
        fresh = {figure.part for figure in run.figures}
        for part in fresh:  # drop figures that the part no longer measures
            newest[part] = {}
        for figure in run.figures:
            newest[figure.part][figure.name] = (figure, run)
    lines = [f"Machine: {machine}."]
    for part, figures in sorted(newest.items()):
        lines += ["", f"### {part}", "", *_rows(figures.values())]
    return "\n".join(lines) + "\n"


def _rows(figures: Iterable[tuple[Figure, BenchRun]]) -> Iterator[str]:
    yield "| figure | median | middle half | unit | bound | met | samples | date | commit | load |"
    yield "| --- | ---: | --- | --- | --- | --- | ---: | --- | --- | ---: |"
    for figure, run in figures:
        low, high = figure.middle_half
        spread = f"{shown(low)} to {shown(high)}" if len(figure.samples) > 1 else ""
        met = ("yes" if figure.meets else "**no**") if figure.bound else ""
        load = f"{figure.load:.1f}" if figure.load is not None else ""
        cells = [
            *(figure.name, shown(figure.median), spread, figure.unit, figure.bound, met),
            *(str(len(figure.samples)), run.date[:10], f"`{run.label}`", load),
        ]
        yield f"| {' | '.join(cells)} |"


def with_table(page: str, table: str) -> str:
    """The page with the text between its two markers replaced."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise InvalidMeasurement(f"the page lacks the lines {BEGIN} and {END}")
    return f"{before}{begin}\n\n{table}\n{end}{after}"
