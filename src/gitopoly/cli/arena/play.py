"""``gitopoly arena play`` and ``replay``: games between two bots, and replays of recorded ones."""

from __future__ import annotations

import contextlib
import json
import secrets
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

import click

from gitopoly.arena.agents.roster import parse_bots, players
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.matches.record import Recorder, read_records, replay as play_again
from gitopoly.arena.tournaments.series import MatchSummary, play_series
from gitopoly.cli.arena.options import (
    agent_options,
    fault_summary,
    read_fixed,
    seed_option,
    variant_of,
    variant_options,
)
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.usage import refuse
from gitopoly.editions import Edition
from gitopoly.errors import InvalidMatch

DIFFERS = 1
NOT_IN_OTHERS = ("dice", "record", "show_output")
"""Parameters that only the two-agent contract has."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Your bot against a built-in one", "gitopoly arena play mybot.py sensible"),
        ("A hundred games, for a script", "gitopoly arena play random sensible --games 100 --json"),
        (
            "With given dice, recording every call",
            "gitopoly arena play mybot.py random --dice dice.txt --record game.jsonl",
        ),
        (
            "Your own players, three at a table",
            "gitopoly arena play saver.py:Saver trader random --edition classic --games 10",
        ),
        ("See what your bot prints", "gitopoly arena play mybot.py random --show-output"),
    ],
)
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option(
    "--games",
    type=click.IntRange(1, 10**6),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of games.",
)
@click.option("--dice", metavar="FILE", help="Rolls, two numbers per line, or JSON; - reads stdin.")
@click.option("--record", metavar="FILE", help="Write every call to this file, as JSON lines.")
@variant_options
@seed_option
@agent_options
@click.option("--show-output", is_flag=True, help="Show on stderr what isolated bots print.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def play(
    bots: tuple[str, ...],
    games: int,
    dice: str | None,
    record: str | None,
    edition: str | Edition | None,
    options: tuple[str, ...],
    seed: int | None,
    isolate: bool | None,
    memory: int,
    call_seconds: float,
    match_seconds: float,
    show_output: bool,
    as_json: bool,
) -> None:
    """Play two bots against each other, or more in another edition.

    Every second game repeats the dice and cards of the one before with the
    seats swapped; with more bots, all take every seat in turn.
    A game ends when a player is bankrupt, after 100 turns, or when the given
    dice run out; then the higher net worth wins.
    With --edition, BOT is a class derived from gitopoly.Player, or a policy.
    """
    if variant := variant_of(edition, options):
        from gitopoly.cli.arena.any_edition import play_variant

        refuse(click.get_current_context(), NOT_IN_OTHERS, "cannot be combined with --edition")
        limits = ResourceLimits(call_seconds, match_seconds)
        who = tuple(parse_bots(list(bots), isolate is not False))
        play_variant(variant, who, games, seed, limits, memory, as_json)
        return
    if len(bots) != 2:
        raise click.UsageError("give exactly two bots; more need --edition")
    first, second = parse_bots(list(bots), isolate)
    fixed = read_fixed(dice) if dice else None
    chosen = secrets.randbits(32) if seed is None else seed
    limits = ResourceLimits(call_seconds, match_seconds)
    played: list[MatchSummary] = []
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(_opened(record)) if record else None
        recorder = Recorder(stream) if stream else None
        pair = stack.enter_context(players((first, second), limits, memory, show_output))
        # A bot in this process may print; keep that out of the result.
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        for game in play_series(pair, games, chosen, limits, fixed, recorder):
            played.append(game)
    if as_json:
        click.echo(json.dumps(_as_dict((first.name, second.name), played, chosen), indent=2))
    else:
        _print((first.name, second.name), played, chosen, record)


def _opened(path: str) -> TextIO:
    try:
        return Path(path).open("w", encoding="utf-8")
    except OSError as error:
        raise InvalidMatch(f"{path} cannot be written: {error.strerror}") from None


def _winners(played: list[MatchSummary]) -> Counter[str]:
    """How many games each bot won, by name; those without a winner under no name."""
    return Counter(game.bots[game.winner - 1] if game.winner else "" for game in played)


def _as_dict(names: tuple[str, str], played: list[MatchSummary], seed: int) -> dict[str, Any]:
    wins = _winners(played)
    return {
        "bots": list(names),
        "seed": seed,
        "games": len(played),
        "wins": [wins[name] for name in names],
        "ties": wins[""],
        "results": [
            {name: value for name, value in game.as_dict().items() if name != "money"}
            for game in played
        ],
    }


def _print(
    names: tuple[str, str], played: list[MatchSummary], seed: int, record: str | None
) -> None:
    wins = _winners(played)
    endings = Counter(game.ending for game in played)
    many = f"{len(played):,} games" if len(played) > 1 else "1 game"
    click.echo(f"{many}, seed {seed}: {names[0]} against {names[1]}")
    for name in names:
        worth = statistics.median(game.worth[game.bots.index(name)] for game in played)
        faults: Counter[str] = Counter()
        for game in played:
            faults.update(game.faults[game.bots.index(name)])
        told = f"  faults: {fault_summary(faults)}" if faults else ""
        click.echo(f"{name:<20} won {wins[name]:>6,}  worth ${worth:,.0f}{told}")
    if wins[""]:
        click.echo(f"{'tied':<20}     {wins['']:>6,}")
    words = {"ruin": "by bankruptcy", "turns": "after 100 turns", "dice": "with the last roll"}
    click.echo("ended " + ", ".join(f"{words[key]} {n:,}" for key, n in endings.most_common()))
    different = dict.fromkeys(line for game in played for line in game.first_faults)
    for line in [*different][:5]:
        click.echo(f"  {line}")
    if record:
        click.echo(f"all calls are recorded in {record}")


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Record a game and replay it", "gitopoly arena replay game.jsonl"),
        ("For a script", "gitopoly arena replay game.jsonl --json"),
    ],
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def replay(file: Path, as_json: bool) -> None:
    """Replay recorded games, call by call.

    The bots are not needed: their answers are in the record. Exit code 1 if a
    game differs from its record.
    """
    results: list[dict[str, Any]] = []
    try:
        with file.open(encoding="utf-8") as lines:
            for number, record in enumerate(read_records(lines, file.name)):
                again = play_again(record)
                results.append(
                    {
                        "game": number,
                        "bots": list(record.agents),
                        "winner": again.winner,
                        "calls": again.calls,
                        "difference": again.difference,
                    }
                )
    except OSError as error:
        raise InvalidMatch(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidMatch(f"{file} is no record: it is not a text file") from None
    if not results:
        raise InvalidMatch(f"{file} contains no match")
    if as_json:
        click.echo(json.dumps({"games": results}, indent=2))
    else:
        for result in results:
            told = result["difference"] or f"{result['calls']:,} calls, winner {result['winner']}"
            click.echo(f"game {result['game']}: {' against '.join(result['bots'])}: {told}")
    if any(result["difference"] for result in results):
        raise click.exceptions.Exit(DIFFERS)
