"""`gitopoly rules rc`, `clean`, `build` and `run`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli.rules.command import rules
from tests.annotations.sample import CLEAN, SAMPLE

ALL_SETTINGS = """\
show_artifacts: 0
filter: {domain_nouns: [game]}
generate_rc: {generate: 1, file: 'all.json'}
generate_filtered_rc: {generate: 1, file: 'some.json'}
generate_clean_md: {generate: 1, file: 'DOMAIN.MD'}
generate_builders: {generate: 1, query_folder: 'questions'}
"""


@pytest.fixture
def marbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a document in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "marbles.md"
    path.write_text(SAMPLE, encoding="utf-8")
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, list(arguments))


def names(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_rc_writes_the_file_that_the_document_names(marbles: Path) -> None:
    result = run("rc", "marbles.md")
    assert result.exit_code == 0
    data = json.loads((marbles.parent / "all.json").read_text(encoding="utf-8"))
    assert (data["document"], data["tags"], data["filtered"]) == ("marbles.md", 8, False)
    assert "all.json: written" in result.stderr
    assert "all.json: unchanged" in run("rc", "marbles.md").stderr


def test_a_filtered_rc_has_a_file_of_its_own(marbles: Path) -> None:
    assert run("rc", "marbles.md", "--noun", "game").exit_code == 0
    data = json.loads((marbles.parent / ".dddrc-filtered.json").read_text(encoding="utf-8"))
    assert (data["tags"], data["filtered"]) == (2, True)
    assert json.loads(run("rc", "marbles.md", "--filtered", "-o", "-").stdout)["filtered"]


def test_clean_writes_the_text_without_tags(marbles: Path) -> None:
    assert run("clean", "marbles.md").exit_code == 0
    assert (marbles.parent / "DOMAIN.MD").read_text(encoding="utf-8") == CLEAN
    assert run("clean", "marbles.md", "-o", "-").stdout == CLEAN
    assert run("clean", "marbles.md", "--into", "x", "-o", "y.md").exit_code == 0
    assert (marbles.parent / "x" / "y.md").is_file()


def test_a_file_that_differs_is_only_replaced_by_force(marbles: Path) -> None:
    other = marbles.parent / "DOMAIN.MD"
    other.write_text("mine", encoding="utf-8")
    result = run("clean", "marbles.md")
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "gitopoly: DOMAIN.MD exists and differs; use --force to replace it\n"
    )
    assert other.read_text(encoding="utf-8") == "mine"
    assert run("clean", "marbles.md", "--force").exit_code == 0
    assert other.read_text(encoding="utf-8") == CLEAN


@pytest.mark.parametrize("command", ["clean", "rc"])
def test_the_rule_book_itself_is_never_overwritten(marbles: Path, command: str) -> None:
    result = run(command, "marbles.md", "-o", "./marbles.md", "--force")
    assert result.exit_code == 2
    assert "is the rule book itself" in result.stderr
    assert marbles.read_text(encoding="utf-8") == SAMPLE


def test_a_page_of_a_folder_is_never_overwritten(marbles: Path) -> None:
    result = run("clean", ".", "-o", "marbles.md", "--force")
    assert result.exit_code == 2
    assert marbles.read_text(encoding="utf-8") == SAMPLE


def test_build_writes_stubs_and_keeps_edited_ones(marbles: Path) -> None:
    result = run("build", "marbles.md", "--into", "out")
    assert result.exit_code == 0
    assert result.stderr.endswith("stubs: 8 written\n")
    stub = marbles.parent / "out" / "actions" / "player_roll.py"
    stub.write_text("mine", encoding="utf-8")
    result = run("build", "marbles.md", "--into", "out")
    assert "player_roll.py: kept, because it was edited" in result.stderr
    assert result.stderr.endswith("stubs: 7 unchanged, 1 kept, because it was edited\n")
    assert stub.read_text(encoding="utf-8") == "mine"
    assert run("build", "marbles.md", "--into", "q", "--search", "^query").exit_code == 0
    assert names(marbles.parent / "q") == {"queries/game_next.py"}


def test_run_does_what_the_document_asks_for_and_nothing_else(marbles: Path) -> None:
    assert run("run", "marbles.md", "--into", "out").exit_code == 0
    assert names(marbles.parent / "out") == {"all.json"}


def test_run_does_everything_that_is_switched_on(marbles: Path) -> None:
    body = SAMPLE.split("---\n", 2)[2]
    marbles.write_text(f"---\n{ALL_SETTINGS}---\n{body}", encoding="utf-8")
    result = run("run", "marbles.md", "--into", "out")
    assert (result.exit_code, result.stdout) == (0, "")
    out = marbles.parent / "out"
    assert names(out) == {
        *("all.json", "some.json", "DOMAIN.MD", "services/game_play.py", "questions/game_next.py")
    }
    assert json.loads((out / "all.json").read_text(encoding="utf-8"))["tags"] == 8
    assert json.loads((out / "some.json").read_text(encoding="utf-8"))["tags"] == 2


def test_a_document_with_errors_is_written_and_ends_with_1(marbles: Path) -> None:
    marbles.write_text("one {/action}two", encoding="utf-8")
    result = run("clean", "marbles.md", "-o", "-")
    assert (result.exit_code, result.stdout) == (1, "one two")
    assert "closes nothing" in result.stderr
