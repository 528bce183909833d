"""A page about a tournament that a person enjoys reading: one HTML file, with its plots inside."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gitopoly.arena.tournaments.plots import PLOTS, as_png
from gitopoly.arena.tournaments.tournament import FORMAT
from gitopoly.errors import InvalidMatch

PAGE = "report.html"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #f7f5f0;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
p.lead { font-size: 1.1rem; } .quiet { color: #616e7c; }
table { border-collapse: collapse; background: #fff; } img { max-width: 100%; }
th, td { padding: .35rem .8rem; border-bottom: 1px solid #e4e0d8; text-align: right; }
th:first-child, td:first-child { text-align: left; } th { font-weight: 600; }
"""
EXPLAINED = {
    "ratings": "A rating is an estimate; the bar holds the true strength 19 times out of 20.",
    "head-to-head": "The share of games that the bot of the row won; a tie counts half.",
    "money": "Mean cash at the start of each turn, over the games that were still going on.",
    "faults": "What went wrong in answering; the default answer was used instead.",
}
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


def page(results: dict[str, Any], pictures: dict[str, bytes]) -> str:
    """The whole page as text; it needs no other file."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_text(title(results))}</title><style>{STYLE}</style></head><body>",
            f"<h1>{_text(title(results))}</h1>",
            *_introduction(results),
            *_standings(results),
            *_meetings(results),
            *_pictures(pictures),
            "</body></html>",
            "",
        ]
    )


def title(results: dict[str, Any]) -> str:
    """Who won."""
    return f"{results['standings'][0]['name']} wins the tournament"


def _text(value: object) -> str:
    return html.escape(str(value))


def _introduction(results: dict[str, Any]) -> Iterator[str]:
    bots = len(results["standings"])
    ruin = sum(game["ending"] == "ruin" for game in results["played"]) / max(1, results["games"])
    yield (
        f'<p class="lead">{bots} bots played {results["games"]:,} games, '
        f"{ruin:.0%} of them to somebody's ruin and the others to their last turn.</p>"
    )
    if results["meetings"]:
        top = [standing["name"] for standing in results["standings"][:2]]
        for meeting in results["meetings"]:
            if meeting["bots"] == top:
                yield f"<p>Of the first two, {_text(meeting['verdict'])}.</p>"
    yield (
        f'<p class="quiet">Format {_text(results["format"])}, seed {results["seed"]}. Every two '
        "games have the same dice, with the seats swapped, so that luck counts less.</p>"
    )


def _table(heads: list[str], rows: list[list[object]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{_text(head)}</th>" for head in heads)
    yield "</tr></thead><tbody>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"


def _standings(results: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Standings</h2>"
    rows: list[list[object]] = [
        [
            f"{place}. {standing['name']}",
            f"{standing['rating']:.1f} ± {standing['uncertainty']:.1f}",
            f"{standing['played']:,}",
            f"{standing['won']:,}",
            f"{standing['tied']:,}",
            f"{standing['lost']:,}",
            f"{sum(standing['faults'].values()):,}",
        ]
        for place, standing in enumerate(results["standings"], 1)
    ]
    yield from _table(["bot", "rating", "games", "won", "tied", "lost", "faults"], rows)


def _meetings(results: dict[str, Any]) -> Iterator[str]:
    yield "<h2>How sure is it?</h2>"
    rows: list[list[object]] = [
        [
            " against ".join(meeting["bots"]),
            f"{meeting['games']:,}",
            f"{meeting['score']:.0%}",
            f"{meeting['low']:.0%} to {meeting['high']:.0%}",
            meeting["verdict"],
        ]
        for meeting in results["meetings"]
    ]
    yield from _table(["bots", "games", "score", "95 % interval", "verdict"], rows)


def _pictures(pictures: dict[str, bytes]) -> Iterator[str]:
    for name, picture in pictures.items():
        data = base64.b64encode(picture).decode()
        yield f"<h2>{_text(PLOTS[name][0])}</h2>"
        yield f'<p class="quiet">{_text(EXPLAINED[name])}</p>'
        yield f'<img alt="{_text(PLOTS[name][0])}" src="data:image/png;base64,{data}">'
