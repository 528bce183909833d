"""The board of an edition as a picture: its squares, groups and prices."""

from __future__ import annotations

import io
from typing import Any

from gitopoly.arena.tournaments.plots import INK, empty_figure
from gitopoly.rules import Rules
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
from gitopoly.web.svg import SERIF, svg_file, svg_text


def board_picture(rules: Rules, kind: str) -> bytes:
    """The bytes of a PNG or an SVG file, the same for the same board; an SVG needs no package."""
    return _as_svg(rules) if kind == "svg" else _as_png(rules)


def _lettering(rules: Rules) -> float:
    """The fewer squares, the more room for letters."""
    return min(12.0, max(7.0, 7 * 40 / rules.board_length))


def _price(rules: Rules, square: int) -> str:
    return f"{rules.currency}{rules.value[square]:,}" if rules.value[square] else ""


def _as_svg(rules: Rules) -> bytes:
    size = 1.65 * _lettering(rules)
    parts = []
    for square, (x, y, width, height) in enumerate(square_positions(rules.board_length)):
        middle, group = x + width / 2, rules.group[square]
        box = f'x="{x + 5:g}" y="{y + 5:g}" width="{width - 10:g}" height="{height - 10:g}"'
        parts.append(f'<rect {box} rx="9" fill="{PAPER}" stroke="#b9b2a3"/>')
        if group >= 0:
            band = f'x="{x + 10:g}" y="{y + 10:g}" width="{width - 20:g}" height="16"'
            parts.append(f'<rect {band} fill="{group_colour(rules, group)}"/>')
            parts.append(f'<circle cx="{x + 20:g}" cy="{y + 18:g}" r="7.5" fill="{PAPER}"/>')
            parts.append(svg_text(x + 20, y + 22, GROUP_SIGNS[group], 11, anchor="middle"))
        for number, line in enumerate(
            name_in_lines(rules.names[square], int(width / (0.66 * size)))
        ):
            below = y + 32 + (number + 0.8) * 1.2 * size
            parts.append(svg_text(middle, below, line, size, anchor="middle"))
        foot = y + height - 12
        parts.append(
            svg_text(middle, foot, _price(rules, square), size, colour=SOFT, anchor="middle")
        )
    half = SIDE / 2
    parts.append(svg_text(half, half - 10, rules.edition, 44, family=SERIF, anchor="middle"))
    summary = rules.source.summary
    parts.append(svg_text(half, half + 36, summary, 19, colour=SOFT, anchor="middle"))
    return svg_file(SIDE, SIDE, GROUND, parts)


def _as_png(rules: Rules) -> bytes:
    from matplotlib import rc_context

    with rc_context({"text.parse_math": False}):
        figure = empty_figure(11, 11)
        figure.set_facecolor(GROUND)
        _draw(figure.add_subplot(), rules)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def _draw(axes: Any, rules: Rules) -> None:
    from matplotlib.patches import FancyBboxPatch, Rectangle

    axes.axis("off")
    axes.set_aspect("equal")
    axes.set_xlim(-6, SIDE + 6)
    axes.set_ylim(SIDE + 6, -6)
    style = "round,pad=0,rounding_size=9"
    size = _lettering(rules)
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
        foot = {"ha": "center", "va": "bottom", "fontsize": size + 1, "color": SOFT}
        axes.text(middle, y + height - 9, _price(rules, square), **foot)
    centred: dict[str, Any] = {"ha": "center", "va": "center", "x": SIDE / 2}
    axes.text(y=SIDE / 2 - 20, s=rules.edition, fontsize=26, color=INK, family="serif", **centred)
    axes.text(y=SIDE / 2 + 30, s=rules.source.summary, fontsize=11, color=SOFT, **centred)
