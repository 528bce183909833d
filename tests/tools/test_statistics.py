"""docs/statistics.md has the tables that `make statistics` writes, and true exact figures."""

from __future__ import annotations

import re
from functools import cache

from tools.statistics import GAMES, PAGE, page

SIMULATED = ("(±)", "(played)")
"""How the heads of columns end whose figures come from dice."""


@cache
def made() -> str:
    """The page from few games."""
    return page(games=3)


def tables(text: str) -> list[list[list[str]]]:
    """Every table as rows of cells."""
    blocks = re.findall(r"(?:^\|.*\n)+", text + "\n", flags=re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()]
        for block in blocks
    ]


def exact(table: list[list[str]]) -> list[list[str]]:
    """The columns that no dice decide."""
    kept = [place for place, head in enumerate(table[0]) if not head.endswith(SIMULATED)]
    return [[row[place] for place in kept] for row in table]


def test_the_page_has_the_headings_and_tables_that_are_made() -> None:
    written = PAGE.read_text(encoding="utf-8")
    headings = re.compile(r"^#.*$", re.MULTILINE)
    assert headings.findall(written) == headings.findall(made())
    assert [table[0] for table in tables(written)] == [table[0] for table in tables(made())]


def test_the_exact_figures_are_those_computed() -> None:
    written = tables(PAGE.read_text(encoding="utf-8"))
    assert [exact(table) for table in written] == [exact(table) for table in tables(made())]
    assert len(exact(written[0])[0]) == 3
    assert exact(written[0])[-1] == ["in jail", "3.9500", "9.3855"]


def test_the_page_was_made_with_all_games() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert f"{GAMES:,} games of 4 seats" in written
    for table in tables(written):
        for place, head in enumerate(table[0]):
            if head.endswith("(±)"):
                assert all("±" in row[place] or row[place] == "-" for row in table[2:])
