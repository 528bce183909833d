"""The statistics of a series as plots: all on one sheet, or a file for each."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gitopoly.cli.simulate.output import write_file
from gitopoly.errors import MissingExtra
from gitopoly.evaluation.reports.drawing import GRID, INK, MUTED, PAPER, SERIES, SETTINGS
from gitopoly.game.statistics import Statistics

COLOURS = {
    "brown": "#7b4a21",
    "light blue": "#9bd3ee",
    "pink": "#b8327f",
    "orange": "#f09a38",
    "red": "#c0242c",
    "yellow": "#e3c800",
    "green": "#18723a",
    "dark blue": "#123f93",
    "rail": "#3a3a3a",
    "util": "#8f8f8f",
}
"""Bars of a group have its colour; the name stands beside it."""


def require_matplotlib() -> Any:
    """The library that draws; raises `MissingExtra`."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("drawing the plots", "matplotlib", "evaluate") from None
    return matplotlib


def write_plots(told: Statistics, path: Path) -> None:
    """Draw everything into one file, or into a folder with a file for each plot."""
    with require_matplotlib().rc_context(SETTINGS):
        if path.suffix:
            write_file(path, drawn(sheet(told), path.suffix[1:].lower()))
            return
        for name, draw in PLOTS.items():
            figure = new_figure(8, heights(told)[name])
            draw(prepared(figure.add_subplot()), told)
            write_file(path / f"{name}.png", drawn(figure, "png"))


def new_figure(width: float, height: float) -> Any:
    """An empty figure; needs no display."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=130, layout="constrained")


def heights(told: Statistics) -> dict[str, float]:
    """Inches that each plot needs for its rows."""
    wins = 1.2 + 0.28 * len(told.wins)
    squares = 1.2 + 0.19 * (len(told.squares) + 1)
    return {name: {"wins": wins, "landings": squares}.get(name, 3.6) for name in PLOTS}


def sheet(told: Statistics) -> Any:
    """One figure with all plots: landings on the left, the others in two columns beside them."""
    figure = new_figure(16, 11)
    grid = figure.add_gridspec(4, 3)
    PLOTS["landings"](prepared(figure.add_subplot(grid[:, 0])), told)
    others = [name for name in PLOTS if name != "landings"]
    for number, name in enumerate(others):
        # The last one has a row of its own.
        column = slice(1, 3) if name == others[-1] else 1 + number % 2
        PLOTS[name](prepared(figure.add_subplot(grid[number // 2, column])), told)
    return figure


def prepared(axes: Any) -> Any:
    """Axes in the style of all our plots."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(color=GRID, linewidth=0.7)
    return axes


def drawn(figure: Any, kind: str) -> bytes:
    """A figure as a file; the same bytes for the same figure."""
    buffer = io.BytesIO()
    stamp = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with require_matplotlib().rc_context({"svg.hashsalt": "gitopoly"}):
        figure.savefig(buffer, format=kind, facecolor=PAPER, metadata=stamp[kind])
    return buffer.getvalue()


def lying(axes: Any, names: list[str], values: list[float], colours: Any, title: str) -> None:
    """Bars from top to bottom, with their names on the left."""
    axes.barh(range(len(names)), values, color=colours, height=0.72)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_title(title, fontsize=11, loc="left", color=INK)


def interval(axes: Any, low: float, high: float, place: int) -> None:
    """A line over a bar, from end to end of an interval; its edge shows on any colour."""
    axes.plot([low, high], [place, place], color=PAPER, linewidth=3.6)
    axes.plot([low, high], [place, place], color=INK, linewidth=1.6)


def colour_of(told: Statistics, group: str, other: str) -> str:
    """The colour of a group: the edition's, or the usual one; of any other square, `other`."""
    return told.colours.get(group) or COLOURS.get(group, other)


def known(value: float) -> float:
    """A value to draw; nothing if there is none."""
    return value if math.isfinite(value) else 0.0


def wins(axes: Any, told: Statistics) -> None:
    """Win rates with their intervals, and a mark where equals would be."""
    several = len({row.name for row in told.wins if row.by == "policy"}) > 1
    rows = [row for row in told.wins if row.by != "policy" or several]
    names = [row.name if row.by != "order" else f"{row.name} to play" for row in rows]
    colours = [SERIES[("seat", "policy", "order").index(row.by)] for row in rows]
    values = [100 * known(row.rate) for row in rows]
    lying(axes, names, values, colours, "games won, % (lines: 95 %; dots: if all were equal)")
    for place, row in enumerate(rows):
        interval(axes, 100 * row.low, 100 * row.high, place)
        axes.plot([100 * row.fair], [place], "o", color=PAPER, markeredgecolor=INK, markersize=5)


