"""The analysis of a game for the page that replays it: chances by frame, and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.analysis.decisions import Decision
from gitopoly.analysis.report import GameAnalysis
from gitopoly.analysis.steps import GameStep, draws
from gitopoly.kernel import apply, is_legal
from gitopoly.table.events import Step
from gitopoly.web.log_lines import facts_of


def chances_of(
    found: GameAnalysis, steps: Sequence[Step], positions: Sequence[int]
) -> dict[str, Any]:
    """Each seat's chance after every frame; `positions` is the number of steps up to each frame."""
    seats = range(len(found.chances[0]))
    shown = [found.chances[position] for position in positions]
    return {
        "policies": list(found.policies),
        "lines": [[round(chances[seat], 3) for chances in shown] for seat in seats],
        "mistakes": [
            _mistake(decision, steps[decision.step - 1], positions)
            for decision in found.decisions or ()
        ],
    }


def _mistake(decision: Decision, done: Step, positions: Sequence[int]) -> dict[str, Any]:
    """A mistake with the frame that shows it, and what was better as a step."""
    frame = next(
        (frame for frame, position in enumerate(positions) if position >= decision.step),
        len(positions) - 1,
    )
    facts: dict[str, Any] = {
        "frame": frame,
        "seat": decision.seat,
        "loss": round(100 * decision.loss),
        "done": facts_of(done),
    }
    before, code = done.before, decision.better
    if not draws(GameStep(before, code, 0, before)) and is_legal(before, code):
        after = before.copy()
        apply(after, code)
        facts["better"] = facts_of(Step(before, code, 0, after))
    if decision.completed is not None:
        facts["owner"], facts["group"] = decision.completed
    return facts
