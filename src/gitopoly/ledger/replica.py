"""A seat's copy of all logs: nothing enters it unchecked."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gitopoly.errors import (
    InvalidEntry,
    InvalidIdentity,
    InvalidRepository,
    InvalidSeat,
    MissingObject,
)
from gitopoly.ledger.entry import Entry, Sealed, is_seat
from gitopoly.ledger.evidence import BLAMELESS, PASSING, Evidence
from gitopoly.ledger.finality import DepartureOf
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.inspection import Rejection, place_problem, unknown_past
from gitopoly.ledger.log import Log
from gitopoly.ledger.signature import Signatures
from gitopoly.ledger.store import Store

MOST_EVIDENCE = 1_000
"""Pieces of evidence kept per seat; more of the same would prove nothing new."""
MOST_REFUSALS = 16
"""Bad entries in one fetch after which the rest is not read: judging each costs time."""
MOST_REMEMBERED = 20_000
"""Refused entries remembered by id; a forgotten one is refused again."""
OF_A_SEAT = {"wrong-chain", "moved-back", "fork", "forked"}
"""What is held against a seat and not against the entry, which may be valid elsewhere."""


@dataclass(frozen=True)
class Refusal:
    """Why a judge refuses an entry."""

    reason: str
    """What is wrong, for people."""
    rule: str = ""
    """The rule that is broken, as the game numbers it."""


Judge = Callable[[Entry, Log], Refusal | None]
"""Decides whether the game's rules allow an entry whose parents are in the log.

It also knows what files the entry carries, and refuses another tree.
"""


@dataclass
class _Look:
    """A look at a seat's log, which may go on later."""

    head: str
    waiting: deque[tuple[str, Entry | Rejection]]
    """What is not judged yet, each after its past."""
    bad: dict[str, Evidence] = field(default_factory=dict)
    refusals: int = 0


class Received(NamedTuple):
    """The result of looking at a seat's log."""

    accepted: list[Entry]
    """New entries of all seats that this log brought, each after its past."""
    refused: Evidence | None
    """The first refusal or proof, if any."""
    unfinished: bool = False
    """Whether there is more; another look at the same head goes on there."""


def _key_trailer(entry: Entry) -> PublicKey | None:
    """Read the key that a seat's first entry brings in its trailer ``Key``."""
    try:
        return PublicKey.parse(entry.trailers.get("Key", ""))
    except InvalidIdentity:
        return None


