"""Auditing a game from nothing but a repository of it.

Every entry is checked as a seat would check it on receipt: its form, its author's signature, its
place, the rules in the position that its past gives, the draws, the invariants, and that the
state it carries is what it brings about.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pygit2

from gitopoly.errors import InvalidEntry, InvalidGame, InvalidRecord, MissingObject
from gitopoly.kernel import winner
from gitopoly.kernel.transition import step
from gitopoly.ledger.entry import read_entry
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.log import Log
from gitopoly.ledger.read_only import ReadOnlyStore
from gitopoly.ledger.remote import transport
from gitopoly.protocols import Position
from gitopoly.protocols.position import LEFT
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile
from gitopoly.verify.record import Entry, Record, entry_of

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


class Repository(NamedTuple):
    """A repository that is open for an audit."""

    store: ReadOnlyStore
    heads: list[str]
    """What it shows: its own log first."""


@contextlib.contextmanager
def opened(source: str) -> Iterator[Repository]:
    """Open a folder, or copy an address into a folder that goes again afterwards."""
    if Path(source).is_dir():
        store = ReadOnlyStore(Path(source))
        yield Repository(store, list(store.shown().values()))
        return
    with tempfile.TemporaryDirectory(prefix="gitopoly-") as scratch:
        copy = pygit2.init_repository(scratch, bare=True)
        head = transport(source, Path.cwd()).fetch(copy, "audited")
        yield Repository(ReadOnlyStore(Path(scratch)), [] if head is None else [head])


def audit(repository: Repository, progress: Progress | None = None) -> tuple[Report, Game]:
    """Check everything that a repository shows of a game."""
    store, heads = repository
    if not heads:
        raise InvalidGame("the repository is empty; there is no game to verify")
    root, invitation = _invitation(store, heads[0])
    game = Game(store, root, invitation, onlooker=True, progress=progress)
    offences: dict[str, Offence] = {}
    for head in heads:
        evidence = _take(game, store, head)
        if evidence is not None and evidence.code not in MENDABLE:
            offences.setdefault(evidence.id, _offence(evidence))
    for evidence in game.evidence:
        if evidence.code not in MENDABLE:
            offences.setdefault(evidence.id, _offence(evidence))
    return _report(game, list(offences.values())), game


def _invitation(store: ReadOnlyStore, head: str) -> tuple[str, GameFile]:
    """The invitation that a log stands on, whatever somebody has put on top of the log."""
    try:
        return find_invitation(store, head)
    except InvalidGame as error:
        for below in _first_parents(store, head):
            with contextlib.suppress(InvalidGame):
                return find_invitation(store, below)
        raise error from None


def _first_parents(store: ReadOnlyStore, head: str) -> Iterator[str]:
    while (parents := _parents(store, head)) and store.has(parents[0]):
        head = parents[0]
        yield head


def _parents(store: ReadOnlyStore, commit: str) -> list[str]:
    kind, data = store.read(commit)
    lines = data.partition(b"\n\n")[0].split(b"\n") if kind == "commit" else []
    return [line[7:].decode("ascii", "replace") for line in lines if line.startswith(b"parent ")]


def entries_to_check(repository: Repository) -> int:
    """How many entries there are, for a progress bar."""
    seen: set[str] = set()
    store, waiting = repository.store, list(repository.heads)
    while waiting:
        commit = waiting.pop()
        if commit not in seen and store.has(commit):
            seen.add(commit)
            waiting += _parents(store, commit)
    return len(seen)


def record_of(game: Game) -> Record:
    """What was played, without who wrote it: for a trace of the specification."""
    position = Position(game.file.rules(), game.file.setting())
    entries: list[Entry] = []
    for entry_id in game.log.counted():
        if not game.fold.is_move(entry_id):
            continue
        state = position.state.copy()
        game.fold.carry_on(position, entry_id)
        for action, outcome in position.done:
            if action == LEFT:
                raise InvalidRecord(
                    f"{game.names[outcome]} left the game, which the specification does not know"
                )
            entries.append(entry_of(state, action, outcome))
            step(state, state.rules, action, outcome, True)
    return Record(game.file.rules(), tuple(entries))


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
