"""Hints in the terminal, in games that allow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from gitopoly.cli.screen.menu import label_of
from gitopoly.errors import GameUnavailable
from gitopoly.rules import Choice, State, is_over
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import Seat
from gitopoly.words import english, worded

if TYPE_CHECKING:
    from gitopoly.bots.analysis.hints import RoundRisk


def check_hint(table: OpenGame) -> tuple[Seat, list[Choice]]:
    """Who may have a hint now, and about which choices; otherwise raise why there is none."""
    game, seat = table.game, table.seat
    if seat is None:
        raise worded(GameUnavailable, "error.watching")
    if not game.file.gives_hints:
        raise worded(GameUnavailable, "advice.off")
    choices = [] if not game.started or is_over(game.position.state) else seat.choices()
    if not choices:
        raise worded(GameUnavailable, "advice.later")
    return seat, choices


def hint_page(table: OpenGame) -> list[Text]:
    """What the person could do now, the best first, and what the next round may bring them."""
    from gitopoly.bots.analysis.hints import hints, risk_of_round
    from gitopoly.bots.analysis.playouts import Playouts

    seat, choices = check_hint(table)
    game, words = table.game, english()
    s = game.position.state
    playouts = Playouts(s.rules)
    found = hints(s, seat.number, choices, playouts)
    risk = risk_of_round(s, seat.number, playouts)
    lines = [
        f"{100 * one.chance:5.1f} % ± {100 * one.error:.1f}  {label_of(s, one.action, game.names)}"
        for one in found
    ]
    if risk is None and not found:
        return [Text(words("advice.none"))]
    if risk is not None:
        lines += ["", *risk_lines(risk, s, seat.number)]
    return [Text(line) for line in [*lines, "", words("advice.relative.round")]]


def risk_lines(risk: RoundRisk, s: State, seat: int) -> list[str]:
    """What the next round may bring, in a few sentences."""
    words, currency = english(), s.rules.currency
    low, high = (_signed(amount, currency) for amount in (risk.low, risk.high))
    lines = [words("advice.risk" if low != high else "advice.risk.same", low=low, high=high)]
    if risk.short:
        lines.append(words("advice.risk.short", short=_percent(risk.short)))
    else:
        lines.append(words("advice.risk.enough"))
    if risk.out:
        lines.append(words("advice.risk.out", out=_percent(risk.out)))
    squares = [
        words(
            "advice.risk.square",
            square=s.rules.names[one.square],
            cost=words.money(one.cost, currency),
            share=_percent(one.chance),
        )
        for one in risk.squares
    ]
    if squares:
        lines.append(words("advice.risk.squares", squares=words.list(squares)))
    elif not s.in_jail[seat]:
        lines.append(words("advice.risk.none"))
    return lines


def _signed(amount: int, currency: str) -> str:
    sign = "-" if amount < 0 else "+" if amount > 0 else ""
    return sign + english().money(abs(amount), currency)


def _percent(share: float) -> str:
    """A share that is not none never looks like none."""
    value = 100 * share
    return f"{value:.0f} %" if value >= 1 else f"{max(value, 0.1):.1f} %"
