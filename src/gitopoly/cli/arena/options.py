"""The options that the commands of the arena share, and reading dice from a file."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import click

from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.arena.tournaments.any_edition import Variant
from gitopoly.arena.tournaments.series import FixedOutcomes
from gitopoly.cli.options import EditionChoice, options_of_the_rules, rule_options
from gitopoly.editions import Edition
from gitopoly.errors import InvalidMatch
from gitopoly.isolation.limits import MEMORY


def agent_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that control how bots run."""
    shared = (
        click.option(
            "--isolate/--no-isolate",
            default=None,
            help="Run bots in separate processes; by default those given as files.",
        ),
        click.option(
            "--memory",
            type=click.IntRange(64, 1 << 20),
            metavar="MB",
            default=MEMORY,
            show_default=True,
            help="Memory limit of an isolated bot.",
        ),
        click.option(
            "--call-seconds",
            type=click.FloatRange(0.01, 3600),
            metavar="SECONDS",
            default=ResourceLimits.call,
            show_default=True,
            help="Time limit for one answer.",
        ),
        click.option(
            "--match-seconds",
            type=click.FloatRange(0.01, 10**6),
            metavar="SECONDS",
            default=ResourceLimits.match,
            show_default=True,
            help="Time limit of one bot for a whole game.",
        ),
    )
    for option in reversed(shared):
        command = option(command)
    return command


def variant_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that choose a game other than the two-agent contract."""
    edition = click.option(
        "--edition",
        type=EditionChoice(),
        help="Play this edition, with players that have the method decide.",
    )
    return edition(options_of_the_rules(command))


def variant_of(edition: str | Edition | None, options: tuple[str, ...]) -> Variant | None:
    """The requested game; None for the two-agent contract."""
    if edition is None:
        if options:
            raise click.UsageError("--option needs --edition")
        return None
    return Variant(edition, rule_options(options))


def seed_option(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option --seed."""
    return click.option(
        "--seed",
        type=click.IntRange(0, 2**64 - 1),
        metavar="N",
        help="The same seed gives the same dice and cards; by default they differ each time.",
    )(command)


def read_fixed(path: str) -> FixedOutcomes:
    """Dice from a file: JSON, or two numbers a line; JSON may also hold the cards."""
    text = sys.stdin.read() if path == "-" else _text_of(Path(path))
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return FixedOutcomes(_lines_of_dice(text, path))
    if isinstance(given, list):
        return FixedOutcomes(given)
    if isinstance(given, dict) and set(given) <= {"dice", "chance", "community_chest"}:
        return FixedOutcomes(given.get("dice"), given.get("chance"), given.get("community_chest"))
    raise InvalidMatch(f"{path}: expected a list of rolls, or keys dice, chance, community_chest")


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidMatch(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidMatch(f"{path} is not a text file") from None


def _lines_of_dice(text: str, path: str) -> list[list[int]]:
    throws: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip()
        if not bare:
            continue
        dice = re.fullmatch(r"([1-6])[\s,]+([1-6])", bare)
        if dice is None:
            raise InvalidMatch(f"{path}, line {number}: expected two numbers from 1 to 6")
        throws.append([int(dice[1]), int(dice[2])])
    return throws


def fault_summary(faults: dict[str, int]) -> str:
    """Fault counts in words."""
    return ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))
