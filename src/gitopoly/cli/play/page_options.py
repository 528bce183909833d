"""The options of commands that serve a page."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click


@dataclass(frozen=True)
class Where:
    """Where a page is served, and whether a browser opens it."""

    port: int = 0
    """0: a free one."""
    host: str = ""
    """Empty: loopback."""
    browser: bool = True


ON_LOOPBACK = Where()
ON_THE_PAGE = ("port", "host", "no_browser")
"""The options that mean nothing where no page is served."""


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
            help="Serve the page on another address of this machine than loopback.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            metavar="N",
            default=0,
            help="Where the page is served; by default on a free port.",
        ),
    ):
        with_where = option(with_where)
    return with_where
