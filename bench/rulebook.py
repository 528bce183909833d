"""Reading rule books: ten megabytes of an ordinary one, and whether odd ones cost in proportion."""

from __future__ import annotations

from collections.abc import Callable

from bench.harness import Bench
from gitopoly.annotations.parser import Document, parse
from tests.annotations.sample import REPEATED, SAMPLE

LARGE = 10 * 2**20
"""Characters, about ten megabytes."""
SMALL = 2**17
TIMES = 4


def run(bench: Bench) -> None:
    """Measure what a large document takes, and how odd ones grow."""
    bench.seconds("rulebook, a document of 10 MB", _parsing(SAMPLE, LARGE), at_most=15)
    for name, piece in REPEATED.items():
        small, large = _parsing(piece, SMALL), _parsing(piece, TIMES * SMALL)
        # A quadratic step would make it sixteen times as long.
        bench.growth(f"rulebook, {name}, {TIMES} times as much", small, large, at_most=2 * TIMES)


def _parsing(piece: str, size: int) -> Callable[[], Document]:
    text = piece * (size // len(piece))
    return lambda: parse(text)