class Replica:
    """The logs of all seats as far as they are valid, with evidence of what was refused."""

    def __init__(
        self,
        store: Store,
        seats: Mapping[str, PublicKey | None],
        judge: Judge,
        *,
        game: str | None = None,
        first_hand: bool = True,
        departure_of: DepartureOf | None = None,
        signatures: Signatures | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Begin with an empty log; `load` reads what the store holds.

        The order of `seats` is the order of the game.
        A key that is None is taken from the seat's first entry, if the seat itself shows that
        entry.
        `game` is the id of the invitation; without it the first one seen is trusted.
        Without `first_hand` a key is taken from a seat's first entry whoever shows it: this is
        for onlookers, who can only see whether a game is consistent.
        `departure_of` tells which entries say that a seat leaves.
        `signatures` checks them.
        """
        if len({seat.lower() for seat in seats}) < len(seats) or not all(map(is_seat, seats)):
            raise InvalidSeat("seats need distinct names of letters, digits, - and _")
        self.store = store
        self.keys = dict(seats)
        """The key of each seat, None while it is not known."""
        self.log = Log(tuple(seats), departure_of)
        self.evidence = store.evidence
        """All refusals and proofs so far, oldest first."""
        self._judge, self._game, self._clock = judge, game, clock
        self._first_hand = first_hand
        self._signatures = signatures or Signatures()
        self._noted = {(e.code, e.id, e.seat): e for e in self.evidence}
        self._count = Counter(e.seat for e in self.evidence)
        self._refused = {
            e.id: e for e in self.evidence if e.code not in OF_A_SEAT and e.code not in PASSING
        }
        self._shown: dict[str, str] = {}
        self._looks: dict[str, _Look] = {}
        self.at_once = 0
        """New entries that one look judges, after which others have their turn; 0: all."""
        self.sent: dict[str, str] = {}
        """The newest entry of each seat that came before its repository showed it."""
        self.bound: set[str] = set()
        """Seats of which nothing more is taken, because of a vote, which binds its author."""

    def load(self, *, trusted: bool = False) -> None:
        """Read and check the logs in the store; `trusted` skips the signatures."""
        for entry in self.store.entries.values():
            problem = self._problem(entry, None, signed=not trusted)
            if problem is not None:
                raise InvalidRepository(
                    f"entry {entry.id} in this repository is invalid: {problem.reason}; "
                    "restore a copy of the folder, an older one will do"
                )
            self._add(entry)
        self.store.carry(())

    def expect(self, seats: Iterable[str]) -> None:
        """Treat the store's heads as what seats have shown, so that none can go back."""
        heads = self.log.tips()
        self._shown = {seat: heads[seat] for seat in seats if seat in heads}

    def receive(self, seat: str, head: str) -> Received:
        """Check what a seat shows as its log, whose objects are in the store.

        It may contain new entries of all seats.
        An invalid entry is refused with everything on top of it, and kept as evidence.
        A long one takes several looks, if only so much is judged at once.
        """
        look = self._looks.pop(seat, None)
        if look is None or look.head != head:
            if head in self.log:
                return Received([], self._show(seat, head))
            if head in self._refused:
                built_on = self._noted.get(("refused-parent", head, seat))
                return Received([], built_on or self._refused[head])
            if seat in self.log.forks():
                return Received([], self.note(seat, head, "forked", f"{seat} has forked"))
            past = unknown_past(head, self.store, lambda e: e in self.log or e in self._refused)
            look = _Look(head, deque(past))
        accepted = self._go_on(look, seat)
        fork = self._settle({entry.seat for entry in accepted})
        if look.waiting:
            self._looks[seat] = look
            return Received(accepted, fork, unfinished=True)
        if head in self.log:
            return Received(accepted, self._show(seat, head) or fork)
        return Received(accepted, self._refuse(seat, head, look.bad))

    def _go_on(self, look: _Look, seat: str) -> list[Entry]:
        """Judge what a seat shows, as much as one look may; returns what was accepted."""
        accepted: list[Entry] = []
        while look.waiting and (not self.at_once or len(accepted) < self.at_once):
            entry_id, entry = look.waiting.popleft()
            if entry_id in self.log:  # somebody else has shown it meanwhile
                continue
            cause = self._refused_below(entry, look.bad)
            problem = None if cause else self._problem(entry, seat, signed=True)
            if problem:
                code, reason, size, rule = problem
                cause = self.note(seat, entry_id, code, reason, size, rule=rule)
                look.refusals += problem.code not in PASSING
                if look.refusals == MOST_REFUSALS:
                    # The head is built on all of them, so it is already lost.
                    look.bad[entry_id] = look.bad[look.head] = cause
                    look.waiting.clear()
                    break
            if cause or isinstance(entry, Rejection):
                look.bad[entry_id] = cause  # type: ignore[assignment]
            else:
                self.store.accept(entry)
                self._add(entry)
                accepted.append(entry)
        return accepted

    def append(self, sealed: Sealed) -> Entry:
        """Write our own entry on top of everything in the log; durable when this returns."""
        entry = sealed.entry
        if entry.parents != self.log.frontier(entry.seat):
            raise InvalidEntry(f"commit {entry.id}", "its parents are not the frontier of its seat")
        # Not the store's own head: a log that it has and we have not read must not be forked.
        self.store.append(sealed, self.log.previous(entry))
        self._add(entry)
        return entry

    def _refused_below(self, entry: Entry | Rejection, bad: dict[str, Evidence]) -> Evidence | None:
        if isinstance(entry, Entry):
            for parent in entry.parents:
                if parent not in self.log:
                    known = bad.get(parent) or self._refused.get(parent)
                    # What was refused long ago may be forgotten since this look began.
                    reason = f"{parent} is not known"
                    return known or self.note(entry.seat, parent, "unknown-parent", reason)
        return None

    def _problem(
        self, entry: Entry | Rejection, source: str | None, *, signed: bool
    ) -> Rejection | None:
        """Find what is wrong with an entry whose parents are in the log."""
        if isinstance(entry, Rejection):
            return entry
        if entry.seat in self.bound:
            return Rejection("bound", f"this seat has voted to continue without {entry.seat}")
        problem = place_problem(entry, self.log, self._game)
        problem = problem or self._signature_problem(entry, source, signed)
        if problem:
            return problem
        try:
            refusal = self._judge(entry, self.log)
        except MissingObject as error:
            return Rejection("unknown-parent", f"its file or tree {error.object_id} is missing")
        return Rejection("illegal", refusal.reason, rule=refusal.rule) if refusal else None

    def _signature_problem(
        self, entry: Entry, source: str | None, signed: bool
    ) -> Rejection | None:
        key = self.keys[entry.seat]
        if key is None:
            # From anybody else it could be a stranger's key under this seat's name.
            if self._first_hand and source not in (None, entry.seat):
                return Rejection("unknown-key", f"{entry.seat} has not shown it yet")
            key = _key_trailer(entry)
            if key is None:
                return Rejection("forged", f"the first entry of {entry.seat} brings no key")
        if signed and not self._signatures.check(key, entry.payload, entry.signature):
            if self._is_of_other_key(entry):
                # Others may have been shown this key by the seat itself, and build on it.
                return Rejection("other-key", f"{entry.seat} has shown another key here")
            return Rejection("forged", f"the signature was not made with the key of {entry.seat}")
        return None

    def _is_of_other_key(self, entry: Entry) -> bool:
        """Whether an entry is a seat's first one under a key that it brings itself."""
        brought = _key_trailer(entry) if self.log.previous(entry) is None else None
        checks = self._signatures.check
        return brought is not None and checks(brought, entry.payload, entry.signature)

    def _add(self, entry: Entry) -> None:
        self.log.add(entry)
        if self.keys[entry.seat] is None:
            self.keys[entry.seat] = _key_trailer(entry)

    def _show(self, seat: str, head: str) -> Evidence | None:
        """Compare what a seat shows with what it has shown before."""
        if head == self.log.root or head == self.sent.get(seat):
            return None
        if (owner := self.log[head].seat) != seat:
            reason = f"{seat} shows an entry of {owner} as its own log"
            return self.note(seat, head, "wrong-chain", reason)
        before = self._shown.get(seat)
        if before is not None and self.log.in_past(head, before):
            reason = f"it has already shown the log of {seat} up to {before}; its host may lag"
            return self.note(seat, head, "moved-back", reason, also=(before,))
        self._shown[seat] = head
        return None

    def _settle(self, seats: set[str]) -> Evidence | None:
        """The proof of a fork, if one of these seats with new entries has forked."""
        proof = None
        for seat, fork in self.log.forks().items() if seats else ():
            if seat in seats:
                reason = f"{seat} wrote two entries in the same place"
                also = fork.left, fork.right
                proof = self.note(seat, fork.right, "fork", reason, also=also)
        return proof

    def _refuse(self, seat: str, head: str, bad: dict[str, Evidence]) -> Evidence:
        """Remember a final refusal, and hold it against entries built on it."""
        lasting = {i: e for i, e in bad.items() if e.code not in PASSING}
        self._refused.update(lasting)
        while len(self._refused) > MOST_REMEMBERED:
            del self._refused[next(iter(self._refused))]
        cause = bad[head]
        if cause.id == head:
            return cause
        code = "refused-parent" if head in lasting else cause.code
        reason = f"it is built on {cause.id}, which is refused: {cause.reason}"
        return self.note(seat, head, code, reason)

    def note(
        self,
        seat: str,
        entry_id: str,
        code: str,
        reason: str,
        size: int = 0,
        also: tuple[str, ...] = (),
        rule: str = "",
    ) -> Evidence:
        """Keep each piece of evidence once, up to a limit."""
        noted = self._noted.get((code, entry_id, seat))
        if noted is not None:
            return noted
        size = size or (self.store.header(entry_id)[1] if self.store.holds(entry_id) else 0)
        found = Evidence(code, entry_id, seat, reason, size, int(self._clock()), also, rule)
        # The proof of a fork is kept whatever else a seat has sent before.
        kept = code == "fork" or self._count[seat] < MOST_EVIDENCE
        if code not in BLAMELESS and kept:
            self._count[seat] += 1
            self._noted[code, entry_id, seat] = found
            self.store.note(found)
        return found
