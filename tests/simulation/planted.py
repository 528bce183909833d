"""Faults that were found once, and relatives of them, put back into the program on purpose.

The simulation has to find each of them; a simulation that finds nothing proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from unittest.mock import patch

from gitopoly.ledger.finality import Kept
from gitopoly.ledger.log import Log
from gitopoly.ledger.transports.poller import Contact
from gitopoly.peers import Resign, Reveal, orders
from gitopoly.peers.position import Order, ProtocolPosition
from gitopoly.table import fold, game_replica, lobby, seat, sent
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Event
from gitopoly.table.fold import Fold
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.seat import Seat
from tests.ledger.power import ForgetfulJournal
from tests.simulation.network import SimulatedPeers

Fault = Callable[[], AbstractContextManager[object]]


def _nothing(*_: object, **__: object) -> None:
    """Do nothing."""


def free_rewind() -> AbstractContextManager[object]:
    """The first rule about forks: whoever forks far back takes back everybody's moves."""
    return patch.object(Kept, "_stands_for", _nothing)


def void_resignation() -> AbstractContextManager[object]:
    """A resignation on a void branch has no effect, though its secret is public."""
    return patch.object(Resign, "skip", _nothing)


def unsigned_stream() -> AbstractContextManager[object]:
    """What comes by a stream is judged though its author may not have signed it."""
    return patch.object(sent, "check", lambda *_: True)


def reused_chain() -> AbstractContextManager[object]:
    """One invitation joined twice gives the same dice."""
    return patch.object(Seat, "_own_nonce", lambda self: "")


def reused_link() -> AbstractContextManager[object]:
    """A link that was shown on a void branch is shown again."""
    return patch.object(Reveal, "skip", _nothing)


def early_acknowledgement() -> AbstractContextManager[object]:
    """A store acknowledges a move before it is on the disk."""
    return patch.object(ForgetfulJournal, "sync", _nothing)


def two_branches_in_a_past() -> AbstractContextManager[object]:
    """An entry is taken whose past holds another branch of its own seat."""
    return patch.object(Log, "stands_on_other_branch", lambda self, entry: False)


def hasty_votes() -> AbstractContextManager[object]:
    """A seat votes on others as soon as they are waited for."""

    def vote(self: GameDriver, contacts: dict[str, Contact]) -> list[Event]:
        seat = self.seat
        if seat is None or not self.game.started or not self.game.file.retire_after:
            return []
        return [seat.vote(name) for name in seat.votable()[:1] if name in self._silences]

    return patch.object(GameDriver, "_vote_when_due", vote)


def vote_on_a_first_sign() -> AbstractContextManager[object]:
    """A seat votes on one that has just moved after a long silence."""
    real = GameDriver._vote_when_due

    def vote(self: GameDriver, contacts: dict[str, Contact]) -> list[Event]:
        heads = self.game.heads()
        self._silences = {
            name: replace(silence, head=heads.get(name)) for name, silence in self._silences.items()
        }
        return real(self, contacts)

    return patch.object(GameDriver, "_vote_when_due", vote)


def hidden_third_branch() -> AbstractContextManager[object]:
    """What a seat sees depends on a branch that none of its entries names."""

    def all_tops(self: Log) -> tuple[str, ...]:
        return tuple(top for tops in self.newest().values() for top in tops)

    return patch.object(Log, "named", all_tops)


def forgotten_own_log() -> AbstractContextManager[object]:
    """A seat continues with an old copy of its folder without checking what it has published."""
    return patch.object(
        SimulatedPeers, "knows_own_log", property(lambda self: True, lambda self, value: None)
    )


def silent_witness() -> AbstractContextManager[object]:
    """A seat keeps the proof of a fork to itself until it has something else to write."""
    return patch.object(Seat, "_proof_of_fork", _nothing)


def forgotten_heads() -> AbstractContextManager[object]:
    """What a vote keeps out is not looked at again when the vote no longer holds."""
    return patch.object(game_replica, "TOO_EARLY", ("unknown-key", "unknown-parent"))


def only_starts(position: lobby.Lobby, number: int) -> lobby.LobbyMove | None:
    """What is due in the lobby if nobody says to be ready."""
    return lobby.due(position, number) if number == 0 else None


def split_table() -> AbstractContextManager[object]:
    """A game starts before all have confirmed the joins: two starts can be of two games."""
    faults = ExitStack()
    faults.enter_context(patch.object(lobby.Lobby, "unready", []))
    faults.enter_context(patch.object(seat, "due", only_starts))
    faults.enter_context(patch.object(fold, "lobby_entries", lambda seat: 1 if seat else 3))
    return faults


def hasty_end() -> AbstractContextManager[object]:
    """The end is called final when all have confirmed it once."""
    real = GameReplica.final_level

    def final_level(self: GameReplica, entry_id: str) -> int:
        level = real(self, entry_id)
        return len(self.names) if level and self.confirmed else level

    return patch.object(GameReplica, "final_level", final_level)


def counting_on() -> AbstractContextManager[object]:
    """Entries behind the end of a voted-out seat are told, though the position lacks them."""
    return patch.object(Fold, "ends", lambda self: {})


def orders_end_early() -> AbstractContextManager[object]:
    """The orders of a seat that has left are no longer followed, by those who know that it has."""
    real = orders._follow

    def follow(position: ProtocolPosition, seat: int, order: Order) -> bool:
        return position.plays(seat) and real(position, seat, order)

    return patch.object(orders, "_follow", follow)


PLANTED: dict[str, Fault] = {
    fault.__name__.replace("_", "-"): fault
    for fault in (
        free_rewind,
        void_resignation,
        reused_chain,
        unsigned_stream,
        reused_link,
        early_acknowledgement,
        two_branches_in_a_past,
        hasty_votes,
        vote_on_a_first_sign,
        hidden_third_branch,
        forgotten_own_log,
        silent_witness,
        forgotten_heads,
        split_table,
        hasty_end,
        counting_on,
        orders_end_early,
    )
}


def planted(name: str | None) -> AbstractContextManager[object]:
    """Put a fault into the program, if one is named."""
    return PLANTED[name]() if name else nullcontext()
