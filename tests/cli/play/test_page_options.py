"""Where a game is shown: the same options with the same default in every command."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from gitopoly.cli import COMMANDS, main
from gitopoly.cli.play.page_options import VARIABLE, chosen_ui, ui_option

SHOWN = ("play", "games", "new", "join", "resume", "watch")


def loaded(command: str) -> click.Command:
    """A command of the table."""
    found = main.get_command(click.Context(main), command)
    assert found is not None
    return found


def ui_of(command: str) -> click.Parameter | None:
    """The option of a command that says where the game is shown."""
    return next((one for one in loaded(command).params if one.name == "ui"), None)


def test_all_commands_that_show_a_game_have_the_same_default() -> None:
    found = {name: option for name in COMMANDS if (option := ui_of(name)) is not None}
    assert set(found) == set(SHOWN)
    assert {option.default for option in found.values()} == {"web"}
    assert len({option.help for option in found.values() if isinstance(option, click.Option)}) == 1


@pytest.mark.parametrize("command", SHOWN)
def test_every_command_with_a_page_says_where_it_is_served(command: str) -> None:
    """The same options everywhere, and none of them is forgotten in the terminal."""
    assert {"port", "host", "no_browser"} <= {one.name for one in loaded(command).params}
    place = ["x.git"] if command == "watch" else []
    words = [command, *place, "--ui", "terminal", "--host", "127.0.0.2"]
    result = CliRunner().invoke(main, words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--host needs --ui web" in result.stderr


@click.command()
@ui_option
def shown(ui: str, where: object) -> None:
    """Say what was chosen, and what says so again."""
    click.echo(f"{ui}|{chosen_ui()}")


@pytest.mark.parametrize(
    ("words", "variable", "said"),
    [
        ([], None, "web|"),
        ([], "terminal", "terminal|"),
        (["--ui", "terminal"], None, "terminal| --ui terminal"),
        (["--ui", "web"], "terminal", "web| --ui web"),
    ],
)
def test_a_variable_changes_the_default_and_the_command_line_decides(
    words: list[str], variable: str | None, said: str
) -> None:
    result = CliRunner().invoke(shown, words, env={VARIABLE: variable})
    assert result.stdout == f"{said}\n"


def test_bots_are_watched_in_the_terminal_only() -> None:
    result = CliRunner().invoke(main, ["play", "--watch", "--ui", "web"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--ui cannot be combined with --watch" in result.stderr
