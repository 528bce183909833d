"""Links to a hosted game, as its host's page shows them: as text, and as QR codes."""

from __future__ import annotations

import functools

from gitopoly.table.host_game import HostDriver
from gitopoly.table.open_game import OpenGame

BORDER = 4
"""Light modules around a code, as readers expect."""


def link_of(table: OpenGame, name: str) -> dict[str, str] | None:
    """The link of a seat, or of spectators without a name; None on every page but the host's."""
    if not isinstance(table, HostDriver) or name == table.hosting.names[0]:
        return None
    key = table.game.replica.keys[table.hosting.names[0]]
    assert key is not None, "the host has begun the game"
    text = table.hosting.link(name, key.fingerprint).text
    size, path = code_path(text)
    return {"text": text, "size": str(size), "path": path}


@functools.lru_cache(maxsize=32)
def code_path(text: str) -> tuple[int, str]:
    """The side of a QR code in modules, and its dark modules as the path of an SVG."""
    import segno

    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=BORDER)]
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                parts.append(f"M{x} {y}h{end - x}v1h-{end - x}z")
            x = max(end, x + 1)
    return len(rows), "".join(parts)
