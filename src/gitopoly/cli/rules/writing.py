"""``gitopoly rules rc``, ``clean``, ``build`` and ``run``: files generated from a rule book."""

from collections import Counter
from pathlib import Path
from typing import Any

import click

from gitopoly.annotations.book import Book
from gitopoly.annotations.clean import clean_pages
from gitopoly.annotations.rc import render_rc
from gitopoly.annotations.settings import RulebookSettings
from gitopoly.annotations.stubs import StubOutcome, make_stubs, write_stubs
from gitopoly.annotations.writing import write_new
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.rules.options import (
    chosen,
    end,
    file_argument,
    overridden,
    selection_options,
    tell_problems,
)
from gitopoly.cli.rules.reading import show_listing, within_pages
from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import open_book

__all__ = ["build", "clean", "rc", "run"]

_into = click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder to write to; by default the current one.",
)
_output = click.option("--output", "-o", help="Write to this file instead; - is standard output.")
_force = click.option("--force", is_flag=True, help="Replace an existing file that differs.")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Write .dddrc.json", "gitopoly rules rc RULES.md"),
        ("Write only what passes the filter", "gitopoly rules rc RULES.md --filtered"),
        ("Print the actions of our own rule book", "gitopoly rules rc --search ^action -o -"),
    ],
)
@file_argument
@selection_options
@click.option("--filtered", is_flag=True, help="Apply the filter, and write the filtered file.")
@_into
@_output
@_force
def rc(
    file: str | None,
    selection: dict[str, Any],
    filtered: bool,
    into: Path,
    output: str | None,
    force: bool,
) -> None:
    """Write every artifact to a JSON file (.dddrc.json).

    With filtering options it writes the filtered file.
    """
    book = open_book(file)
    given = any(selection[name] for name in ("excluded", "nouns", "search", "duplicate_verbs"))
    filtered = filtered or given or bool(selection["use_filter"])
    settings = overridden(book.settings, {**selection, "use_filter": filtered})
    tell_problems(book)
    _deliver(_rc_text(book, settings), _rc_file(settings), into, output, force, book)
    end(book)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Write DOMAIN.MD", "gitopoly rules clean RULES.md"),
        ("Read our own rule book without tags", "gitopoly rules clean -o - | less"),
    ],
)
@file_argument
@_into
@_output
@_force
def clean(file: str | None, into: Path, output: str | None, force: bool) -> None:
    """Write the rule book without its tags (DOMAIN.MD).

    Passages marked -md-remove and the front matter are left out as well.
    """
    book = open_book(file)
    tell_problems(book)
    text = clean_pages(book.pages)
    _deliver(text, book.settings.generate_clean_md.file, into, output, force, book)
    end(book)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("One stub for each artifact of a document", "gitopoly rules build RULES.md --into src"),
        ("Only the predicates of our own", "gitopoly rules build --search ^predicate --into x"),
    ],
)
@file_argument
@selection_options
@_into
def build(file: str | None, selection: dict[str, Any], into: Path) -> None:
    """Write a typed Python stub for each artifact.

    A stub that has been edited is never overwritten.
    """
    book = open_book(file)
    tell_problems(book)
    _build(book, overridden(book.settings, selection), into)
    end(book)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Everything a document's settings ask for", "gitopoly rules run RULES.md --into out")
    ],
)
@file_argument
@selection_options
@_into
@_force
def run(file: str | None, selection: dict[str, Any], into: Path, force: bool) -> None:
    """Do everything the front matter asks for.

    Shows what show_artifacts, show_config and similar settings request, and
    writes what generate_rc, generate_filtered_rc, generate_clean_md and
    generate_builders request.
    """
    book = open_book(file)
    settings = overridden(book.settings, selection)
    show_listing(*within_pages(book, settings))
    for wanted, filtered in (
        (settings.generate_rc, False),
        (settings.generate_filtered_rc, True),
    ):
        if wanted.generate:
            text = _rc_text(book, overridden(settings, {**selection, "use_filter": filtered}))
            _deliver(text, wanted.file, into, None, force, book)
    if settings.generate_clean_md.generate:
        text = clean_pages(book.pages)
        _deliver(text, settings.generate_clean_md.file, into, None, force, book)
    if settings.generate_builders:
        _build(book, settings, into)
    end(book)


def _rc_text(book: Book, settings: RulebookSettings) -> str:
    return render_rc(book.name, chosen(book, settings), filtered=settings.use_filter)


def _rc_file(settings: RulebookSettings) -> str:
    wanted = settings.generate_filtered_rc if settings.use_filter else settings.generate_rc
    return wanted.file


def _deliver(
    text: str, usual: str, into: Path, output: str | None, force: bool, book: Book
) -> None:
    if output == "-":
        click.echo(text.encode("utf-8", "backslashreplace"), nl=False)
        return
    path = into / (output or usual)
    if any(path.exists() and path.samefile(page) for page in _sources(book)):
        raise InvalidRulebook(f"{path} is the rule book itself; choose another --output")
    written = write_new(path, text, force=force)
    click.echo(f"{path}: {'written' if written else 'unchanged'}", err=True)


def _sources(book: Book) -> list[Path]:
    if book.path is None:
        return []
    if book.path.is_file():
        return [book.path]
    return [book.path / Path(page.page).name for page in book.pages]


def _build(book: Book, settings: RulebookSettings, into: Path) -> None:
    outcomes = write_stubs(make_stubs(chosen(book, settings), settings.folders), into)
    for path, outcome in outcomes.items():
        if outcome is StubOutcome.KEPT:
            click.echo(f"{into / path}: {outcome}", err=True)
    counts = Counter(outcomes.values())
    summary = ", ".join(
        f"{counts[outcome]} {outcome}" for outcome in StubOutcome if counts[outcome]
    )
    click.echo(f"stubs: {summary or 'none'}", err=True)
