"""What a seat wrote and took in, and the position it came to: a line for each, for checking.

`gitopoly.proof.protocols` decides whether the lines of all seats of a game are a behaviour of the
protocols' specifications. Nothing is written, and nothing costs anything, unless the environment
variable GITOPOLY_PROTOCOL_LOG names a folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from gitopoly.errors import NoRoom
from gitopoly.ledger.entry import Entry
from gitopoly.peers import ProtocolPosition, waits_for
from gitopoly.rules import is_over
from gitopoly.rules.codes import AUCTION, DEALING, FREE_4_ALL, NOBODY, OPENING, TRADE
from gitopoly.rules.turn import floor
from gitopoly.table.game_replica import OPENED, GameReplica

FOLDER = "GITOPOLY_PROTOCOL_LOG"
"""Environment variable: the folder in which every seat writes a file of its events."""

Emit = Callable[[str], object]
"""Takes one line of JSON."""


class ProtocolLog:
    """Emits the protocol events of one seat of a game."""

    def __init__(self, game: GameReplica, seat: str, emit: Emit) -> None:
        """Begin with what the seat holds already: a copy that was opened again has its past."""
        self._game, self._seat, self._emit = game, seat, emit
        game.observer = self._observe
        self._observe(OPENED, [entry.id for entry in game.log])

    def _observe(self, event: str, entry_ids: Sequence[str]) -> None:
        game = self._game
        line: dict[str, Any] = {"seat": game.names.index(self._seat), "event": event}
        line["entries"] = [self._entry(entry_id) for entry_id in entry_ids]
        line["view"] = {**view_of(game.position), **self._of_game()} if game.started else None
        self._emit(json.dumps(line, separators=(",", ":")))

    def _of_game(self) -> dict[str, Any]:
        """Which game has begun here, and which entries do not count; usually all do."""
        game = self._game
        begun = {"game": sha256(game.file.encoded).hexdigest()[:16]}
        if not game.log.any_forks and not game.fold.ends():
            return {**begun, "uncounted": []}
        counted = set(game.counted())
        return {**begun, "uncounted": [e.id for e in game.log if e.id not in counted]}

    def _entry(self, entry_id: str) -> dict[str, Any]:
        """An entry without what only its reader's eyes and keys need."""
        entry = self._game.log[entry_id]
        return {
            "id": entry.id,
            "seat": self._game.names.index(entry.seat),
            "parents": list(entry.parents),
            "move": self._move(entry),
        }

    def _move(self, entry: Entry) -> dict[str, str]:
        """Its trailers, with a seat by its number."""
        names = self._game.names

        def numbered(text: str) -> str:
            return " ".join(str(names.index(name)) for name in text.split(" ") if name)

        named = ("Seat", "Voters")
        return {n: numbered(text) if n in named else text for n, text in entry.trailers.items()}


def record_if_asked(game: GameReplica, seat: str) -> None:
    """Record a seat's events if the environment names a folder for them."""
    if folder := os.environ.get(FOLDER):
        path = Path(folder) / f"{game.root[:16]}-{seat}.jsonl"
        ProtocolLog(game, seat, lambda line: _append(path, line))


def _append(path: Path, line: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        raise NoRoom(
            f"cannot write {path}: {error.strerror}; name another folder in {FOLDER}, or none"
        ) from error


def view_of(position: ProtocolPosition) -> dict[str, Any]:
    """What the specifications speak about of a position."""
    s = position.state
    seats = range(len(position.counts))
    votes = [
        [[vote.seat, vote.last, list(vote.voters)] for vote in sorted(cast, key=repr)]
        for cast in position.votes
    ]
    draw = position.draw
    return {
        "text": sha256(position.to_yaml().encode()).hexdigest(),
        "over": is_over(s),
        "waits": waits_for(position),
        "bankrupt": [bool(s.is_bankrupt[seat]) for seat in seats],
        "resigned": list(position.resigned),
        "retired": list(position.retired),
        "forked": list(position.forked),
        "votes": votes,
        "finished": list(position.finished),
        "draws": position.draws,
        "draw": draw and {"asker": draw.asker, "shown": [bool(link) for link in draw.links]},
        "recommits": list(position.recommits),
        "offers": position.offers,
        "offer": [s.offer_from, s.offer_to, position.accepted] if s.phase == TRADE else None,
        "orders": [list(order.passing) + list(order.but) for order in position.orders],
        "auction": _auction(position) if s.phase == AUCTION else None,
        "turn": None if s.phase in (OPENING, DEALING) else s.turn_player,
        "floor": floor(s, s.rules),
        "round": _round(position) if s.phase == FREE_4_ALL else None,
    }


def _round(position: ProtocolPosition) -> dict[str, Any]:
    """Who has not concluded between turns, in their order."""
    s = position.state
    waiting = [seat for seat in s.free_4_all_order if seat != NOBODY]
    return {"waiting": waiting, "clockwise": bool(s.rules.order_is_clockwise)}


def _auction(position: ProtocolPosition) -> dict[str, Any]:
    """The auction as this seat sees it; all else stands still meanwhile, and identifies it."""
    s = position.state
    seats = range(len(position.counts))
    rest = (
        *(s.turns, position.draws, position.offers, s.auction_kind, s.auction_asset, s.estate),
        *(s.houses_left, s.hotels_left, s.bank_money, *s.money, *s.owner, *s.level),
    )
    return {
        "id": sha256(repr(rest).encode()).hexdigest()[:16],
        "kind": s.auction_kind,
        "asset": s.auction_asset,
        "initiator": s.auction_initiator,
        "turn": s.turn_player,
        "ties": bool(s.rules.ties_have_a_leader),
        "money": [s.money[seat] for seat in seats],
        "bid": [s.bid[seat] for seat in seats],
        "last": [s.last_bid[seat] for seat in seats],
        "round": [s.round[seat] for seat in seats],
        "passed": [bool(s.passed[seat]) for seat in seats],
        "winner": [s.winner[seat] for seat in seats],
    }
