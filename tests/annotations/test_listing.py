"""What a document's own settings make of `list` and `run`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from tests.annotations.sample import SAMPLE, VERBS

BODY = SAMPLE.split("---\n", 2)[2]


@pytest.fixture
def beyond(tmp_path: Path) -> str:
    """A document that asks for a page that it does not have."""
    path = tmp_path / "beyond.md"
    path.write_text(f"---\nword_wrap: 80\npagination: [1, 9, 3]\n---\n{BODY}", encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rules", *arguments])


WARNING = "beyond.md:3:1: warning: 'pagination' asks for page 9; showing the last one, 3"


def test_a_page_beyond_the_end_is_warned_about_and_the_last_one_is_listed(beyond: str) -> None:
    result = run("list", beyond)
    assert result.exit_code == 0
    assert WARNING in result.stderr
    assert "page 3 of 3, 8 artifacts in all" in result.stdout
    data = json.loads(run("list", beyond, "--json").stdout)
    assert [artifact["verb"] for artifact in data["artifacts"]] == VERBS[6:]
    assert "asks for page 9" in data["problems"][0]["message"]


def test_run_shows_the_last_page_as_well(beyond: str, tmp_path: Path) -> None:
    result = run("run", beyond, "--into", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert WARNING in result.stderr
    assert "page 3 of 3" in result.stdout


def test_other_rows_a_page_do_not_make_the_documents_page_an_order(beyond: str) -> None:
    result = run("list", beyond, "--rows", "5")
    assert result.exit_code == 0
    assert "page 2 of 2" in result.stdout


def test_a_page_of_the_command_line_must_exist(beyond: str) -> None:
    result = run("list", beyond, "--page", "4")
    assert result.exit_code == 2
    assert "there is no page 4; the last one is 3" in result.stderr
    found = run("list", beyond, "--page", "2")
    assert "warning: 'pagination'" not in found.stderr
    assert "page 2 of 3" in found.stdout


def test_settings_are_shown_with_the_keys_of_the_document(beyond: str) -> None:
    shown = run("list", beyond, "--config", "--page", "1").stdout
    assert "pagination: [1, 1, 3]" in shown
    assert '"domain_nouns": "all"' in shown
    assert '"action_folder": "actions"' in shown
    assert "excluded" not in shown
    assert "folders" not in shown
