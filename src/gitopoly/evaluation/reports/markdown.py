"""The report as Markdown, one sentence per line, with the figures beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gitopoly.evaluation.reports.blocks import (
    FAILED,
    FINDING,
    METHOD,
    NOTE,
    Block,
    DataTable,
    Paragraph,
)

if TYPE_CHECKING:
    from gitopoly.evaluation.reports.report import StudyReport

LEADS = {
    METHOD: "**Method.** ",
    FINDING: "**Findings.** ",
    NOTE: "*Note:* ",
    FAILED: "**Failed.** ",
}


def render(report: StudyReport, figures: str) -> str:
    """The whole text; it links to figures in the folder `figures`."""
    lines = [f"# {report.title}", ""]
    for text in report.lead:
        lines += [*sentences(text), ""]
    lines += ["## At a glance", ""]
    rows = [[h.what, h.published, h.measured, h.verdict] for h in report.headlines]
    lines += [*_table(["", "published", "measured here", ""], rows), ""]
    lines += ["## The machine", "", *_table(report.machine.heads, report.machine.rows), ""]
    for number, (part, chapters) in enumerate(report.parts.items(), 1):
        lines += [f"## {number} {part}", ""]
        for chapter in chapters:
            behind = f" ({chapter.replaces})" if chapter.replaces else ""
            lines += [f"### {chapter.number} {chapter.title}{behind}", ""]
            for block in chapter.blocks:
                lines += [*_block(block, figures), ""]
    lines += ["## Threats to validity", "", *(f"- {text}" for text in report.threats), ""]
    lines += [
        "## How to repeat this study",
        "",
        *(line for text in report.repeat for line in sentences(text)),
    ]
    return "\n".join([*lines, ""])


def sentences(text: str) -> list[str]:
    """A paragraph with one line per sentence.

    >>> sentences("One of 1.5 s. Two! And `a. b` three.")
    ['One of 1.5 s.', 'Two!', 'And `a. b` three.']
    """
    return re.split(r"(?<=[.!?]) (?=[A-Z`])(?=(?:[^`]*`[^`]*`)*[^`]*$)", text)


def _block(block: Block, figures: str) -> Iterator[str]:
    if isinstance(block, Paragraph):
        first, *others = sentences(block.text)
        yield LEADS.get(block.kind, "") + first
        yield from others
    elif isinstance(block, DataTable):
        yield f"**{block.caption}**"
        yield ""
        yield from _table(block.heads, block.rows)
        if block.note:
            yield ""
            yield f"*{block.note}*"
    else:
        yield f"![{block.caption.replace('`', '')}]({figures}/{block.name}.png)"
        yield ""
        yield f"*{block.caption}*"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"| --- |{' ---: |' * (len(heads) - 1)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
