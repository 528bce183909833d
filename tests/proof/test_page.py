"""The page on verification: its figures and models are those of the manifest."""

from __future__ import annotations

import re
from pathlib import Path

from gitopoly.proof.manifest import Manifest
from gitopoly.proof.suite import load_suite

PAGE = (Path(__file__).parents[2] / "docs" / "verification.md").read_text(encoding="utf-8")
SUITE = load_suite()
ROW = re.compile(r"^\| `(MC\w+)` \|.*\| ([\d,]+) \| (\d+) \|$", re.MULTILINE)


def wrong_figures(page: str, suite: Manifest) -> list[str]:
    """The rows whose numbers are not those of the manifest."""
    wrong = []
    for name, distinct, depth in ROW.findall(page):
        model = suite[name]
        if (f"{model.distinct:,}", str(model.depth)) != (distinct, depth):
            wrong.append(name)
    return wrong


def test_the_figures_are_those_of_the_manifest() -> None:
    assert len(ROW.findall(PAGE)) == 81
    assert wrong_figures(PAGE, SUITE) == []


def test_a_wrong_figure_is_noticed() -> None:
    assert wrong_figures(PAGE.replace("| 7,982 |", "| 7,983 |"), SUITE) == ["MCAuction1"]


def test_the_published_counts_stand_beside_those_of_the_manifest() -> None:
    for name in ("MCAuction1", "MCAuction2", "MCAuction3"):
        model = SUITE[name]
        for action, (found, distinct) in model.actions.items():
            row = f"| `{action}` | {found:,} | {distinct:,} | {model.published[action][1]:,} |"
            assert row in PAGE.splitlines()


def test_every_model_that_the_page_names_exists() -> None:
    named = set(re.findall(r"\b((?:MC|SIM)[A-Z]\w+)\b", PAGE))
    assert named <= {model.name for model in SUITE.models}


def test_every_defect_of_the_manifest_is_told() -> None:
    shown = {model.name for model in SUITE.models if model.name.startswith("MCMonopolyDefect")}
    left_out = {name for name in shown if f"`{name}`" not in PAGE}
    assert left_out == {"MCMonopolyDefectStaleDebtLeft"}  # the same defect, seen earlier
