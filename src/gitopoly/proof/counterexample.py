"""A counterexample as readable lines: each action, and what it changed."""

from __future__ import annotations

import re

from gitopoly.proof.tlc.output import CheckRun, CounterexampleState

START = "Init"


def story_of(run: CheckRun) -> list[str]:
    """Every step of a counterexample on a line, and how it ends."""
    lines = []
    before: dict[str, str] = {}
    for step in run.trace:
        lines.append(f"{step.number}. {_deed(step, before)}")
        before = step.state
    return lines + _ending(run)


def _deed(step: CounterexampleState, before: dict[str, str]) -> str:
    if step.action == START and not step.state:
        return "The game begins."
    changes = ", ".join(
        f"{name} = {value}" for name, value in step.state.items() if before.get(name) != value
    )
    changes = re.sub(r"\s+", " ", changes)
    if step.action == START:
        return f"Initially {changes}"
    return f"{step.action}: {changes}" if changes else step.action


def _ending(run: CheckRun) -> list[str]:
    if not run.trace:
        return []
    if run.loop == len(run.trace):
        return ["It stays there forever."]
    if run.loop is not None:
        return [f"From there it returns to {run.loop}, and so on forever."]
    return [f"Here {run.violated or 'a property'} does not hold."]
