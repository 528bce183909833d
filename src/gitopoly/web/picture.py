"""A game as one picture: curves over time, where tokens landed, and how it stands."""

from __future__ import annotations

import textwrap
from bisect import bisect_right
from typing import Any

from gitopoly.arena.tournaments.plots import INK, as_png, empty_figure
from gitopoly.proof.games.analysis import BANKRUPT, LEAD, LEFT, MONOPOLY, KeyMoment
from gitopoly.rules import Rules, is_over, ranked, winner, worth
from gitopoly.web.chances import relative_to
from gitopoly.web.replay import TURNING, GameReplay
from gitopoly.words import Words

COLOURS = ("#0a6fb8", "#c2500a", "#0b8460", "#a8487f", "#7a5cc7", "#8a6d00", "#2f7f8f", "#5a6470")
"""Colours of the seats, as on the page."""
DASHES: tuple[Any, ...] = (
    "solid",
    (0, (6, 2)),
    (0, (1.5, 2)),
    (0, (7, 2, 1.5, 2)),
    (0, (4, 2, 1.5, 2, 1.5, 2)),
    (0, (10, 3)),
    (0, (3, 3)),
    (0, (1, 4)),
)
"""So that nobody has to rely on colours."""
SOFT = "#536064"
PAPER = "#fffdf8"
GROUND = "#f4f0e7"
WARM = (240, 138, 36)
SIDE = 1100
BAND = ("#8b5e3c", "#8ccbe9", "#cf6aa8", "#e8913a", "#cb4440", "#ecd04a", "#35936a", "#4254ad")
BANDS = (*BAND, "#59646b", "#2f8f9c")
"""Colours of the groups, as on the page."""

GROUP_SIGNS = "12345678#*"
"""What stands for a group, as on the page: no letters, which are the players'."""
LINES = 7
SOFT_HYPHEN = "\u00ad"
WITH_OTHER = {BANKRUPT: "by", LEAD: "from"}


def as_picture(replay: GameReplay, language: str = "en") -> bytes:
    """The bytes of a PNG file, with words of a language of the page."""
    words = Words(language)
    figure = empty_figure(16, 9)
    figure.set_facecolor(GROUND)
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.15)
    grid = figure.add_gridspec(3, 2, width_ratios=(1.2, 1), height_ratios=(2.4, 1.1, 1.1))
    lettering = {"fontsize": 17, "fontfamily": "serif", "fontweight": "bold", "color": INK}
    figure.suptitle(title_of(replay, words), parse_math=False, **lettering)
    _board(figure.add_subplot(grid[:, 0]), replay, words)
    _curves(figure.add_subplot(grid[0, 1]), replay, words)
    _standings(figure.add_subplot(grid[1, 1]), replay, words)
    _moments(figure.add_subplot(grid[2, 1]), replay, words)
    return as_png(figure)


def title_of(replay: GameReplay, words: Words) -> str:
    """Who plays, or who has won after how many turns."""
    names, turns = replay.source.printed["names"], words.number(len(replay.analysis.turns))
    if not is_over(replay.end):
        return words("picture.so_far", names=words.list(names), turns=turns)
    best = winner(replay.end)
    if best < 0:
        return words("picture.tie", turns=turns)
    return words("picture.wins", name=names[best], turns=turns)


def chances_label(replay: GameReplay, words: Words) -> str:
    """What the chances of an analysed game are relative to."""
    assert replay.chances is not None
    policies = relative_to(replay.chances["policies"], replay.source.printed["names"], words)
    return words("analysis.relative", policies=policies).rstrip(":")


