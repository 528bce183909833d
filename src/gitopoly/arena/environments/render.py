"""A position of the environments as a few lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitopoly.rules.codes import PHASES

if TYPE_CHECKING:
    from gitopoly.arena.environments.game import SteppedGame


def picture(game: SteppedGame) -> str:
    """What just happened, who acts, and what everyone has."""
    s, rules = game.state, game.rules
    head = f"step {game.episode.steps}, {PHASES[s.phase]}"
    head += ", over" if game.is_over else f", p{game.actor + 1} acts"
    lines = [game.story] if game.story else []
    lines.append(head)
    for seat in range(game.players):
        if s.is_bankrupt[seat]:
            lines.append(f"  p{seat + 1} bankrupt")
            continue
        where = "in jail" if s.in_jail[seat] else f"on {rules.names[s.positions[seat]]}"
        lines.append(f"  p{seat + 1} ${s.money[seat]} {where}; {_holdings(game, seat)}")
    return "\n".join(lines)


def _holdings(game: SteppedGame, seat: int) -> str:
    s, rules = game.state, game.rules
    deeds = [
        rules.names[square] + _mark(s.level[square], rules.hotel_level, s.mortgaged[square])
        for square in rules.deeds[: rules.deed_count]
        if s.owner[square] == seat
    ]
    held = (
        (s.jail_card_owner[0], "chance jail card"),
        (s.jail_card_owner[1], "community chest jail card"),
    )
    deeds += [name for owner, name in held if owner == seat]
    return ", ".join(deeds) or "nothing yet"


def _mark(level: int, hotel: int, mortgaged: int) -> str:
    if mortgaged:
        return " (mortgaged)"
    if level == hotel:
        return " (hotel)"
    return f" ({level} house{'s' if level > 1 else ''})" if level else ""
