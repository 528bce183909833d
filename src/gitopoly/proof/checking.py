"""Checks models on an engine, several at a time, and compares the runs with the manifest."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from gitopoly.engine.cuda import device
from gitopoly.engine.native import compiler
from gitopoly.errors import InvalidModel
from gitopoly.proof import last_results
from gitopoly.proof.explorer.gpu import explore_on_gpu
from gitopoly.proof.explorer.promises import OF_THE_RULES
from gitopoly.proof.explorer.run import demand_carrier, explore
from gitopoly.proof.manifest import Manifest, Model, compare, unreached
from gitopoly.proof.specs.config_file import read_config
from gitopoly.proof.specs.model_config import ExplorationSettings, native_search
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, CheckRun, Progress

TLC = "tlc"
NATIVE = "native"
GPU = "gpu"
ENGINES = (TLC, NATIVE, GPU)
EXPLORING = (NATIVE, GPU)
"""Engines that explore the implementation."""
MOST_AT_ONCE = 8
WORTH_PREPARING = 10
"""The fewest models for which keeping Java's start-up pays off."""

Report = Callable[[Model, Progress], None]


@dataclass(frozen=True)
class CheckedModel:
    """A model, the result of a run, and how it differs from the manifest."""

    model: Model
    engine: str
    run: CheckRun
    differences: tuple[str, ...]

    @property
    def as_expected(self) -> bool:
        """Whether the run matches the manifest."""
        return not self.differences

    def last_result(self) -> last_results.LastResult:
        """The numbers to be remembered."""
        run = self.run
        counts = run.generated, run.distinct, run.depth
        told = round(run.seconds, 2), self.as_expected, last_results.today()
        return last_results.LastResult(
            run.result.value, *counts, *told, run.invariants, run.properties
        )


@dataclass
class Checker:
    """How models are to be checked."""

    suite: Manifest
    engine: str | None = None
    """Which engine runs the models; by default each model's own."""
    workers: int | None = None
    """Threads for one model; by default one for TLC and all cores for the native engine."""
    memory: int | None = None
    """Gigabytes for one model; by default what the manifest says."""
    symmetric: bool = False
    all_invariants: bool = False
    """Check all invariants of the rules besides the promises that a model names."""
    checkpoints: Path | None = None
    """A folder for explorations that have to be stopped."""
    resume: bool = False
    """Resume the exploration that is saved there."""
    on_progress: Report | None = None

    def __post_init__(self) -> None:
        self.running: list[tlc.Process] = []
        self.stopped = Event()
        self.said: dict[str, str] = {}
        """What is to be known about how models run here, once they are known to run."""

    def engine_of(self, model: Model) -> str:
        """The engine that runs a model."""
        return self.engine or model.engine

    @property
    def at_once(self) -> int:
        """How many models TLC runs in parallel; the native engine uses all cores for one.

        Half as many again as there are cores, because Java waits while it starts and ends.
        """
        return max(1, min(MOST_AT_ONCE, 3 * (os.cpu_count() or 1) // 2 // (self.workers or 1)))

    def check(self, models: Sequence[Model]) -> Iterator[CheckedModel]:
        """Check models, the largest first; yields each as it finishes."""
        self.demand_ready(models)
        by_tlc = [model for model in models if self.engine_of(model) == TLC]
        if len(by_tlc) >= WORTH_PREPARING:
            tlc.prepare()
        largest_first = sorted(models, key=lambda model: -model.generated)
        for engine, at_once in ((TLC, self.at_once), (NATIVE, 1), (GPU, 1)):
            yield from self._check(
                [m for m in largest_first if self.engine_of(m) == engine], at_once
            )

    def _check(self, models: Sequence[Model], at_once: int) -> Iterator[CheckedModel]:
        pool = ThreadPoolExecutor(at_once)
        try:
            for done in as_completed([pool.submit(self.check_one, m) for m in models]):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            self.stopped.set()
            for process in self.running:
                with contextlib.suppress(OSError):
                    process.kill()
            pool.shutdown()
            self.stopped.clear()

    def check_one(self, model: Model) -> CheckedModel:
        """Check one model."""
        engine = self.engine_of(model)
        run = self._run_tlc(model) if engine == TLC else self._explore(model, engine=engine)
        return CheckedModel(model, engine, run, tuple(self._differences(model, run)))

    def demand_ready(self, models: Sequence[Model]) -> None:
        """Refuse before anything starts."""
        for model in models:
            self._demand_question(model)
        if any(self.engine_of(model) == TLC for model in models):
            tlc.find_tools()
        for model in models:
            if self.engine_of(model) in EXPLORING:
                self._demand_explorer(model)

    def _demand_explorer(self, model: Model) -> None:
        """Refuse a model that cannot be explored, or not here."""
        search = native_search(self.suite, model)
        if search.bounds is not None and (self.symmetric or self.engine_of(model) == GPU):
            what = "--symmetry" if self.symmetric else "--engine gpu"
            raise InvalidModel(f"{model.name} is of the full game, which {what} does not support")
        if self.engine_of(model) == GPU:
            device()
            compiler()  # which counts the first levels, too
        else:
            self.said[model.name] = demand_carrier(search)

    def _demand_question(self, model: Model) -> None:
        """Refuse a model that checks nothing: any run of it would count as a success."""
        config = read_config(self.suite.config(model))
        if not (config.invariants or config.properties or self.all_invariants):
            raise InvalidModel(
                f"{model.name} checks nothing: {config.path.name} names neither an INVARIANT nor "
                "a PROPERTY"
            )

    def _run_tlc(self, model: Model) -> CheckRun:
        return self.suite.run(
            model,
            on_progress=self._listener(model),
            workers=self.workers or 1,
            heap=f"{self.memory or model.memory}g",
            on_start=self.running.append,
        )

    def _settings(self, model: Model) -> ExplorationSettings:
        return ExplorationSettings(
            workers=self.workers,
            memory=(self.memory or model.memory) << 30,
            checkpoint=self.checkpoints / f"{model.name}.checkpoint" if self.checkpoints else None,
            resume=self.resume,
            pause=self.stopped,
        )

    def _explore(self, model: Model, engine: str) -> CheckRun:
        settings, listener = self._settings(model), self._listener(model)
        search = replace(native_search(self.suite, model), symmetric=self.symmetric)
        if self.all_invariants:
            search = replace(search, asked=search.asked | OF_THE_RULES)
        if engine == GPU:
            memory = self.memory << 30 if self.memory else None
            return explore_on_gpu(search, model.distinct, memory, settings, listener)
        return explore(search, settings, listener)

    def _listener(self, model: Model) -> Callable[[Progress], None] | None:
        report = self.on_progress
        return (lambda now: report(model, now)) if report else None

    def _differences(self, model: Model, run: CheckRun) -> list[str]:
        if run.result is CheckResult.ERROR:
            return [f"the run did not finish: {run.message}"]
        if self.all_invariants:
            model = replace(model, invariants=run.invariants, properties=run.properties)
        explores = self.engine_of(model) in EXPLORING
        if explores:  # which action finds a state first is chance
            model = replace(model, actions={})
        counts = explores or (self.workers or 1) == 1
        # The manifest's counts are without symmetry.
        return compare(model, run, counts and not self.symmetric)


def never_taken(results: Sequence[CheckedModel]) -> list[str]:
    """Branches of actions that none of the models with coverage takes."""
    folders: dict[str, list[CheckRun]] = {}
    for result in results:
        if result.engine == TLC and result.model.coverage:
            folders.setdefault(Path(result.model.module).parts[0], []).append(result.run)
    return sorted(place for runs in folders.values() for place in unreached(runs))
