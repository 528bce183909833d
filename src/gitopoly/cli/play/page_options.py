"""Options of commands that show a game: where, and at which address."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click
from click.core import ParameterSource

from gitopoly.cli.usage import refuse


@dataclass(frozen=True)
class PageOptions:
    """Where a page is served, and whether a browser opens it."""

    port: int = 0
    """0 for any free port."""
    host: str = ""
    """Empty: loopback."""
    browser: bool = True


WEB = "web"
TERMINAL = "terminal"
VARIABLE = "GITOPOLY_UI"
"""For people who always play in the terminal."""
ON_LOOPBACK = PageOptions()
ON_THE_PAGE = ("port", "host", "no_browser")
"""The options that make no sense without a page."""


def ui_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options for where to show the game; passed as `ui` and `where`."""

    @functools.wraps(command)
    def checked(*args: Any, ui: str, **others: Any) -> Any:
        if ui != WEB:
            refuse(click.get_current_context(), ON_THE_PAGE, "needs --ui web")
        return command(*args, ui=ui, **others)

    return click.option(
        "--ui",
        type=click.Choice((WEB, TERMINAL)),
        default=WEB,
        show_default=True,
        envvar=VARIABLE,
        help=f"In the browser or in the terminal; {VARIABLE} sets the default.",
    )(page_options(checked))


def chosen_ui() -> str:
    """The --ui option to repeat, if the command line had one."""
    context = click.get_current_context()
    if context.get_parameter_source("ui") is not ParameterSource.COMMANDLINE:
        return ""
    return f" --ui {context.params['ui']}"


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options for serving its page; passed as `where`."""

    @functools.wraps(command)
    def with_where(*args: Any, port: int, host: str, no_browser: bool, **others: Any) -> Any:
        return command(*args, where=PageOptions(port, host, not no_browser), **others)

    for option in (
        click.option("--no-browser", is_flag=True, help="Only print the address of the page."),
        click.option(
            "--host",
            metavar="ADDRESS",
            default="",
            help="Serve the page on this address instead of loopback.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            metavar="N",
            default=0,
            help="Port of the page; by default any free port.",
        ),
    ):
        with_where = option(with_where)
    return with_where
