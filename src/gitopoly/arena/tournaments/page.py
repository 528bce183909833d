"""The report page of a tournament: self-contained HTML."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterator
from typing import Any

from gitopoly.arena.tournaments.highlights import better_seats, character, highlights, surprises
from gitopoly.arena.tournaments.plots import COLOURS, PLOTS

STYLE = """
:root { --ink: #1f2933; --quiet: #616e7c; --paper: #f7f5f0; --card: #fff; --line: #e4e0d8;
        --won: #588157; --tied: #d8cfae; --lost: #c8553d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --quiet: #a3abb4; --paper: #171a1d; --card: #22272b; --line: #363d43; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 66rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.02em; }
h2 { font-size: 1.3rem; margin: 3rem 0 .25rem; }
p { margin: .25rem 0; } p.lead { font-size: 1.15rem; } .quiet { color: var(--quiet); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr));
         margin-top: 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .7rem;
        padding: 1rem 1.2rem; overflow-wrap: anywhere; }
.podium .card { border-top: .35rem solid var(--mark); }
.podium .card:first-child { grid-column: span 1; box-shadow: 0 .4rem 1.4rem #0002; }
.card b.name { display: block; font-size: 1.25rem; }
.card .big { font-size: 1.9rem; font-weight: 650; line-height: 1.2; }
.card h3 { margin: 0; font-size: 1rem; }
.wide { overflow-x: auto; margin-top: .75rem; background: var(--card); border-radius: .7rem;
        border: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .45rem .8rem; border-bottom: 1px solid var(--line); text-align: right;
         white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; }
.verdicts :is(th, td):last-child { text-align: left; }
th { font-weight: 600; color: var(--quiet); font-size: .9rem; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .5em; }
.bar { display: flex; width: 11rem; height: .8rem; border-radius: .4rem; overflow: hidden;
       background: var(--line); }
.bar i { display: block; height: 100%; }
.plots { display: grid; gap: 1rem;
         grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); }
figure { margin: 0; background: #fff; color: #1f2933; border: 1px solid var(--line);
         border-radius: .7rem; padding: 1rem; }
figure img { display: block; max-width: 100%; margin: .5rem auto 0; }
figcaption b { display: block; } figcaption span { color: #616e7c; font-size: .9rem; }
code { background: var(--line); padding: .1em .35em; border-radius: .3em; }
"""
EXPLAINED = {
    "ratings": "Fitted to all games at once, with 95 % intervals; 100 points more win 64 %.",
    "head-to-head": "The share of games won by the bot in the row; a tie counts half.",
    "money": "Mean cash at the start of each turn, over the games still running.",
    "faults": "Failed answers; the default answer was used instead.",
}
PLACES = ("First", "Second", "Third")
"""On the podium; those who lead together share the first place."""


def page(results: dict[str, Any], pictures: dict[str, bytes]) -> str:
    """The whole page as text."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_text(title(results))}</title><style>{STYLE}</style></head><body>",
            f"<h1>{_text(title(results))}</h1>",
            *_introduction(results),
            *_podium(results),
            *_standings(results),
            *_highlights(results),
            *_pictures(pictures),
            *_characters(results),
            *_meetings(results),
            "</body></html>",
            "",
        ]
    )


def title(results: dict[str, Any]) -> str:
    """Who won, if that is decided."""
    leaders = results["leaders"]
    if len(leaders) == 1:
        return f"{leaders[0]} wins the tournament"
    return "Not decided: " + ", ".join(leaders[:-1]) + f" and {leaders[-1]} lead"


def _text(value: object) -> str:
    return html.escape(str(value))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _introduction(results: dict[str, Any]) -> Iterator[str]:
    bots = len(results["standings"])
    ruin = _share(sum(game["ending"] == "ruin" for game in results["played"]), results["games"])
    yield (
        f'<p class="lead">{bots} bots played {results["games"]:,} games, '
        f"{ruin:.0%} of them to a bankruptcy and the others to the turn limit.</p>"
    )
    if len(results["leaders"]) > 1:
        yield "<p>Chance alone could explain the differences between them; play more games.</p>"
    yield f"<p>{_first_seat(results['first_seat'])}</p>"
    yield (
        f'<p class="quiet">Format {_text(results["format"])}, seed {results["seed"]}. Games come '
        "in pairs with the same dice and the seats swapped, so that luck counts less.</p>"
    )


def _place(results: dict[str, Any], place: int) -> str:
    """What the podium says: those who lead together are not told apart."""
    leaders = results["leaders"]
    if len(leaders) > 1 and results["standings"][place]["name"] in leaders:
        return "In the lead"
    return PLACES[place]


