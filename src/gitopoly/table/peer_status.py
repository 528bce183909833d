"""How far each seat can be trusted, according to this copy's own checks."""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.ledger.evidence import CODES
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.trust import evidence_against, holders


@dataclass(frozen=True)
class PeerStatus:
    """What is known about one seat."""

    name: str
    fingerprint: str
    """Fingerprint of the key that signs all its entries; empty until it has joined."""
    entries: int
    """How many of its entries were checked and accepted."""
    last: str
    """The id of the newest of them."""
    time: int
    """When it was written according to its author, in seconds since 1970."""
    forked: bool
    holder: str = ""
    """The seat whose program holds its key, where that is not its player's."""


@dataclass(frozen=True)
class Warning:  # noqa: A001 - not confusable with Python's here
    """Evidence of a damaged or hostile program."""

    seat: str
    code: str
    """One of the codes of the ledger's evidence."""
    reason: str
    commits: tuple[str, ...]
    """The entries that prove it."""


def peer_statuses(game: GameReplica) -> list[PeerStatus]:
    """What is known about each seat, in order."""
    heads, held = game.heads(), holders(game)
    found = []
    for number, name in enumerate(game.names):
        key = game.replica.keys[name]
        last = heads.get(name, "")
        found.append(
            PeerStatus(
                name,
                key.fingerprint if key else "",
                game.log.number(last) if last else 0,
                last,
                game.log[last].time if last else 0,
                game.started and game.position.forked[number],
                held.get(name, ""),
            )
        )
    return found


def warnings(game: GameReplica) -> list[Warning]:
    """What is held against seats, except what later entries may still resolve."""
    return [
        Warning(
            found.seat,
            found.code,
            found.reason or CODES.get(found.code, found.code),
            tuple(commit for commit in (found.id, *found.also) if commit),
        )
        for found in evidence_against(game)
    ]
