"""A link as a QR code in the terminal."""

from __future__ import annotations

import shutil
import sys

import click

from gitopoly.cli.screen.keyboard import is_terminal

QUIET = 2
"""Light modules around a code in the terminal, where rows are dear."""


def print_code(text: str) -> None:
    """Print a code where a person sees it, if there is room."""
    if not is_terminal(sys.stdout):
        return
    rows = code_rows(text)
    size = shutil.get_terminal_size()
    if size.columns > len(rows[0]) and _can_draw():
        # Scanners want dark on light, whatever colours the terminal has.
        click.echo("\n".join(click.style(row, fg="bright_white", bg="black") for row in rows))


def code_rows(text: str) -> list[str]:
    """The code, two modules in each character; light ones are drawn."""
    import segno

    code = segno.make(text, error="l", micro=False)
    light = [[not module for module in row] for row in code.matrix_iter(border=QUIET)]
    if len(light) % 2:
        light.append([True] * len(light[0]))
    blocks = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return [
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(light[::2], light[1::2], strict=True)
    ]


def _can_draw() -> bool:
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
