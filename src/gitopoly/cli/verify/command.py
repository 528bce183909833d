"""``gitopoly verify``: whether a game was played by the rules, and by the specification."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.markup import escape

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.progress_bar import ProgressBar
from gitopoly.cli.terminal import Terminal
from gitopoly.errors import InvalidRecord
from gitopoly.game.record import Entry, Record, read_record
from gitopoly.kernel import State
from gitopoly.verify.games.replay import Replay, replay
from gitopoly.verify.tlc import tlc
from gitopoly.verify.tlc.trace import Trace
from gitopoly.verify.tlc.trace_run import Verdict, check_trace

DOES_NOT_HOLD = 1


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A game on the ledger, from its repository alone", "gitopoly verify monopoly_ann"),
        ("From anywhere", "gitopoly verify https://example.org/ann/monopoly.git"),
        ("A recorded game: was it played by the rules?", "gitopoly verify games/game-0.jsonl"),
        ("Does the specification allow it?", "gitopoly verify games/game-0.jsonl --tlc"),
        (
            "Make some games to verify",
            "gitopoly simulate --games 3 --edition formal --record games",
        ),
    ],
)
@click.argument("game")
@click.option(
    "--tlc",
    "with_tlc",
    is_flag=True,
    help="Let TLC decide, too, whether the game is a behaviour of Monopoly.tla.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(game: str, with_tlc: bool, as_json: bool) -> None:
    """Verify that a game was played by the rules.

    GAME is a game's folder or the address of a seat's repository: signatures,
    logs, forks, draws, every move, all invariants and every state are checked.
    Or it is a record as `gitopoly simulate --record` writes it: every action
    must be legal, every outcome possible, and all invariants must hold.
    Ends with 1 if something does not hold, and tells the first thing that does
    not.
    """
    if _is_repository(game):
        from gitopoly.cli.verify.ledger_game import verify_repository

        if not verify_repository(game, with_tlc, as_json):
            raise click.exceptions.Exit(DOES_NOT_HOLD)
        return
    record = read_record(Path(game))
    if not record.entries:
        raise InvalidRecord(f"{game} holds no action; there is nothing to verify")
    trace = None
    if with_tlc:
        trace = Trace(record.rules)  # refuses an edition that the specification lacks
        tlc.find_tools()
    replayed = _replay(record, trace, as_json)
    verdict = None
    if trace is not None:
        with ProgressBar("TLC follows the game", quiet=as_json):
            verdict = check_trace(trace)
    if as_json:
        click.echo(json.dumps(_as_data(game, record, replayed, verdict), indent=2))
    else:
        _print(game, record, replayed, trace, verdict)
    if replayed.fault or (verdict and not verdict.holds):
        raise click.exceptions.Exit(DOES_NOT_HOLD)


def _is_repository(game: str) -> bool:
    """A record is a file; whatever else there is holds a repository or is an address of one."""
    path = Path(game)
    try:
        path.exists()
    except (OSError, ValueError):  # not even a name; what is wrong with it is told as of others
        return True
    return path.is_dir() or (not path.exists() and (":" in game or game.endswith(".git")))


def _replay(record: Record, trace: Trace | None, quiet: bool) -> Replay:
    with ProgressBar("replaying", len(record.entries), quiet) as progress:

        def visit(index: int, entry: Entry, before: State, after: State | None) -> None:
            progress.done(index + 1)
            if trace is not None:
                trace.add(index, entry, before, after)

        return replay(record, visit)


def _as_data(
    game: str, record: Record, replayed: Replay, verdict: Verdict | None
) -> dict[str, Any]:
    rules = record.rules
    return {
        "game": game,
        "edition": rules.edition,
        "players": rules.num_players,
        "options": rules.options,
        "actions": len(record.entries),
        "legal": replayed.actions,
        "fault": asdict(replayed.fault) if replayed.fault else None,
        "over": replayed.over,
        "winner": replayed.winner + 1 if replayed.winner >= 0 else None,
        "tlc": None if verdict is None else _verdict_as_data(verdict),
        "holds": not replayed.fault and (verdict is None or verdict.holds),
    }


def _verdict_as_data(verdict: Verdict) -> dict[str, Any]:
    wrong = verdict.wrong
    return {
        "holds": verdict.holds,
        "matched": verdict.matched,
        "steps": verdict.steps,
        "wrong": None
        if wrong is None
        else {
            "index": wrong.first,
            "last": wrong.last,
            "action": wrong.action,
            "player": wrong.player,
        },
        "reason": verdict.reason,
        "allowed": list(verdict.allowed),
        "seconds": round(verdict.seconds, 2),
    }


def _print(
    game: str, record: Record, replayed: Replay, trace: Trace | None, verdict: Verdict | None
) -> None:
    console = Terminal()
    rules = record.rules
    about = f"{rules.edition}, {rules.num_players} players, {len(record.entries):,} actions"
    console.print(f"[bold]{escape(game)}[/]: {about}")
    if replayed.fault:
        console.print(f"rules: [red]broken[/] by {escape(str(replayed.fault))}")
    else:
        end = "it is not over"
        if replayed.over:
            end = f"p{replayed.winner + 1} has won" if replayed.winner >= 0 else "it is a tie"
        kept = "every action legal, every outcome possible, all invariants hold"
        console.print(f"rules: [green]{kept}[/]; {end}")
    if trace is not None and verdict is not None:
        console.print(f"specification: {_told(replayed, trace, verdict)}")


def _told(replayed: Replay, trace: Trace, verdict: Verdict) -> str:
    """What TLC said, in a line."""
    counts = f"matched {verdict.matched:,} of {verdict.steps:,} steps of Monopoly.tla"
    wrong = verdict.wrong
    if wrong is not None:
        place = f"action {wrong.first}"
        if wrong.last > wrong.first:
            place = f"actions {wrong.first} to {wrong.last}"
        allowed = f"; allowed there: {', '.join(verdict.allowed)}" if verdict.allowed else ""
        said = f"{place}, {wrong.action} of p{wrong.player}: {verdict.reason}{allowed}"
        return f"[red]{counts}[/]; {escape(said)}"
    if replayed.fault and trace.steps[-1].becomes is None:
        return f"[red]{counts}[/]; it allows action {replayed.fault.index}, which the rules refuse"
    left = f"; {len(trace.waiting)} actions of an auction left over" if trace.waiting else ""
    return f"[green]{counts}[/] ({verdict.seconds:.1f} s){left}"
