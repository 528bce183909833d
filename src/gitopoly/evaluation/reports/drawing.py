"""Figures of the evaluation, each drawn once and written as PNG and as SVG.

The SVG is embedded in the page and takes its colours from there, so it suits light and dark mode.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any

from gitopoly.errors import MissingExtra

INK = "#1f2933"
MUTED = "#66727f"
GRID = "#d8d4cb"
PUBLISHED = "#b4690e"
SERIES = ("#2f6f9f", "#c8553d", "#4b7f52", "#8e6c8a")
PAPER = "#ffffff"

VARIABLES = {
    INK: "var(--ink)",
    MUTED: "var(--muted)",
    GRID: "var(--rule)",
    PUBLISHED: "var(--published)",
    PAPER: "var(--paper)",
    **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES, 1)},
}
"""The page's variable for each colour."""
FEW = 6
"""Smaller samples than this are shown point by point."""
SETTINGS: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "svg.fonttype": "none",
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "text.parse_math": False,
}


def new_figure(width: float = 7.2, height: float = 3.4, panels: int = 1) -> Any:
    """An empty figure with axes side by side; needs no display."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("drawing the figures", "matplotlib", "evaluate") from None
    with matplotlib.rc_context(SETTINGS):
        figure = Figure(figsize=(width, height), dpi=130, layout="constrained")
        figure.patch.set_alpha(0)
        for axes in figure.subplots(1, panels, squeeze=False, sharey=panels > 1)[0]:
            axes.patch.set_alpha(0)
            axes.spines[["top", "right"]].set_visible(False)
            axes.set_axisbelow(True)
            axes.grid(color=GRID, linewidth=0.7)
    return figure


def boxes(
    samples: Mapping[str, Sequence[float]],
    label: str,
    marks: Mapping[str, float] | None = None,
    *,
    logarithmic: bool = False,
) -> Any:
    """A horizontal box plot of some samples, means as diamonds; published figures as lines."""
    figure = new_figure(height=1.25 + 0.52 * len(samples) + (0.25 if marks else 0))
    axes = figure.axes[0]
    names = list(samples)[::-1]
    drawn = axes.boxplot(
        [list(samples[name]) for name in names],
        orientation="horizontal",
        widths=0.55,
        patch_artist=True,
        flierprops={"marker": ".", "markersize": 3.5, "markeredgewidth": 0},
        medianprops={"color": PAPER, "linewidth": 2},
        whiskerprops={"color": MUTED},
        capprops={"color": MUTED},
        showmeans=True,
        meanprops={"marker": "D", "markerfacecolor": PAPER, "markeredgecolor": INK},
    )
    for place, (patch, fliers) in enumerate(zip(drawn["boxes"], drawn["fliers"], strict=True)):
        colour = SERIES[(len(names) - 1 - place) % len(SERIES)]
        patch.set(facecolor=colour, edgecolor=colour)
        fliers.set(markerfacecolor=colour, markeredgecolor=colour, alpha=0.5)
        values = list(samples[names[place]])
        if len(values) < FEW:  # a box would hide how few they are
            axes.plot(values, [place + 1] * len(values), "o", color=colour, markersize=6)
            pair = slice(2 * place, 2 * place + 2)
            hidden = (patch, drawn["medians"][place], *drawn["whiskers"][pair])
            for part in hidden:
                part.set_visible(False)
            for cap in drawn["caps"][pair]:
                cap.set_visible(False)
    axes.set_yticks(range(1, len(names) + 1), names)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(label)
    sides = ("right", "left") if len(marks or {}) > 1 else ("center",)
    for side, (text, value) in zip(sides, (marks or {}).items(), strict=False):
        axes.axvline(value, color=PUBLISHED, linewidth=1.3, linestyle=(0, (4, 2)))
        axes.annotate(
            text,
            (value, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=({"right": 4, "center": 0, "left": -4}[side], 3),
            textcoords="offset points",
            color=PUBLISHED,
            fontsize=8.5,
            ha=side,
            va="bottom",
        )
    if logarithmic:
        plain_logarithm(axes, "x")
    else:
        axes.set_xlim(left=0)
    return figure


def plain_logarithm(axes: Any, which: str) -> None:
    """A logarithmic axis with its numbers written out, more of them on a short axis."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    getattr(axes, f"set_{which}scale")("log")
    axis = getattr(axes, f"{which}axis")
    low, high = getattr(axes, f"get_{which}lim")()
    short = low > 0 and high / low < 300
    axis.set_major_locator(LogLocator(10, subs=(1.0, 2.0, 5.0) if short else (1.0,), numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
    axis.set_minor_formatter(NullFormatter())


def legend(axes: Any, place: str) -> None:
    """Add the legend."""
    axes.legend(loc=place, frameon=False, labelcolor=INK)


def thousands(axes: Any, which: str) -> None:
    """Axis labels with thousands separators."""
    from matplotlib.ticker import FuncFormatter

    axis = getattr(axes, f"{which}axis")
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def as_png(figure: Any) -> bytes:
    """A figure as the bytes of a PNG file, on white."""
    import matplotlib

    buffer = io.BytesIO()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(buffer, format="png", facecolor=PAPER, metadata={"Software": None})
    return buffer.getvalue()


def as_svg(figure: Any, name: str) -> str:
    """A figure as an SVG element that can share a page with others."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context({**SETTINGS, "svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Its element ids must differ from those of other figures.
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\1{name}-", text)
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text).replace("xlink:href", "href")
    text = re.sub(r'font: ([\d.]+)px [^";]*', r"font-size: \1px", text)
    for colour, variable in VARIABLES.items():
        text = text.replace(colour, variable)
    # The page chooses its size.
    width, height = re.findall(r'(?:width|height)="([\d.]+)pt"', text)[:2]
    return re.sub(
        r"<svg [^>]*>", f'<svg viewBox="0 0 {width} {height}" class="plot">', text, count=1
    )
