"""The players at a glance: money, deeds, jail cards, and the list of all deeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from gitopoly.cli.screen.symbols import (
    UNICODE,
    Symbols,
    group_letters,
    group_name,
    group_style,
    player_style,
)
from gitopoly.game import Position, Square
from gitopoly.rules import State, ranked, worth


def player_lines(
    s: State,
    names: Sequence[str],
    width: int,
    *,
    me: int | None = None,
    tokens: Sequence[str] = (),
    symbols: Symbols = UNICODE,
) -> list[Text]:
    """A line for each player."""
    longest = max(map(len, names))
    lines = []
    for p, name in enumerate(names):
        turn = p == s.turn_player and not s.is_bankrupt[p]
        line = Text().append(symbols.turn if turn else " ", style="bold")
        line.append(f" {symbols.tokens[p]} ", style=f"bold {player_style(p)}")
        line.append(f"{name:<{longest}}", style=f"bold {player_style(p)}")
        if s.is_bankrupt[p]:
            line.append("  out of the game", style="dim")
        else:
            line.append(f"  {s.rules.currency}{s.money[p]:>6,}", style="bold")
            line.append_text(_facts(s, p, symbols))
            if p == me:
                line.append("  (you)", style="dim")
            if tokens and width >= 76:
                line.append(f"  {tokens[p]}", style="dim")
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _facts(s: State, player: int, symbols: Symbols) -> Text:
    facts = Text()
    deeds = deed_letters(s, player, symbols)
    if deeds.cell_len:
        facts.append("  ").append_text(deeds)
    cards = (s.jail_card_owner[0] == player) + (s.jail_card_owner[1] == player)
    if cards:
        facts.append(f"  {cards} jail card{'s' if cards > 1 else ''}")
    if s.in_jail[player]:
        facts.append("  in jail", style="bold")
    return facts


def deed_letters(s: State, player: int, symbols: Symbols = UNICODE) -> Text:
    """The deeds of a player: a letter each, small if mortgaged, a dot for one that is missing."""
    rules = s.rules
    text = Text()
    for group, letter in sorted(group_letters(rules).items()):
        squares = _squares_of(s, group)
        if not any(s.owner[square] == player for square in squares):
            continue
        if text.cell_len:
            text.append(" ")
        whole = all(s.owner[square] == player for square in squares)
        for square in squares:
            if s.owner[square] != player:
                text.append(symbols.dot, style="dim")
            elif s.mortgaged[square]:
                # Railroads have no small letter.
                text.append(letter.lower() if letter.isalpha() else "=", style="dim")
            else:
                text.append(letter, style=f"{group_style(rules, square)}{' bold' * whole}")
    return text


def _squares_of(s: State, group: int) -> list[int]:
    return [square for square in range(s.rules.board_length) if s.rules.group[square] == group]


def deed_lines(s: State, names: Sequence[str], symbols: Symbols = UNICODE) -> list[Text]:
    """Every deed by group: owner, buildings, rent and mortgage value."""
    board = Position.of(s, names).board
    lines: list[Text] = []
    for group, letter in sorted(group_letters(s.rules).items()):
        for number in _squares_of(s, group):
            square = board[number]
            line = Text().append(letter, style=group_style(s.rules, number))
            line.append(f" {square.name:<24}")
            if square.owner is None:
                line.append(f"for sale at {s.rules.currency}{square.price}", style="dim")
            else:
                line.append(f"{square.owner:<12}", style=player_style(s.owner[number]))
                line.append(_condition(square))
            line.append(f"  ({group_name(s.rules, group)})", style="dim")
            lines.append(line)
    return lines


def own_deeds(s: State, player: int) -> list[str]:
    """The deeds of one player with rent and mortgage value, by group."""
    board = Position.of(s).board
    return [
        f"{letter} {board[number].name}: {_condition(board[number])}"
        for group, letter in sorted(group_letters(s.rules).items())
        for number in _squares_of(s, group)
        if s.owner[number] == player
    ]


def _condition(square: Square) -> str:
    if square.mortgaged:
        return "mortgaged, no rent"
    if square.hotel or square.houses:
        houses = f"{square.houses} house{'s' if square.houses > 1 else ''}"
        return f"{'a hotel' if square.hotel else houses}, {rent_text(square)}"
    return f"{rent_text(square)}, mortgage {square.currency}{square.mortgage_value}"


def rent_text(square: Square) -> str:
    """The rent that a visitor would pay, in words."""
    if square.rent is not None:
        return f"rent {square.currency}{square.rent:,}"
    return f"rent {square.rent_times_dice} times the roll"


def standing_lines(
    s: State,
    names: Sequence[str],
    gone: Sequence[int] = (),
    has_left: Callable[[int], bool] = lambda _: False,
) -> list[Text]:
    """The final standings, best first; `gone` lists players who are out, in that order."""
    lines = []
    for place, p in enumerate(ranked(s, gone), 1):
        line = Text(f"{place}. ")
        line.append(names[p], style=f"bold {player_style(p)}")
        if s.is_bankrupt[p]:
            line.append(" has left" if has_left(p) else " is bankrupt")
        else:
            deeds = sum(owner == p for owner in s.owner)
            total = f"{s.rules.currency}{worth(s, p):,}"
            line.append(f" is worth {total} with {deeds} deed{'' if deeds == 1 else 's'}")
        lines.append(line)
    return lines
