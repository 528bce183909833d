"""``gitopoly verify`` for records of games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.markup import escape

from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.cli.terminal import Terminal
from gitopoly.cli.verify.outcome import (
    RECORD,
    Finding,
    VerifiedGame,
    VerifiedSeat,
    verdict_as_data,
)
from gitopoly.errors import InvalidRecord
from gitopoly.game.record import GameRecord, read_record
from gitopoly.proof.games.replay import RecordCheck, replay
from gitopoly.proof.tlc.trace_run import AnyTrace, TraceVerdict, check_trace, trace_of
from gitopoly.rules import State, Step, Taken


def verify_record(game: str, with_tlc: bool, quiet: bool) -> VerifiedGame:
    """Replay a record, and print the findings unless a script reads them."""
    record = read_record(Path(game))
    if not record.steps:
        raise InvalidRecord(f"{game} contains no actions; there is nothing to verify")
    # A trace refuses rules that no specification has.
    trace = trace_of(record.rules) if with_tlc else None
    replayed = _replay(record, trace, quiet)
    verdict = None
    if trace is not None:
        with ProgressBar("TLC follows the game", quiet=quiet):
            verdict = check_trace(trace)
    if not quiet:
        _print(game, record, replayed, trace, verdict)
    return _verified(game, record, replayed, verdict)


def _replay(record: GameRecord, trace: AnyTrace | None, quiet: bool) -> RecordCheck:
    with ProgressBar("replaying", len(record.steps), quiet) as progress:

        def visit(index: int, step: Step, before: State, taken: Taken | None) -> None:
            progress.done(index + 1)
            if trace is not None:
                trace.add(index, step, before, taken)

        return replay(record, visit)


def _verified(
    game: str, record: GameRecord, replayed: RecordCheck, verdict: TraceVerdict | None
) -> VerifiedGame:
    rules = record.rules
    names = record.seats
    taken = Counter(step.seat for step in record.steps)
    return VerifiedGame(
        game=game,
        kind=RECORD,
        holds=not replayed.fault and (verdict is None or verdict.holds),
        edition=rules.edition,
        options=dict(rules.options),
        features=list(rules.features),
        dice="recorded",
        seats=[VerifiedSeat(name, taken[seat]) for seat, name in enumerate(names)],
        entries=len(record.steps),
        moves=replayed.actions,
        started=True,
        over=replayed.over,
        winner=names[replayed.winner] if replayed.winner >= 0 else None,
        offences=_offences(record, replayed, names),
        tlc=verdict_as_data(verdict),
    )


def _offences(record: GameRecord, replayed: RecordCheck, names: tuple[str, ...]) -> list[Finding]:
    fault = replayed.fault
    if fault is None:
        return []
    seat = names[record.steps[fault.index - 1].seat]
    rule = fault.rule or "illegal"
    return [Finding(seat, "illegal", rule, fault.reason, index=fault.index, action=fault.action)]


def _print(
    game: str,
    record: GameRecord,
    replayed: RecordCheck,
    trace: AnyTrace | None,
    verdict: TraceVerdict | None,
) -> None:
    console = Terminal()
    rules = record.rules
    about = f"{rules.edition}, {rules.num_players} players, {len(record.steps):,} actions"
    console.print(f"[bold]{escape(game)}[/]: {about}")
    if replayed.fault:
        console.print(f"rules: [red]broken[/] by {escape(str(replayed.fault))}")
    else:
        end = "the game is not over"
        if replayed.over:
            end = (
                f"{escape(record.seats[replayed.winner])} has won"
                if replayed.winner >= 0
                else "it is a tie"
            )
        kept = "every action legal, every outcome possible, all invariants hold"
        console.print(f"rules: [green]{kept}[/]; {end}")
    if trace is not None and verdict is not None:
        console.print(f"specification: {_told(record, replayed, trace, verdict)}")


def _told(record: GameRecord, replayed: RecordCheck, trace: AnyTrace, verdict: TraceVerdict) -> str:
    """TLC's verdict in a line."""
    counts = f"matched {verdict.matched:,} of {verdict.steps:,} steps of {verdict.specification}"
    wrong = verdict.wrong
    if wrong is not None:
        place = f"action {wrong.first}"
        if wrong.last > wrong.first:
            place = f"actions {wrong.first} to {wrong.last}"
        allowed = f"; allowed there: {', '.join(verdict.allowed)}" if verdict.allowed else ""
        name = record.seats[wrong.player - 1]
        said = f"{place}, {wrong.action} of {name}: {verdict.reason}{allowed}"
        return f"[red]{counts}[/]; {escape(said)}"
    if replayed.fault and trace.steps[-1].becomes is None:
        return f"[red]{counts}[/]; it allows action {replayed.fault.index}, which the rules refuse"
    left = f"; {len(trace.waiting)} actions of an unfinished auction" if trace.waiting else ""
    return f"[green]{counts}[/] ({verdict.seconds:.1f} s){left}"
