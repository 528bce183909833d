"""A game as one picture that needs no package, as SVG: curves, standings and turning points."""

from __future__ import annotations

from bisect import bisect_right
from xml.sax.saxutils import escape, quoteattr

from gitopoly.rules import is_over, ranked, worth
from gitopoly.web.picture import (
    COLOURS,
    GROUND,
    LINES,
    PAPER,
    SIDE,
    SOFT,
    chances_label,
    group_colour,
    moment_text,
    square_positions,
    title_of,
)
from gitopoly.web.replay import TURNING, GameReplay
from gitopoly.web.svg import SERIF, svg_file, svg_text
from gitopoly.words import Words

WIDE, HIGH = 1600, 900
STROKES = ("", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3", "16 5", "5 5", "1 6")
"""Dashes of the seats, as on the page."""


def as_poster(replay: GameReplay, language: str = "en") -> bytes:
    """The bytes of an SVG file, with words of a language of the page."""
    words = Words(language)
    parts = [
        svg_text(
            WIDE / 2, 62, title_of(replay, words), 34, weight=700, family=SERIF, anchor="middle"
        ),
        _board(replay),
        _curves(replay, words),
        _standings(replay, words),
        _moments(replay, words),
    ]
    return svg_file(WIDE, HIGH, GROUND, parts)


def _heading(x: float, y: float, text: str) -> str:
    return svg_text(x, y, text, 20, weight=600, family=SERIF)


def _board(replay: GameReplay) -> str:
    """The ring as it stands: groups in their colours, deeds in those of their owners."""
    rules, s = replay.source.rules, replay.end
    found = []
    for square, (x, y, width, height) in enumerate(square_positions(rules.board_length)):
        tooltip = f"<title>{escape(rules.names[square])}</title>"
        box = f'x="{x + 4:g}" y="{y + 4:g}" width="{width - 8:g}" height="{height - 8:g}" rx="9"'
        owner = s.owner[square]
        edge = COLOURS[owner] if owner >= 0 else "#b9b2a3"
        stroke = 9 if owner >= 0 else 1.5
        found.append(
            f'<rect {box} fill="{PAPER}" stroke="{edge}" stroke-width="{stroke}">{tooltip}</rect>'
        )
        if rules.group[square] >= 0:
            band = f'x="{x + 16:g}" y="{y + 16:g}" width="{width - 32:g}" height="24" rx="5"'
            found.append(f'<rect {band} fill="{group_colour(rules, rules.group[square])}"/>')
        if s.level[square]:
            houses = "■" if s.level[square] == rules.hotel_level else "▲" * s.level[square]
            at = x + width / 2, y + height - 22
            found.append(svg_text(*at, houses, 24, colour=SOFT, anchor="middle"))
    middle = svg_text(SIDE / 2, SIDE / 2, "Gitopoly", 84, weight=600, family=SERIF, anchor="middle")
    scale = 740 / SIDE
    return f'<g transform="translate(50 110) scale({scale:g})">{"".join(found)}{middle}</g>'


def _curves(replay: GameReplay, words: Words) -> str:
    """Chances over time if the game was analysed, otherwise wealth."""
    left, top, width, height = 910.0, 150.0, 640.0, 250.0
    lines, most, label = replay.analysis.wealth, 0.0, words("wealth.label")
    if replay.chances is not None:
        lines, most, label = replay.chances["lines"], 1.0, chances_label(replay, words)
    most = most or max(1, *(max(line) for line in lines))
    frames = max(1, len(lines[0]) - 1)
    size = min(20.0, 1250 / len(label))
    found = [svg_text(left - 60, top - 22, label, size, weight=600, family=SERIF)]
    for part in range(5):
        value, y = most * part / 4, top + height * (1 - part / 4)
        amount = f"{25 * part} %"
        if replay.chances is None:
            amount = words.money(round(value), replay.source.rules.currency)
        found.append(f'<path d="M{left:g} {y:g}h{width:g}" stroke="#d3ccbd"/>')
        found.append(svg_text(left - 8, y + 4, amount, 13, colour=SOFT, anchor="end"))
    for seat, line in enumerate(lines):
        points = " ".join(
            f"{left + width * frame / frames:.1f},{top + height * (1 - max(0, value) / most):.1f}"
            for frame, value in enumerate(line)
        )
        found.append(f'<polyline points="{points}" {_stroke(seat)}/>')
    return "".join(found)


def _stroke(seat: int) -> str:
    dashes = f"stroke-dasharray={quoteattr(STROKES[seat])}" if STROKES[seat] else ""
    return f'fill="none" stroke="{COLOURS[seat]}" stroke-width="3" {dashes}'


def _standings(replay: GameReplay, words: Words) -> str:
    s, names, top = replay.end, replay.source.printed["names"], 450.0
    over = "end.standings" if is_over(s) else "picture.standings"
    found = [_heading(850, top, words(over))]
    step = min(30.0, 170 / len(names))
    for place, seat in enumerate(ranked(s, replay.gone)):
        y = top + 32 + place * step
        found.append(svg_text(850, y, f"{place + 1}.", 17, colour=SOFT))
        found.append(f'<path d="M884 {y - 6:g}h44" {_stroke(seat)}/>')
        found.append(svg_text(942, y, names[seat], 17, weight=700 if place == 0 else 400))
        told = words("players.left" if replay.has_left(seat) else "players.out")
        if not s.is_bankrupt[seat]:
            told = words.money(worth(s, seat), s.rules.currency)
        found.append(svg_text(1550, y, told, 17, anchor="end"))
        earned = words.money(replay.analysis.rent_earned()[seat], s.rules.currency)
        earned = words("end.rent", amount=earned)
        found.append(svg_text(1400, y, earned, 14, colour=SOFT, anchor="end"))
    return "".join(found) + _best_deed(replay, words, top)


def _best_deed(replay: GameReplay, words: Words, top: float) -> str:
    """The deed that earned the most, and what was checked, beside the heading."""
    best, rules = replay.analysis.best_deed(), replay.source.rules
    if best is None:
        return ""
    square, owner, amount = best
    printed = {"name": rules.names[square], "key": rules.source.squares[square].key}
    told = words(
        "end.best",
        square=words.square(printed),
        name=replay.source.printed["names"][owner],
        amount=words.money(amount, rules.currency),
    )
    return svg_text(1550, top, told, 14, colour=SOFT, anchor="end")


def _moments(replay: GameReplay, words: Words) -> str:
    top = 668.0
    found = [_heading(850, top, words("picture.turned"))]
    for place, moment in enumerate(replay.analysis.turning_points(TURNING, LINES)):
        y = top + 28 + place * 26
        turn = bisect_right(replay.analysis.turns, moment.frame)
        when = words("replay.turn", turn=words.number(turn))
        told = moment_text(replay, moment, words)
        short = told if len(told) <= 78 else told[:76].rstrip() + " …"
        found.append(svg_text(850, y, when, 15, colour=SOFT))
        found.append(svg_text(940, y, short, 15))
    return "".join(found)