def _curves(axes: Any, replay: GameReplay, words: Words) -> None:
    """Chances over time if the game was analysed, otherwise wealth."""
    names = replay.source.printed["names"]
    axes.set_facecolor(PAPER)
    analysis, lines, title = replay.analysis, replay.analysis.wealth, words("picture.wealth")
    if replay.chances is not None:
        lines, title = replay.chances["lines"], chances_label(replay, words)
    for seat, line in enumerate(lines):
        axes.plot(line, color=COLOURS[seat], linestyle=DASHES[seat], linewidth=2, label=names[seat])
    for moment in analysis.moments:
        if moment.kind in (MONOPOLY, BANKRUPT, LEFT):
            sign = "D" if moment.kind == MONOPOLY else "X"
            height = lines[moment.seat][moment.frame]
            axes.plot(moment.frame, height, sign, color=COLOURS[moment.seat], markersize=7)
    axes.set_title(title, loc="left", color=INK, fontsize=12, parse_math=False)
    axes.set_xlim(0, len(replay.frames))
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(
        lambda value, _: (
            words.money(value, replay.source.rules.currency)
            if replay.chances is None
            else f"{100 * value:.0f} %"
        )
    )
    ticks = _few(list(enumerate(analysis.turns, 1)), 8)
    axes.set_xticks([frame for _, frame in ticks], [f"{turn}" for turn, _ in ticks])
    axes.set_xlabel(words("picture.turn"), color=SOFT)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=SOFT)
    axes.legend(frameon=False, ncols=min(4, len(names)), loc="upper left")


