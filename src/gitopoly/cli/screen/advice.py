"""Hints in the terminal, in games that allow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from gitopoly.cli.screen.menu import label_of
from gitopoly.errors import GameUnavailable
from gitopoly.kernel import State, is_over
from gitopoly.table.open_game import OpenGame
from gitopoly.words import english, worded

if TYPE_CHECKING:
    from gitopoly.analysis.hints import RollRisk


def hint_page(table: OpenGame) -> list[Text]:
    """What the person could do now, the best first, and what their next roll may cost."""
    from gitopoly.analysis.hints import hints, risk_of_roll
    from gitopoly.analysis.playouts import Playouts

    game, seat, words = table.game, table.seat, english()
    if seat is None:
        raise worded(GameUnavailable, "error.watching")
    if not game.file.gives_hints:
        raise worded(GameUnavailable, "advice.off")
    if not game.started or is_over(game.position.state) or not seat.choices():
        raise worded(GameUnavailable, "advice.later")
    s = game.position.state
    found = hints(s, seat.number, Playouts(s.rules))
    lines = [
        f"{100 * one.chance:5.1f} % ± {100 * one.error:.1f}  {label_of(s, one.action, game.names)}"
        for one in found
    ]
    if not found:
        lines = [words("advice.none")]
    if not s.in_jail[seat.number]:
        lines += ["", risk_line(risk_of_roll(s, seat.number), s)]
    return [Text(line) for line in [*lines, "", words("advice.relative")]]


def risk_line(risk: RollRisk, s: State) -> str:
    """What the next roll may cost, in a sentence or two."""
    words = english()
    if not risk.most:
        return words("advice.risk.none")
    facts = {
        "share": f"{100 * risk.pays:.0f} %",
        "most": f"{s.rules.currency}{risk.most:,}",
        "square": s.rules.names[risk.square],
    }
    beyond = f"{100 * risk.beyond_cash:.0f} %"
    more = " " + words("advice.risk.beyond", beyond=beyond) if risk.beyond_cash else ""
    return words("advice.risk", **facts) + more
