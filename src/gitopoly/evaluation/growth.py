"""Whether the cost of an entry grows with the length of the game, which it must not."""

from __future__ import annotations

from typing import Any

from gitopoly.evaluation import drawing
from gitopoly.evaluation.blocks import Block, Picture, finding, note
from gitopoly.evaluation.spread import Slope, block_medians, relative, slope
from gitopoly.evaluation.study import Found
from gitopoly.evaluation.wording import count, listed, percent

POLICIES = ("random", "sensible")
"""Whoever plays in the evaluation."""
PER_THOUSAND = 1000.0
HARMLESS = 0.05
"""Growth in a thousand entries that nobody would notice in a game."""


def growth(found: Found, policy: str) -> Slope | None:
    """By which part of itself an entry's processor time grows in a thousand entries."""
    trend = slope(_medians(found, policy))
    return trend.scaled(PER_THOUSAND) if trend else None


def harmful(trend: Slope) -> bool:
    """Whether it grows, beyond chance and by more than nobody would notice."""
    return trend.grows and trend.value > HARMLESS


def trend_blocks(found: Found) -> list[Block]:
    """A figure of the cost against the length of the game, and what follows from it."""
    trends = {policy: growth(found, policy) for policy in POLICIES}
    known = {policy: trend for policy, trend in trends.items() if trend}
    if not known:
        return [note("There are too few entries to tell whether their cost grows.")]
    longest = max(found.values("writes", "entry"))
    sentences = [
        f"by policy `{policy}` it changes by {percent(trend.value)} in a thousand entries (19 "
        f"times out of 20 between {percent(trend.low)} and {percent(trend.high)})"
        for policy, trend in known.items()
    ]
    text = (
        "Whether an action becomes dearer as the game goes on is told by the processor time of "
        "its entry, because that does not depend on what else the machine does. In games of up to "
        f"{count(longest)} entries, {listed(sentences)}. {_verdict(known)}"
    )
    caption = (
        "Processor time of an entry against the length of the game: medians of blocks of "
        "neighbouring entries, each entry relative to the median of its kind."
    )
    return [Picture("cost-against-length", caption, lambda: _draw(found)), finding(text)]


def _verdict(known: dict[str, Slope]) -> str:
    grown = [f"`{policy}`" for policy, trend in known.items() if harmful(trend)]
    if grown:
        return (
            f"For {listed(grown)} that is growth beyond chance and beyond {percent(HARMLESS)}: a "
            "figure to be looked into."
        )
    if all(trend.high <= HARMLESS for trend in known.values()):
        return (
            f"Growth of more than {percent(HARMLESS)} in a thousand entries is ruled out: the cost "
            "of an action does not depend on the length of the game."
        )
    return (
        f"So no growth of more than {percent(HARMLESS)} in a thousand entries can be told from "
        "chance; longer games would narrow the interval."
    )


def _medians(found: Found, policy: str) -> list[tuple[float, float]]:
    samples = [
        (str(row["kind"]), float(row["entry"] or 0), float(row["processor_seconds"] or 0))
        for row in found.table("writes", policy=policy)
    ]
    return block_medians(relative(samples))


def _draw(found: Found) -> Any:
    figure = drawing.new_figure(height=3.0)
    axes = figure.axes[0]
    for policy, colour in zip(POLICIES, drawing.SERIES, strict=False):
        medians = _medians(found, policy)
        if medians:
            axes.plot(*zip(*medians, strict=True), color=colour, marker=".", label=policy)
    axes.axhline(1, color=drawing.MUTED, linewidth=0.8)
    axes.set_xlabel("entries in the log")
    axes.set_ylabel("cost over the usual")
    axes.set_ylim(bottom=0)
    drawing.thousands(axes, "x")
    drawing.legend(axes, "lower right")
    return figure
