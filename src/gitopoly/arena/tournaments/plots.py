"""The plots of a tournament, as PNG."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from typing import Any

from gitopoly.errors import MissingExtra

INK = "#1f2933"
COLOURS = ("#2f6f9f", "#c8553d", "#588157", "#8e6c8a", "#d4a017", "#5f6c7b", "#1b998b", "#a23b72")


def empty_figure(width: float, height: float) -> Any:
    """A figure without axes; needs no display."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("plotting", "matplotlib", "arena") from None
    return Figure(figsize=(width, height), dpi=110, layout="constrained")


@contextlib.contextmanager
def plain_text() -> Iterator[None]:
    """Draw bots' names literally: matplotlib reads text between dollar signs as a formula."""
    try:
        from matplotlib import rc_context
    except ImportError:
        raise MissingExtra("plotting", "matplotlib", "arena") from None
    with rc_context({"text.parse_math": False}):
        yield


def new_figure(width: float, height: float) -> Any:
    """An empty figure with one set of axes."""
    figure = empty_figure(width, height)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=INK)
    return figure


def as_png(figure: Any) -> bytes:
    """A figure as the bytes of a PNG file; the same bytes for the same figure."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def ratings(results: dict[str, Any]) -> Any:
    """Each bot's rating with its 95 % interval, best on top."""
    standings = results["standings"][::-1]
    figure = new_figure(7.5, 1.2 + 0.45 * len(standings))
    axes = figure.axes[0]
    for place, standing in enumerate(standings):
        colour = COLOURS[(len(standings) - 1 - place) % len(COLOURS)]
        reach = [
            [standing["rating"] - standing["low"]],
            [standing["high"] - standing["rating"]],
        ]
        axes.errorbar(standing["rating"], place, xerr=reach, fmt="o", color=colour, capsize=4)
    axes.set_yticks(range(len(standings)), [standing["name"] for standing in standings])
    axes.set_ylim(-0.6, len(standings) - 0.4)
    axes.set_xlabel("rating, with its 95 % interval")
    axes.grid(axis="x", alpha=0.3)
    return figure


def head_to_head(results: dict[str, Any]) -> Any:
    """The share of games that each row's bot won against each column's bot."""
    names = [standing["name"] for standing in results["standings"]]
    shares = {}
    for meeting in results["meetings"]:
        first, second = meeting["bots"]
        shares[first, second] = meeting["score"]
        shares[second, first] = 1 - meeting["score"]
    size = 2.4 + 0.75 * len(names)
    figure = new_figure(size + 1, size)
    axes = figure.axes[0]
    nothing = float("nan")
    grid = [[shares.get((row, column), nothing) for column in names] for row in names]
    axes.imshow(grid, cmap="RdYlGn", vmin=0, vmax=1, alpha=0.75)
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            if value == value:
                axes.text(x, y, f"{value:.0%}", ha="center", va="center", color=INK)
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("against")
    axes.spines[["left", "bottom"]].set_visible(False)
    return figure


def money(results: dict[str, Any]) -> Any:
    """Mean cash of each bot, turn by turn, over the games still running."""
    figure = new_figure(7.5, 4)
    axes = figure.axes[0]
    for place, standing in enumerate(results["standings"]):
        series = results["money"][standing["name"]]
        axes.plot(series, label=standing["name"], color=COLOURS[place % len(COLOURS)])
    axes.set_xlabel("turn")
    axes.set_ylabel("mean cash in $")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    return figure


def faults(results: dict[str, Any]) -> Any:
    """Faults of each kind per hundred games."""
    standings = results["standings"][::-1]
    kinds = sorted({kind for standing in standings for kind in standing["faults"]})
    figure = new_figure(7.5, 1.2 + 0.45 * len(standings))
    axes = figure.axes[0]
    left = [0.0] * len(standings)
    for number, kind in enumerate(kinds):
        widths = [
            100 * standing["faults"].get(kind, 0) / max(1, standing["played"])
            for standing in standings
        ]
        colour = COLOURS[(number + 1) % len(COLOURS)]
        axes.barh(range(len(standings)), widths, left=left, label=kind, color=colour)
        left = [before + width for before, width in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(standings)), [standing["name"] for standing in standings])
    axes.set_xlabel("faults per 100 games")
    axes.legend(frameon=False)
    return figure


PLOTS: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "ratings": ("Ratings", ratings),
    "head-to-head": ("Head to head", head_to_head),
    "money": ("Money over time", money),
    "faults": ("Faults", faults),
}
"""Every plot by file name: its heading and the function that draws it."""


def pictures(results: dict[str, Any]) -> dict[str, bytes]:
    """Every plot that has something to show, by file name, as PNG."""
    empty = set()
    if not any(standing["faults"] for standing in results["standings"]):
        empty.add("faults")
    if not results["meetings"]:
        empty.add("head-to-head")
    if not any(results["money"].values()):
        empty.add("money")
    with plain_text():
        return {
            name: as_png(draw(results)) for name, (_, draw) in PLOTS.items() if name not in empty
        }
