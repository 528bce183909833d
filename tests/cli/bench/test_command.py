"""`gitopoly bench`: comparing commits and files, the table, and running only in a checkout."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.bench import running
from gitopoly.measurements import BenchRun, append
from gitopoly.measurements.table import BEGIN, END
from tests.measurements.runs import AFTER, BEFORE, figure, run, scaled


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


def history(folder: Path, *runs: BenchRun) -> Path:
    """A file with these runs."""
    file = folder / f"history{len(list(folder.iterdir()))}.jsonl"
    for one in runs:
        append(file, one)
    return file


@pytest.fixture
def slower(tmp_path: Path) -> Path:
    """A history whose second commit is slower."""
    before = run(figure(), figure(name="still"))
    after = run(figure(*scaled(0.5)), figure(name="still"), commit=AFTER)
    return history(tmp_path, before, after, before, after)


def test_two_commits_are_compared(slower: Path) -> None:
    result = invoke("compare", "aaaa", "bbbb", "--history", slower)
    assert result.exit_code == 0, result.output
    (row,) = [line for line in result.output.splitlines() if line.startswith("kernel: ")]
    assert row.startswith("kernel: games ")
    assert row.endswith("-50.0% <0.0001  worse")
    assert "1 worse, 1 within the noise" in result.output
    assert "aaaaaaaaaa: 2 runs" in result.output


def test_one_run_of_each_is_said_to_be_not_sure(tmp_path: Path) -> None:
    file = history(tmp_path, run(figure()), run(figure(*scaled(0.5)), commit=AFTER))
    result = invoke("compare", "a", "b", "--history", file, "--fail-if-worse")
    assert result.exit_code == 0
    assert "-50.0%  0.0079  not sure" in result.output
    assert "measure both again" in result.output


def test_nothing_in_common_is_no_comparison(tmp_path: Path) -> None:
    file = history(tmp_path, run(figure(name="one")), run(figure(name="two"), commit=AFTER))
    result = invoke("compare", "a", "b", "--history", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "a and b have no figure in common" in result.stderr


def test_too_few_samples_are_no_proof_that_nothing_is_worse(tmp_path: Path) -> None:
    file = history(tmp_path, run(figure(1.0)), run(figure(9.0), commit=AFTER))
    assert invoke("compare", "a", "b", "--history", file).exit_code == 0
    result = invoke("compare", "a", "b", "--history", file, "--fail-if-worse")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no figure has enough samples" in result.stderr


def test_all_shows_what_is_within_the_noise(slower: Path) -> None:
    assert "kernel: still" in invoke("compare", "a", "b", "--all", "--history", slower).output


def test_a_script_can_ask_for_an_exit_code_and_json(slower: Path) -> None:
    result = invoke("compare", "a", "b", "--history", slower, "--fail-if-worse", "--json")
    assert result.exit_code == 1
    assert [c["verdict"] for c in json.loads(result.stdout)] == ["worse", "within the noise"]
    assert invoke("compare", "b", "a", "--history", slower, "--fail-if-worse").exit_code == 0


def test_two_files_are_compared_by_their_newest_commits(tmp_path: Path) -> None:
    one = history(tmp_path, run(figure(*scaled(9)), commit=AFTER), run(figure()))
    two = history(tmp_path, run(figure(*scaled(2)), commit=AFTER, machine="N"))
    result = invoke("compare", one, two)
    assert "+100.0%" in result.output
    assert "the machines differ" in result.output


def test_a_commit_may_be_named_as_git_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    author = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for arguments in (["init", "-q"], [*author, "commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout.strip()
    file = history(tmp_path, run(figure()), run(figure(*scaled(2)), commit=head))
    monkeypatch.chdir(tmp_path)
    assert "1 not sure" in invoke("compare", BEFORE, "HEAD", "--history", file).output
    result = invoke("compare", BEFORE, "HEAD+", "--history", file)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("name", ["cccc", "-x", "HEAD~999999", "a..b"])
def test_a_commit_that_was_not_measured_is_refused_in_one_line(slower: Path, name: str) -> None:
    result = invoke("compare", "--history", slower, "--", "a", name)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_the_table_is_put_between_the_marks_of_a_page(slower: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Speed\n\n{BEGIN}\n{END}\n", encoding="utf-8")
    assert invoke("table", "--history", slower, "--write", page).exit_code == 0
    assert "| games | 50 |" in page.read_text(encoding="utf-8")
    assert "| games | 50 |" in invoke("table", "--history", slower).output


def test_without_a_checkout_running_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "checkout", lambda: None)
    result = invoke("run")
    assert result.exit_code == 2
    assert result.stderr == (
        "gitopoly: the bench is not installed; run `make bench` in a checkout of the sources\n"
    )


def test_in_a_checkout_the_bench_is_run() -> None:
    result = invoke("run", "no-such-part")
    assert running.checkout() is not None
    assert result.exit_code == 2
