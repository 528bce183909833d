"""``gitopoly analyse``: who could have won a game at any time, and what decided it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from gitopoly.bots.analysis.playouts import ENGINES, FITTED, checked_policy, chosen_engine
from gitopoly.cli.examples import ShowsExamples

if TYPE_CHECKING:
    from gitopoly.bots.analysis.report import GameAnalysis
    from gitopoly.rules import Rules, Taken


@click.command(
    cls=ShowsExamples,
    examples=[
        ("A game between friends, from its folder or any address", "gitopoly analyse ann.git"),
        ("Your newest game against bots", "gitopoly analyse latest"),
        ("A game recorded by simulate", "gitopoly analyse games/game-0.jsonl"),
        ("Chances alone, which is quicker", "gitopoly analyse latest --no-decisions"),
        ("If everybody plays on as they have", "gitopoly analyse ann.git --policy fitted"),
        ("At most ten seconds", "gitopoly analyse ann.git --seconds 10"),
        ("For a script", "gitopoly analyse games/game-0.jsonl --json"),
    ],
)
@click.argument("game", metavar="DIR|URL|FILE|GAME")
@click.option(
    "--policy",
    default="trader",
    show_default=True,
    metavar="POLICY",
    help="How all play on from each position: a policy, or fitted to each seat's decisions.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="Seed of the playouts; the same seed gives the same analysis.",
)
@click.option(
    "--effort",
    type=click.FloatRange(0.01, 100),
    metavar="X",
    default=1.0,
    show_default=True,
    help="Multiply the number of playouts.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 86400),
    metavar="S",
    help="Stop after this time, with what is there by then.",
)
@click.option(
    "--decisions/--no-decisions",
    default=True,
    help="Look for decisions that cost something, and take luck and skill apart.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of threads; by default one per core.",
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="How to run the rules; the results are the same.",
)
@click.option("--again", is_flag=True, help="Compute it again even if it was kept.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(
    game: str,
    policy: str,
    seed: int,
    effort: float,
    seconds: float | None,
    decisions: bool,
    jobs: int | None,
    engine: str,
    again: bool,
    as_json: bool,
) -> None:
    """Show who could have won a game at any time, and what decided it.

    GAME is a repository, a record from `gitopoly simulate --record`, or one of
    your games as `gitopoly games` lists them, running or over. Prints each
    player's chance to win over time, the moments and decisions that changed it,
    and how much was luck. All chances mean: if everybody plays like POLICY from
    there on. The result is kept beside the game.
    """
    from gitopoly.cli.play.game_source import source_of

    checked_policy(policy)
    engine = chosen_engine(engine)  # says what to install before any work is done
    source = source_of(game, as_json)
    wishes = Wishes(policy, seed, effort, seconds, decisions, jobs, engine, again)
    steps = [step for event in source.events for step in event.steps]
    found = analysis_of(game, source.rules, steps, wishes, as_json)
    names = source.printed["names"]
    if as_json:
        print_json(found, steps, names)
        return
    from gitopoly.cli.analyse.view import lines_of

    for line in lines_of(found, steps, names, shutil.get_terminal_size().columns):
        click.echo(line)


@dataclass(frozen=True)
class Wishes:
    """What somebody asked for."""

    policy: str = "trader"
    seed: int = 0
    effort: float = 1.0
    seconds: float | None = None
    decisions: bool = True
    jobs: int | None = None
    engine: str = "auto"
    again: bool = False


def analysis_of(
    game: str, rules: Rules, steps: list[Taken], wishes: Wishes, quiet: bool
) -> GameAnalysis:
    """The analysis of a game, kept or computed now with a progress bar."""
    from gitopoly.bots.analysis.report import analysed, fingerprint
    from gitopoly.bots.analysis.strengths import evidence, likeliest, policy_weights
    from gitopoly.cli.analyse import analysis_file
    from gitopoly.cli.progress_bar import ProgressBar
    from gitopoly.rules import initial

    policies: tuple[str, ...] = (wishes.policy,)
    if wishes.policy == FITTED:
        policies = likeliest(policy_weights(evidence(steps), rules.num_players))
    settings = analysis_file.settings_of(policies, wishes.seed, wishes.effort, wishes.decisions)
    place = analysis_file.place_for(game, fingerprint(rules, steps))
    found = None if wishes.again else analysis_file.read(place, rules, steps, settings)
    if found is not None:
        return found
    with ProgressBar("playing positions out", None, quiet) as progress:
        found = analysed(
            initial(rules),
            steps,
            policies,
            wishes.seed,
            engine=wishes.engine,
            jobs=wishes.jobs,
            effort=wishes.effort,
            decisions=wishes.decisions,
            go=until(wishes.seconds),
            progress=progress.done,
        )
    if found.complete:
        analysis_file.keep(place, rules, steps, settings, found)
    return found


def until(seconds: float | None) -> Callable[[], bool]:
    """Whether there is time left; for ever without a limit."""
    if seconds is None:
        return lambda: True
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


def print_json(found: GameAnalysis, steps: list[Taken], names: list[str]) -> None:
    """The analysis for scripts: decisions in sentences, too."""
    from gitopoly.bots.analysis.report import dumped
    from gitopoly.cli.analyse.view import sentence, told, verdict
    from gitopoly.web.chances import relative_to
    from gitopoly.words import english

    data = found.data()
    words = english()
    for row, decision in zip(data["decisions"] or (), found.decisions or (), strict=True):
        row["text"] = sentence(decision, steps[decision.step - 1], names, words)
    for row, moment in zip(data["moments"], found.moments, strict=True):
        row["text"] = told(steps[moment.step - 1], names, words)
    for row, trade in zip(data["trades"] or (), found.trades or (), strict=True):
        row["text"] = verdict(trade, steps, names, words)
    data |= {"players": names, "relative_to": relative_to(found.policies, names, words)}
    click.echo(dumped(data), nl=False)
