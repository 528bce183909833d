"""The command line as a whole: help, version, and how commands end."""

import os
import shlex
import subprocess
import sys
import types

import click
import pytest
from click.testing import CliRunner, Result

import gitopoly
from gitopoly.cli import COMMANDS, main
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.lazy import LazyCommand, LazyGroup
from gitopoly.errors import IllegalAction

PYTHON = shlex.quote(sys.executable)


@click.command(cls=ShowsExamples, examples=[("Be refused", "gitopoly act refused")])
@click.argument("ending")
def act(ending: str) -> None:
    """End in a given way."""
    if ending == "refused":
        raise IllegalAction("buy", "BUY-1", "the deed\nis owned")
    if ending == "interrupted":
        raise KeyboardInterrupt
    if ending == "unread":
        raise BrokenPipeError
    if ending == "misplaced":
        raise FileNotFoundError(2, "No such file or directory", "ours.toml")
    if ending == "defect":
        raise RuntimeError("ours")
    click.echo(ending)


def invoke(group: click.Group, *arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(group, list(arguments), env=environment)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> click.Group:
    """Return a group whose only command is found in a module of its own."""
    module = types.ModuleType("only_for_this_test")
    module.act = act  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return LazyGroup(
        "gitopoly", lazy_commands={"act": LazyCommand(module.__name__, "act", "End somehow.")}
    )


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_every_command_and_shows_examples(option: str) -> None:
    result = invoke(main, option)
    assert result.exit_code == 0
    for name, command in COMMANDS.items():
        assert f"  {name} " in result.output
        assert command.help in result.output
    assert "Examples:\n  # Play against three bots" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_examples(name: str) -> None:
    result = invoke(main, name, "-h")
    assert result.exit_code == 0
    assert "Examples:\n" in result.output
    assert f"  gitopoly {name}" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_command_says_itself(name: str) -> None:
    entry = COMMANDS[name]
    assert (entry.load().help or "").splitlines()[0] == entry.help


def test_version() -> None:
    assert invoke(main, "--version").output == f"gitopoly, version {gitopoly.__version__}\n"


def test_a_misspelt_command_is_answered_with_the_right_one() -> None:
    result = invoke(main, "simulat")
    assert result.exit_code == 2
    assert "there is no command 'simulat'; try simulate" in result.stderr


def test_an_unknown_command_is_answered_with_all() -> None:
    result = invoke(main, "xyz")
    assert result.exit_code == 2
    assert f"try {' or '.join(COMMANDS)}" in result.stderr


def test_an_unknown_option_is_bad_usage() -> None:
    assert invoke(main, "--no-such-option").exit_code == 2


def test_a_command_that_ends_well(table: click.Group) -> None:
    result = invoke(table, "act", "well")
    assert (result.exit_code, result.output) == (0, "well\n")


def test_a_refusal_is_one_line_and_exit_code_2(table: click.Group) -> None:
    result = invoke(table, "act", "refused")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "gitopoly: buy is refused: the deed is owned (BUY-1)\n"


def test_nothing_in_a_refusal_steers_the_terminal() -> None:
    for line in (["resume", "\x1b[2Jgone"], ["simulate", "--\x1b[2J"]):
        result = invoke(main, *line)
        assert result.exit_code == 2
        assert "\x1b" not in result.stderr
        assert "?[2J" in result.stderr


def test_a_refusal_shows_its_traceback_on_demand(table: click.Group) -> None:
    result = invoke(table, "act", "refused", GITOPOLY_DEBUG="1")
    assert isinstance(result.exception, IllegalAction)


def test_a_defect_of_ours_is_not_hidden(table: click.Group) -> None:
    assert isinstance(invoke(table, "act", "defect").exception, RuntimeError)


def test_an_interruption_is_one_line_and_exit_code_130(table: click.Group) -> None:
    result = invoke(table, "act", "interrupted")
    assert result.exit_code == 130
    assert result.stderr.strip() == "gitopoly: stopped by Ctrl-C"


def test_a_reader_that_went_away_is_no_news(table: click.Group) -> None:
    result = invoke(table, "act", "unread")
    assert (result.exit_code, result.stderr) == (141, "")


def test_something_that_is_no_command_is_our_defect() -> None:
    with pytest.raises(TypeError, match="is not a command"):
        LazyCommand("gitopoly.errors", "IllegalAction", "").load()


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise here")
def test_a_closed_pipe_leaves_no_traceback() -> None:
    command = f"{PYTHON} -m gitopoly --help | true"
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert result.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="streams are closed otherwise here")
@pytest.mark.parametrize("closing", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_a_program_without_input_or_output_ends_as_ever(closing: str) -> None:
    command = f"{PYTHON} -W default -m gitopoly --version {closing}"
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


WITHOUT_LETTERS = {
    "old Western": {"PYTHONIOENCODING": "latin-1"},
    "plain": {"PYTHONIOENCODING": "ascii"},
    "plain by its locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


WATCHED = "play --watch --edition formal-small --seed 3"


@pytest.mark.parametrize(
    ("kind", "line"),
    [*((kind, WATCHED) for kind in WITHOUT_LETTERS), ("old Western", "rules list")],
)
def test_a_terminal_that_lacks_letters_shows_others(kind: str, line: str) -> None:
    command = [sys.executable, "-m", "gitopoly", *line.split()]
    environment = {**os.environ, **WITHOUT_LETTERS[kind]}
    result = subprocess.run(command, env=environment, capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"?" in result.stdout
    result.stdout.decode("latin-1" if kind == "old Western" else "ascii")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to try")
def test_output_that_finds_no_room_gives_one_line() -> None:
    for line in ("--help", "rules list", "simulate --no-such-option"):
        command = f"{PYTHON} -m gitopoly {line} > /dev/full"
        result = subprocess.run(command, shell=True, capture_output=True, text=True)
        assert result.returncode == 2
        (said,) = result.stderr.splitlines()
        assert said.startswith("gitopoly: ")
        assert "No space left" in said or "no option" in said


@pytest.mark.parametrize(
    "line", [("replay", "--json"), ("arena", "test"), ("rules", "list"), ("rules", "stats")]
)
def test_a_file_that_cannot_be_looked_at_gives_one_line(line: tuple[str, ...]) -> None:
    """A name that no file can have fails like one in a folder that one may not look into."""
    result = invoke(main, *line, "x" * 300)
    assert (result.exit_code, result.stdout) == (2, "")
    (said,) = result.stderr.splitlines()
    assert said.startswith("gitopoly: 'xxx")
    assert said.endswith("x' cannot be used: File name too long; choose another")


def test_a_file_of_ours_that_is_not_there_is_our_defect(table: click.Group) -> None:
    assert isinstance(invoke(table, "act", "misplaced").exception, FileNotFoundError)


def test_the_module_runs_as_the_program() -> None:
    command = [sys.executable, "-m", "gitopoly", "nothing"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.startswith("gitopoly: there is no command 'nothing'; try ")
    assert len(result.stderr.splitlines()) == 1