def landings(axes: Any, told: Statistics) -> None:
    """Landings square by square, in the colours of the groups."""
    sent = sum(row.times for row in told.jail)
    moves = max(1, sent + sum(row.landings for row in told.squares))
    names = [row.name for row in told.squares] + ["sent to jail"]
    values = [100 * row.landings / moves for row in told.squares] + [100 * sent / moves]
    colours = [colour_of(told, row.group, MUTED) for row in told.squares] + [SERIES[0]]
    lying(axes, names, values, colours, "landings, % of all moves")
    axes.tick_params(axis="y", labelsize=7.5)
    axes.set_ylim(len(names) - 0.4, -0.6)


def money(axes: Any, told: Statistics) -> None:
    """What all seats received and paid per game."""
    rows = [row for row in told.money if row.seat == "all" and (row.received or row.paid)]
    names = [row.source for row in rows]
    received = [row.received_per_game for row in rows]
    title = f"money per game: received right, paid left, {told.currency}"
    lying(axes, names, received, SERIES[2], title)
    axes.barh(range(len(rows)), [-row.paid_per_game for row in rows], color=SERIES[1], height=0.72)
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.locator_params(axis="x", nbins=6)


def group_wins(axes: Any, told: Statistics) -> None:
    """How often the first owner of a whole group won."""
    rows = told.groups
    colours = [colour_of(told, row.name, SERIES[0]) for row in rows]
    values = [100 * known(row.win_rate) for row in rows]
    title = "games won by the first owner of the whole group, %"
    lying(axes, [row.name for row in rows], values, colours, title)
    for place, row in enumerate(rows):
        if row.completed:
            interval(axes, 100 * row.low, 100 * row.high, place)


def group_turns(axes: Any, told: Statistics) -> None:
    """When groups were completed: the median, and the middle half."""
    rows = told.groups
    colours = [colour_of(told, row.name, SERIES[0]) for row in rows]
    values = [known(row.median) for row in rows]
    title = "turn of a group's completion (lines: the middle half)"
    lying(axes, [row.name for row in rows], values, colours, title)
    for place, row in enumerate(rows):
        if row.completed:
            interval(axes, row.first_quartile, row.third_quartile, place)


def rents(axes: Any, told: Statistics) -> None:
    """The mean rent of each group."""
    rows = told.groups
    colours = [colour_of(told, row.name, SERIES[0]) for row in rows]
    values = [known(row.mean_rent) for row in rows]
    lying(axes, [row.name for row in rows], values, colours, f"mean rent, {told.currency}")
    for place, row in enumerate(rows):
        reach = 1.96 * known(row.rent_error)
        interval(axes, known(row.mean_rent) - reach, known(row.mean_rent) + reach, place)


def auctions(axes: Any, told: Statistics) -> None:
    """Prices at auctions against list."""
    rows = [row for row in told.auctions if row.square == "all" and row.sold]
    names = [f"{row.kind} ({row.sold:,})" for row in rows]
    title = "price at auctions, % of list"
    lying(axes, names, [100 * row.ratio for row in rows], SERIES[0], title)
    for place, row in enumerate(rows):
        if math.isfinite(row.high):
            interval(axes, 100 * row.low, 100 * row.high, place)
    axes.axvline(100, color=MUTED, linewidth=0.8)


def lengths(axes: Any, told: Statistics) -> None:
    """How many games took how many turns."""
    values, weights = zip(*told.turns, strict=True)
    axes.hist(values, bins=40, weights=weights, color=SERIES[0])
    axes.set_title(
        f"games by their number of turns, of {sum(weights):,}", fontsize=11, loc="left", color=INK
    )


PLOTS: dict[str, Callable[[Any, Statistics], None]] = {
    "wins": wins,
    "landings": landings,
    "money": money,
    "group_wins": group_wins,
    "group_turns": group_turns,
    "rents": rents,
    "auctions": auctions,
    "lengths": lengths,
}
"""Each plot by the name of its file."""
