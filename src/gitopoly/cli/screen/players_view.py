"""The players at a glance: money, deeds, jail cards, and the list of all deeds."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from gitopoly.cli.screen.symbols import (
    UNICODE,
    Symbols,
    group_letters,
    group_name,
    group_style,
    player_style,
)
from gitopoly.kernel import State
from gitopoly.kernel.board import mortgage_value, rail_rent, street_rent, util_multiplier
from gitopoly.kernel.money import worth_at_the_end
from gitopoly.kernel.phases import GROUP_SIZE, HOTEL, NOBODY, RAIL, STREET
from gitopoly.table.ranking import ranked


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
            line.append(f"  ${s.money[p]:>6,}", style="bold")
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
    cards = (s.goojf_ch_owner == player) + (s.goojf_cc_owner == player)
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
    first = group * GROUP_SIZE
    return list(s.rules.group_square[first : first + s.rules.group_size[group]])


def deed_lines(s: State, names: Sequence[str], symbols: Symbols = UNICODE) -> list[Text]:
    """Every deed by its group: owner, buildings, rent, and what it brings as a mortgage."""
    rules = s.rules
    lines: list[Text] = []
    for group, letter in sorted(group_letters(rules).items()):
        for square in _squares_of(s, group):
            line = Text().append(letter, style=group_style(rules, square))
            line.append(f" {rules.names[square]:<24}")
            owner = s.owner[square]
            if owner == NOBODY:
                line.append(f"for sale at ${rules.value[square]}", style="dim")
            else:
                line.append(f"{names[owner]:<12}", style=player_style(owner))
                line.append(_condition(s, square))
            line.append(f"  ({group_name(rules, group)})", style="dim")
            lines.append(line)
    return lines


def own_deeds(s: State, player: int) -> list[str]:
    """The deeds of one player with what they bring, by their groups."""
    letters = sorted(group_letters(s.rules).items())
    return [
        f"{letter} {s.rules.names[square]}: {_condition(s, square)}"
        for group, letter in letters
        for square in _squares_of(s, group)
        if s.owner[square] == player
    ]


def _condition(s: State, square: int) -> str:
    rules = s.rules
    if s.mortgaged[square]:
        return "mortgaged, no rent"
    level = s.level[square]
    if level:
        hotel = level == HOTEL or level >= rules.max_level
        buildings = "a hotel" if hotel else f"{level} house{'s' if level > 1 else ''}"
        return f"{buildings}, {rent_text(s, square)}"
    return f"{rent_text(s, square)}, mortgage ${mortgage_value(rules, square)}"


def rent_text(s: State, square: int) -> str:
    """The rent that a visitor would pay, in words."""
    kind = s.rules.square_type[square]
    if kind == STREET:
        return f"rent ${street_rent(s, s.rules, square):,}"
    if kind == RAIL:
        return f"rent ${rail_rent(s, s.rules, square):,}"
    return f"rent {util_multiplier(s, s.rules, square)} times the throw"


def standing_lines(s: State, names: Sequence[str], gone: Sequence[int] = ()) -> list[Text]:
    """The final standings, the best first; `gone` are those who are out, as they went."""
    lines = []
    for place, p in enumerate(ranked(s, gone), 1):
        line = Text(f"{place}. ")
        line.append(names[p], style=f"bold {player_style(p)}")
        if s.is_bankrupt[p]:
            line.append(" is bankrupt")
        else:
            deeds = sum(owner == p for owner in s.owner)
            worth = worth_at_the_end(s, s.rules, p)
            line.append(f" is worth ${worth:,} with {deeds} deed{'' if deeds == 1 else 's'}")
        lines.append(line)
    return lines
