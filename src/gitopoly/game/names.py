"""The names of the seats of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitopoly.editions import Edition
from gitopoly.errors import InvalidNickname, InvalidRules
from gitopoly.rules.options import check_players

LONGEST = 40
FORBIDDEN = ":\"',$"
"""Characters with a special meaning in typed actions."""


def seat_names(
    edition: Edition, seats: Sequence[str] | None, players: int | None
) -> tuple[str, ...]:
    """Names as given, or p1, p2 and so on for a number of players."""
    if seats is None:
        return tuple(f"p{seat + 1}" for seat in range(check_players(edition, players)))
    names = checked_names(seats)
    if players is not None and players != len(names):
        raise InvalidRules(f"there are {len(names)} seats, but players={players}; omit players")
    return names


def checked_names(seats: Sequence[str]) -> tuple[str, ...]:
    """Check that names are distinct and can be typed; raises `InvalidNickname`."""
    shown = seats if isinstance(seats, str) else repr(seats)
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise InvalidNickname(shown, 'seats must be a list of names, such as ["Ann", "Ben"]')
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
        raise InvalidNickname(str(name), "a seat's name must be a non-empty string")
    if len(name) > LONGEST or not name.isprintable() or name != " ".join(name.split()):
        raise InvalidNickname(name, f"at most {LONGEST} letters on one line, with single spaces")
    if any(character in name for character in FORBIDDEN):
        raise InvalidNickname(name, f"the characters {' '.join(FORBIDDEN)} are not allowed")
