"""A group of commands that imports a command only when it is run.

``gitopoly --help`` is shown from the table alone, so that its speed does not
depend on what the commands import.
"""

import difflib
import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.exit_codes import exit_on_error

__all__ = ["LazyCommand", "LazyGroup"]


class LazyCommand(NamedTuple):
    """Where to find a command, and its line in the list of commands."""

    module: str
    attribute: str
    help: str

    def load(self) -> click.Command:
        """Import the command's module and return the command."""
        command = getattr(importlib.import_module(self.module), self.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.module}:{self.attribute} is not a command")
        return command


class LazyGroup(ShowsExamples, click.Group):
    """The commands of a table, in the table's order."""

    def __init__(
        self, *args: Any, lazy_commands: Mapping[str, LazyCommand], **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.lazy_commands = dict(lazy_commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands without importing them."""
        return list(self.lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command, or return None if there is none of this name."""
        entry = self.lazy_commands.get(cmd_name)
        return entry.load() if entry else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table; click's own way would import them all."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self.lazy_commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete from the table, too, so that a shell need not wait."""
        offered = [
            CompletionItem(name, help=entry.help)
            for name, entry in self.lazy_commands.items()
            if name.startswith(incomplete)
        ]
        return [*offered, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; suggest similar names for a misspelt one."""
        name = args[0]
        known = name in self.lazy_commands or name.startswith("-")
        if not known and not ctx.resilient_parsing:  # set while a shell completes a line
            near = difflib.get_close_matches(name, self.lazy_commands)
            choice = near or list(self.lazy_commands)
            ctx.fail(f"there is no command {name!r}; try {' or '.join(choice)}")
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the group's own options; report a misspelt one in one line, too."""
        with exit_on_error():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; report errors in one line."""
        with exit_on_error():
            return super().invoke(ctx)
