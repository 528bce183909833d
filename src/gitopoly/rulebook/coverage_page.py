"""The coverage of the rules as a readable page: one file, no script."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePosixPath

from gitopoly.annotations.parser import parse
from gitopoly.rulebook.citations import Citation
from gitopoly.rulebook.coverage import Coverage, CoverageReport

__all__ = ["render_page"]

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --good: #2e7d32; --bad: #c62828; --soft: #8882; }
@media (prefers-color-scheme: dark) { :root { --good: #81c784; --bad: #ef9a9a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
.sums { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; list-style: none; }
.sums li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; }
.sums b { display: block; font-size: 1.6rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; }
nav a { white-space: nowrap; }
article { border-top: 1px solid var(--line); padding: .75rem 0; }
article h3 { margin: 0; font-size: 1rem; }
article h3 a { color: inherit; text-decoration: none; }
article p { margin: .25rem 0; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0 .75rem; margin: .25rem 0; }
dt { opacity: .7; }
dd { margin: 0; overflow-wrap: anywhere; }
code { background: var(--soft); border-radius: .25rem; padding: 0 .25rem; }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
summary { cursor: pointer; }
"""
_FOLD_AFTER = 4


def render_page(report: CoverageReport, name: str) -> str:
    """The whole page."""
    pages = [
        (page, list(entries))
        for page, entries in groupby(
            sorted(report.coverage, key=lambda entry: entry.rule.page),
            key=lambda entry: entry.rule.page,
        )
    ]
    links = "".join(f'<a href="#{_slug(page)}">{_title(page)}</a>' for page, _ in pages)
    sections = "".join(
        f'<section id="{_slug(page)}"><h2>{_title(page)}</h2>'
        + "".join(_article(entry, report.specs_count) for entry in entries)
        + "</section>"
        for page, entries in pages
    )
    heading = "Rule coverage" if name == "rules" else f"Coverage of {html.escape(name)}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{heading}</h1>{_verdict(report)}"
        f"{_sums(report)}<nav>{links}</nav>{_findings(report.findings)}{sections}</body></html>\n"
    )


def _verdict(report: CoverageReport) -> str:
    if report.holds:
        return '<p class="good">Every rule is implemented by code and proved by a test.</p>'
    return f'<p class="bad">{len(report.findings)} findings: the check fails.</p>'


def _sums(report: CoverageReport) -> str:
    data = report.as_data()
    total = len(report.coverage)
    figures = [("rules", str(total))] + [
        (word, f"{data[key]} of {total}")
        for word, key in (
            ("implemented by code", "carried"),
            ("proved by tests", "proved"),
            ("specified in TLA+", "specified"),
        )
    ]
    items = "".join(f"<li><b>{figure}</b>{word}</li>" for word, figure in figures)
    return f'<ul class="sums">{items}</ul>'


def _findings(findings: Sequence[str]) -> str:
    if not findings:
        return ""
    items = "".join(f"<li>{html.escape(finding)}</li>" for finding in findings)
    return f"<details open><summary>Findings</summary><ul>{items}</ul></details>"


def _article(entry: Coverage, specs_count: bool) -> str:
    rule = entry.rule
    edition = "" if rule.edition == "classic" else f" <code>{html.escape(rule.edition)}</code>"
    text = "".join(
        f"<p>{_inline(line)}</p>" for line in parse(rule.text).plain.splitlines() if line
    )
    rows = [
        ("code", _citations(entry.code) or '<span class="bad">nothing</span>'),
        ("tests", _citations(entry.tests) or '<span class="bad">nothing</span>'),
        ("TLA+", _citations(entry.specs) or _without_action(entry, specs_count)),
    ]
    listed = "".join(f"<dt>{word}</dt><dd>{found}</dd>" for word, found in rows)
    return (
        f'<article id="{rule.number}"><h3><a href="#{rule.number}">{rule.number}</a>{edition}'
        f" {_inline(rule.title)}</h3>{text}<dl>{listed}</dl></article>"
    )


def _without_action(entry: Coverage, specs_count: bool) -> str:
    if entry.reason:
        return f"none: {html.escape(entry.reason)}"
    return '<span class="bad">nothing</span>' if specs_count else "not yet"


def _citations(citations: Sequence[Citation]) -> str:
    shown = [
        f'<code title="{html.escape(c.file)}:{c.line}">{html.escape(c.name)}</code>'
        for c in citations
    ]
    if len(shown) <= _FOLD_AFTER:
        return " ".join(shown)
    rest = " ".join(shown[_FOLD_AFTER:])
    count = len(shown) - _FOLD_AFTER
    return (
        f"{' '.join(shown[:_FOLD_AFTER])}<details><summary>{count} more</summary>{rest}</details>"
    )


def _inline(text: str) -> str:
    """The little Markdown that rules use: code, emphasis, and list marks."""
    escaped = html.escape(text.removeprefix("- "), quote=False)
    escaped = re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)
    escaped = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", escaped)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", escaped)


def _slug(page: str) -> str:
    return html.escape(PurePosixPath(page).stem, quote=True)


def _title(page: str) -> str:
    words = PurePosixPath(page).stem.lstrip("0123456789-").replace("-", " ")
    return html.escape(words[:1].upper() + words[1:])
