"""The page about the evaluation names what there is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from gitopoly.cli.evaluate import evaluate
from gitopoly.evaluation.played import LONGEST
from gitopoly.evaluation.sections.order import SECTIONS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def test_every_section_is_on_the_page_with_what_it_stands_for() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", PAGE, flags=re.MULTILINE))
    assert rows == {section.name: section.replaces or "new" for section in SECTIONS}


def test_every_command_on_the_page_can_be_given() -> None:
    commands = re.findall(r"^\$ gitopoly evaluate (.*)$", PAGE, flags=re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        # The names of the help option are kept by the command, so they must be the usual ones.
        names = ["-h", "--help"]
        evaluate.make_context("evaluate", shlex.split(command), help_option_names=names)


def test_the_decision_tells_the_same_limit_of_turns() -> None:
    decision = next((ROOT / "docs" / "decisions").glob("0016-*.md")).read_text(encoding="utf-8")
    assert f"cut off after {LONGEST:,}" in decision
