"""The page about the arena does what it says, from the first command to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.arena import FIELDS
from gitopoly.arena.cases import run_cases
from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH
from gitopoly.arena.starter import starter_files
from gitopoly.bots import POLICIES
from tests.test_readme import blocks, complaint, examples, failures

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def first_complaint(page: str, folder: Path) -> str | None:
    """Run all commands of a page in one folder, one after the other; what is wrong first."""
    for example in examples(page):
        if said := complaint(example, folder):
            return said
    return None


@pytest.mark.long
def test_the_commands_lead_from_nothing_to_a_tournament(tmp_path: Path) -> None:
    assert next(examples(PAGE)).command == "gitopoly arena new-bot mybot"
    assert first_complaint(PAGE, tmp_path) is None
    assert (tmp_path / "report" / "report.html").exists()


def test_all_commands_are_ours() -> None:
    commands = [example.command for example in examples(PAGE)]
    assert len(commands) >= 8
    assert [line for line in commands if not line.startswith("gitopoly arena ")] == []


def test_a_page_whose_command_fails_is_noticed(tmp_path: Path) -> None:
    page = "```console\n$ gitopoly arena test gone.py\n```\n"
    assert first_complaint(page, tmp_path) is not None


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, marks=pytest.mark.xdist_group("compiled"))
        if "batch_environment" in block
        else block
        for block in blocks(PAGE, "python")
    ],
)
def test_the_python_example_does_what_it_shows(block: str) -> None:
    assert failures(block) == 0


def test_the_example_for_a_gpu_asks_for_what_there_is() -> None:
    """It needs a GPU to run; here its names and sizes are compared."""
    (block,) = blocks(PAGE, "py")
    names = compile(block, "docs/arena.md", "exec").co_names
    assert {"batch_environment", "reset", "step", "observations", "masks"} <= set(names)
    assert f"Linear({OBSERVATION_LENGTH}, 512)" in block
    assert f"Linear(512, {ACTIONS})" in block


def test_the_case_on_the_page_passes(tmp_path: Path) -> None:
    (block,) = blocks(PAGE, "yaml")
    for name, text in starter_files("mybot").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "cases.yml").write_text(block, encoding="utf-8")
    assert [verdict.passes for verdict in run_cases(tmp_path / "cases.yml")] == [True]


def test_the_page_names_every_fact_and_every_built_in() -> None:
    for name in (*FIELDS, *POLICIES):
        if name not in ("rent_house_2", "rent_house_3"):
            assert f"`{name}`" in PAGE, name
