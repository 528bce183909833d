"""A mistyped line is answered with one line and exit code 2, whatever command it is for."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from gitopoly.cli import COMMANDS, main
from gitopoly.cli.arena.command import COMMANDS as ARENA
from gitopoly.cli.bench.command import COMMANDS as BENCH
from gitopoly.cli.rules.command import COMMANDS as RULES

GROUPS = {"arena": ARENA, "bench": BENCH, "rules": RULES}
PATHS = [
    [],
    *([name] for name in COMMANDS),
    *([group, name] for group, commands in GROUPS.items() for name in commands),
]


def answer(*words: str) -> str:
    """The one line that a mistyped command is answered with."""
    result = CliRunner().invoke(main, list(words), prog_name="gitopoly")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("gitopoly: ")
    return result.stderr.removeprefix("gitopoly: ").rstrip("\n")


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_answers_an_unknown_option_in_one_line(path: list[str]) -> None:
    said = answer(*path, "--no-such-option")
    assert said.startswith(f"{' '.join(path) or 'the program'} has no option --no-such-option")
    assert said.endswith(f"({' '.join(['gitopoly', *path])} --help)")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simulate --gmaes 3", "simulate has no option --gmaes; did you mean --games?"),
        ("simulate --games x", "simulate --games: 'x' is not a whole number"),
        ("simulate --games", "simulate: --games needs a value"),
        ("simulate --json=3", "simulate: --json takes no value"),
        ("simulate more", "simulate: unexpected argument more"),
        ("simulate --show", "simulate: --show prints one game; add --game N"),
        ("resume --ui none", "resume --ui: 'none' is not one of 'web', 'terminal'"),
        ("verify", "verify needs GAME..."),
        ("help simulate x", "help: gitopoly simulate has no subcommand 'x'"),
    ],
)
def test_it_says_what_is_wrong_and_where_to_read_on(line: str, said: str) -> None:
    words = line.split()
    assert answer(*words) == f"{said} (gitopoly {words[0]} --help)"


def test_a_command_of_another_kind_would_be_noticed() -> None:
    """The twin: click's own answer has several lines."""
    plain = click.Command("plain")
    assert CliRunner().invoke(plain, ["--no-such-option"]).stderr.count("\n") > 1


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_without_a_command_still_shows_its_help(group: str) -> None:
    result = CliRunner().invoke(main, [group], prog_name="gitopoly")
    assert "Commands:" in result.output
