"""Pictures written as SVG by hand, without a package."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from gitopoly.arena.tournaments.plots import INK

SERIF = "Palatino, Georgia, serif"
SANS = "system-ui, sans-serif"


def svg_file(width: int, height: int, ground: str, parts: Iterable[str]) -> bytes:
    """The bytes of a file: parts on a ground of one colour."""
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    below = f'<rect width="{width}" height="{height}" fill="{ground}"/>'
    lines = (f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', below, *parts, "</svg>", "")
    return "\n".join(lines).encode()


def svg_text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    colour: str = INK,
    weight: int = 400,
    family: str = SANS,
    anchor: str = "start",
) -> str:
    """A line of text; whatever somebody wrote stays text."""
    style = f'font-family="{family}" font-size="{size:g}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x:g}" y="{y:g}" {style} text-anchor="{anchor}">{escape(text)}</text>'
