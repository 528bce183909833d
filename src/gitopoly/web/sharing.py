"""What can be kept of a game or sent to others: one HTML file, or a poster."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gitopoly.web.export import as_page
from gitopoly.web.poster import as_poster
from gitopoly.web.replay import GameReplay


class Shared(NamedTuple):
    """A kind of file."""

    media_type: str
    content: Callable[[GameReplay, str], bytes]
    """Made from a replay, with the words of a language."""


def _page(replay: GameReplay, language: str) -> bytes:
    """The whole replay; its reader chooses the language."""
    return as_page(replay.data()).encode()


FILES = {
    "replay.html": Shared("text/html; charset=utf-8", _page),
    "poster.svg": Shared("image/svg+xml", as_poster),
}
"""The files by their names."""
