"""Benchmark figures: runs, their history in a file, and comparisons.

The bench itself is only in a checkout; the code that reads its history is installed, so that
figures can be compared anywhere.
"""

from gitopoly.measurements.comparison import Change, Verdict, compare
from gitopoly.measurements.figures import BenchRun, Figure
from gitopoly.measurements.history import append, of_commit, read
from gitopoly.measurements.table import performance_table, with_table

__all__ = [
    "BenchRun",
    "Change",
    "Figure",
    "Verdict",
    "append",
    "compare",
    "of_commit",
    "performance_table",
    "read",
    "with_table",
]
