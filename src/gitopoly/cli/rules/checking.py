"""``gitopoly rules check`` and ``index``: what implements each numbered rule, and their list."""

import json
from pathlib import Path

import click

from gitopoly.annotations.book import INDEX, Book
from gitopoly.annotations.tables import visible
from gitopoly.annotations.writing import replace_file
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.rules.options import DOES_NOT_HOLD, file_argument
from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.coverage import CoverageReport, check as check_book
from gitopoly.rulebook.coverage_page import render_page
from gitopoly.rulebook.rules import render_index, replace_index

__all__ = ["check", "index"]

NEEDED = ("src/gitopoly/rules", "tests")
"""Folders of a checkout that the check needs."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Is every rule implemented by code and proved by a test?", "gitopoly rules check"),
        ("Only the rules of one edition, in full", "gitopoly rules check --edition classic -v"),
        ("A page to read in the browser", "gitopoly rules check --html"),
    ],
)
@file_argument
@click.option("--edition", help="Only the rules of one edition; by default all.")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Checkout to inspect; by default the folder above the rule book.",
)
@click.option("--verbose", "-v", is_flag=True, help="Show what implements each rule.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", "as_html", is_flag=True, help="Write a page for the browser.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("rules-coverage.html"),
    show_default=True,
    help="Output file of --html.",
)
def check(
    file: str | None,
    edition: str | None,
    root: Path | None,
    verbose: bool,
    as_json: bool,
    as_html: bool,
    output: Path,
) -> None:
    """Check that code and tests cover every rule.

    A rule is implemented by kernel functions whose docstring cites its number,
    proved by tests whose name or docstring does, and specified by TLA+ actions
    that do. This needs a checkout of the sources, not just the installed
    program. Exit code 1 with a list of what is missing.
    """
    book = open_book(file)
    report = check_book(book, _checkout(root or _root_of(book)), edition)
    if as_html:
        replace_file(output, render_page(report, book.name))
        click.echo(f"{output}: written", err=True)
    if as_json:
        click.echo(json.dumps(report.as_data(), indent=2, ensure_ascii=False))
    else:
        _show(report, verbose)
    if not report.holds:
        raise click.exceptions.Exit(DOES_NOT_HOLD)


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All rules of our own rule book, one line each", "gitopoly rules index"),
        ("Update the list in its README.md", "gitopoly rules index --write"),
    ],
)
@file_argument
@click.option("--write", is_flag=True, help=f"Update the list in the folder's {INDEX}.")
def index(file: str | None, write: bool) -> None:
    """Print the list of all numbered rules.

    The list in the rule book is generated from its pages.
    """
    book = open_book(file)
    if not write:
        click.echo(render_index(book.rules.values()))
        return
    if book.path is None or not (page := book.path / INDEX).is_file():
        raise InvalidRulebook(f"{book.name} is not a folder with a {INDEX}")
    text = replace_index(book.pages[0].source, book.rules.values())
    if text == book.pages[0].source:
        click.echo(f"{book.pages[0].page}: unchanged", err=True)
    else:
        replace_file(page, text)
        click.echo(f"{book.pages[0].page}: written", err=True)


def _root_of(book: Book) -> Path:
    if book.path is None:
        raise InvalidRulebook("standard input has no checkout around it; give one with --root")
    return book.path.resolve().parent


def _checkout(folder: Path) -> Path:
    """The folder, if it holds the sources to compare with the rule book."""
    missing = [name for name in NEEDED if not (folder / name).is_dir()]
    if missing:
        raise InvalidRulebook(
            f"rules check compares the rule book with the sources, and {folder} has no "
            f"{' and no '.join(missing)}; run it in a checkout, or give one with --root DIR"
        )
    return folder


def _show(report: CoverageReport, verbose: bool) -> None:
    if verbose:
        for entry in report.coverage:
            click.echo(f"{entry.rule.number}: {entry.rule.title}")
            for word, citations in (
                ("code", entry.code),
                ("test", entry.tests),
                ("TLA+", entry.specs),
            ):
                for citation in citations:
                    place = f"{citation.file}:{citation.line}"
                    click.echo(f"  {word}  {citation.name}  {place}")
            if entry.reason and not entry.specs:
                click.echo(f"  TLA+  none: {entry.reason}")
    for finding in report.findings:
        click.echo(visible(finding))
    data = report.as_data()
    click.echo(
        f"{len(report.coverage)} rules: {data['carried']} implemented by code,"
        f" {data['proved']} proved by tests, {data['specified']} specified in TLA+"
        f"{'' if report.specs_count else ' (no specifications yet)'};"
        f" {len(report.findings)} findings"
    )
