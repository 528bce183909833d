"""What a seat can write on its log, and how it stands there.

Every move carries its name in the specifications, so that a game can be held against them
without a dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitopoly.errors import InvalidAction
from gitopoly.kernel import actions as a
from gitopoly.kernel.exact import from_exact, to_exact

SETTLE_TRADE = a.LARGEST_KIND
"""The offerer carries out an accepted trade; Monopoly as such has no such action."""
ANSWERS = {
    "AcceptTrade": a.ACCEPT_TRADE,
    "DeclineTrade": a.DECLINE_TRADE,
    "WithdrawTrade": a.WITHDRAW_TRADE,
    "SettleTrade": SETTLE_TRADE,
}
"""Moves that are about an offer, which they name by its number."""
_ANSWER_NAMES = {kind: name for name, kind in ANSWERS.items()}
LINK = 32
"""Bytes of a link in a chain of secrets."""


@dataclass(frozen=True)
class Act:
    """An action of the rules; what chance has to decide for it is drawn afterwards."""

    action: int
    offer: int = 0
    """The number of the offer that it answers."""


@dataclass(frozen=True)
class Reveal:
    """The next link of one's chain, for a draw that was asked for."""

    draw: int
    link: bytes


@dataclass(frozen=True)
class Recommit:
    """The public end of a new chain, before the old one is used up."""

    link: bytes


@dataclass(frozen=True)
class Resign:
    """Leaving in order: the secret of one's chain is published, so that no draw waits."""

    secret: bytes = b""


@dataclass(frozen=True)
class Retire:
    """A vote to go on without a silent seat, whose log ends after `last` moves.

    It names all who have to agree: a vote stays what it was when others leave later.
    """

    seat: int
    last: int
    voters: tuple[int, ...]


@dataclass(frozen=True)
class Object:
    """A sign that a seat is not silent: the author has more of its log than a vote says."""

    seat: int


@dataclass(frozen=True)
class Finish:
    """The author has seen the end of the game."""


Move = Act | Reveal | Recommit | Resign | Retire | Object | Finish


def move_to_trailers(move: Move, names: Sequence[str]) -> dict[str, str]:
    """A move as the trailers of a log entry."""
    match move:
        case Act():
            return _act_to_trailers(move)
        case Reveal():
            return {"Action": "Reveal", "Draw": str(move.draw), "Link": move.link.hex()}
        case Recommit():
            return {"Action": "Recommit", "Link": move.link.hex()}
        case Resign():
            secret = {"Secret": move.secret.hex()} if move.secret else {}
            return {"Action": "Resign", **secret}
        case Retire():
            voters = " ".join(names[voter] for voter in move.voters)
            seat = names[move.seat]
            return {"Action": "Retire", "Seat": seat, "Last": str(move.last), "Voters": voters}
        case Object():
            return {"Action": "Object", "Seat": names[move.seat]}
        case Finish():
            return {"Action": "Finish"}


def move_from_trailers(trailers: Mapping[str, str], seat: int, names: Sequence[str]) -> Move:
    """The move of `seat` that an entry's trailers mean; the opposite of `move_to_trailers`."""
    name = trailers.get("Action", "")
    if name in ANSWERS:
        move: Move = Act(a.action(ANSWERS[name], seat), _number(trailers, "Offer"))
    elif name == "Reveal":
        move = Reveal(_number(trailers, "Draw"), _link(trailers, "Link"))
    elif name == "Recommit":
        move = Recommit(_link(trailers, "Link"))
    elif name == "Resign":
        move = Resign(_link(trailers, "Secret") if "Secret" in trailers else b"")
    elif name == "Retire":
        voters = tuple(_named(name, names) for name in trailers.get("Voters", "").split())
        move = Retire(_seat(trailers, names), _number(trailers, "Last"), voters)
    elif name == "Object":
        move = Object(_seat(trailers, names))
    elif name == "Finish":
        move = Finish()
    else:
        move = Act(from_exact(name, seat))
    if move_to_trailers(move, names) != dict(trailers):
        raise InvalidAction(name, "each trailer in its one form, and no others")
    return move


def _act_to_trailers(move: Act) -> dict[str, str]:
    kind = a.kind_of(move.action)
    if kind in _ANSWER_NAMES:
        return {"Action": _ANSWER_NAMES[kind], "Offer": str(move.offer)}
    return {"Action": to_exact(move.action)}


def _number(trailers: Mapping[str, str], name: str) -> int:
    text = trailers.get(name, "")
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise InvalidAction(f"{name}: {text}", "a number of at most nine digits")
    return int(text)


def _link(trailers: Mapping[str, str], name: str) -> bytes:
    text = trailers.get(name, "")
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise InvalidAction(f"{name}: {text}", f"{LINK} bytes as hexadecimal digits")
    return bytes.fromhex(text)


def _seat(trailers: Mapping[str, str], names: Sequence[str]) -> int:
    return _named(trailers.get("Seat", ""), names)


def _named(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise InvalidAction(name, "a seat of this game: " + ", ".join(names))
    return names.index(name)
