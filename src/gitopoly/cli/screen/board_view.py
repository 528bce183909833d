"""The board in the terminal: a ring of squares if it fits, otherwise columns.

Everything is built from lines of text, so that it can be placed next to other things and
tested as plain text.
"""

from __future__ import annotations

from rich.text import Text

from gitopoly.cli.screen.symbols import (
    UNICODE,
    Symbols,
    group_letters,
    group_style,
    player_style,
    short_name,
)
from gitopoly.game import Position
from gitopoly.rules import State

RING = 40
"""Number of squares of a board drawn as a ring."""
SIDE = RING // 4
RING_WIDTH, RING_HEIGHT = 100, 28
"""Minimum columns and lines for a ring."""
WIDEST_CELL = 14
END_LINES = 3
"""Lines of a square in the upper and the lower row."""


class Squares:
    """What each square of a position shows."""

    def __init__(self, s: State, symbols: Symbols = UNICODE) -> None:
        self.s, self.symbols = s, symbols
        self._letters = group_letters(s.rules)
        self._board = Position.of(s).board

    def letter(self, square: int) -> str:
        """The letter of the square's group, a space if it is not a deed."""
        return self._letters.get(self.s.rules.group[square], " ")

    def style(self, square: int) -> str:
        """The colours of the square's group."""
        return group_style(self.s.rules, square)

    def name(self, square: int, width: int) -> Text:
        """The square's name, cut to fit."""
        bold = any(self._stands(p, square) for p in range(self.s.rules.num_players))
        return Text(short_name(self.s.rules.names[square], width), style="bold" if bold else "")

    def holding(self, square: int, width: int) -> Text:
        """Who owns a square and what stands on it, or what it costs."""
        at = self._board[square]
        if at.owner is None:
            cost = at.tax or at.price
            return Text(f"{self.s.rules.currency}{cost}" if cost else "", style="dim")
        owner = self.s.owner[square]
        mark = Text().append(str(owner + 1), style=f"bold {player_style(owner)}")
        return mark.append(self._building(square, width - 1), style="bold")

    def tokens(self, square: int, width: int) -> Text:
        """The tokens on a square; those in jail are in brackets."""
        there = [p for p in range(self.s.rules.num_players) if self._stands(p, square)]
        text = Text()
        for p in there:
            jailed = self.s.in_jail[p] and self._board[square].type == "jail"
            mark = self.symbols.tokens[p]
            text.append(f"[{mark}]" if jailed else mark, style=f"bold {player_style(p)}")
        if text.cell_len > width:
            text.truncate(max(width - 1, 0))
            text.append("+")
        return text

    def _stands(self, player: int, square: int) -> bool:
        return self.s.positions[player] == square and not self.s.is_bankrupt[player]

    def _building(self, square: int, width: int) -> str:
        at = self._board[square]
        if at.mortgaged:
            return " mortg." if width >= 7 else "m"
        if at.hotel:
            return " HOTEL" if width >= 6 else "H"
        if not at.houses:
            return ""
        return self.symbols.house * at.houses if width >= 4 else f"{self.symbols.house}{at.houses}"


# Columns.


