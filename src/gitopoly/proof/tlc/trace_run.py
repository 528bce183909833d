"""Lets TLC decide whether games are behaviours of `Monopoly.tla` or `Classic.tla`."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from gitopoly.errors import InvalidModel, InvalidRecord
from gitopoly.proof.specs.modules import copy_modules
from gitopoly.proof.suite import find_specs
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.classic_trace import ClassicTrace
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from gitopoly.proof.tlc.trace import MODULE, TABLES, Trace, TraceStep
from gitopoly.rules import Rules

REACHED, POSSIBLE = "reached", "possible"
SPECIFIED, PLAYED = "specified", "played"
ACTOR, ALLOWED = "actor", "allowed"
SHORT = 60
"""Longer values are not shown side by side."""


@dataclass(frozen=True)
class TraceVerdict:
    """What TLC found."""

    matched: int
    """How many steps, from the first, are steps of the module."""
    steps: int
    wrong: TraceStep | None = None
    """The first step that is not, if any."""
    reason: str = ""
    allowed: tuple[str, ...] = ()
    """Actions that the module would have allowed there."""
    seconds: float = 0.0
    specification: str = ""
    """The module that decided."""

    @property
    def holds(self) -> bool:
        """Whether all steps are steps of the module."""
        return self.matched == self.steps


AnyTrace = Trace | ClassicTrace


def trace_of(rules: Rules) -> AnyTrace:
    """An empty trace of a game by these rules; raises `InvalidRecord` if no module has them."""
    return Trace(rules) if rules.edition in TABLES else ClassicTrace(rules)


def check_trace(trace: AnyTrace, explain: bool = True) -> TraceVerdict:
    """Run TLC on a game, and again for the reason if the game is not a behaviour."""
    if not trace.steps:
        raise InvalidRecord("it contains no action for TLC to follow")
    run = run_module(trace.module(), trace.config())
    matched = run.depth - 1
    total = len(trace.steps)
    reached = {told.split(", ")[-1] for told in printed_after(run, REACHED)}
    if (matched == total) != (reached == {str(total)}):
        raise InvalidModel(f"TLC matched {matched} of {total} steps and contradicts itself")
    found = TraceVerdict(matched, total, seconds=run.seconds, specification=trace.specification)
    if matched == total:
        return found
    wrong = trace.steps[matched]
    if not explain:
        return replace(found, wrong=wrong)
    second = run_module(trace.module(matched), trace.config(True))
    reason, allowed = _reason(second, wrong)
    seconds = run.seconds + second.seconds
    return replace(found, wrong=wrong, reason=reason, allowed=allowed, seconds=seconds)


def run_module(module: str, config: str) -> CheckRun:
    """Let TLC run a generated module that checks nothing but reports what it reached."""
    with tempfile.TemporaryDirectory(prefix="trace-") as name:
        # In a folder of its own, because modules are also looked for in the folders beside it.
        path = Path(name) / "game" / f"{MODULE}.tla"
        path.parent.mkdir()
        path.write_text(module, encoding="utf-8")
        path.with_suffix(".cfg").write_text(config, encoding="utf-8")
        copy_modules(path, find_specs())
        run = tlc.run(path, short=True)
    if run.result is not CheckResult.HOLDS:
        raise InvalidModel(f"TLC cannot follow it: {' '.join(run.message.split())[:900]}")
    return run


def printed_after(run: CheckRun, word: str) -> list[str]:
    """What the module printed after a word."""
    start = f'"<<\\"{word}\\", '
    return [line[len(start) : -3] for line in run.printed if line.startswith(start)]


def _reason(run: CheckRun, wrong: TraceStep) -> tuple[str, tuple[str, ...]]:
    allowed = tuple(sorted(re.findall(r"\w+", " ".join(printed_after(run, ALLOWED)))))
    if printed_after(run, POSSIBLE):
        return f"the specification leads elsewhere: {_differences(run)}", allowed
    actor = "".join(printed_after(run, ACTOR))
    if actor != str(wrong.player):
        return f"in the specification p{actor} acts", allowed
    if wrong.action in allowed:
        return "the specification allows this action, but not with this choice or draw", allowed
    return "the specification does not allow it", allowed


def _differences(run: CheckRun) -> str:
    """The variables that differ and, if they are short, both values."""
    told = []
    for specified, played in zip(
        printed_after(run, SPECIFIED), printed_after(run, PLAYED), strict=True
    ):
        name, _, value = specified.replace('\\"', '"').partition(", ")
        other = played.replace('\\"', '"').partition(", ")[2]
        name = name.strip('"')
        short = max(len(value), len(other)) <= SHORT
        told.append(f"{name} is {value}, not {other}" if short else name)
    return "; ".join(told)
