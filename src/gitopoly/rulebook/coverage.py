"""The code, specifications and tests that cover each numbered rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitopoly.annotations.book import INDEX
from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import RuleBook
from gitopoly.rulebook.citations import (
    Citation,
    cited_by_code,
    cited_by_data,
    cited_by_specs,
    cited_by_tests,
)
from gitopoly.rulebook.excuses import EXCUSES, Excuses, read_excuses
from gitopoly.rulebook.rules import INDEX_BEGIN, Rule, in_family_order, replace_index

__all__ = ["Coverage", "CoverageReport", "check"]

CODE = ("src/gitopoly/rules", "src/gitopoly/editions", "src/gitopoly/peers")
"""Where the rules are implemented; the first folder must exist."""
DATA = "src/gitopoly/editions"
"""Where rules that are only data are kept."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """One rule and its citations."""

    rule: Rule
    code: tuple[Citation, ...]
    """Functions of the kernel, and lines of data if the rule is nothing but data."""
    tests: tuple[Citation, ...]
    specs: tuple[Citation, ...]
    reason: str
    """Why there is no TLA+ action, if a reason is given."""

    def as_data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "number": self.rule.number,
            "title": self.rule.title,
            "edition": self.rule.edition,
            "page": self.rule.page,
            "line": self.rule.line,
            "code": [_place(citation) for citation in self.code],
            "tests": [_place(citation) for citation in self.tests],
            "specs": [_place(citation) for citation in self.specs],
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class CoverageReport:
    """What `rules check` found."""

    coverage: tuple[Coverage, ...]
    specs_count: bool
    """Whether there are specifications yet, so that a rule without action is a gap."""
    findings: tuple[str, ...]
    """Why the check fails, one line each."""

    @property
    def holds(self) -> bool:
        """Whether every rule is implemented and proved."""
        return not self.findings

    def as_data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "holds": self.holds,
            "rules": [entry.as_data() for entry in self.coverage],
            "carried": sum(bool(entry.code) for entry in self.coverage),
            "proved": sum(bool(entry.tests) for entry in self.coverage),
            "specified": sum(bool(entry.specs) for entry in self.coverage),
            "specs_count": self.specs_count,
            "findings": list(self.findings),
        }


def check(book: RuleBook, root: Path, edition: str | None = None) -> CoverageReport:
    """Compare a rule book with the sources below `root`."""
    if not (root / CODE[0]).is_dir():
        raise InvalidRulebook(f"there is no {CODE[0]} below {root}; give a checkout with --root")
    rules = _wanted(book, edition)
    code = list(cited_by_code(root, CODE))
    tests = list(cited_by_tests(root))
    specs = list(cited_by_specs(root))
    excuses = read_excuses(book)
    data = list(cited_by_data(root, DATA))
    code += [citation for citation in data if citation.number in excuses.carried_by_data]
    coverage = tuple(
        Coverage(
            rule,
            _of(rule, code),
            _of(rule, tests),
            _of(rule, specs),
            excuses.not_in_specs.get(rule.number, ""),
        )
        for rule in rules
    )
    specs_count = any((root / "specs").rglob("*.tla"))
    findings = (
        *_book_findings(book, excuses),
        *_gaps(coverage, specs_count),
        *_strangers(book, dict.fromkeys([*code, *data, *tests, *specs])),
    )
    return CoverageReport(coverage, specs_count, findings)


def _wanted(book: RuleBook, edition: str | None) -> list[Rule]:
    rules = in_family_order(book.rules.values())
    if not rules:
        raise InvalidRulebook(f"{book.name} has no numbered rules ('### JAIL-4: title')")
    if edition is None:
        return rules
    editions = list(dict.fromkeys(rule.edition for rule in rules))
    if edition not in editions:
        raise InvalidRulebook(
            f"no rule belongs to an edition '{edition}'; there are {', '.join(editions)}"
        )
    return [rule for rule in rules if rule.edition == edition]


def _of(rule: Rule, citations: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(citation for citation in citations if citation.number == rule.number)


def _gaps(coverage: Iterable[Coverage], specs_count: bool) -> Iterable[str]:
    for entry in coverage:
        lacking = []
        if not entry.code:
            lacking.append("no code implements it")
        if not entry.tests:
            lacking.append("no test proves it")
        if specs_count and not entry.specs and not entry.reason:
            lacking.append(f"no TLA+ action cites it and {EXCUSES} gives no reason")
        if lacking:
            yield f"{entry.rule.number}: {', '.join(lacking)} ({entry.rule.title})"


def _strangers(book: RuleBook, citations: Iterable[Citation]) -> Iterable[str]:
    """Numbers of our families that no page states; `UTF-8` and the like are not ours."""
    families = {rule.family for rule in book.rules.values()}
    for citation in citations:
        family = citation.number.rpartition("-")[0]
        if family in families and citation.number not in book.rules:
            yield (
                f"{citation.file}:{citation.line}: {citation.name} cites {citation.number},"
                " which no page states"
            )


def _book_findings(book: RuleBook, excuses: Excuses) -> Iterable[str]:
    for problem in book.problems:
        yield str(problem)
    for mention in book.mentions:
        if mention.number not in book.rules:
            yield f"{mention.page}:{mention.line}: {mention.number} is mentioned but not stated"
    for number in sorted(excuses.numbers - set(book.rules)):
        yield f"{EXCUSES}: {number} is named but not stated"
    index = book.pages[0]
    if INDEX_BEGIN in index.source:
        renewed = replace_index(index.source, book.rules.values())
        if renewed != index.source:
            yield f"{index.page}: the list of rules is not up to date: gitopoly rules index --write"
    elif index.page.endswith(INDEX):
        yield f"{index.page}: there is no list of rules ('{INDEX_BEGIN}')"


def _place(citation: Citation) -> dict[str, Any]:
    return {"name": citation.name, "file": citation.file, "line": citation.line}
