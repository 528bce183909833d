"""``gitopoly arena play --edition``: players at one table, in any edition."""

from __future__ import annotations

import contextlib
import json
import secrets
import sys

import click

from gitopoly.arena.agents.roster import Bot
from gitopoly.arena.tournaments.any_edition import Variant, play_rotated
from gitopoly.cli.simulate.of_players import facts
from gitopoly.game.series import Simulation, SomeGames
from gitopoly.isolation.limits import ResourceLimits


def play_variant(
    variant: Variant,
    bots: tuple[Bot, ...],
    games: int,
    seed: int | None,
    limits: ResourceLimits,
    memory: int,
    as_json: bool,
) -> None:
    """Play the games and print the results."""
    chosen = secrets.randbits(32) if seed is None else seed
    plan = variant.plan(bots, chosen, limits, memory)
    result = Simulation(plan.names, plan.edition.name, chosen)
    # A player in this process may print; keep that out of the result.
    with contextlib.redirect_stdout(sys.stderr):
        plan.check_players()
        result.add(SomeGames(play_rotated(plan, games)))
    if as_json:
        click.echo(json.dumps(facts(result, plan.options, plan.max_turns), indent=2))
        return
    click.echo(result.table())
    for line in result.faults[:5]:
        click.echo(f"  {line}")
