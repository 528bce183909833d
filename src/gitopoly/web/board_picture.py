"""The board of an edition as a picture: its squares, groups and prices."""

from __future__ import annotations

import io
from typing import Any

from gitopoly.arena.tournaments.plots import INK, empty_figure
from gitopoly.kernel import Rules
from gitopoly.web.picture import (
    GROUND,
    GROUP_SIGNS,
    PAPER,
    SIDE,
    SOFT,
    group_colour,
    name_in_lines,
    square_positions,
)


def board_picture(rules: Rules, kind: str) -> bytes:
    """The bytes of a PNG or an SVG file; the same for the same board."""
    from matplotlib import rc_context

    with rc_context({"text.parse_math": False, "svg.hashsalt": rules.edition}):
        figure = empty_figure(11, 11)
        figure.set_facecolor(GROUND)
        _draw(figure.add_subplot(), rules)
        buffer = io.BytesIO()
        undated = {"Software": None} if kind == "png" else {"Date": None}
        figure.savefig(buffer, format=kind, metadata=undated)
    return buffer.getvalue()


def _draw(axes: Any, rules: Rules) -> None:
    from matplotlib.patches import FancyBboxPatch, Rectangle

    axes.axis("off")
    axes.set_aspect("equal")
    axes.set_xlim(-6, SIDE + 6)
    axes.set_ylim(SIDE + 6, -6)
    style = "round,pad=0,rounding_size=9"
    # The fewer squares, the more room for letters.
    size = min(12.0, max(7.0, 7 * 40 / rules.board_length))
    name = {"ha": "center", "va": "top", "color": INK}
    for square, (x, y, width, height) in enumerate(square_positions(rules.board_length)):
        box = (x + 5, y + 5), width - 10, height - 10
        axes.add_patch(FancyBboxPatch(*box, boxstyle=style, facecolor=PAPER, edgecolor="#b9b2a3"))
        middle, group = x + width / 2, rules.group[square]
        if group >= 0:
            band = (x + 10, y + 10), width - 20, 16
            axes.add_patch(Rectangle(*band, facecolor=group_colour(rules, group)))
            badge = {"boxstyle": "circle,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
            place = {"ha": "center", "va": "center", "fontsize": 6}
            axes.text(x + 20, y + 18, GROUP_SIGNS[group], color=INK, bbox=badge, **place)
        lines = name_in_lines(rules.names[square], int(width / (1.07 * size)))
        axes.text(middle, y + 30, "\n".join(lines), **name, fontsize=size)
        if rules.value[square]:
            price = f"{rules.currency}{rules.value[square]:,}"
            foot = {"ha": "center", "va": "bottom", "fontsize": size + 1, "color": SOFT}
            axes.text(middle, y + height - 9, price, **foot)
    centred: dict[str, Any] = {"ha": "center", "va": "center", "x": SIDE / 2}
    axes.text(y=SIDE / 2 - 20, s=rules.edition, fontsize=26, color=INK, family="serif", **centred)
    axes.text(y=SIDE / 2 + 30, s=rules.source.summary, fontsize=11, color=SOFT, **centred)
