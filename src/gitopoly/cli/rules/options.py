"""What the commands of ``gitopoly rules`` share: options, settings, and reporting problems."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

import click

from gitopoly.annotations.artifacts import Artifact
from gitopoly.annotations.book import Book
from gitopoly.annotations.selection import Filter, arrange, compile_search, select
from gitopoly.annotations.settings import RulebookSettings, parse_column, parse_order
from gitopoly.annotations.tables import visible
from gitopoly.annotations.tags import TagKind
from gitopoly.errors import InvalidRulebook

__all__ = [
    "DOES_NOT_HOLD",
    "chosen",
    "columns_from",
    "end",
    "file_argument",
    "overridden",
    "selection_options",
    "tell_problems",
]

DOES_NOT_HOLD = 1
"""The exit code for a document with errors, or a failed check."""

_TOLD = 50

file_argument = click.argument("file", required=False)

_OPTIONS = [
    click.option("--filter/--no-filter", "use_filter", default=None, help="Apply the filter."),
    click.option(
        "--exclude",
        "excluded",
        multiple=True,
        type=click.Choice([kind.value for kind in TagKind]),
        help="Exclude a kind; may be repeated.",
    ),
    click.option("--noun", "nouns", multiple=True, help="Only this noun; may be repeated."),
    click.option("--search", metavar="REGEX", help="Only what matches, in the tag or its text."),
    click.option(
        "--duplicate-verbs/--all-verbs",
        "duplicate_verbs",
        default=None,
        help="Only verbs under more than one kind and noun.",
    ),
    click.option(
        "--order-by",
        multiple=True,
        metavar="KEY[:desc]",
        help="natural, command, noun, verb or artifact; may be repeated.",
    ),
]


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that select and order artifacts, as one dictionary."""

    @functools.wraps(command)
    def with_selection(*args: Any, **values: Any) -> Any:
        names = ("use_filter", "excluded", "nouns", "search", "duplicate_verbs", "order_by")
        return command(*args, selection={name: values.pop(name) for name in names}, **values)

    for option in reversed(_OPTIONS):
        with_selection = option(with_selection)
    return with_selection


def overridden(
    settings: RulebookSettings, selection: dict[str, Any], **switches: Any
) -> RulebookSettings:
    """The settings of a document, overridden by the command line."""
    wanted = settings.filter
    changes: dict[str, Any] = {}
    if selection["excluded"]:
        changes["excluded"] = frozenset(TagKind(kind) for kind in selection["excluded"])
    if selection["nouns"]:
        everything = "all" in selection["nouns"]
        changes["nouns"] = None if everything else frozenset(selection["nouns"])
    if selection["search"] is not None:
        if compile_search(selection["search"]) is None:
            raise InvalidRulebook(f"'{selection['search']}' is not a valid regular expression")
        changes["search"] = selection["search"]
    if selection["duplicate_verbs"] is not None:
        changes["duplicate_verbs"] = selection["duplicate_verbs"]
    # A filter on the command line applies even if the document's own is off.
    if changes and not settings.use_filter and selection["use_filter"] is None:
        wanted, switches["use_filter"] = Filter(), True
    if selection["use_filter"] is not None:
        switches["use_filter"] = selection["use_filter"]
    if selection["order_by"]:
        switches["order_by"] = tuple(parse_order(key) for key in selection["order_by"])
    given = {name: value for name, value in switches.items() if value is not None}
    return dataclasses.replace(settings, filter=dataclasses.replace(wanted, **changes), **given)


def columns_from(texts: Sequence[str]) -> tuple[Any, ...] | None:
    """The columns of the command line, or None if it names none."""
    return tuple(parse_column(text) for text in texts) or None


def chosen(book: Book, settings: RulebookSettings) -> list[Artifact]:
    """The artifacts that pass the settings, in their order."""
    kept = list(book.artifacts)
    if settings.use_filter:
        kept = select(kept, settings.filter)
    return arrange(kept, settings.order_by)


def tell_problems(book: Book) -> None:
    """Report a document's problems on standard error."""
    for problem in book.problems[:_TOLD]:
        click.echo(visible(str(problem)), err=True)
    if len(book.problems) > _TOLD:
        click.echo(f"... and {len(book.problems) - _TOLD} more; --json lists all", err=True)


def end(book: Book) -> None:
    """Exit with 1 if the document has errors; whatever could be read has been shown."""
    if not book.is_sound:
        raise click.exceptions.Exit(DOES_NOT_HOLD)
    return
