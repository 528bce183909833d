"""The names of the seats of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitopoly.editions import Edition
from gitopoly.errors import InvalidNickname, InvalidRules

LONGEST = 40
FORBIDDEN = ":\"',$"
"""Characters that mean something else in what a person types."""


def seat_names(
    edition: Edition, seats: Sequence[str] | None, players: int | None
) -> tuple[str, ...]:
    """Names as given, or p1, p2 and so on for a number of players."""
    if seats is None:
        number = edition.usual_players if players is None else players
        if type(number) is not int or not edition.least_players <= number <= edition.most_players:
            raise InvalidRules(
                f"{edition.name} is for {edition.least_players} to {edition.most_players} players, "
                f"not {number!r} (GAME-1)"
            )
        return tuple(f"p{seat + 1}" for seat in range(number))
    names = checked_names(seats)
    if players is not None and players != len(names):
        raise InvalidRules(
            f"there are {len(names)} seats, but players={players}; leave out players"
        )
    return names


def checked_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Names that can be told apart and typed; raises `InvalidNickname`."""
    shown = seats if isinstance(seats, str) else repr(seats)
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise InvalidNickname(shown, 'seats are a list of names, such as ["Ann", "Ben"]')
    names = tuple(seats)
    for name in names:
        _check(name)
    lower = [name.lower() for name in names]
    for name in names:
        if lower.count(name.lower()) > 1:
            raise InvalidNickname(name, "two seats have this name")
    return names


def _check(name: str) -> None:
    if not isinstance(name, str) or not name.strip():
        raise InvalidNickname(str(name), "a seat's name is a text that is not empty")
    if len(name) > LONGEST or not name.isprintable() or name != " ".join(name.split()):
        raise InvalidNickname(name, f"at most {LONGEST} letters in one line, spaces one by one")
    if any(character in name for character in FORBIDDEN):
        raise InvalidNickname(name, f"none of the characters {' '.join(FORBIDDEN)} are allowed")
