"""``gitopoly help`` and ``gitopoly completion``: help and shell completion for the commands."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from gitopoly.cli.examples import ShowsExamples

__all__ = ["PROGRAM", "SHELLS", "completion", "show_help"]

PROGRAM = "gitopoly"
SHELLS = ("bash", "zsh", "fish")


@click.command(
    name="help",
    cls=ShowsExamples,
    examples=[
        ("All commands", "gitopoly help"),
        ("One command", "gitopoly help simulate"),
        ("A subcommand", "gitopoly help arena play"),
    ],
)
@click.argument("path", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def show_help(ctx: click.Context, path: tuple[str, ...]) -> None:
    """Show the help of a command.

    It is the same text as --help; see also the manual pages (man gitopoly).
    """
    parent = ctx.find_root()
    for name in path:
        command = parent.command
        if not isinstance(command, click.Group):
            raise click.UsageError(f"{parent.command_path} has no subcommand {name!r}")
        found = command.resolve_command(parent, [name])[1]
        if found is None:
            raise click.UsageError(f"unknown command {name!r}")
        parent = click.Context(found, info_name=name, parent=parent)
    click.echo(parent.get_help())


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Bash: in ~/.bashrc", 'eval "$(gitopoly completion bash)"'),
        ("Zsh: in ~/.zshrc, after compinit", 'eval "$(gitopoly completion zsh)"'),
        ("Fish: in ~/.config/fish/config.fish", "gitopoly completion fish | source"),
    ],
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the shell completion script.

    Every new shell that evaluates the script completes commands and options
    with the Tab key.
    """
    kind = get_completion_class(shell)
    if kind is None:  # only if click drops a shell
        raise click.UsageError(f"{shell} is not supported")
    made = kind(click.Command(PROGRAM), {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE")
    # Not `made.source()`: for Bash it asks the Bash on this machine for its version.
    click.echo(ShellComplete.source(made).strip())
