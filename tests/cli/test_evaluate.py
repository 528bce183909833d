"""``gitopoly evaluate``: a tiny study from end to end, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.evaluation.sections import acting, growth, lengths, order as sections
from gitopoly.evaluation.study import Rows, Section, Settings, Task, Tick

FAST = ("acting", "lengths")


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few actions as can be."""
    monkeypatch.setattr(acting, "FEW", 12)
    monkeypatch.setattr(growth, "QUICK_LENGTH", 30)
    monkeypatch.setattr(lengths, "PLAYERS", {"formal-small": 2, "arena": 2})


def evaluate(out: Path, *arguments: str) -> Result:
    """Run the command in this process."""
    given = ["evaluate", "--quick", "--games", "1", "--out", str(out), *arguments]
    return CliRunner().invoke(main, given)


def only(*names: str) -> list[str]:
    """The options that choose sections."""
    return [word for name in names for word in ("--only", name)]


def failing(name: str, error: BaseException) -> Section:
    """A section that fails."""

    def fail(tick: Tick) -> Rows:
        raise error

    known = next(section for section in sections.SECTIONS if section.name == name)
    values = {**vars(known), "tasks": lambda settings: [Task("fails", 1, fail)], "needs": ()}
    return Section(**values)


def replace(monkeypatch: pytest.MonkeyPatch, section: Section) -> None:
    """Put a section in the place of the one of its name."""
    monkeypatch.setattr(
        "gitopoly.cli.evaluate.choose",
        lambda names: [
            section if found.name == section.name else found for found in sections.choose(names)
        ],
    )


def test_a_tiny_study_leaves_a_whole_report(tmp_path: Path) -> None:
    result = evaluate(tmp_path / "study", *only(*FAST))
    assert result.exit_code == 0, result.output
    assert "the report: " in result.stdout
    folder = tmp_path / "study"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    assert {
        *("report.html", "report.md", "study.json", "figures/figure-5-1-actions.png"),
        *("figures/lengths.png", "data/acting-writes.csv", "data/lengths-games.csv"),
    } <= names
    with (tmp_path / "study" / "data" / "acting-writes.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["policy"] for row in rows} == {"random", "sensible"}
    assert all(float(row["seconds"]) > 0 for row in rows)
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert not re.search(r'\b(?:src|href)="(?!#)', page)
    assert "2,153,375,757" in page


@pytest.mark.slow
def test_a_script_gets_everything_as_one_object(tmp_path: Path) -> None:
    result = evaluate(tmp_path / "study", *only("lengths"), "--json")
    assert result.exit_code == 0, result.output
    facts: dict[str, Any] = json.loads(result.stdout)
    assert facts["sections"]["lengths"]["state"] == "complete"
    assert facts["sections"]["acting"]["state"] == "not run"
    assert facts["settings"] == {"quick": True, "games": 1, "seed": 0}
    assert facts["problems"] == []
    assert all(Path(name).is_file() for name in facts["files"])
    assert {"what", "published", "measured", "verdict"} == set(facts["glance"][0])


@pytest.mark.slow
def test_a_section_that_raises_is_reported_and_the_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace(monkeypatch, failing("acting", ZeroDivisionError("by zero")))
    result = evaluate(tmp_path / "study", *only(*FAST))
    assert result.exit_code == 1
    assert "acting failed: ZeroDivisionError: by zero" in result.stdout
    text = (tmp_path / "study" / "report.md").read_text(encoding="utf-8")
    assert "**Failed.** This section failed" in text
    assert "The smallest share terminates in" in text


@pytest.mark.slow
def test_an_interrupted_study_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        replace(patch, failing("lengths", KeyboardInterrupt()))
        result = evaluate(tmp_path / "study", *only(*FAST))
    assert result.exit_code == 130
    assert "continue with --resume" in result.stderr
    before = (tmp_path / "study" / "data" / "acting.json").read_text(encoding="utf-8")
    refused = evaluate(tmp_path / "study", *only(*FAST))
    assert refused.exit_code == 2
    assert "--resume" in refused.stderr
    again = evaluate(tmp_path / "study", *only(*FAST), "--resume")
    assert again.exit_code == 0, again.output
    assert (tmp_path / "study" / "data" / "acting.json").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "actign"], "did you mean acting"),
        (["--games", "0"], "games"),
        (["--seed", "-1"], "seed"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = evaluate(tmp_path / "study", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert not (tmp_path / "study").exists()


def test_a_missing_package_is_said_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = evaluate(tmp_path / "study", *only(*FAST))
    assert result.exit_code == 2
    assert "gitopoly[evaluate]" in result.stderr
    assert not (tmp_path / "study").exists()


def test_the_full_study_has_the_sizes_of_the_document() -> None:
    assert Settings() == Settings(quick=False, games=50, seed=0)


@pytest.mark.long
@pytest.mark.xdist_group("compiled")
def test_every_section_of_a_quick_study_succeeds(tmp_path: Path) -> None:
    result = evaluate(tmp_path / "study", "--json")
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert {one["state"] for one in facts["sections"].values()} == {"complete"}
