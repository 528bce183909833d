"""A position as readable text: the board in two columns, the seats, who is to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitopoly.game.board import Square
    from gitopoly.game.position import Position
    from gitopoly.game.seats import Seat

MOST_TOLD = 8
"""Maximum number of legal actions listed below the board."""


def draw_board(position: Position) -> str:
    """Draw what everyone at a table can see, so nobody's net worth (TAX-1)."""
    squares = list(position.board.values())
    half = (len(squares) + 1) // 2
    left = _column(squares[:half])
    right = _column(squares[half:]) + [""] * half
    rows = [f"{one} | {other}".rstrip(" |") for one, other in zip(left, right, strict=False)]
    seats = [_seat_line(seat, position) for seat in position.seats.values()]
    return "\n".join([*rows, "", *seats, "", _to_act(position)])


def _column(squares: list[Square]) -> list[str]:
    names = max(len(square.name) for square in squares)
    holdings = max(len(_holding(square)) for square in squares)
    lines = [
        f"{at.number:>2} {at.name:<{names}} {_holding(at):<{holdings}} {_tokens(at)}"
        for at in squares
    ]
    width = max(len(line.rstrip()) for line in lines)
    return [f"{line.rstrip():<{width}}" for line in lines]


def _holding(square: Square) -> str:
    """Who owns a square and what stands on it, or what it costs."""
    if square.owner is None:
        cost = square.price if square.tax is None else square.tax
        return "" if cost is None else f"{square.currency}{cost}"
    if square.mortgaged:
        return f"{square.owner}, mortgaged"
    if square.hotel:
        return f"{square.owner}, hotel"
    if square.houses:
        return f"{square.owner}, {square.houses} house{'' if square.houses == 1 else 's'}"
    return square.owner


def _tokens(square: Square) -> str:
    return f"<- {', '.join(square.tokens)}" if square.tokens else ""


def _seat_line(seat: Seat, position: Position) -> str:
    width = max(len(name) for name in position.seats)
    mark = ">" if seat.name == position.turn and position.result is None else " "
    if seat.bankrupt:
        return f"{mark} {seat.name:<{width}}  bankrupt"
    deeds = len(seat.deeds)
    facts = [
        f"{position.edition.currency}{seat.cash:,}",
        f"{deeds} deed{'' if deeds == 1 else 's'}",
    ]
    facts += ["in jail"] if seat.in_jail else []
    facts += list(seat.jail_cards)
    return f"{mark} {seat.name:<{width}}  {', '.join(facts)}"


def _to_act(position: Position) -> str:
    if position.result is not None:
        return str(position.result)
    lines = [f"{', '.join(position.to_act)} to act ({position.phase}):"]
    lines += [f"  {action}" for action in position.legal_actions[:MOST_TOLD]]
    left = len(position.legal_actions) - MOST_TOLD
    return "\n".join([*lines, f"  … and {left} more"] if left > 0 else lines)
