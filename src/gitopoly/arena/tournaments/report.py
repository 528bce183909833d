"""The files of a report: reads results, writes a page and its plots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gitopoly.arena.tournaments.page import page
from gitopoly.arena.tournaments.plots import pictures
from gitopoly.arena.tournaments.tally import GameLine, TournamentTally
from gitopoly.arena.tournaments.tournament import FORMAT
from gitopoly.errors import InvalidMatch, NoRoom

PAGE = "report.html"
LARGEST = 2**64
"""Upper bound of all numbers in results, seeds included."""
SHAPE: dict[str, Any] = {
    "format": str,
    "seed": int,
    "games": int,
    "leaders": [str],
    "first_seat": {"points": float, "low": float, "high": float},
    "standings": [
        {
            "name": str,
            "rating": float,
            "low": float,
            "high": float,
            "faults": {str: int},
            "played": int,
            "won": int,
            "tied": int,
            "lost": int,
        }
    ],
    "meetings": [
        {
            "bots": (str, str),
            "games": int,
            "verdict": str,
            "score": float,
            "low": float,
            "high": float,
        }
    ],
    "money": {str: [float]},
    "played": [
        {
            "game": int,
            "bots": (str, str),
            "winner": int,
            "ending": str,
            "turns": int,
            "worth": (int, int),
        }
    ],
}
"""The shape of results; they go into HTML and may come from other people."""
FIRST_SHAPE: dict[str, Any] = {
    **{key: SHAPE[key] for key in ("format", "seed", "games", "money", "played")},
    "standings": [{"name": str, "faults": {str: int}}],
    "meetings": [{"bots": (str, str)}],
}
"""What is read of results of the first version; the rest follows from their games."""
_NO_SHAPE: dict[str, Any] = {"nothing": str}
"""What nothing has: the version is unknown."""


def read_results(path: Path) -> dict[str, Any]:
    """Read the results of a tournament; raises `InvalidMatch` if the file holds none."""
    try:
        results = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidMatch(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InvalidMatch(f"{path} contains no tournament results") from None
    if not isinstance(results, dict) or results.get("kind") != "tournament":
        raise InvalidMatch(f"{path} contains no tournament results")
    version = results.get("version")
    known = {FORMAT: SHAPE, 1: FIRST_SHAPE}
    shape = known.get(version, _NO_SHAPE) if isinstance(version, int) else _NO_SHAPE
    if any(key not in results for key in shape):
        raise InvalidMatch(
            f"{path} was written by another version or is cut short; save the tournament again"
        )
    if not _fits(results, shape) or not _names_fit(results):
        raise InvalidMatch(f"{path} is damaged; save the tournament again with --save")
    return rated_anew(results) if results["version"] == 1 else results


def rated_anew(results: dict[str, Any]) -> dict[str, Any]:
    """Results of the first version, whose ratings depended on the order of the games."""
    tally = TournamentTally([standing["name"] for standing in results["standings"]])
    lines = [
        GameLine(**{**game, "bots": tuple(game["bots"]), "worth": tuple(game["worth"])})
        for game in ({key: game[key] for key in GameLine._fields} for game in results["played"])
    ]
    faults = {standing["name"]: standing["faults"] for standing in results["standings"]}
    tally.restore(lines, faults)
    return {**results, "version": FORMAT, **tally.rated()}


def _fits(value: Any, shape: Any) -> bool:
    """Whether a value has the shape of an example: types, lists, pairs, keys."""
    if shape in (int, float):
        # NaN is not below anything.
        return type(value) in (int, shape) and abs(value) < LARGEST
    if isinstance(shape, type):
        return type(value) is shape
    if isinstance(shape, list):
        return type(value) is list and all(_fits(part, shape[0]) for part in value)
    if isinstance(shape, tuple):
        fits = type(value) is list and len(value) == len(shape)
        return fits and all(map(_fits, value, shape))
    if type(value) is not dict:
        return False
    if str in shape:
        return all(_fits(part, shape[str]) for part in value.values())
    return all(_fits(value.get(key), part) for key, part in shape.items())


def _names_fit(results: dict[str, Any]) -> bool:
    """Whether every named bot is printable and has a place, and every game an end."""
    names = {standing["name"] for standing in results["standings"]}
    named = [bot for each in (*results["meetings"], *results["played"]) for bot in each["bots"]]
    named += results.get("leaders", [])
    ends = all(game["winner"] in (0, 1, 2) for game in results["played"])
    ends = ends and all(len(set(game["bots"])) == 2 for game in results["played"])
    known = bool(names) and names <= set(results["money"]) and names.issuperset(named)
    return known and ends and all(name.isprintable() for name in names)


def write_report(results: dict[str, Any], folder: Path) -> list[Path]:
    """Write the page and its plots to a folder; return the files, the page first."""
    drawn = pictures(results)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = [folder / PAGE]
        written[0].write_text(page(results, drawn), encoding="utf-8")
        for name, picture in drawn.items():
            written.append(folder / f"{name}.png")
            written[-1].write_bytes(picture)
    except OSError as error:
        raise NoRoom(
            f"{folder} cannot be written to: {error.strerror}; choose another folder"
        ) from None
    return written
