"""Auditing a game from nothing but a repository of it.

Every entry is checked as a seat would check it on receipt: its form, its author's signature, its
place, the rules in the position that its past gives, the draws, the invariants, and that the
state it carries is what it brings about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from gitopoly.errors import InvalidEntry, InvalidGame, MissingObject
from gitopoly.kernel import winner
from gitopoly.ledger.entry import read_entry
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.log import Log
from gitopoly.ledger.read_only import ReadOnlyStore
from gitopoly.table.game import Game, find_invitation

Progress = Callable[[int], None]
MENDABLE = {"unknown-key", "bound"}


@dataclass(frozen=True)
class SeatReport:
    """What was found about one seat."""

    name: str
    fingerprint: str
    """Of the key that all its entries are signed with."""
    entries: int
    newest: str
    """The commit of its newest entry."""
    finished: bool
    """Whether it has seen the end of the game."""


@dataclass(frozen=True)
class Offence:
    """The first thing that does not hold."""

    commit: str
    seat: str
    code: str
    """One of the ledger's codes for what is refused."""
    reason: str
    """What is wrong, with the rule where a rule is broken."""


@dataclass
class Report:
    """What an audit has found."""

    game: str
    edition: str
    dice: str
    entries: int = 0
    """How many were checked, all of them with their signatures."""
    draws: int = 0
    started: bool = False
    over: bool = False
    winner: str | None = None
    complete: bool = False
    """Whether all who could have seen the end say so."""
    waiting_for: list[str] = field(default_factory=list)
    seats: list[SeatReport] = field(default_factory=list)
    offences: list[Offence] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.offences

    def as_dict(self) -> dict[str, Any]:
        """The report for a script."""
        return {"holds": self.holds, **asdict(self)}


def audit(store: ReadOnlyStore, progress: Progress | None = None) -> tuple[Report, Game]:
    """Check everything that a repository shows of a game."""
    shown = store.shown()
    if not shown:
        raise InvalidGame("the repository is empty; there is no game to verify")
    first = next(iter(shown.values()))
    root, invitation = find_invitation(store, first)
    game = Game(store, root, invitation, onlooker=True, progress=progress)
    offences: dict[str, Offence] = {}
    for head in shown.values():
        evidence = _take(game, store, head)
        if evidence is not None and evidence.code not in MENDABLE:
            offences.setdefault(evidence.id, _offence(evidence))
    for evidence in game.evidence:
        if evidence.code not in MENDABLE:
            offences.setdefault(evidence.id, _offence(evidence))
    return _report(game, list(offences.values())), game


def entries_to_check(store: ReadOnlyStore) -> int:
    """How many entries there are, for a progress bar."""
    seen: set[str] = set()
    waiting = list(store.shown().values())
    while waiting:
        commit = waiting.pop()
        if commit not in seen and store.has(commit):
            seen.add(commit)
            kind, data = store.read(commit)
            if kind == "commit":
                head = data.partition(b"\n\n")[0].split(b"\n")
                waiting += [line[7:].decode() for line in head if line.startswith(b"parent ")]
    return len(seen)


def _take(game: Game, store: ReadOnlyStore, head: str) -> Evidence | None:
    try:
        seat = read_entry(head, store.read).seat
    except (InvalidEntry, MissingObject):  # what is wrong with it is for the replica to say
        seat = game.names[0]
    return game.receive(seat if seat in game.names else game.names[0], head).refused


def _offence(evidence: Evidence) -> Offence:
    return Offence(evidence.id, evidence.seat, evidence.code, evidence.reason)


def _report(game: Game, offences: list[Offence]) -> Report:
    report = Report(game.root, game.file.edition, game.file.dice, len(game.log))
    report.offences = offences
    report.started = game.started
    report.waiting_for = [] if game.over else game.waiting_for()
    finished = [False] * len(game.names)
    if game.started:
        position = game.position
        report.draws = position.draws
        report.over = game.over
        finished = position.finished
        if game.over and (seat := winner(position.state)) >= 0:
            report.winner = game.names[seat]
        report.complete = game.over and all(
            finished[seat] for seat in range(len(game.names)) if position.plays(seat)
        )
    report.seats = [
        SeatReport(
            name,
            key.fingerprint if (key := game.replica.keys[name]) else "",
            _count(game.log, name),
            game.heads().get(name, ""),
            finished[number],
        )
        for number, name in enumerate(game.names)
    ]
    return report


def _count(log: Log, name: str) -> int:
    newest = log.newest().get(name, ())
    return max((log.number(top) for top in newest), default=0)