def _few(found: list[Any], most: int) -> list[Any]:
    """At most this many items of a list, evenly spaced."""
    step = max(1, -(-len(found) // most))
    return found[::step]


def _standings(axes: Any, replay: GameReplay, words: Words) -> None:
    """A table: place, name, worth, cash and deeds."""
    s, names = replay.end, replay.source.printed["names"]
    axes.axis("off")
    over = "end.standings" if is_over(s) else "picture.standings"
    axes.set_title(words(over), loc="left", color=INK, fontsize=12)
    axes.set_xlim(0, 1)
    axes.set_ylim(max(4, len(names)) + 0.2, -0.7)
    for x, word in ((0.62, "worth"), (0.8, "cash"), (0.97, "deeds")):
        axes.text(x, -0.35, words(f"picture.{word}"), color=SOFT, ha="right", va="center")
    for place, seat in enumerate(ranked(s, replay.gone)):
        deeds = sum(owner == seat for owner in s.owner[: s.rules.board_length])
        axes.plot(
            [0.05, 0.12], [place + 0.4] * 2, color=COLOURS[seat], linestyle=DASHES[seat], lw=3
        )
        weight = "bold" if place == 0 else "normal"
        axes.text(0, place + 0.4, f"{place + 1}.", color=SOFT, va="center")
        lettering = {"color": INK, "va": "center", "fontweight": weight}
        axes.text(0.15, place + 0.4, names[seat], parse_math=False, **lettering)
        if s.is_bankrupt[seat]:
            why = words("players.left" if replay.has_left(seat) else "players.out")
            axes.text(0.62, place + 0.4, why, color=SOFT, ha="right", va="center")
            continue
        sums = (
            words.money(worth(s, seat), s.rules.currency),
            words.money(s.money[seat], s.rules.currency),
        )
        cells = ((0.62, sums[0]), (0.8, sums[1]), (0.97, str(deeds)))
        for x, cell in cells:
            axes.text(x, place + 0.4, cell, ha="right", **lettering)


def _moments(axes: Any, replay: GameReplay, words: Words) -> None:
    """The moments that turned the game most."""
    axes.axis("off")
    axes.set_title(words("picture.turned"), loc="left", color=INK, fontsize=12)
    axes.set_xlim(0, 1)
    axes.set_ylim(LINES, 0)
    for place, moment in enumerate(replay.analysis.turning_points(TURNING, LINES)):
        turn = bisect_right(replay.analysis.turns, moment.frame)
        when = words("replay.turn", turn=words.number(turn))
        axes.text(0, place + 0.5, when, color=SOFT, va="center", fontsize=9)
        told = textwrap.shorten(moment_text(replay, moment, words), 84, placeholder=" …")
        axes.text(0.13, place + 0.5, told, color=INK, va="center", fontsize=9, parse_math=False)


def moment_text(replay: GameReplay, moment: KeyMoment, words: Words) -> str:
    """A moment in the words of the page's catalogue."""
    names, rules = replay.source.printed["names"], replay.source.rules
    squares = _square_names(replay, words)
    group = [squares[n] for n in range(rules.board_length) if rules.group[n] == moment.group]
    key = f"moment.{moment.kind}"
    if moment.other >= 0 and f"{key}.{WITH_OTHER.get(moment.kind)}" in words:
        key = f"{key}.{WITH_OTHER[moment.kind]}"
    return words(
        key,
        name=names[moment.seat],
        other=names[moment.other] if moment.other >= 0 else words("bank"),
        amount=words.money(moment.amount, rules.currency),
        square=squares[moment.square] if moment.square >= 0 else "",
        streets=words.list(group),
    )


def name_in_lines(name: str, width: int) -> list[str]:
    """A name broken into lines; a word that is too long is split at its soft hyphens."""
    if SOFT_HYPHEN not in name:
        return textwrap.wrap(name, width, break_long_words=False)
    lines = textwrap.wrap(name.replace(SOFT_HYPHEN, "-"), width, break_long_words=False)
    return [line[:-1].replace("-", "") + line[-1] for line in lines]


def _square_names(replay: GameReplay, words: Words) -> list[str]:
    squares = replay.source.printed["board"]["squares"]
    return [words.square(square).replace(SOFT_HYPHEN, "") for square in squares]


def _board(axes: Any, replay: GameReplay, words: Words) -> None:
    """The ring of squares, warmer where more tokens landed."""
    from matplotlib.patches import FancyBboxPatch, Rectangle

    rules, counts = replay.source.rules, replay.analysis.landed()
    printed = replay.source.printed["board"]["squares"]
    most = max(1, *counts)
    axes.axis("off")
    axes.set_aspect("equal")
    axes.set_xlim(-6, SIDE + 6)
    axes.set_ylim(SIDE + 6, -6)
    for square, (x, y, width, height) in enumerate(square_positions(rules.board_length)):
        warm = _mixed(counts[square] / most)
        box = (x + 5, y + 5), width - 10, height - 10
        style = "round,pad=0,rounding_size=9"
        axes.add_patch(FancyBboxPatch(*box, boxstyle=style, facecolor=warm, edgecolor="#b9b2a3"))
        middle = x + width / 2
        if rules.group[square] >= 0:
            colour = group_colour(rules, rules.group[square])
            axes.add_patch(Rectangle((x + 10, y + 10), width - 20, 14, facecolor=colour))
        lines = name_in_lines(words.square(printed[square]), int(width / 7.5))
        lettering = {"ha": "center", "color": INK}
        axes.text(middle, y + 28, "\n".join(lines), va="top", fontsize=6, **lettering)
        number = f"{counts[square]}"
        axes.text(
            middle, y + height - 9, number, va="bottom", fontsize=11, fontweight="bold", **lettering
        )
    best = counts.index(max(counts))
    facts = {"square": _square_names(replay, words)[best], "count": words.number(counts[best])}
    told = words("picture.landings", all=words.number(sum(counts)), **facts)
    axes.text(SIDE / 2, SIDE / 2, told, ha="center", va="center", fontsize=15, color=SOFT)


def group_colour(rules: Rules, group: int) -> str:
    """The colour of a group's bands: its own, or the usual one."""
    if group < len(rules.group_names):
        return rules.source.colours.get(rules.group_names[group], BANDS[group])
    return BANDS[group]


def square_positions(count: int) -> list[tuple[float, float, float, float]]:
    """Places of the squares of a ring, clockwise from the lower right corner, as on the page."""
    sides = [(count + 3 - side) // 4 for side in range(4)]
    corner = min(160.0, max(128.0, SIDE / (sides[0] + 1)))
    found: list[tuple[float, float, float, float]] = []
    for side, squares in enumerate(sides):
        # A side with fewer squares has longer ones, so that the ring is closed.
        long = (SIDE - 2 * corner) / max(1, squares - 1)
        for nth in range(squares):
            along = 0.0 if nth == 0 else corner + (nth - 1) * long
            size = corner if nth == 0 else long
            found.append(
                (
                    (SIDE - along - size, SIDE - corner, size, corner),
                    (0.0, SIDE - along - size, corner, size),
                    (along, 0.0, size, corner),
                    (SIDE - corner, along, corner, size),
                )[side]
            )
    return found


def _mixed(share: float) -> tuple[float, float, float]:
    """A background colour that is warmer the greater the share."""
    paper = (255, 253, 248)
    red, green, blue = (
        (cold + (warm - cold) * share) / 255 for cold, warm in zip(paper, WARM, strict=True)
    )
    return red, green, blue
