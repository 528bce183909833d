"""``gitopoly check --simulate``: random behaviours of the kernel, with action counts."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from gitopoly.bots.desk import ENDLESS
from gitopoly.bots.series import Series, choose_engine, run_behaviours, tell_behaviour
from gitopoly.cli.terminal import Terminal
from gitopoly.proof.specs.actions import actions_of
from gitopoly.proof.suite import find_specs
from gitopoly.rules import INVARIANTS

EDITION = "formal-small"
DOES_NOT_HOLD = 1
ENGINE = "auto"
"""The engine that runs the behaviours: the compiled one if installed."""
MANY = 1_000_000
"""Enough behaviours for the compiled engine to pay off."""


def simulate_behaviours(depth: int, seconds: float, seed: int, as_json: bool) -> None:
    """Run behaviours for some seconds; exit with 1 if one fails or an action never happens."""
    series = Series(EDITION, seed=seed, max_turns=ENDLESS, max_actions=depth)
    names = actions_of(find_specs() / "monopoly" / "Monopoly.tla")
    engine = choose_engine(ENGINE, MANY)
    started = time.perf_counter()
    found = run_behaviours(series, engine, lambda _: time.perf_counter() - started < seconds)
    took = time.perf_counter() - started
    story = tell_behaviour(series, found.violated_by) if found.violation else []
    never = [name for name in names if not found.actions[name]]
    facts: dict[str, Any] = {
        "edition": EDITION,
        "players": series.rules().num_players,
        "engine": found.engine,
        "depth": depth,
        "seed": seed,
        "behaviours": found.count,
        "terminated": found.terminated,
        "steps": found.actions.total(),
        "actions": {name: found.actions[name] for name in names},
        "never": never,
        "violates": found.violation or None,
        "story": story,
        "seconds": round(took, 2),
    }
    if as_json:
        click.echo(json.dumps(facts, indent=2))
    else:
        _print(facts)
    if never or found.violation:
        raise click.exceptions.Exit(DOES_NOT_HOLD)


def _print(facts: dict[str, Any]) -> None:
    terminal = Terminal()
    terminal.print(
        f"[bold]{facts['behaviours']:,} random behaviours[/] of {facts['edition']}, "
        f"{facts['players']} players, at most {facts['depth']:,} actions each, "
        f"seed {facts['seed']}, {facts['engine']}"
    )
    width = max(len(name) for name in facts["actions"])
    for name, count in facts["actions"].items():
        style = "" if count else "[red]"
        terminal.print(f"{style}{name:<{width}} {count:>13,}")
    terminal.print(f"{'all':<{width}} {facts['steps']:>13,}  in {facts['seconds']:.1f} s")
    if facts["violates"]:
        terminal.print(f"[red]{facts['violates']} does not hold[/] at the end of this game:")
        for number, line in enumerate(facts["story"], 1):
            terminal.print(f"    {number}. {line}", markup=False)
    else:
        terminal.print(f"invariants: [green]all {len(INVARIANTS)} hold after every action[/]")
    if facts["never"]:
        names = ", ".join(facts["never"])
        terminal.print(f"[red]never happened:[/] {names}; try more --seconds or --depth")
    else:
        terminal.print("every action happened")