def _first_seat(seat: dict[str, float]) -> str:
    """What moving first is worth, if that is decided."""
    if seat["low"] <= 0 <= seat["high"]:
        return "Whether moving first is an advantage is not decided."
    low, high = sorted((abs(seat["low"]), abs(seat["high"])))
    which = "first" if seat["points"] > 0 else "second"
    return f"Moving {which} is worth {abs(seat['points']):.0f} points ({low:.0f} to {high:.0f})."


def _podium(results: dict[str, Any]) -> Iterator[str]:
    yield '<div class="cards podium">'
    for place, standing in enumerate(results["standings"][:3]):
        won = _share(standing["won"] + standing["tied"] / 2, standing["played"])
        yield (
            f'<div class="card" style="--mark: {COLOURS[place]}">'
            f'<span class="quiet">{_place(results, place)}</span>'
            f'<b class="name">{_text(standing["name"])}</b>'
            f'<span class="big">{won:.0%}</span> <span class="quiet">of {standing["played"]:,} '
            f"games, rating {standing['rating']:.0f}</span></div>"
        )
    yield "</div>"


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    """A table; its cells are HTML already."""
    kind = "verdicts" if heads[-1] == "verdict" else "numbers"
    yield f'<div class="wide"><table class="{kind}"><thead><tr>'
    yield "".join(f"<th>{_text(head)}</th>" for head in heads) + "</tr></thead><tbody>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>"
    yield "</tbody></table></div>"


def _bar(standing: dict[str, Any]) -> str:
    parts = "".join(
        f'<i style="width: {_share(standing[kind], standing["played"]):.1%}; '
        f'background: var(--{kind})"></i>'
        for kind in ("won", "tied", "lost")
    )
    words = f"won {standing['won']}, tied {standing['tied']}, lost {standing['lost']}"
    return f'<div class="bar" role="img" aria-label="{words}" title="{words}">{parts}</div>'


def _standings(results: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Standings</h2>"
    rows = [
        [
            f'<span class="dot" style="background: {COLOURS[place % len(COLOURS)]}"></span>'
            f"{place + 1}. {_text(standing['name'])}",
            f"{standing['rating']:.0f}",
            f"{standing['low']:.0f} to {standing['high']:.0f}",
            _bar(standing),
            f"{standing['won']:,}",
            f"{standing['tied']:,}",
            f"{standing['lost']:,}",
            f"{sum(standing['faults'].values()):,}",
        ]
        for place, standing in enumerate(results["standings"])
    ]
    yield from _table(["bot", "rating", "95 % interval", "", "won", "tied", "lost", "faults"], rows)


def _highlights(results: dict[str, Any]) -> Iterator[str]:
    told = surprises(results)
    if told:
        yield '<h2>Surprises</h2><div class="cards">'
        for words in told:
            yield f'<div class="card"><p>{_text(words)}</p></div>'
        yield "</div>"
    found = highlights(results)
    if not found:
        return
    yield '<h2>Memorable games</h2><div class="cards">'
    for each in found:
        yield (
            f'<div class="card"><h3>{_text(each.title)}</h3><p>{_text(each.told)}</p>'
            f'<p class="quiet">game {each.game:,}</p></div>'
        )
    yield "</div>"


def _pictures(pictures: dict[str, bytes]) -> Iterator[str]:
    yield '<h2>In pictures</h2><div class="plots">'
    for name, picture in pictures.items():
        data = base64.b64encode(picture).decode()
        heading = _text(PLOTS[name][0])
        yield (
            f"<figure><figcaption><b>{heading}</b><span>{_text(EXPLAINED[name])}</span>"
            f'</figcaption><img alt="{heading}" src="data:image/png;base64,{data}"></figure>'
        )
    yield "</div>"


def _characters(results: dict[str, Any]) -> Iterator[str]:
    yield '<h2>Character of the bots</h2><div class="cards">'
    seats = better_seats(results)
    for standing in results["standings"]:
        name = standing["name"]
        told = character(name, results["played"], seats.get(name, ""))
        yield f'<div class="card"><h3>{_text(standing["name"])}</h3><p>{_text(told)}</p></div>'
    yield "</div>"


def _meetings(results: dict[str, Any]) -> Iterator[str]:
    yield "<h2>How sure is it?</h2>"
    rows = [
        [
            _text(" against ".join(meeting["bots"])),
            f"{meeting['games']:,}",
            f"{meeting['score']:.0%}",
            f"{meeting['low']:.0%} to {meeting['high']:.0%}",
            _text(meeting["verdict"]),
        ]
        for meeting in results["meetings"]
    ]
    yield from _table(["bots", "games", "score", "95 % interval", "verdict"], rows)
