"""``gitopoly rules list``, ``show`` and ``stats``: rule books for people and scripts."""

import dataclasses
import difflib
import json
from typing import Any

import click

from gitopoly.annotations.artifacts import Artifact, find_artifacts, repeats
from gitopoly.annotations.book import Book
from gitopoly.annotations.clean import clean
from gitopoly.annotations.parser import parse
from gitopoly.annotations.problems import DocumentProblem, Severity
from gitopoly.annotations.selection import Pagination, count_pages, turn_to
from gitopoly.annotations.settings import RulebookSettings
from gitopoly.annotations.stats import Stats, count
from gitopoly.annotations.tables import render_csv, render_table, visible, wrap
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.rules.options import (
    chosen,
    columns_from,
    end,
    file_argument,
    overridden,
    selection_options,
    tell_problems,
)
from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import RuleBook, open_book

__all__ = ["list_artifacts", "show", "show_listing", "stats", "within_pages"]


@click.command(
    "list",
    cls=ShowsExamples,
    examples=[
        ("All artifacts of our own rule book", "gitopoly rules list"),
        ("The actions of the bank, by name", "gitopoly rules list --noun bank --order-by verb"),
        ("Anything about houses or hotels", "gitopoly rules list --search 'house|hotel'"),
        ("The second page of 20 rows of a document", "gitopoly rules list RULES.md --page 2"),
        ("For a spreadsheet", "gitopoly rules list --csv > artifacts.csv"),
    ],
)
@file_argument
@selection_options
@click.option("--column", "columns", multiple=True, metavar="NAME[:WIDTH]", help="Columns to show.")
@click.option("--page", type=click.IntRange(1), help="Show one page.")
@click.option("--rows", type=click.IntRange(1), help="Rows per page.")
@click.option("--no-pages", is_flag=True, help="Show everything, without pages.")
@click.option(
    "--wrap", "word_wrap", type=click.IntRange(0), help="Wrap text at this column; 0 truncates it."
)
@click.option("--artifacts/--no-artifacts", "show_artifacts", default=None, help="The table.")
@click.option("--config/--no-config", "show_config", default=None, help="The settings.")
@click.option("--all-stats/--no-all-stats", default=None, help="Show counts of all artifacts.")
@click.option(
    "--filtered-stats/--no-filtered-stats", default=None, help="Show counts of the listed ones."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def list_artifacts(
    file: str | None,
    selection: dict[str, Any],
    columns: tuple[str, ...],
    page: int | None,
    rows: int | None,
    no_pages: bool,
    word_wrap: int | None,
    show_artifacts: bool | None,
    show_config: bool | None,
    all_stats: bool | None,
    filtered_stats: bool | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List the tagged artifacts of a rule book.

    The document's front matter sets the defaults; options override it.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv cannot be combined")
    book: Book = open_book(file)
    settings = overridden(
        book.settings,
        selection,
        format_artifacts=columns_from(columns),
        pagination=_pagination(book.settings.pagination, page, rows, no_pages),
        word_wrap=word_wrap,
        show_artifacts=show_artifacts,
        show_config=show_config,
        show_all_stats=all_stats,
        show_filtered_stats=filtered_stats,
    )
    if page is None:
        book, settings = within_pages(book, settings)
    show_listing(book, settings, "json" if as_json else "csv" if as_csv else "table")
    end(book)


def within_pages(book: Book, settings: RulebookSettings) -> tuple[Book, RulebookSettings]:
    """The last page instead of one past the end, with a warning: the document is still read.

    Only for a page that the document names; one from the command line is refused.
    """
    wanted = settings.pagination
    last = count_pages(len(chosen(book, settings)), wanted)
    if not wanted.on or wanted.page <= last:
        return book, settings
    first = book.pages[0]
    message = f"'pagination' asks for page {wanted.page}; showing the last one, {last}"
    line = first.front_matter.entries["pagination"].line
    warning = DocumentProblem(Severity.WARNING, first.page, line, 1, message)
    return (
        dataclasses.replace(book, problems=(warning, *book.problems)),
        dataclasses.replace(settings, pagination=dataclasses.replace(wanted, page=last)),
    )


def show_listing(book: Book, settings: RulebookSettings, form: str = "table") -> None:
    """Show a book as its settings say."""
    found = chosen(book, settings)
    page = turn_to(found, settings.pagination)
    times = repeats(book.artifacts)
    if form == "json":
        _echo_json(_listing_data(book, settings, found, page.rows))
        return
    tell_problems(book)
    if form == "csv":
        click.echo(render_csv(page.rows, settings.format_artifacts, times), nl=False)
        return
    if settings.show_config:
        for name, value in settings.as_data().items():
            click.echo(visible(f"{name}: {json.dumps(value, ensure_ascii=False)}"))
        click.echo()
    if settings.show_artifacts:
        for line in render_table(page.rows, settings.format_artifacts, times, settings.word_wrap):
            click.echo(line)
        if page.pages > 1:
            click.echo(f"\npage {page.number} of {page.pages}, {page.total} artifacts in all")
    if settings.show_all_stats:
        click.echo()
        _echo_stats(count(book.artifacts), "all artifacts")
    if settings.show_filtered_stats:
        click.echo()
        _echo_stats(count(found), "artifacts listed")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("One rule, with its text", "gitopoly rules show JAIL-4"),
        ("All occurrences of an artifact", "gitopoly rules show player:go-to-jail"),
        ("In another document, as JSON", "gitopoly rules show pay-salary RULES.md --json"),
    ],
)
@click.argument("artifact")
@file_argument
@click.option(
    "--wrap", "word_wrap", type=click.IntRange(0), help="Wrap text at this column; 0 leaves it."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(artifact: str, file: str | None, word_wrap: int | None, as_json: bool) -> None:
    """Show a rule, or all occurrences of an artifact.

    ARTIFACT is the number of a rule (JAIL-4), or a verb, noun:verb or
    kind:noun:verb.
    """
    book = open_book(file)
    width = book.settings.word_wrap if word_wrap is None else word_wrap
    rule = book.rules.get(artifact.upper())
    if rule is not None:
        text = clean(parse(rule.text))
        if as_json:
            _echo_json({**dataclasses.asdict(rule), "text": text})
        else:
            click.echo(f"{rule.heading}\n{rule.page}:{rule.line}\n\n{wrap(visible(text), width)}")
        return
    found = find_artifacts(book.artifacts, artifact)
    if not found:
        raise InvalidRulebook(f"{book.name} has no '{artifact}'{_hint(book, artifact)}")
    if as_json:
        _echo_json([place.as_data() for place in found])
        return
    for name, places in _by_identity(found).items():
        click.echo(f"{name}  ({len(places)} {'place' if len(places) == 1 else 'places'})")
        for place in places:
            options = f"  {' '.join(place.options)}" if place.options else ""
            click.echo(f"\n{place.page}:{place.line}:{place.column}{options}")
            click.echo(wrap(visible(place.text), width) or "(no text)")
        click.echo()


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Counts of our own rule book", "gitopoly rules stats"),
        ("Counts of a document for a script", "gitopoly rules stats RULES.md --json"),
    ],
)
@file_argument
@selection_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def stats(file: str | None, selection: dict[str, Any], as_json: bool) -> None:
    """Count artifacts by kind, noun and verb.

    Also lists what occurs more than once. The document's filter is used only
    with --filter or another filtering option.
    """
    book = open_book(file)
    settings = overridden(dataclasses.replace(book.settings, use_filter=False), selection)
    counted = count(chosen(book, settings))
    if as_json:
        problems = [dataclasses.asdict(problem) for problem in book.problems]
        _echo_json({"document": book.name, **counted.as_data(), "problems": problems})
    else:
        tell_problems(book)
        _echo_stats(counted, book.name, verbs=True)
    end(book)


