"""Audits a game from a repository alone.

Every entry is checked as a seat would check it on receipt: its form, its author's signature, its
place, the rules in the position that its past gives, the draws, the invariants, and that the
state it carries is the one it leads to.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from gitopoly.errors import UnknownGame
from gitopoly.ledger.entry import links, signed_in
from gitopoly.ledger.evidence import BLAMELESS, PROVED, UNPROVED, Evidence
from gitopoly.ledger.git.read_only import ReadOnlyStore
from gitopoly.ledger.inspection import history
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import OF_A_SEAT
from gitopoly.ledger.signature import Signatures
from gitopoly.proof.games.signatures import CheckedAhead
from gitopoly.rules import Rules, winner
from gitopoly.table.events import Misworded, how_final
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import check_inviting_key, is_seat_folder
from gitopoly.table.sources import Shown, Source, identify, links_to
from gitopoly.table.trust import holders

Progress = Callable[[int], None]
EMPTY = "the repository is empty; there is no game to verify"


@dataclass(frozen=True)
class SeatReport:
    """What was found about one seat."""

    name: str
    fingerprint: str
    """Of the key that signs all its entries."""
    entries: int
    newest: str
    """The commit of its newest entry."""
    finished: bool
    """Whether it has seen the end of the game."""
    holder: str = ""
    """The seat whose program holds its key, where that is not its player's."""


@dataclass(frozen=True)
class Offence:
    """Something that proves an offence."""

    commit: str
    seat: str
    """On whose log it was found."""
    code: str
    """One of the ledger's codes for what is refused."""
    rule: str
    """The game rule that is broken, or the code if it is not a game rule."""
    reason: str
    """What is wrong."""
    also: tuple[str, ...] = ()
    """Other commits that are part of the proof."""
    noted: bool = False
    """Whether the repository's owner recorded it on receipt; the commit itself is not here."""


class OpenEntry(NamedTuple):
    """An entry that counts and could still be taken back."""

    commit: str
    seat: str
    level: int
    """As many players together would have to cheat; at 0 not everybody has built on it yet."""
    final: str
    """The same in words."""


@dataclass
class AuditReport:
    """The findings of an audit."""

    game: str
    edition: str
    dice: str
    entries: int = 0
    """How many were checked, all of them with their signatures."""
    moves: int = 0
    """How many of them are moves, and not of the lobby."""
    draws: int = 0
    started: bool = False
    over: bool = False
    winner: str | None = None
    complete: bool = False
    """Whether all who could have seen the end say so."""
    unconfirmed: list[str] = field(default_factory=list)
    """Seats that could have seen the end and do not confirm it here."""
    waiting_for: list[str] = field(default_factory=list)
    final: int | None = None
    """How many entries can no longer be taken back; None before the start."""
    open_entries: list[OpenEntry] = field(default_factory=list)
    """Those that still can be."""
    seats: list[SeatReport] = field(default_factory=list)
    offences: list[Offence] = field(default_factory=list)
    remarks: list[Offence] = field(default_factory=list)
    """Findings that prove nothing: a seat's host can cause them without the seat."""
    misworded: list[Misworded] = field(default_factory=list)
    """Commits whose message does not match the move."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found that proves an offence."""
        return not self.offences


class Repository(NamedTuple):
    """A repository opened for an audit."""

    store: ReadOnlyStore
    shown: list[tuple[str, str]]
    """Whose each log is that it shows, or "", and its newest commit: its own first."""
    shared: bool = False
    """Whether they are branches of a repository that all seats share."""
    inviting: str = ""
    """The fingerprint that the inviting key must have, if that is known."""

    @property
    def heads(self) -> list[str]:
        """The newest commits of all logs."""
        return [head for _, head in self.shown]


@contextlib.contextmanager
def opened(source: str | Source) -> Iterator[Repository]:
    """Open the folder of a seat, or copy any other source into a temporary folder.

    Copying reads only files and objects: nobody else's settings take effect.
    """
    source = source if isinstance(source, Source) else Source(source)
    if is_seat_folder(source.url):
        with contextlib.closing(ReadOnlyStore(Path(source.url))) as store:
            yield Repository(store, store.shown())
        return
    with tempfile.TemporaryDirectory(prefix="gitopoly-") as scratch:
        shown: list[tuple[str, str]] = []
        folder = Path(scratch)
        links = links_to(source)
        for seat, link in links.items():
            folder, head = link.copy(Path(scratch) / "copy", seat or "log")
            shown += [(seat, head)] if head is not None else []
        with contextlib.closing(ReadOnlyStore(folder)) as store:
            yield Repository(store, shown, any(links), source.inviting)


