"""``gitopoly verify``: check that games follow the rules and the specification."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.verify.outcome import VerifiedGame

DOES_NOT_HOLD = 1


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A game on the ledger, from its repository alone", "gitopoly verify monopoly_ann"),
        ("From anywhere", "gitopoly verify https://example.org/ann/monopoly.git"),
        ("A recorded game: was it played by the rules?", "gitopoly verify games/game-0.jsonl"),
        ("Many of them, for a script", "gitopoly verify games/*.jsonl --json"),
        ("Does the specification allow it?", "gitopoly verify games/game-0.jsonl --tlc"),
        (
            "Generate some games to verify",
            "gitopoly simulate --games 3 --edition formal --record games",
        ),
    ],
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option(
    "--tlc",
    "with_tlc",
    is_flag=True,
    help="Also let TLC check that the game is a behaviour of the TLA+ specification.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(games: tuple[str, ...], with_tlc: bool, as_json: bool) -> None:
    """Verify that games were played by the rules.

    GAME is a game's folder, the address of a seat's repository or of one that all
    players share, or the link of a host: signatures, logs, forks, draws, every
    move, all invariants and every state are checked.
    Or it is a record as `gitopoly simulate --record` writes it: every action
    must be legal, every outcome possible, and all invariants must hold.
    Exit code 1 if something does not hold, with the first such finding. The
    JSON object has the same shape for every kind of game.
    """
    if with_tlc:
        from gitopoly.proof.tlc import tlc

        tlc.find_tools()  # report missing tools before checking anything
    found = [_verify_one(game, with_tlc, as_json) for game in games]
    holds = all(game.holds for game in found)
    if as_json:
        shape = {"holds": holds, "games": [asdict(game) for game in found]}
        click.echo(json.dumps(shape, indent=2))
    if not holds:
        raise click.exceptions.Exit(DOES_NOT_HOLD)


def _verify_one(game: str, with_tlc: bool, quiet: bool) -> VerifiedGame:
    if _is_repository(game):
        from gitopoly.cli.verify.ledger_game import verify_repository

        return verify_repository(game, with_tlc, quiet)
    from gitopoly.cli.verify.recorded_game import verify_record

    return verify_record(game, with_tlc, quiet)


def _is_repository(game: str) -> bool:
    """A record is a file; anything else is a repository or its address."""
    path = Path(game)
    try:
        path.exists()
    except (OSError, ValueError):  # not even a valid name; reported like any other bad address
        return True
    return path.is_dir() or (not path.exists() and (":" in game or game.endswith(".git")))