def board_columns(s: State, width: int, symbols: Symbols = UNICODE) -> list[Text]:
    """The board as columns of squares, read downwards; each side of the ring is one of them."""
    squares = Squares(s, symbols)
    count = s.rules.board_length
    columns = max(1, min(4, width // 20))
    height = -(-count // columns)
    cell = min(width // columns, 36)
    lines = []
    for row in range(height):
        line = Text()
        for column in range(columns):
            square = column * height + row
            if square < count:
                line.append_text(_fit(_entry(squares, square, cell - 1), cell))
        line.rstrip()
        lines.append(line)
    return lines


def _entry(squares: Squares, square: int, width: int) -> Text:
    """A square in one line: group, name, holding, tokens."""
    line = Text().append(squares.letter(square), style=squares.style(square))
    line.append(" ")
    tokens = squares.tokens(square, 4 if width < 24 else 9)
    holding = squares.holding(square, 3 if width < 30 else 7)
    # Separate a price from the tokens after it.
    held = max(holding.cell_len, 4) + bool(tokens.cell_len)
    room = width - 2 - 1 - held - max(tokens.cell_len, 1)
    line.append_text(_fit(squares.name(square, room), room + 1))
    line.append_text(_fit(holding, held))
    line.append_text(tokens)
    return line


# The ring.


def ring_fits(s: State, width: int, height: int) -> bool:
    """Whether the board can be drawn as a ring."""
    return s.rules.board_length == RING and width >= RING_WIDTH and height >= RING_HEIGHT


def ring_room(width: int, height: int) -> tuple[int, int]:
    """Free columns and lines in the middle of a ring."""
    cell, side = _cell_width(width), _side_lines(height)
    return 9 * (cell + 1) - 1 - 2, 9 * side


def board_ring(
    s: State, width: int, height: int, middle: list[Text], symbols: Symbols = UNICODE
) -> list[Text]:
    """The board as a ring, GO in the lower right corner, with lines of text in its middle."""
    squares = Squares(s, symbols)
    cell, side = _cell_width(width), _side_lines(height)
    room = ring_room(width, height)[0]
    horizontal, vertical, *corners = list(symbols.lines)
    left, right, top, bottom = corners[4:]
    lines = [_rule(corners[0], top, corners[1], horizontal, cell)]
    upper = [20 + i for i in range(SIDE + 1)]
    lower = [SIDE - i for i in range(SIDE + 1)]
    lines += _row(squares, upper, cell, vertical)
    lines.append(_rule(left, bottom, right, horizontal, cell))
    middle = middle[: 9 * side] + [Text()] * (9 * side - len(middle))
    for i in range(9):
        westward = _side_cell(squares, 19 - i, cell, side)
        eastward = _side_cell(squares, 31 + i, cell, side)
        if side > 2 and i < 8:
            westward[-1] = eastward[-1] = Text(horizontal * cell, style="dim")
        for j in range(side):
            line = Text().append(vertical, style="dim")
            line.append_text(westward[j])
            line.append(vertical, style="dim")
            line.append_text(_fit(Text(" ").append_text(middle[i * side + j]), room + 2))
            line.append(vertical, style="dim")
            line.append_text(eastward[j])
            line.append(vertical, style="dim")
            lines.append(line)
    lines.append(_rule(left, top, right, horizontal, cell))
    lines += _row(squares, lower, cell, vertical)
    lines.append(_rule(corners[2], bottom, corners[3], horizontal, cell))
    return lines


def _cell_width(width: int) -> int:
    return min((width - 1) // (SIDE + 1) - 1, WIDEST_CELL)


def _side_lines(height: int) -> int:
    return max(2, min(4, (height - 4 - 2 * END_LINES) // 9))


def _rule(first: str, joint: str, last: str, horizontal: str, cell: int) -> Text:
    return Text(first + joint.join([horizontal * cell] * (SIDE + 1)) + last, style="dim")


def _row(squares: Squares, row: list[int], cell: int, vertical: str) -> list[Text]:
    """The upper or the lower row: a band with the group, the name, the tokens."""
    lines = []
    for part in range(END_LINES):
        line = Text().append(vertical, style="dim")
        for square in row:
            line.append_text(_end_part(squares, square, part, cell))
            line.append(vertical, style="dim")
        lines.append(line)
    return lines


def _end_part(squares: Squares, square: int, part: int, cell: int) -> Text:
    if part == 0:
        return _fit(Text(squares.letter(square)), cell, squares.style(square))
    if part == 1:
        return _fit(squares.name(square, cell), cell)
    return _state(squares, square, cell)


def _side_cell(squares: Squares, square: int, cell: int, lines: int) -> list[Text]:
    """A square of the left or the right side: its name on the group's band, then its state."""
    name = _fit(squares.name(square, cell), cell, squares.style(square))
    state = Text().append(squares.letter(square), style=squares.style(square))
    crowded = squares.holding(square, cell).cell_len + squares.tokens(square, cell).cell_len
    state.append("" if crowded > cell - 3 else " ")
    state.append_text(_state(squares, square, cell - state.cell_len))
    return [name, state, *(Text(" " * cell) for _ in range(lines - 2))]


def _state(squares: Squares, square: int, width: int) -> Text:
    """Holding at the left, tokens at the right."""
    holding = squares.holding(square, width)
    tokens = squares.tokens(square, width - holding.cell_len)
    gap = width - holding.cell_len - tokens.cell_len
    if gap < 1 and tokens.cell_len:
        holding = squares.holding(square, 3)
        tokens = squares.tokens(square, width - holding.cell_len)
        gap = width - holding.cell_len - tokens.cell_len
    return Text.assemble(holding, " " * gap, tokens)


def _fit(text: Text, width: int, style: str = "") -> Text:
    """Exactly `width` columns of text."""
    fitted = text.copy()
    fitted.truncate(width, pad=True)
    if style:
        fitted.stylize(style)
    return fitted