def audit(
    repository: Repository,
    progress: Progress | None = None,
    signatures: Signatures | None = None,
) -> tuple[AuditReport, GameReplica]:
    """Check everything that a repository shows of a game, its signatures by `signatures`."""
    store, shown = repository.store, repository.shown
    if not shown:
        raise UnknownGame(EMPTY)
    identified = _identified(repository)
    game = GameReplica(
        store,
        identified.root,
        identified.invitation,
        onlooker=True,
        progress=progress,
        compare_sentences=True,
        signatures=signatures,
    )
    refused = [game.receive(seat, head).refused for seat, head in identified.logs]
    check_inviting_key(game, repository.inviting)
    # game.evidence is in order: a bad entry comes before those built on it.
    found = [*game.evidence, *(evidence for evidence in refused if evidence is not None)]
    offences: dict[str, Offence] = {}
    remarks: dict[str, Offence] = {}
    for evidence in found:
        if game.file.shared and evidence.code not in PROVED | BLAMELESS | UNPROVED:
            remarks.setdefault(evidence.id, _offence(evidence))
        elif evidence.code not in BLAMELESS | UNPROVED:
            blamed = _naming(evidence, repository)
            offences.setdefault(blamed.id, _offence(blamed))
    for evidence in store.of_owner.evidence:
        # Later entries may have settled the same commit, or it may have been found here.
        mended = evidence.id in game.log and evidence.code not in OF_A_SEAT
        if not mended and evidence.code not in BLAMELESS:
            # In a shared repository every player can write every branch.
            unproved = evidence.code in UNPROVED or (
                game.file.shared and evidence.code not in PROVED
            )
            told = remarks if unproved else offences
            told.setdefault(evidence.id, _offence(evidence, noted=True))
    return _report(game, list(offences.values()), list(remarks.values())), game


def rules_of(repository: Repository) -> Rules:
    """The rules of the game, as given in its invitation."""
    if not repository.shown:
        raise UnknownGame(EMPTY)
    return _identified(repository).invitation.rules()


def _identified(repository: Repository) -> Shown:
    return identify(repository.store, repository.shown, shared=repository.shared)


def entries_to_check(repository: Repository, signatures: CheckedAhead | None = None) -> int:
    """How many entries there are, for a progress bar; `signatures` hears of them, newest first."""
    total = 0
    for _, data in history(repository.heads, repository.store):
        total += 1
        if signatures is not None:
            signatures.expect(*signed_in(data))
    if signatures is not None:
        signatures.last_first()  # an audit begins with the oldest
    return total


def _naming(evidence: Evidence, repository: Repository) -> Evidence:
    """For a missing commit: blame the commit that names it."""
    missing = evidence.id
    if evidence.code != "unknown-parent" or repository.store.holds(missing):
        return evidence
    for commit, data in history(repository.heads, repository.store):
        if missing in links("commit", data)[1:]:
            return replace(evidence, id=commit, reason=f"its parent {missing} is missing")
    return evidence


def _offence(evidence: Evidence, *, noted: bool = False) -> Offence:
    rule = evidence.rule or evidence.code
    return Offence(
        evidence.id, evidence.seat, evidence.code, rule, evidence.reason, evidence.also, noted
    )


def _report(game: GameReplica, offences: list[Offence], remarks: list[Offence]) -> AuditReport:
    report = AuditReport(game.root, str(game.file.edition), game.file.dice, len(game.log))
    report.offences, report.remarks = offences, remarks
    report.misworded = game.misworded
    report.started = game.started
    report.waiting_for = [] if game.over else game.waiting_for()
    finished = [0] * len(game.names)
    if game.started:
        position = game.position
        report.moves = sum(game.fold.is_move(entry.id) for entry in game.log)
        report.draws = position.draws
        report.over = game.over
        finished = position.finished
        if game.over and (seat := winner(position.state)) >= 0:
            report.winner = game.names[seat]
        report.unconfirmed = [
            name
            for seat, name in enumerate(game.names)
            if game.over and position.plays(seat) and not finished[seat]
        ]
        report.complete = game.confirmed
        report.final, report.open_entries = final_entries(game)
    held = holders(game)
    report.seats = [
        SeatReport(
            name,
            key.fingerprint if (key := game.replica.keys[name]) else "",
            _count(game.log, name),
            game.heads().get(name, ""),
            finished[number] > 0,
            held.get(name, ""),
        )
        for number, name in enumerate(game.names)
    ]
    return report


def final_entries(game: GameReplica) -> tuple[int, list[OpenEntry]]:
    """How many entries nobody can take back as long as one who plays is honest; the others."""
    counted, seats = game.counted(), len(game.names)
    found: list[OpenEntry] = []
    for entry_id in counted:
        level = game.final_level(entry_id)
        if level < seats:
            words = how_final(level, seats)
            found.append(OpenEntry(entry_id, game.log[entry_id].seat, level, words))
    return len(counted) - len(found), found


def _count(log: Log, name: str) -> int:
    newest = log.newest().get(name, ())
    return max((log.number(top) for top in newest), default=0)
