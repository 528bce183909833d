"""The options of commands that show a game: where, and on which address of this machine."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from gitopoly.cli.usage import refuse


@dataclass(frozen=True)
class Where:
    """Where a page is served, and whether a browser opens it."""

    port: int = 0
    """0: a free one."""
    host: str = ""
    """Empty: loopback."""
    browser: bool = True


WEB = "web"
TERMINAL = "terminal"
VARIABLE = "GITOPOLY_UI"
"""What people set who always play in the terminal."""
ON_LOOPBACK = Where()
ON_THE_PAGE = ("port", "host", "no_browser")
"""The options that mean nothing where no page is served."""


def ui_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say where the game is shown; it gets `ui` and `where`."""

    @functools.wraps(command)
    def checked(*args: Any, ui: str, **others: Any) -> Any:
        if ui != WEB:
            refuse(click.get_current_context(), ON_THE_PAGE, "goes with --ui web")
        return command(*args, ui=ui, **others)

    return click.option(
        "--ui",
        type=click.Choice((WEB, TERMINAL)),
        default=WEB,
        show_default=True,
        envvar=VARIABLE,
        help=f"In your browser or in the terminal; {VARIABLE} changes the default.",
    )(page_options(checked))


def chosen_ui() -> str:
    """What says again where the game is shown, if the command line said so."""
    context = click.get_current_context()
    if context.get_parameter_source("ui") is not ParameterSource.COMMANDLINE:
        return ""
    return f" --ui {context.params['ui']}"


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say where its page is served; it gets `where`."""

    @functools.wraps(command)
    def with_where(*args: Any, port: int, host: str, no_browser: bool, **others: Any) -> Any:
        return command(*args, where=Where(port, host, not no_browser), **others)

    for option in (
        click.option("--no-browser", is_flag=True, help="Only print the address of the page."),
        click.option(
            "--host",
            metavar="ADDRESS",
            default="",
            help="Serve the page on this address of your machine instead of loopback.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            metavar="N",
            default=0,
            help="Serve the page on this port; by default a free one.",
        ),
    ):
        with_where = option(with_where)
    return with_where
