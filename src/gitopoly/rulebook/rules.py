"""Numbered rules: where the rule book states them, and the index made from that.

A rule is a third-level heading, `### JAIL-4: title`; everything up to the next heading is its text.
A rule that `classic` does not have names its edition: `### BANK-2 (formal): title`.
A bold number (`**JAIL-4**`) mentions a rule and does not state it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from gitopoly.errors import InvalidRulebook

__all__ = [
    "INDEX_BEGIN",
    "INDEX_END",
    "NUMBER",
    "Mention",
    "Rule",
    "in_family_order",
    "read_mentions",
    "read_rules",
    "refuse_doubles",
    "render_index",
    "replace_index",
]

NUMBER = re.compile(r"\b([A-Z][A-Z0-9]*)-([1-9][0-9]*)\b")
INDEX_BEGIN = "<!-- rule index: begin (made by `gitopoly rules index --write`) -->"
INDEX_END = "<!-- rule index: end -->"
DEFAULT_EDITION = "classic"

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_STATEMENT = re.compile(r"^([A-Z][A-Z0-9]*-[1-9][0-9]*)(?: \(([a-z][a-z0-9-]*)\))?: (\S.*)$")
_MENTION = re.compile(r"\*\*([A-Z][A-Z0-9]*-[1-9][0-9]*)\*\*")
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, as a page of the rule book states it."""

    number: str
    """Family and number, such as `JAIL-4`."""
    title: str
    """The rule in one line."""
    edition: str
    """The edition it belongs to; `classic` unless the heading says otherwise."""
    page: str
    """The page, as the caller named it."""
    line: int
    """Line of the heading, from 1."""
    text: str
    """The text under the heading, tags included."""

    @property
    def family(self) -> str:
        """The word before the number, such as `JAIL`."""
        return self.number.rpartition("-")[0]

    @property
    def ordinal(self) -> int:
        """The number within the family."""
        return int(self.number.rpartition("-")[2])

    @property
    def anchor(self) -> str:
        """The heading's anchor, as the usual Markdown hosts make it."""
        return heading_anchor(self.heading)

    @property
    def heading(self) -> str:
        """The heading without its marks."""
        edition = "" if self.edition == DEFAULT_EDITION else f" ({self.edition})"
        return f"{self.number}{edition}: {self.title}"


@dataclass(frozen=True, slots=True)
class Mention:
    """A place where a page refers to a rule that is stated elsewhere."""

    number: str
    page: str
    line: int


def heading_anchor(heading: str) -> str:
    """Lower case, punctuation dropped, spaces to hyphens."""
    kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def read_rules(page: str, text: str) -> list[Rule]:
    """The rules that one page states, in order."""
    lines = text.splitlines()
    headings = list(_headings(lines))
    rules = []
    for position, (index, level, title) in enumerate(headings):
        statement = _STATEMENT.match(title) if level == 3 else None
        if statement is None:
            if level == 3 and NUMBER.match(title):
                raise InvalidRulebook(
                    f"{page}:{index + 1}:1: a rule's heading reads '### JAIL-4: title'"
                    f" or '### BANK-2 (formal): title', not '### {title}'"
                )
            continue
        end = headings[position + 1][0] if position + 1 < len(headings) else len(lines)
        number, edition, one_line = statement.groups()
        body = "\n".join(lines[index + 1 : end]).strip()
        rules.append(Rule(number, one_line, edition or DEFAULT_EDITION, page, index + 1, body))
    return rules


def _headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    fence = ""
    for index, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence and (heading := _HEADING.match(line)):
            yield index, len(heading[1]), heading[2].rstrip(" \t#")


def read_mentions(page: str, text: str) -> list[Mention]:
    """Every bold rule number on a page."""
    return [
        Mention(match[1], page, number)
        for number, line in enumerate(text.splitlines(), start=1)
        for match in _MENTION.finditer(line)
    ]


def refuse_doubles(rules: Iterable[Rule]) -> dict[str, Rule]:
    """The rules by number; a number that is stated twice is an error."""
    by_number: dict[str, Rule] = {}
    for rule in rules:
        if (first := by_number.get(rule.number)) is not None:
            raise InvalidRulebook(
                f"{rule.page}:{rule.line}:1: rule {rule.number} is already stated"
                f" in {first.page}, line {first.line}"
            )
        by_number[rule.number] = rule
    return by_number


def in_family_order(rules: Iterable[Rule]) -> list[Rule]:
    """Families as they first appear, numbers ascending within each."""
    everything = list(rules)
    families = list(dict.fromkeys(rule.family for rule in everything))
    return sorted(everything, key=lambda rule: (families.index(rule.family), rule.ordinal))


def render_index(rules: Iterable[Rule]) -> str:
    """The list of all rules, one line each, between its two marks."""
    lines = [INDEX_BEGIN]
    family = ""
    for rule in in_family_order(rules):
        if rule.family != family:
            family = rule.family
            lines.append("")
        edition = "" if rule.edition == DEFAULT_EDITION else f" (`{rule.edition}` only)"
        page = PurePosixPath(rule.page).name
        lines.append(f"- **{rule.number}** [{rule.title}]({page}#{rule.anchor}){edition}")
    return "\n".join([*lines, "", INDEX_END])


def replace_index(text: str, rules: Iterable[Rule]) -> str:
    """The page with its index updated."""
    begin, end = text.find(INDEX_BEGIN), text.find(INDEX_END)
    if begin < 0 or end < begin:
        raise InvalidRulebook(f"the index page has no lines '{INDEX_BEGIN}' and '{INDEX_END}'")
    return text[:begin] + render_index(rules) + text[end + len(INDEX_END) :]
