"""Finality taken step by step by real games with forks: draws, votes, and the end.

What a seat can write is what the code allows in the position that it makes of an entry's past.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from gitopoly.errors import IllegalAction
from gitopoly.peers import (
    Act,
    Finish,
    Move,
    Objection,
    ProtocolPosition,
    Recommit,
    Resign,
    Retire,
    Reveal,
    carry_out,
    check,
    choices,
    move_from_trailers,
    required_move,
)
from gitopoly.proof.specs.values import Value
from gitopoly.rules import actions as a
from gitopoly.rules.codes import FREE_4_ALL
from gitopoly.table import fold
from gitopoly.table.fold import Fold
from gitopoly.table.game_file import GameFile, SeatInfo
from tests.ledger.seats import SEATS
from tests.peers.positions import CHAINS, act, begun, ready
from tests.proof.protocols.drawing import LATER
from tests.proof.protocols.forks import FinalityModel, name_of
from tests.proof.protocols.replicas import LOBBY, Node, Nodes, holding

PLACES = {"a": 0, "b": 1, "c": 2}
_SEATS = zip(SEATS, CHAINS, strict=False)
FILE = GameFile(
    "classic",
    tuple(SeatInfo(name, "", commitment=chain.commitment.hex()) for name, chain in _SEATS),
    retire_after=60,
    game="ab" * 20,
)

Candidates = Callable[[ProtocolPosition, int], Sequence[Move | None]]
"""What a seat tries to write in a position."""


def to_confirm(position: ProtocolPosition, seat: int) -> Sequence[Move | None]:
    """Nothing but the end."""
    return [Finish()]


def to_play(position: ProtocolPosition, seat: int) -> Sequence[Move | None]:
    """What is required or can be chosen, a new chain, a proof of a fork, or leaving."""
    chain = CHAINS[seat] if CHAINS[seat].has(position.links[seat]) else LATER[seat]
    return [
        required_move(position, seat, chain),
        *(Act(choice) for choice in choices(position, seat) if isinstance(choice, int)),
        Recommit(LATER[seat].commitment),
        *(Objection(other) for other, forked in enumerate(position.forked) if forked),
        Resign(chain.secret),
    ]


@dataclass(frozen=True)
class PlayedModel(FinalityModel):
    """Finality where entries are moves of a game."""

    first: ProtocolPosition = None  # type: ignore[assignment]
    candidates: Candidates = to_play

    def begin_with_it(self, patch: pytest.MonkeyPatch) -> None:
        """Let games begin in the first position of this model."""
        patch.setattr(fold, "ProtocolPosition", lambda rules, setting: self.unmoved())
        patch.setattr(fold, "lobby_entries", lambda seat: LOBBY[seat])

    def unmoved(self) -> ProtocolPosition:
        """The first position."""
        first = self.first.copy()
        first.setting = FILE.setting()
        first.counts = [0] * len(first.counts)
        return first

    def folded(self, nodes: Nodes) -> Fold:
        """The game of entries that somebody holds."""
        return Fold(holding(nodes).replica.log, FILE)

    def words(self, past: Nodes, seat: str) -> Sequence[str]:
        """Every move that the code allows on top of a past."""
        position, place = self.folded(past).now(), PLACES[seat]
        found = []
        for move in self.candidates(position, place):
            if move is None or (isinstance(move, Resign) and seat not in self.may_leave):
                continue
            try:
                check(position, place, move)
            except IllegalAction:
                continue
            found.append(json.dumps(move.to_trailers(SEATS)))
        return tuple(dict.fromkeys(found))

    def view(self, written: Nodes) -> tuple[Value, ...]:
        """Every entry with its past and what it is, what counts, how final, and who confirms."""
        held, game = holding(written), self.folded(written)
        counted = held.known(game.log.counted(ends=game.ends()))
        levels = {n.id: game.log.final_level(e, self.level) for e, n in held.nodes.items()}
        return (
            frozenset(
                (name_of(n.id), frozenset(map(name_of, n.past)), *_kind_of(n)) for n in written
            ),
            frozenset(map(name_of, counted)),
            tuple(
                frozenset(name_of(entry) for entry in counted if levels[entry] >= j)
                for j in range(1, self.level + 1)
            ),
            tuple(game.now().finished),
        )

    def without_void(self, written: Nodes) -> ProtocolPosition:
        """The position that only those entries lead to which count."""
        game, position = self.folded(written), self.unmoved()
        position.forked = game.now().forked
        for entry_id in filter(game.is_move, game.log.counted(ends=game.ends())):
            seat = SEATS.index(game.log[entry_id].seat)
            carry_out(position, seat, game.move(entry_id), game.past(entry_id))
        return position

    def uses_told_secrets(self, written: Nodes) -> bool:
        """Whether a seat has resigned, and links are used of a chain of which void entries tell."""
        game = self.folded(written)
        counted = set(game.log.counted(ends=game.ends()))
        said = {(entry.trailers["Action"], entry.id in counted) for entry in game.log}
        resigned = {(Resign.NAME, True), (Resign.NAME, False)} & said
        return bool(resigned and {(Resign.NAME, False), (Reveal.NAME, False)} & said)


def _kind_of(node: Node) -> tuple[Value, ...]:
    """What an entry is in the words of the module, and the vote that it carries."""
    if not node.word.startswith("{"):
        return "move", ()
    move = move_from_trailers(json.loads(node.word), PLACES[node.id.seat], SEATS)
    match move:
        case Finish():
            return "finish", ()
        case Resign():
            return "leave", ()
        case Retire():
            voters = frozenset("abc"[voter] for voter in move.voters)
            return "vote", ("abc"[move.seat], move.last, voters)
    return "move", ()


VIEW_OF_GAME = """
    LET MovesUpTo(last) == IF last = 0 THEN 0 ELSE last - 1
        Vote(e) ==
            IF IsVote(e) THEN <<what[e].seat, MovesUpTo(what[e].last), what[e].voters>> ELSE <<>>
        Times(s) == Cardinality(Confirmed(Sound(Written), s))
    IN <<{<<e, past[e], what[e].kind, Vote(e)>> : e \\in Written}, Counts(Written),
         [j \\in 1..Level |-> FinalAt(Written, j)], <<Times("a"), Times("b"), Times("c")>> >>
"""
"""What `PlayedModel.view` says, in the words of the module."""


def over() -> ProtocolPosition:
    """A game that has come to its limit with everybody in it."""
    first = begun(3, turn_limit=1)
    first.state.turns = 1
    return first


def asked() -> ProtocolPosition:
    """The first seat has asked for a draw."""
    return act(ready(3), a.ROLL_AND_MOVE)


def last_turn() -> ProtocolPosition:
    """The last seat can end its turn; then the first one may begin a new chain."""
    first = begun(3)
    first.state.turn_player, first.state.phase = 2, FREE_4_ALL
    link = CHAINS[0].next(first.links[0])
    assert link is not None
    first.show(0, link)
    return first
