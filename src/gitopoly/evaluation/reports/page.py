"""The report as one self-contained HTML page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING

from gitopoly.evaluation.reports.blocks import (
    FAILED,
    FINDING,
    METHOD,
    Block,
    DataTable,
    Headline,
    Paragraph,
)
from gitopoly.evaluation.verdicts import NO_VERDICT, NOT_MEASURED, UNDECIDED

if TYPE_CHECKING:
    from gitopoly.evaluation.reports.report import Chapter, StudyReport

LABELS = {METHOD: "Method", FINDING: "Findings", FAILED: "Failed"}
TONES = {
    "good": ("the same", "faster", "smaller", "saves", "does not grow", "no difference found"),
    "bad": (
        *("differs", "slower", "larger", "grows", "more", "not all seen"),
        *("does not save", "does not always save"),
    ),
    "plain": ("not run here", NOT_MEASURED, UNDECIDED),
}
"""The colour of each verdict in the summary; any other verdict counts as new."""
LONG_FACT = 24
"""Facts about the machine that are at least this long get their own line."""
OURS = ("measured", "here", "native", "kernel", "manifest", "last seen")
"""How headers and first cells about this program begin."""


def render(report: StudyReport, drawn: Mapping[str, str]) -> str:
    """The whole page; `drawn` holds each figure as an SVG element."""
    style = (resources.files("gitopoly.evaluation.reports") / "style.css").read_text("utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{html.escape(report.title)}</title>",
            f"<style>\n{style}</style></head><body>",
            *_contents(report),
            "<main>",
            *_opening(report),
            *_parts(report, drawn),
            *_ending(report),
            "</main></body></html>",
            "",
        ]
    )


def marked(text: str) -> str:
    """Text for a page: escaped, with text in backticks as code.

    >>> marked("`a<b` & c")
    '<code>a&lt;b</code> &amp; c'
    """
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))


def _contents(report: StudyReport) -> Iterator[str]:
    yield '<nav aria-label="Contents"><p class="brand">Gitopoly</p><ol>'
    yield '<li><a href="#glance">At a glance</a></li>'
    yield '<li><a href="#machine">The machine</a></li>'
    for part, chapters in report.parts.items():
        yield f'<li class="part">{html.escape(part)}<ol>'
        for chapter in chapters:
            name = html.escape(chapter.title)
            yield f'<li><a href="#{chapter.name}">{chapter.number} {name}</a></li>'
        yield "</ol></li>"
    yield '<li><a href="#threats">Threats to validity</a></li>'
    yield '<li><a href="#repeat">How to repeat this study</a></li></ol></nav>'


def _opening(report: StudyReport) -> Iterator[str]:
    yield f"<header><h1>{html.escape(report.title)}</h1>"
    first, *others = report.lead
    yield f'<p class="lead">{marked(first)}</p>'
    yield from (f'<p class="quiet">{marked(text)}</p>' for text in others)
    yield "</header>"
    yield '<section id="glance"><h2>At a glance</h2>'
    yield '<div class="scroll" tabindex="0"><table class="glance">'
    yield "<thead><tr><th></th><th>published</th><th>measured here</th><th></th></tr></thead>"
    yield "<tbody>"
    yield from (_headline(line) for line in report.headlines)
    yield "</tbody></table></div></section>"
    yield '<section id="machine"><h2>The machine</h2><dl class="machine">'
    for name, value in report.machine.rows:
        wide = ' class="wide"' if len(value) > LONG_FACT else ""
        yield f"<div{wide}><dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd></div>"
    yield "</dl></section>"


def _headline(line: Headline) -> str:
    tone = next((tone for tone, words in TONES.items() if line.verdict in words), "new")
    tone = "plain" if line.verdict.startswith(NO_VERDICT) else tone
    return (
        f"<tr><th scope=row>{marked(line.what)}</th>"
        f'<td class="published">{marked(line.published)}</td>'
        f'<td class="ours">{marked(line.measured)}</td>'
        f'<td><span class="badge {tone}">{html.escape(line.verdict)}</span></td></tr>'
    )


def _parts(report: StudyReport, drawn: Mapping[str, str]) -> Iterator[str]:
    for number, (part, chapters) in enumerate(report.parts.items(), 1):
        yield f"<h2><span>{number}</span> {html.escape(part)}</h2>"
        for chapter in chapters:
            yield from _chapter(chapter, drawn)


def _chapter(chapter: Chapter, drawn: Mapping[str, str]) -> Iterator[str]:
    yield f'<section id="{chapter.name}" class="{chapter.state.replace(" ", "-")}">'
    behind = f' <small class="tag">{html.escape(chapter.replaces)}</small>' * bool(chapter.replaces)
    state = f' <span class="badge bad">{chapter.state}</span>' * (chapter.state != "complete")
    yield f"<h3><span>{chapter.number}</span> {html.escape(chapter.title)}{behind}{state}</h3>"
    for block in chapter.blocks:
        yield from _block(block, drawn)
    yield "</section>"


def _block(block: Block, drawn: Mapping[str, str]) -> Iterator[str]:
    if isinstance(block, Paragraph):
        label = LABELS.get(block.kind)
        before = f"<b>{label}.</b> " if label else ""
        yield f'<p class="{block.kind or "plain"}">{before}{marked(block.text)}</p>'
    elif isinstance(block, DataTable):
        yield from _table(block)
    else:
        label = html.escape(block.caption.replace("`", ""), quote=True)
        yield f'<figure><div class="drawing" role="img" aria-label="{label}" tabindex="0">'
        yield f"{drawn[block.name]}</div>"
        yield f"<figcaption>{marked(block.caption)}</figcaption></figure>"


def _table(block: DataTable) -> Iterator[str]:
    long = " long" if len(block.rows) > 12 else ""
    yield f'<div class="scroll{long}" tabindex="0"><table>'
    yield f"<caption>{marked(block.caption)}</caption>"
    yield "<thead><tr>" + "".join(_head(head) for head in block.heads) + "</tr></thead><tbody>"
    yield from (_row(row, block.heads) for row in block.rows)
    yield "</tbody></table></div>"
    if block.note:
        yield f'<p class="note">{marked(block.note)}</p>'


def _head(text: str) -> str:
    return f'<th scope="col" class="{_whose(text)}">{marked(text)}</th>'


def _row(row: Sequence[str], heads: Sequence[str]) -> str:
    whole = _whose(row[0])
    cells = "".join(
        f'<td class="{_whose(head)}">{marked(cell)}</td>'
        for cell, head in zip(row[1:], heads[1:], strict=True)
    )
    return f'<tr class="{whole}"><th scope="row">{marked(row[0])}</th>{cells}</tr>'


def _whose(text: str) -> str:
    """Whose figures a row or a column shows."""
    if "published" in text:
        return "published"
    ours = text.startswith(OURS) or text.endswith("here") or "here," in text
    return "ours" if ours else ""


def _ending(report: StudyReport) -> Iterator[str]:
    yield '<section id="threats"><h2>Threats to validity</h2><ul class="threats">'
    for text in report.threats:
        head, _, rest = text.partition(". ")
        yield f"<li><b>{marked(head)}.</b> {marked(rest)}</li>"
    yield '</ul></section><section id="repeat"><h2>How to repeat this study</h2>'
    yield from (f"<p>{marked(text)}</p>" for text in report.repeat)
    yield "</section>"
