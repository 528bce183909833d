"""`gitopoly help` shows what --help shows, and shells complete commands and options."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gitopoly.cli import COMMANDS, main
from gitopoly.cli.arena.command import COMMANDS as ARENA
from gitopoly.cli.helping import SHELLS


def invoke(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments), prog_name="gitopoly")
    return result.exit_code, result.output


@pytest.mark.parametrize("path", [[], ["simulate"], ["arena"], ["arena", "play"], ["help"]])
def test_help_shows_what_the_command_itself_shows(path: list[str]) -> None:
    assert invoke("help", *path) == invoke(*path, "--help")


@pytest.mark.parametrize("path", [["simulat"], ["arena", "nothing"], ["play", "more"]])
def test_help_about_nothing_is_bad_usage(path: list[str]) -> None:
    assert invoke("help", *path)[0] == 2


def completed(shell: str, *words: str) -> set[str]:
    """What a shell is offered for the last of these words."""
    environment = {
        **os.environ,
        "_GITOPOLY_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(words) if shell != "fish" else " ".join(words[:-1]),
        "COMP_CWORD": str(len(words) - 1) if shell != "fish" else words[-1],
    }
    code = "from gitopoly.cli import main; main(prog_name='gitopoly')"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return {word.split("\t")[0] for line in done.stdout.splitlines() for word in line.split(",")}


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_offered_all_commands(shell: str) -> None:
    assert set(COMMANDS) <= completed(shell, "gitopoly", "")


def test_commands_of_commands_and_options_are_offered() -> None:
    assert set(ARENA) <= completed("bash", "gitopoly", "arena", "")
    assert "--games" in completed("bash", "gitopoly", "simulate", "--ga")
    assert "--version" in completed("bash", "gitopoly", "--ver")


def test_only_what_begins_like_the_word_is_offered() -> None:
    assert completed("bash", "gitopoly", "resu") == {"plain", "resume"}


def test_a_wrong_command_offers_nothing_and_breaks_nothing() -> None:
    assert "--games" not in completed("bash", "gitopoly", "nothing", "--ga")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_asks_the_program(shell: str) -> None:
    code, script = invoke("completion", shell)
    assert code == 0
    assert f"_GITOPOLY_COMPLETE={shell}_complete" in script


def test_an_unknown_shell_is_bad_usage() -> None:
    assert invoke("completion", "csh")[0] == 2


@pytest.mark.parametrize("shell", SHELLS)
def test_a_real_shell_takes_the_script(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "script"
    script.write_text(invoke("completion", shell)[1], encoding="utf-8")
    # Bash warns of a locale that is not installed, such as one that came over ssh.
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(
        [program, "-n", str(script)], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
