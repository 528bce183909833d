"""The files of a report: results that are read, a page and its plots that are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gitopoly.arena.tournaments.page import page
from gitopoly.arena.tournaments.plots import PLOTS, as_png
from gitopoly.arena.tournaments.tournament import FORMAT
from gitopoly.errors import InvalidMatch

PAGE = "report.html"
KEYS = ("format", "seed", "games", "standings", "meetings", "money", "played")


def read_results(path: Path) -> dict[str, Any]:
    """The results of a tournament from a file; raises `InvalidMatch` if it holds none."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidMatch(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InvalidMatch(f"{path} holds no results of a tournament") from None
    if not isinstance(results, dict) or results.get("kind") != "tournament":
        raise InvalidMatch(f"{path} holds no results of a tournament")
    missing = [key for key in KEYS if key not in results]
    if results.get("version") != FORMAT or missing:
        raise InvalidMatch(f"{path} was written by another version, or is cut short")
    return results


def write_report(results: dict[str, Any], folder: Path) -> list[Path]:
    """Write the page and its plots into a folder; the files, the page first."""
    pictures = {name: as_png(draw(results)) for name, (_, draw) in PLOTS.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = [folder / PAGE]
        written[0].write_text(page(results, pictures), encoding="utf-8")
        for name, picture in pictures.items():
            written.append(folder / f"{name}.png")
            written[-1].write_bytes(picture)
    except OSError as error:
        raise InvalidMatch(f"{folder} cannot be written to: {error.strerror}") from None
    return written
