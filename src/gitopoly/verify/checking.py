"""Checks models on an engine, several at a time, and holds the runs against the manifest."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from gitopoly.verify import seen, tlc
from gitopoly.verify.manifest import Manifest, Model, compare, unreached
from gitopoly.verify.model_config import native_search
from gitopoly.verify.tlc_output import Progress, Result, Run

TLC = "tlc"
NATIVE = "native"
ENGINES = (TLC, NATIVE)
MOST_AT_ONCE = 8
WORTH_PREPARING = 10
"""Models from which on it pays off to let Java keep its start."""

Report = Callable[[Model, Progress], None]


@dataclass(frozen=True)
class Checked:
    """A model, what a run of it said, and how that differs from what the manifest says."""

    model: Model
    engine: str
    run: Run
    differences: tuple[str, ...]

    @property
    def as_expected(self) -> bool:
        """Whether the run says what the manifest says."""
        return not self.differences

    def seen(self) -> seen.Seen:
        """The numbers to be remembered."""
        run = self.run
        counts = run.generated, run.distinct, run.depth
        seconds = round(run.seconds, 2)
        return seen.Seen(run.result.value, *counts, seconds, self.as_expected, seen.today())


@dataclass
class Checker:
    """How models are to be checked."""

    suite: Manifest
    engine: str = TLC
    workers: int | None = None
    """Threads for one model; by default one for TLC and all cores for the native engine."""
    memory: int = 2
    """Gigabytes for one model."""
    on_progress: Report | None = None

    def __post_init__(self) -> None:
        self.running: list[tlc.Process] = []

    @property
    def at_once(self) -> int:
        """How many models run side by side; the native engine has all cores for one."""
        if self.engine == NATIVE:
            return 1
        return max(1, min(MOST_AT_ONCE, (os.cpu_count() or 1) // (self.workers or 1)))

    def check(self, models: Sequence[Model]) -> Iterator[Checked]:
        """Check models, the largest first; yields each as it ends."""
        self._demand_ready(models)
        if self.engine == TLC and len(models) >= WORTH_PREPARING:
            tlc.prepare()
        largest_first = sorted(models, key=lambda model: -model.generated)
        pool = ThreadPoolExecutor(self.at_once)
        try:
            for done in as_completed([pool.submit(self.check_one, m) for m in largest_first]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in self.running:
                with contextlib.suppress(OSError):
                    process.kill()
            pool.shutdown()

    def check_one(self, model: Model) -> Checked:
        """Check one model."""
        run = self._explore(model) if self.engine == NATIVE else self._run_tlc(model)
        return Checked(model, self.engine, run, tuple(self._differences(model, run)))

    def _demand_ready(self, models: Sequence[Model]) -> None:
        """Refuse before anything starts."""
        if self.engine == TLC:
            tlc.find_tools()
            return
        for model in models:
            native_search(self.suite, model)
        from gitopoly.verify import native_run  # noqa: F401  # refuses if the compiler is missing

    def _run_tlc(self, model: Model) -> Run:
        return self.suite.run(
            model,
            on_progress=self._listener(model),
            workers=self.workers or 1,
            heap=f"{self.memory}g",
            on_start=self.running.append,
        )

    def _explore(self, model: Model) -> Run:
        from gitopoly.verify.native_run import explore

        return explore(
            native_search(self.suite, model),
            workers=self.workers,
            memory=self.memory,
            on_progress=self._listener(model),
        )

    def _listener(self, model: Model) -> Callable[[Progress], None] | None:
        report = self.on_progress
        return (lambda now: report(model, now)) if report else None

    def _differences(self, model: Model, run: Run) -> list[str]:
        if run.result is Result.ERROR:
            return [f"the run did not finish: {run.message}"]
        if self.engine == NATIVE:  # which state is new to which action depends on the order
            return compare(replace(model, actions={}), run)
        if (self.workers or 1) > 1:
            return _compare_verdicts(model, run)
        return compare(model, run)


def never_taken(results: Sequence[Checked]) -> list[str]:
    """Branches of actions that none of the models with coverage takes."""
    folders: dict[str, list[Run]] = {}
    for result in results:
        if result.engine == TLC and result.model.coverage:
            folders.setdefault(Path(result.model.module).parts[0], []).append(result.run)
    return sorted(place for runs in folders.values() for place in unreached(runs))


def _compare_verdicts(model: Model, run: Run) -> list[str]:
    """With several workers TLC's counts of bounded and failing runs vary; the verdict does not."""
    differences = []
    if model.expect is not run.result:
        differences.append(f"result: expected {model.expect.value}, got {run.result.value}")
    if model.violates and model.violates != run.violated:
        differences.append(f"violates: expected {model.violates}, got {run.violated}")
    return differences
