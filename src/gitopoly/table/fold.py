"""From entries to positions: what the moves in an entry's past have brought about.

A position is worked out from the nearest one that is known, by the moves that it lacks. Moves
that can be concurrent commute, so the order of the missing ones does not matter; when a fork or
a vote changes what counts, everything is folded anew in the one linear order.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping

from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.kernel import invariants
from gitopoly.ledger.entry import Entry, object_id
from gitopoly.ledger.log import Log, Newest
from gitopoly.protocols import Move, Position, carry_out, check, move_from_trailers
from gitopoly.protocols.position import STAYS
from gitopoly.table.game_file import GameFile
from gitopoly.table.lobby import lobby_entries

KEPT = 64
"""Positions that are kept; concurrent entries are rarely further apart."""


class Fold:
    """The positions of one game's entries."""

    def __init__(self, log: Log, game: GameFile) -> None:
        self.log = log
        self.names = game.names
        self._rules, self._setting = game.rules(), game.setting()
        self._lobby = [lobby_entries(seat) for seat in range(len(self.names))]
        self._known: OrderedDict[str, Position] = OrderedDict()
        self._moves: dict[str, Move] = {}
        self._now: Position | None = None
        self._now_of = 0

    def after(self, entry_id: str) -> Position:
        """The position after an entry and its past; not to be changed."""
        position = self._known.get(entry_id)
        return self._together((entry_id,)) if position is None else position

    def before(self, entry: Entry) -> Position:
        """The position that an entry's author had in view; not to be changed."""
        return self._together(entry.parents)

    def now(self) -> Position:
        """The position after all entries that count; not to be changed."""
        # A log only grows, so its length says whether there is anything new.
        if self._now is None or self._now_of != len(self.log):
            self._now, self._now_of = self._together(self._heads()), len(self.log)
        return self._now

    def known(self, entry_id: str) -> Position | None:
        """The position after an entry if it is at hand, with what the entry has done."""
        return self._known.get(entry_id)

    def judge(self, entry: Entry) -> str | None:
        """Why the rules refuse a move in the position of its past, None if they do not."""
        position = self.before(entry).copy()
        try:
            self.carry_out(position, entry)
        except (IllegalAction, InvalidAction) as error:
            return str(error)
        state = position.to_yaml().encode()
        if object_id("blob", state) != entry.files["state.yml"]:
            return "its state.yml is not what the move brings about"
        self.remember(entry.id, position)
        return None

    def carry_out(self, position: Position, entry: Entry) -> None:
        """Carry out a move in the position of its own past, or raise why not."""
        seat = self.names.index(entry.seat)
        move = move_from_trailers(entry.trailers, seat, self.names)
        self._moves[entry.id] = move
        check(position, seat, move)
        carry_out(position, seat, move, tuple(position.counts))
        broken = invariants(position.state)
        if broken:
            raise IllegalAction(entry.trailers["Action"], broken[0], "it breaks an invariant")

    def remember(self, entry_id: str, position: Position) -> None:
        """Keep the position after an entry."""
        self._known[entry_id] = position
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def move(self, entry_id: str) -> Move:
        """The move that an entry of the log means."""
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
        """How many moves of each seat the author of an entry had in view."""
        tips = self.log.tips(entry_id)
        counts = [
            max(0, self.log.number(tips[name]) - lobby) if name in tips else 0
            for name, lobby in zip(self.names, self._lobby, strict=True)
        ]
        counts[self.names.index(self.log[entry_id].seat)] -= 1
        return tuple(counts)

    # Working positions out.

    def _heads(self) -> tuple[str, ...]:
        return tuple(top for tops in self.log.newest().values() for top in tops)

    def _together(self, entry_ids: tuple[str, ...]) -> Position:
        """The position after several entries and their pasts."""
        base = max(
            (entry_id for entry_id in entry_ids if entry_id in self._known),
            key=lambda entry_id: sum(self._known[entry_id].counts),
            default=None,
        )
        newest = self.log.merged(entry_ids)
        frozen = self._frozen(newest, entry_ids)
        if base is None:
            return self._anew(entry_ids, frozen)
        have = self.log.newest(base)
        if frozen != self._frozen(have, (base,)):
            return self._anew(entry_ids, frozen)
        missing = self._missing(have, newest, frozen)
        known = self._known[base]
        if not missing:
            return known
        position = known.copy()
        for entry_id in missing:
            self.carry_on(position, entry_id)
        # What was voted out meanwhile may be in it already.
        return self._anew(entry_ids, frozen) if position.overrun() else position

    def _frozen(self, newest: Newest, entry_ids: tuple[str, ...]) -> dict[str, int]:
        forked = any(len(tops) > 1 for tops in newest.values())
        return self.log.frozen(entry_ids) if forked else {}

    def _missing(self, have: Newest, newest: Newest, frozen: Mapping[str, int]) -> list[str]:
        """The moves that one past lacks and another has, each after its past."""
        lacking: list[str] = []
        for seat, tops in newest.items():
            if seat in frozen or have.get(seat) == tops:
                continue
            held = self.log.number(have[seat][0]) if seat in have else 0
            lacking += [
                self.log.at(tops[0], number)
                for number in range(held + 1, self.log.number(tops[0]) + 1)
            ]
        order = self.log.linear(lacking) if len(lacking) > 1 else lacking
        return [e for e in order if self.is_move(e) and not self.log.is_void(e, frozen)]

    def _anew(
        self,
        entry_ids: Iterable[str],
        frozen: Mapping[str, int],
        ends: Mapping[str, int] | None = None,
    ) -> Position:
        """Fold everything that counts, in the one linear order."""
        position = Position(self._rules, self._setting)
        for entry_id in self.log.counted(entry_ids, ends):
            if self.is_move(entry_id):
                self.carry_on(position, entry_id)
        for name in frozen:
            position.forked[self.names.index(name)] = True
        if position.overrun():
            cut = dict(ends or {})
            for seat, last in enumerate(position.retired):
                if last != STAYS:
                    cut.setdefault(self.names[seat], last + self._lobby[seat])
            return self._anew(entry_ids, frozen, cut)
        return position

    def carry_on(self, position: Position, entry_id: str) -> None:
        """Carry out a move of the log in a position that holds at least its past."""
        seat = self.names.index(self.log[entry_id].seat)
        carry_out(position, seat, self.move(entry_id), self.past(entry_id))
