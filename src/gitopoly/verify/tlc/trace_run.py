"""Lets TLC decide whether a game is a behaviour of `Monopoly.tla`."""

from __future__ import annotations

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from gitopoly.errors import InvalidModel, InvalidRecord
from gitopoly.verify.suite import find_specs
from gitopoly.verify.tlc import tlc
from gitopoly.verify.tlc.output import CheckResult, CheckRun
from gitopoly.verify.tlc.trace import MODULE, Trace, TraceStep, config_of, module_of

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

    @property
    def holds(self) -> bool:
        """Whether all steps are steps of the module."""
        return self.matched == self.steps


def check_trace(trace: Trace, explain: bool = True) -> TraceVerdict:
    """Run TLC on a game, and again for the reason if the game is not a behaviour."""
    if not trace.steps:
        raise InvalidRecord("it contains no action for TLC to follow")
    run = _run(trace, None)
    matched = run.depth - 1
    total = len(trace.steps)
    if (matched == total) != (set(_told(run, REACHED)) == {str(total)}):
        raise InvalidModel(f"TLC matched {matched} of {total} steps and contradicts itself")
    if matched == total:
        return TraceVerdict(matched, total, seconds=run.seconds)
    if not explain:
        return TraceVerdict(matched, total, trace.steps[matched], seconds=run.seconds)
    second = _run(trace, matched)
    reason, allowed = _reason(second, trace.steps[matched])
    seconds = run.seconds + second.seconds
    return TraceVerdict(matched, total, trace.steps[matched], reason, allowed, seconds)


def _run(trace: Trace, explain: int | None) -> CheckRun:
    with tempfile.TemporaryDirectory(prefix="trace-") as name:
        folder = Path(name)
        for source in (find_specs() / "monopoly").glob("*.tla"):
            shutil.copy(source, folder)
        module = folder / f"{MODULE}.tla"
        module.write_text(module_of(trace, explain), encoding="utf-8")
        config = config_of(trace, explain is not None)
        module.with_suffix(".cfg").write_text(config, encoding="utf-8")
        run = tlc.run(module, short=True)
    if run.result is not CheckResult.HOLDS:
        raise InvalidModel(f"TLC cannot read the game: {' '.join(run.message.split())[:300]}")
    return run


def _told(run: CheckRun, word: str) -> list[str]:
    """What the module printed after a word."""
    start = f'"<<\\"{word}\\", '
    return [line[len(start) : -3] for line in run.printed if line.startswith(start)]


def _reason(run: CheckRun, wrong: TraceStep) -> tuple[str, tuple[str, ...]]:
    allowed = tuple(sorted(re.findall(r"\w+", " ".join(_told(run, ALLOWED)))))
    if _told(run, POSSIBLE):
        return f"the specification leads elsewhere: {_differences(run)}", allowed
    actor = "".join(_told(run, ACTOR))
    if actor != str(wrong.player):
        return f"in the specification p{actor} acts", allowed
    if wrong.action in allowed:
        return "the specification allows this action, but not with this choice or draw", allowed
    return "the specification does not allow it", allowed


def _differences(run: CheckRun) -> str:
    """The variables that differ and, if they are short, both values."""
    told = []
    for specified, played in zip(_told(run, SPECIFIED), _told(run, PLAYED), strict=True):
        name, _, value = specified.replace('\\"', '"').partition(", ")
        other = played.replace('\\"', '"').partition(", ")[2]
        name = name.strip('"')
        short = max(len(value), len(other)) <= SHORT
        told.append(f"{name} is {value}, not {other}" if short else name)
    return "; ".join(told)
