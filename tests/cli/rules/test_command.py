"""`gitopoly rules` as a whole: help, examples, exit codes, and what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli.rules.command import COMMANDS, rules

FILED = [name for name in COMMANDS if name != "show"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_examples(name: str) -> None:
    result = CliRunner().invoke(rules, [name, "--help"])
    assert result.exit_code == 0
    assert "Examples:\n" in result.output
    assert f"  gitopoly rules {name}" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_command_says_itself(name: str) -> None:
    entry = COMMANDS[name]
    assert (entry.load().help or "").splitlines()[0] == entry.help


@pytest.mark.parametrize("name", FILED)
def test_a_document_that_is_not_there_gives_one_line(name: str) -> None:
    result = CliRunner().invoke(rules, [name, "nowhere.md"])
    assert result.exit_code == 2
    assert result.stderr == "gitopoly: there is no file or folder 'nowhere.md'\n"
    assert result.stdout == ""


@pytest.mark.parametrize("name", FILED)
def test_an_unknown_option_is_bad_usage(name: str) -> None:
    assert CliRunner().invoke(rules, [name, "--no-such-option"]).exit_code == 2


def test_reading_a_document_loads_neither_rich_nor_the_kernel(tmp_path: Path) -> None:
    document = tmp_path / "a.md"
    document.write_text("{action:a:b}x{/action}", encoding="utf-8")
    code = (
        "import sys; from gitopoly.cli.rules.command import rules\n"
        f"rules(['stats', {str(document)!r}], standalone_mode=False)\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(result.stderr.split())
    assert not {"rich", "yaml", "gitopoly.rules", "gitopoly.ledger"} & loaded
