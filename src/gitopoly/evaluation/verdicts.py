"""When a comparison deserves a verdict, and which one.

A verdict needs an interval that excludes the published figure, at least ten samples, and for
times an idle machine. Only like is compared with like: means with averages, games on repositories
with games on repositories, times with times on the same machine. Otherwise the words say why
there is none.
"""

from __future__ import annotations

from gitopoly.measurements.spread import Estimate

LEAST = 10
"""The fewest samples that allow a verdict."""
NOT_MEASURED = "not measured"
BEYOND = "beyond the document"
NO_VERDICT = "no verdict: "
OTHER_MACHINE = NO_VERDICT + "another machine"
BUSY_MACHINE = NO_VERDICT + "busy machine"
TOO_FEW = NO_VERDICT + "too few samples"
CUT_OFF = NO_VERDICT + "games cut off"
UNDECIDED = "cannot tell"


def judge(
    found: Estimate,
    against: float,
    less: str,
    more: str,
    between: str = UNDECIDED,
    *,
    idle: bool = True,
    cut_off: int = 0,
) -> str:
    """The words for less or for more than something, or why there is no verdict.

    If some games were cut off, their mean is a lower bound: it can show more, never less.
    """
    if not idle:
        return BUSY_MACHINE
    if found.count < LEAST:
        return TOO_FEW
    if found.low > against:
        return more
    if cut_off:
        return CUT_OFF
    return less if found.high < against else between