def _pagination(
    usual: Pagination, page: int | None, rows: int | None, no_pages: bool
) -> Pagination | None:
    if no_pages:
        return Pagination(on=False)
    if page is None and rows is None:
        return None
    return Pagination(True, page or (usual.page if usual.on else 1), rows or usual.rows)


def _listing_data(
    book: Book, settings: RulebookSettings, found: list[Artifact], rows: Any
) -> dict[str, Any]:
    data: dict[str, Any] = {"document": book.name, "total": len(found)}
    if settings.show_config:
        data["config"] = settings.as_data()
    if settings.show_artifacts:
        times = repeats(book.artifacts)
        data["artifacts"] = [{**a.as_data(), "repeats": times[a.identity]} for a in rows]
    if settings.show_all_stats:
        data["all_stats"] = count(book.artifacts).as_data()
    if settings.show_filtered_stats:
        data["filtered_stats"] = count(found).as_data()
    data["problems"] = [dataclasses.asdict(problem) for problem in book.problems]
    return data


def _echo_stats(counted: Stats, title: str, *, verbs: bool = False) -> None:
    click.echo(f"{title}: {counted.tags} tags, {counted.distinct} distinct")
    for heading, counts in (
        ("by kind", counted.kinds),
        ("by noun", counted.nouns),
        ("by verb", counted.verbs if verbs else {}),
        ("more than once", counted.repeated),
    ):
        if counts:
            click.echo(f"\n{heading}")
        for name, number in counts.items():
            click.echo(f"  {number:>6}  {visible(name)}")
    if counted.duplicate_verbs:
        click.echo("\nverbs under more than one kind and noun")
    for verb, owners in counted.duplicate_verbs.items():
        click.echo(f"  {verb}: {', '.join(owners)}")


def _by_identity(found: list[Artifact]) -> dict[str, list[Artifact]]:
    groups: dict[str, list[Artifact]] = {}
    for artifact in found:
        groups.setdefault(artifact.identity, []).append(artifact)
    return groups


def _hint(book: RuleBook, wanted: str) -> str:
    names = {verb for artifact in book.artifacts for verb in artifact.verbs}
    names |= {artifact.name for artifact in book.artifacts} | set(book.rules)
    near = difflib.get_close_matches(wanted, sorted(names), n=3)
    return f"; try {' or '.join(near)}" if near else ""


def _echo_json(data: Any) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace"))
