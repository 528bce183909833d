"""``gitopoly check --simulate``: random behaviours of the kernel, with action counts."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from gitopoly.bots.behaviours import run_behaviours, steps_to_compile, tell_behaviour
from gitopoly.bots.simulation import choose_engine
from gitopoly.cli.compiling import take
from gitopoly.cli.terminal import Terminal
from gitopoly.kernel import INVARIANTS, Rules
from gitopoly.verify.specs.actions import actions_of
from gitopoly.verify.suite import find_specs

EDITION = "formal-small"
DOES_NOT_HOLD = 1
ENGINE = "auto"
"""The engine that runs the behaviours: the compiled one if installed."""
MANY = 1_000_000
"""Enough behaviours for the compiled engine to pay off."""


def simulate_behaviours(depth: int, seconds: float, seed: int, as_json: bool) -> None:
    """Run behaviours for some seconds; exit with 1 if one fails or an action never happens."""
    rules = Rules.of(EDITION)
    names = actions_of(find_specs() / "monopoly" / "Monopoly.tla")
    engine = choose_engine(ENGINE, MANY)
    if engine == "compiled":
        take(steps_to_compile())
    started = time.perf_counter()
    found = run_behaviours(
        rules, depth, seed, lambda _: time.perf_counter() - started < seconds, engine
    )
    took = time.perf_counter() - started
    story = tell_behaviour(rules, depth, seed, found.count - 1) if found.violation else []
    never = [name for name in names if not found.actions[name]]
    facts: dict[str, Any] = {
        "edition": EDITION,
        "players": rules.num_players,
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
