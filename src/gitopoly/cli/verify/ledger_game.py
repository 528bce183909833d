"""``gitopoly verify`` for games on the ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.markup import escape

from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.cli.terminal import Terminal
from gitopoly.cli.verify.outcome import (
    REPOSITORY,
    Finding,
    VerifiedGame,
    VerifiedSeat,
    verdict_as_data,
)
from gitopoly.proof.games.audit import (
    AuditReport,
    Offence,
    audit,
    entries_to_check,
    opened,
    rules_of,
)
from gitopoly.proof.games.signatures import checked_ahead
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.sources import read_source
from gitopoly.table.trust import key_count, shared_keys

if TYPE_CHECKING:  # most games are verified without TLC
    from gitopoly.proof.tlc.trace_run import TraceVerdict

SHOWN = 5
"""Number of offences printed; the others may follow from the first."""
FAIR = {
    "joint": "drawn jointly by all seats, fair as long as one of them is honest",
    "seeded": "reproducible, not fair",
}


def verify_repository(source: str, with_tlc: bool, quiet: bool) -> VerifiedGame:
    """Audit a game, and print the findings unless a script reads them."""
    place = read_source(source)
    source = place.url  # a link's secret is not repeated
    with opened(place) as repository:
        if with_tlc:
            from gitopoly.proof.tlc.trace_run import trace_of

            trace_of(rules_of(repository))  # refuses an edition that the specification lacks
        with checked_ahead() as signatures:
            total = entries_to_check(repository, signatures)
            with ProgressBar("checking", total, quiet) as bar:
                report, game = audit(repository, bar.done, signatures)
        verdict = _verdict(game, quiet) if with_tlc else None
    if not quiet:
        _print(source, report, verdict)
    return _verified(source, report, game, verdict)


def _verdict(game: GameReplica, quiet: bool) -> TraceVerdict:
    from gitopoly.proof.games.following import trace_of_game
    from gitopoly.proof.tlc.trace_run import check_trace

    trace = trace_of_game(game)
    with ProgressBar("TLC follows the game", quiet=quiet):
        return check_trace(trace)


def _verified(
    source: str, report: AuditReport, game: GameReplica, verdict: TraceVerdict | None
) -> VerifiedGame:
    return VerifiedGame(
        game=source,
        kind=REPOSITORY,
        holds=report.holds and (verdict is None or verdict.holds),
        edition=report.edition,
        options=dict(game.file.rules().options),
        features=list(game.file.features),
        dice=report.dice,
        seats=[
            VerifiedSeat(
                seat.name,
                seat.entries,
                seat.fingerprint or None,
                seat.newest or None,
                seat.finished,
                seat.holder or None,
            )
            for seat in report.seats
        ],
        entries=report.entries,
        moves=report.moves,
        started=report.started,
        over=report.over,
        winner=report.winner,
        id=report.game,
        draws=report.draws,
        complete=report.complete,
        final=report.final,
        open_entries=[entry._asdict() for entry in report.open_entries],
        unconfirmed=report.unconfirmed,
        waiting_for=report.waiting_for,
        offences=[Finding(**asdict(offence)) for offence in report.offences],
        remarks=[Finding(**asdict(remark)) for remark in report.remarks],
        misworded=[entry._asdict() for entry in report.misworded],
        tlc=verdict_as_data(verdict),
    )


def _print(source: str, report: AuditReport, verdict: TraceVerdict | None) -> None:
    console = Terminal()
    console.print(
        f"[bold]{escape(source)}[/]: {report.edition}, {len(report.seats)} seats, "
        f"{report.entries:,} entries, game {report.game[:12]}",
        soft_wrap=True,
    )
    for seat in report.seats:
        end = ", the last one confirms the end" if seat.finished else ""
        newest = f", up to {seat.newest[:12]}" if seat.newest else ""
        signed = f"signed with {seat.fingerprint}{newest}{end}"
        holder = f", held by {seat.holder}" if seat.holder else ""
        line = f"  {seat.name:<12} {seat.entries:>6,} entries {signed}{holder}"
        console.print(line, soft_wrap=True)
    if told := key_count({s.name: s.holder for s in report.seats if s.holder}, len(report.seats)):
        console.print(f"keys: {told}, who could have played and rolled for them")
    for names in shared_keys({seat.name: seat.fingerprint for seat in report.seats}):
        same = f"keys: {' and '.join(names)} have the same one"
        console.print(f"{same}; whoever has it could have played for all", soft_wrap=True)
    if report.holds:
        console.print(f"[green]holds[/]: {_held(report)}", soft_wrap=True)
    for offence in report.offences[:SHOWN]:
        console.print(f"[red]does not hold[/]: {escape(offence_line(offence))}", soft_wrap=True)
    for remark in report.remarks[:SHOWN]:
        console.print(f"[yellow]noticed[/]: {escape(offence_line(remark))}", soft_wrap=True)
    _print_misworded(console, report)
    if len(report.offences) > SHOWN:
        console.print(f"  and {len(report.offences) - SHOWN:,} more; --json lists them all")
    draws = "1 draw" if report.draws == 1 else f"{report.draws:,} draws"
    console.print(f"dice: {draws}, {FAIR[report.dice]}")
    console.print(_end(report), soft_wrap=True)
    _print_final(console, report)
    if verdict is not None:
        colour = "green" if verdict.holds else "red"
        reason = "" if verdict.holds else f"; {verdict.reason}"
        console.print(
            f"specification: [{colour}]matched {verdict.matched:,} of {verdict.steps:,} steps of "
            f"{verdict.specification}[/]{escape(reason)}",
            soft_wrap=True,
        )


def _print_final(console: Terminal, report: AuditReport) -> None:
    """Say how many entries can no longer be taken back, and of the others by whom they can."""
    if report.final is None:
        return
    console.print(
        f"{report.final:,} of {report.entries:,} entries can no longer be taken back, "
        "as long as one who plays is honest",
        soft_wrap=True,
    )
    for words, count in Counter(entry.final for entry in report.open_entries).items():
        console.print(f"  {count:,} more: {words}", soft_wrap=True)


def _print_misworded(console: Terminal, report: AuditReport) -> None:
    """Name the commits whose message does not match their move."""
    for entry in report.misworded[:SHOWN]:
        where = f"commit {entry.commit[:12]} of {entry.seat}"
        said = f"{where} says {entry.says!r}, but its move means {entry.means!r}"
        console.print(f"[yellow]untrusted words[/]: {escape(said)}", soft_wrap=True)
    if len(report.misworded) > SHOWN:
        left = len(report.misworded) - SHOWN
        console.print(f"  and {left:,} more commits worded differently; --json lists them")


def _held(report: AuditReport) -> str:
    """What was checked and holds; without a move no rule was checked."""
    if report.moves:
        return "logs, signatures, places, draws, every move, all invariants and every state"
    return "logs, signatures and places; no moves yet, so there was none to check"


def offence_line(offence: Offence) -> str:
    """The commit, the seat, the rule and the reason, in a line."""
    proof = " and ".join(dict.fromkeys(c[:12] for c in (*offence.also, offence.commit) if c))
    where = f"commit {proof} on the log of" if proof else "the log of"
    noted = "; noted when it was seen, and not kept" if offence.noted else ""
    return f"{where} {offence.seat}, {offence.rule}: {offence.reason}{noted}"


def _end(report: AuditReport) -> str:
    if not report.started:
        return f"not started: waiting for {', '.join(report.waiting_for)}"
    if report.over:
        won = f"{report.winner} has won" if report.winner else "nobody has won"
        if report.complete:
            return f"complete: {won}, confirmed by all who played to the end"
        return (
            f"complete up to the end: {won}; confirmation by {' and '.join(report.unconfirmed)} "
            "is not in this repository, but may be in theirs"
        )
    return f"complete up to the newest entries above: waiting for {', '.join(report.waiting_for)}"
