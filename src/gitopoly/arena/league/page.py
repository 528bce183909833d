"""The page of a league: self-contained HTML that grows with its games."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from gitopoly.arena.league.folder import League
from gitopoly.arena.league.playing import ratings_of
from gitopoly.arena.tournaments.page import STYLE
from gitopoly.arena.tournaments.plots import COLOURS
from gitopoly.arena.tournaments.ratings import fit
from gitopoly.arena.tournaments.tally import units_of

PAGE = "index.html"
MOMENTS = 12
"""Moments at which the page shows the ratings."""
WIDTH, HEIGHT, MARGIN = 900, 300, 40


def title(standings: dict[str, Any]) -> str:
    """Who leads, if that is decided."""
    leaders = standings["leaders"]
    if len(leaders) == 1:
        return f"{leaders[0]} leads the league"
    return "Not decided: " + ", ".join(leaders[:-1]) + f" and {leaders[-1]} lead"


def page(league: League, standings: dict[str, Any]) -> str:
    """The whole page as text."""
    name = html.escape(title(standings))
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{name}</title><style>{STYLE}</style></head><body>",
            f"<h1>{name}</h1>",
            f'<p class="lead">{len(standings["standings"])} versions of '
            f"{len(league.bots)} bots played {standings['games']:,} games.</p>",
            '<p class="quiet">Ratings are fitted to all games, with 95 % intervals; 100 points '
            "more win 64 %. Who leads is decided only if that holds however often one looks.</p>",
            *_table(standings),
            *_history(league, standings),
            *_meetings(league),
            "</body></html>",
            "",
        ]
    )


def _table(standings: dict[str, Any]) -> Iterator[str]:
    yield '<h2>Standings</h2><div class="wide"><table><thead><tr>'
    heads = ("bot", "rating", "95 % interval", "games", "won", "tied", "lost", "")
    yield "".join(f"<th>{head}</th>" for head in heads) + "</tr></thead><tbody>"
    for place, each in enumerate(standings["standings"]):
        colour = COLOURS[place % len(COLOURS)]
        cells = (
            f'<span class="dot" style="background: {colour}"></span>{html.escape(each["name"])}',
            f"{each['rating']:.0f}",
            f"{each['low']:.0f} to {each['high']:.0f}",
            *(f"{each[key]:,}" for key in ("games", "won", "tied", "lost")),
            "plays" if each["plays"] else "no longer plays",
        )
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</tbody></table></div>"


def moments(league: League) -> list[tuple[int, dict[str, float]]]:
    """The ratings of those that had played, after more and more games."""
    total = len(league.lines)
    found: list[tuple[int, dict[str, float]]] = []
    for number in range(1, MOMENTS + 1):
        games = total * number // MOMENTS // 2 * 2
        if games == 0 or (found and found[-1][0] == games):
            continue
        lines = league.lines[:games]
        names = sorted({bot for line in lines for bot in line.bots})
        ratings = fit(names, units_of(lines))
        found.append((games, {name: ratings.rating(name).points for name in names}))
    return found


def _history(league: League, standings: dict[str, Any]) -> Iterator[str]:
    found = moments(league)
    if len(found) < 2:
        return
    points = [value for _, ratings in found for value in ratings.values()]
    low, high = min(points), max(points)

    def at(games: int, value: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * games / found[-1][0]
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / max(high - low, 1.0)
        return f"{x:.1f},{y:.1f}"

    yield "<h2>Ratings over time</h2><figure>"
    yield (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="Ratings after more and more games">'
    )
    for place, each in enumerate(standings["standings"]):
        name = each["name"]
        line = " ".join(at(games, r[name]) for games, r in found if name in r)
        colour = COLOURS[place % len(COLOURS)]
        yield (
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2">'
            f"<title>{html.escape(name)}</title></polyline>"
        )
    for value, y in ((high, MARGIN - 8), (low, HEIGHT - MARGIN + 16)):
        yield f'<text x="4" y="{y}" font-size="13">{value:.0f}</text>'
    yield (
        f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 8}" font-size="13" text-anchor="end">'
        f"{found[-1][0]:,} games</text></svg></figure>"
    )


def _meetings(league: League) -> Iterator[str]:
    """The scores of those that play, the row's against the column's."""
    names = [bot.entrant for bot in league.active()]
    games: dict[tuple[str, str], list[float]] = {}
    for line in league.lines:
        for seat in (0, 1):
            pair = (line.bots[seat], line.bots[1 - seat])
            games.setdefault(pair, []).append(line.share(seat))
    ratings = ratings_of(league)
    order = sorted(names, key=lambda name: (-round(ratings.rating(name).points, 1), name))
    yield '<h2>Head to head</h2><div class="wide"><table><thead><tr><th></th>'
    yield "".join(f"<th>{html.escape(name)}</th>" for name in order) + "</tr></thead><tbody>"
    for row in order:
        cells = []
        for column in order:
            scores = games.get((row, column), [])
            words = f"{sum(scores) / len(scores):.0%} of {len(scores):,}" if scores else ""
            cells.append(f"<td>{words}</td>")
        yield f"<tr><td>{html.escape(row)}</td>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
