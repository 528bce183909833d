"""From entries to positions: the result of the moves in an entry's past.

A position is computed from the nearest known one by applying the missing moves. Moves that can
be concurrent commute, so it does not matter which one that is; where a vote has removed moves
from a known position, everything is folded again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gitopoly.errors import IllegalAction
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.finality import Departure, Verdict
from gitopoly.ledger.log import Log
from gitopoly.peers import (
    STAYS,
    Move,
    Objection,
    ProtocolPosition,
    Retire,
    Setting,
    can_be_overruled,
    carry_out,
    check,
    move_from_trailers,
    owed_objections,
    skip,
)
from gitopoly.rules import Rules, State, Taken, violated_invariant
from gitopoly.table.events import Told, is_quiet, told_of
from gitopoly.table.game_file import GameFile
from gitopoly.table.lobby import lobby_entries

OWN_WORD = {"Resign", "GoBankrupt"}
"""Moves by which a seat leaves by itself."""
KEPT = 64
"""How many positions are cached; concurrent entries are rarely further apart."""
SPACING = 64
"""One in this many positions is kept for good, so that nothing old costs a whole replay."""

OTHER_FILES = "its files are not those that follow from its past and its move"
"""Why an entry with another tree is refused."""


@dataclass(frozen=True)
class ReplayEvent:
    """Something that happened in a game."""

    id: str
    """The commit behind it; empty in a game that is only a record."""
    seat: int
    """Who wrote it."""
    time: int
    """When it happened according to its author, in seconds since 1970; 0 if unknown."""
    told: Told | None
    """Its wording, for entries that do nothing under the rules."""
    quiet: bool
    """Whether it is a bookkeeping move."""
    steps: tuple[Taken, ...]


class LoggedMove(NamedTuple):
    """One move that is replayed."""

    id: str
    seat: int
    time: int
    move: Move
    past: tuple[int, ...]
    void: bool
    """Whether it does not count, because of a fork."""


@dataclass(frozen=True)
class MoveLog:
    """Everything that a replay needs, apart from the game, which may continue meanwhile."""

    rules: Rules
    setting: Setting
    forked: tuple[bool, ...]
    moves: tuple[LoggedMove, ...]

    def events(self) -> Iterator[ReplayEvent]:
        """Replay the game; nothing is checked, because everything was checked on receipt.

        Live, an entry does what its author saw. Here every action of the rules happens once, at
        its place in the order of the log, so that one can step back and forth.
        """
        position = ProtocolPosition(self.rules, self.setting)
        position.forked = list(self.forked)
        for move in self.moves:
            before = position.copy()
            act = skip if move.void else carry_out
            act(position, move.seat, move.move, move.past)
            steps = tuple(position.steps)
            quiet = move.void or is_quiet(move.seat, move.move, position)
            silent = quiet or (steps and not move.move.NEWS)
            told = None if silent else told_of(before, move.seat, move.move, position)
            yield ReplayEvent(move.id, move.seat, move.time, told, quiet, steps)


class Fold:
    """The positions of one game's entries."""

    def __init__(self, log: Log, game: GameFile) -> None:
        self.log = log
        self.names = game.names
        self._rules, self._setting = game.rules(), game.setting()
        self._lobby = [lobby_entries(seat) for seat in range(len(self.names))]
        self._sound: State | None = None
        """The state that was checked last, in which all invariants hold."""
        self._known: OrderedDict[str, ProtocolPosition] = OrderedDict()
        self._marks: dict[str, ProtocolPosition] = {}
        self._remembered = 0
        self._moves: dict[str, Move] = {}
        self._now: tuple[tuple[str, ...], ProtocolPosition] | None = None

    def before(self, entry: Entry) -> ProtocolPosition:
        """The position that an entry's author saw; do not change it."""
        return self._together(entry.parents)

    def now(self) -> ProtocolPosition:
        """The position after all entries that count; do not change it."""
        heads = self.log.named()
        if self._now is None or self._now[0] != heads:
            self._now = heads, self._together(heads)
        return self._now[1]

    def known(self, entry_id: str) -> ProtocolPosition | None:
        """The position after an entry if it is at hand, with what the entry has done."""
        return self._known.get(entry_id)

    def carry_out(self, position: ProtocolPosition, entry: Entry) -> Move:
        """Apply a move in the position of its own past, or raise; returns the move."""
        seat = self.names.index(entry.seat)
        move = move_from_trailers(entry.trailers, seat, self.names)
        check(position, seat, move)
        carry_out(position, seat, move, tuple(position.counts))
        if broken := self.broken(position):
            raise IllegalAction(entry.trailers["Action"], broken, "it breaks an invariant")
        return move

    def broken(self, position: ProtocolPosition) -> str:
        """The first invariant that does not hold in a position, which never changes, or empty."""
        if position.state is self._sound:
            return ""
        broken = violated_invariant(position.state, self._sound)
        if not broken:
            self._sound = position.state
        return broken

    def remember(self, entry_id: str, position: ProtocolPosition, move: Move) -> None:
        """Keep the position after an entry."""
        if entry_id in self._known:
            return
        self._moves[entry_id], self._known[entry_id] = move, position
        if self._remembered % SPACING == 0:
            self._marks[entry_id] = position
        self._remembered += 1
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def move(self, entry_id: str) -> Move:
        """The move in an entry of the log."""
        if entry_id not in self._moves:
            entry = self.log[entry_id]
            seat = self.names.index(entry.seat)
            self._moves[entry_id] = move_from_trailers(entry.trailers, seat, self.names)
        return self._moves[entry_id]

    def is_move(self, entry_id: str) -> bool:
        """Whether an entry is a move, and not of the lobby."""
        seat = self.names.index(self.log[entry_id].seat)
        return self.log.number(entry_id) > self._lobby[seat]

    def past(self, entry_id: str) -> tuple[int, ...]:
        """How many moves of each seat the author of an entry had seen."""
        tips = self.log.tips(entry_id)
        counts = [
            max(0, self.log.number(tips[name]) - lobby) if name in tips else 0
            for name, lobby in zip(self.names, self._lobby, strict=True)
        ]
        counts[self.names.index(self.log[entry_id].seat)] -= 1
        return tuple(counts)

    def ends(self) -> dict[str, int]:
        """The number of the last entry that counts of each seat that was voted out."""
        return self._ends_in(self.now())

    def _ends_in(self, position: ProtocolPosition) -> dict[str, int]:
        return {
            self.names[seat]: last + self._lobby[seat]
            for seat, last in enumerate(position.retired)
            if last != STAYS
        }

    def undisputed(self, entry_id: str) -> bool:
        """Whether no seat that a single other one has voted out could take an entry back.

        Its own vote may have crossed that one, and it counts if its seat comes first.
        """
        log, tips, ends, now = self.log, self.log.tips(), self.ends(), self.now()
        for name, end in ends.items():
            if can_be_overruled(now, self.names.index(name)):
                tip = tips.get(name)
                last = log.at(tip, min(end, log.number(tip))) if tip else None
                if last is None or not (entry_id == last or log.in_past(entry_id, last)):
                    return False
        return True

    def move_log(self) -> MoveLog:
        """The moves that count, in order; the work of replaying them comes later."""
        log, moves = self.log, [entry.id for entry in self.log if self.is_move(entry.id)]
        verdict = log.verdict(log.named())
        logged = [
            LoggedMove(
                entry_id,
                self.names.index(log[entry_id].seat),
                log[entry_id].time,
                self.move(entry_id),
                self.past(entry_id),
                log.is_void(entry_id, verdict),
            )
            for entry_id in self.counting(moves, verdict, self.ends())
        ]
        forked = tuple(name in verdict for name in self.names)
        return MoveLog(self._rules, self._setting, forked, tuple(logged))

    def is_empty_proof(self, entry: Entry) -> bool:
        """Whether an entry shows a fork of which it brings nothing new: it could be one of many."""
        accused = entry.trailers.get("Seat")
        if entry.trailers.get("Action") != Objection.NAME or accused not in self.names:
            return False
        before, seat = self.before(entry), self.names.index(entry.seat)
        number = self.names.index(accused)
        news = {self.log[parent].seat for parent in entry.parents[1:]}
        forked = before.forked[number] and number not in owed_objections(before, seat)
        return forked and accused not in news

    # Computing positions.

    def _together(self, entry_ids: tuple[str, ...]) -> ProtocolPosition:
        """The position after several entries and their pasts."""
        verdict = self.log.verdict(entry_ids)
        base = self._base(entry_ids, verdict)
        position = self._from(base, entry_ids, verdict, {})
        # It may already contain what has since been voted out.
        ends: dict[str, int] = {}
        for _ in self.names:
            if not position.overrun():
                break
            ends = {**self._ends_in(position), **ends}
            position = self._from(None, entry_ids, verdict, ends)
        return position

    def _base(self, entry_ids: tuple[str, ...], verdict: Verdict) -> str | None:
        """The known position to continue from that contains most."""
        found = [e for e in entry_ids if e in self._known and self.log.agrees(e, verdict)]
        if not found:
            found = [
                mark
                for mark in self._marks
                if mark in self.log  # or it could not be written after it was judged
                and any(mark == e or self.log.in_past(mark, e) for e in entry_ids)
                and self.log.agrees(mark, verdict)
            ]
        return max(found, key=lambda e: sum(self._position(e).counts), default=None)

    def _position(self, entry_id: str) -> ProtocolPosition:
        return self._known.get(entry_id) or self._marks[entry_id]

    def _from(
        self,
        base: str | None,
        entry_ids: tuple[str, ...],
        verdict: Verdict,
        ends: Mapping[str, int],
    ) -> ProtocolPosition:
        """Continue from a known position, or from the start, to the one after several entries."""
        missing = self._missing(base, entry_ids)
        known = None if base is None else self._position(base)
        forked = [name in verdict for name in self.names]
        if known is not None and not missing and known.forked == forked:
            return known
        position = ProtocolPosition(self._rules, self._setting) if known is None else known.copy()
        position.forked = forked
        for entry_id in self.counting(missing, verdict, ends):
            seat = self.names.index(self.log[entry_id].seat)
            act = skip if self.log.is_void(entry_id, verdict) else carry_out
            act(position, seat, self.move(entry_id), self.past(entry_id))
        return position

    def counting(
        self, entry_ids: Collection[str], verdict: Verdict, ends: Mapping[str, int]
    ) -> Iterator[str]:
        """Those of some entries that come before the ends of their logs, in order.

        Void branches of forked seats have no effect: each may be known to one seat alone.
        """
        several = len(entry_ids) > 1
        for entry_id in self.log.linear(entry_ids) if several else entry_ids:
            name = self.log[entry_id].seat
            number = self.log.number(entry_id)
            void = self.log.on_void_branch(entry_id, verdict)
            if number <= ends.get(name, number) and not void:
                yield entry_id

    def _missing(self, base: str | None, entry_ids: tuple[str, ...]) -> set[str]:
        """The entries that several pasts together have and one lacks, the lobby's left out."""
        found: set[str] = set()
        waiting = list(entry_ids)
        while waiting:
            entry_id = waiting.pop()
            if entry_id in found or not self.is_move(entry_id):
                continue
            if base is None or not (entry_id == base or self.log.in_past(entry_id, base)):
                found.add(entry_id)
                waiting.extend(self.log[entry_id].parents)
        return found


def departure_of(names: tuple[str, ...], entry: Entry) -> Departure | None:
    """What an entry says about who leaves."""
    action = entry.trailers.get("Action")
    if action in OWN_WORD:
        return Departure(entry.seat, 0, frozenset({entry.seat}))
    if action != Retire.NAME:
        return None
    vote = move_from_trailers(entry.trailers, names.index(entry.seat), names)
    assert isinstance(vote, Retire)
    last = vote.last + lobby_entries(vote.seat)
    return Departure(names[vote.seat], last, frozenset(names[voter] for voter in vote.voters))
