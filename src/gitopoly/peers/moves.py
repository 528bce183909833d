"""What a seat can write to its log, and its format.

Each kind of move is a class in the module named after its TLA+ module: what it carries, when
it may be written (`check`), what it does (`carry_out`), and when a seat must write it (`due`).
Its name is the one in the specifications, so that games can be checked against them without a
mapping; its texts are in `gitopoly.words` under `told.`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, field, fields
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.words import english

if TYPE_CHECKING:
    from gitopoly.peers.dice import Chain
    from gitopoly.peers.position import ProtocolPosition
    from gitopoly.rules import Taken

MOVES: dict[str, type[Move]] = {}
"""Every kind of move by name, in the order in which a seat writes required moves."""
LINK = 32
"""Bytes of a link in a chain of secrets."""


class Ground(Protocol):
    """What an entry is written on top of: the lobby, and then a position of the game."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""

    @property
    def steps(self) -> Sequence[Taken]:
        """The effects of the newest entry under the rules."""


P = TypeVar("P", bound=Ground)
Kind = TypeVar("Kind", bound="Entered[Any]")


class Entered(Generic[P]):
    """What one entry of a seat's log says."""

    NAME: ClassVar[str] = ""
    """Its name in the specifications; an action of the rules has its own name."""
    QUIET: ClassVar[bool] = False
    """Whether a short log leaves it out."""
    NEWS: ClassVar[bool] = False
    """Whether it is told even if what it leads to under the rules is told as well."""

    def check(self, position: P, seat: int) -> None:
        """Raise `IllegalAction` unless the seat may write this on top of exactly this position."""
        raise NotImplementedError

    def carry_out(self, position: P, seat: int) -> None:
        """Apply it to a position that includes at least what its author saw."""

    def told(self, before: P, after: P) -> tuple[str, dict[str, object]]:
        """The key of its text, and the values to fill in besides the author's name."""
        facts = {
            one.name: part.tell(getattr(self, one.name), after.names) for one, part in self._parts()
        }
        return self.NAME, facts

    def is_quiet(self, after: P, seat: int) -> bool:
        """Whether a short log leaves this one out."""
        return self.QUIET

    @classmethod
    def _parts(cls) -> list[tuple[Field[Any], MoveField]]:
        """What this kind of entry carries."""
        kind: Any = cls
        return _parts_of(kind)

    def to_trailers(self, names: Sequence[str]) -> dict[str, str]:
        """The same as trailers of a log entry."""
        found = {"Action": self.NAME}
        for one, part in self._parts():
            value = getattr(self, one.name)
            if one.default is MISSING or value != one.default:
                found[part.trailer] = part.write(value, names)
        return found

    @classmethod
    def from_trailers(
        cls: type[Kind], trailers: Mapping[str, str], seat: int, names: Sequence[str]
    ) -> Kind:
        """The inverse of `to_trailers`."""
        return cls(
            **{
                one.name: part.read(part.trailer, trailers.get(part.trailer, ""), names)
                for one, part in cls._parts()
                if one.default is MISSING or part.trailer in trailers
            }
        )


class Move(Entered["ProtocolPosition"]):
    """An entry of a game that has begun."""

    def __init_subclass__(cls) -> None:
        if cls.NAME:
            MOVES[cls.NAME] = cls

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """Apply what remains of it when it is void."""

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Move | None:
        """The move of this kind that a seat must write now, if any."""
        return None


def refuse_if(wrong: object, what: str, rule: str, key: str) -> None:
    """Raise `IllegalAction` if something is wrong, in the words of its key."""
    if wrong:
        raise IllegalAction(what, rule, english()(f"refusal.{key}"), key=key)


def move_from_trailers(trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Move:
    """Parse the move of `seat` from an entry's trailers; the inverse of `to_trailers`."""
    return read_as(MOVES.get(trailers.get("Action", ""), MOVES[ACT]), trailers, seat, names)


def read_as(kind: type[Kind], trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Kind:
    """What trailers say, if that is of this kind and in the one form in which it is written."""
    found = kind.from_trailers(trailers, seat, names)
    if found.to_trailers(names) != dict(trailers):
        name = trailers.get("Action", "")
        raise InvalidAction(name, "each trailer in canonical form, and no others")
    return found


ACT = "Act"
"""Any other name is an action of the rules."""

# The fields of moves.


class MoveField(NamedTuple):
    """How a field of a move is written, read and told."""

    trailer: str
    write: Callable[[Any, Sequence[str]], str]
    read: Callable[[str, str, Sequence[str]], Any]
    tell: Callable[[Any, Sequence[str]], object]


def carried(trailer: str, write: Any, read: Any, tell: Any = None, default: Any = MISSING) -> Any:
    """A field of a move, written into a trailer; told as it is written, or in another way."""
    return field(default=default, metadata={"part": MoveField(trailer, write, read, tell or write)})


def number(trailer: str) -> Any:
    """A number of at most nine digits."""
    return carried(trailer, lambda value, _: str(value), read_number, lambda value, _: value)


def text(trailer: str, default: Any = MISSING) -> Any:
    """Words as they are."""
    return carried(trailer, lambda words, _: words, lambda _, words, names: words, default=default)


def octets(trailer: str, length: int, default: Any = MISSING) -> Any:
    """So many bytes, as hexadecimal digits."""
    read = partial(_read_octets, length)
    return carried(trailer, lambda data, _: data.hex(), read, default=default)


def chain_link(trailer: str, default: Any = MISSING) -> Any:
    """A link of a chain of secrets, or the secret itself."""
    return octets(trailer, LINK, default)


def seat_named(trailer: str) -> Any:
    """Another seat, by its name."""
    return carried(trailer, lambda seat, names: names[seat], _read_seat)


def seats_named(trailer: str) -> Any:
    """Several seats, by their names."""
    return carried(trailer, lambda seats, names: " ".join(names[s] for s in seats), _read_seats)


@cache
def _parts_of(kind: Any) -> list[tuple[Field[Any], MoveField]]:
    return [(one, one.metadata["part"]) for one in fields(kind)]


def read_number(name: str, text: str, names: Sequence[str] = ()) -> int:
    """The number that a trailer holds."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise InvalidAction(f"{name}: {text}", "a number of at most nine digits")
    return int(text)


def _read_octets(length: int, name: str, text: str, names: Sequence[str]) -> bytes:
    if not re.fullmatch(rf"[0-9a-f]{{{2 * length}}}", text):
        raise InvalidAction(f"{name}: {text}", f"{length} bytes as hexadecimal digits")
    return bytes.fromhex(text)


def _read_seat(name: str, text: str, names: Sequence[str]) -> int:
    if text not in names:
        raise InvalidAction(text, "a seat of this game: " + ", ".join(names))
    return names.index(text)


def _read_seats(name: str, text: str, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(_read_seat(name, word, names) for word in text.split())
