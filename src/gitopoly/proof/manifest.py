"""The manifest of models: the expected result of each, exact to the last state."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidModel
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, CheckRun, Progress

LONG = 50_000
"""The fewest generated states for which Java's second compiler pays off."""

_OWN_MODULE = re.compile(r"of module (MC|SIM)\w+$")


@dataclass(frozen=True)
class Model:
    """One model and its expected result."""

    name: str
    """Name of the model and of its `.cfg`."""
    module: str
    """Its TLA+ module, relative to the manifest."""
    about: str
    """What it shows, in a sentence."""
    expect: CheckResult
    generated: int
    distinct: int = 0
    """0 for a simulation, which does not count them."""
    depth: int = 0
    invariants: int = 0
    """How many invariants its configuration names."""
    properties: int = 0
    """How many properties it names."""
    initial: tuple[int, int] | None = None
    """Initial states, generated and distinct, where they are published."""
    violates: str | None = None
    """The invariant or action property that must fail, where TLC names it."""
    trace: int | None = None
    """How many states the counterexample has."""
    loop: int | None = None
    """The state to which the counterexample returns."""
    engine: str = "tlc"
    """The default engine; the native one where TLC would take hours."""
    memory: int = 2
    """The most gigabytes it needs."""
    quick: bool = True
    """Part of the set that fits in two minutes."""
    actions: dict[str, tuple[int, int]] = field(default_factory=dict)
    """States generated and distinct per action; -1 generated only requires that it happens."""
    published: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The same as printed in the source document, for comparison only."""
    simulation: tlc.RandomBehaviours | None = None

    @property
    def must_fail(self) -> bool:
        """Whether the model exists to show a failure."""
        return self.expect is not CheckResult.HOLDS

    @property
    def coverage(self) -> bool:
        """Whether TLC has to count per action."""
        return bool(self.actions)


@dataclass(frozen=True)
class Manifest:
    """All models, in the order of the file."""

    folder: Path
    models: tuple[Model, ...]

    def __getitem__(self, name: str) -> Model:
        for model in self.models:
            if model.name == name:
                return model
        raise InvalidModel(f"no model named {name}")

    def module(self, model: Model) -> Path:
        """Path of a model's TLA+ module."""
        return self.folder / model.module

    def config(self, model: Model) -> Path:
        """Path of a model's configuration."""
        return self.module(model).with_name(f"{model.name}.cfg")

    def run(
        self,
        model: Model,
        on_progress: Callable[[Progress], None] | None = None,
        workers: int = 1,
        heap: str = "2g",
        on_start: Callable[[tlc.Process], None] | None = None,
    ) -> CheckRun:
        """Run a model with TLC."""
        return tlc.run(
            self.module(model),
            self.config(model),
            workers=workers,
            heap=heap,
            coverage=model.coverage,
            short=model.generated < LONG and workers == 1,
            simulation=model.simulation,
            on_progress=on_progress,
            on_start=on_start,
        )


def load(path: Path) -> Manifest:
    """Read a manifest."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InvalidModel(f"{path.name}: {error}") from None
    manifest = Manifest(path.parent, tuple(_model(entry) for entry in document.get("model", ())))
    _demand_unique_names(manifest)
    for model in manifest.models:
        for file in (manifest.module(model), manifest.config(model)):
            if not file.is_file():
                raise InvalidModel(f"{model.name}: no file {file.relative_to(path.parent)}")
    return manifest


def compare(model: Model, run: CheckRun, counts: bool = True) -> list[str]:
    """How a run differs from what the manifest expects; empty when it does not.

    `counts`: in its numbers, too; with symmetry, or with several workers of TLC, only the verdict
    is deterministic.
    """
    if run.result is CheckResult.ERROR:
        return [f"TLC did not finish: {run.message}"]
    seen: dict[str, Any] = {
        "result": (model.expect.value, run.result.value),
        "invariants": (model.invariants, run.invariants),
        "properties": (model.properties, run.properties),
    }
    if model.violates:
        seen["violates"] = (model.violates, run.violated)
    if counts:
        seen |= _numbers(model, run)
    differences = [f"{what}: expected {a}, got {b}" for what, (a, b) in seen.items() if a != b]
    return differences + (_compare_coverage(model, run) if counts else [])


def _numbers(model: Model, run: CheckRun) -> dict[str, Any]:
    """Expected numbers, and those of a run."""
    found: dict[str, Any] = {}
    if not (
        model.simulation and model.must_fail
    ):  # a simulation stops at a violation, but not at once
        found["generated"] = (model.generated, run.generated)
    if not model.simulation:
        found["distinct"] = (model.distinct, run.distinct)
        found["depth"] = (model.depth, run.depth)
    if model.initial:
        found["initial"] = (model.initial, run.initial)
    if model.trace is not None:
        found["trace"] = (model.trace, len(run.trace))
    if model.loop is not None:
        found["loop"] = (model.loop, run.loop)
    return found


def _compare_coverage(model: Model, run: CheckRun) -> list[str]:
    differences = []
    for action, expected in model.actions.items():
        count = run.actions.get(action)
        got = (count.generated, count.distinct) if count else (0, 0)
        if expected[0] == -1:
            if got[0] == 0:
                differences.append(f"{action}: never happens")
        elif got != tuple(expected):
            differences.append(f"{action}: expected {tuple(expected)}, got {got}")
    return differences


def unreached(runs: Iterable[CheckRun]) -> set[str]:
    """Branches of the covered actions that none of several runs reached.

    Steps that a model adds in its own module do not count.
    """
    missing: dict[str, set[str]] = {}
    for run in runs:
        for action in run.actions:
            places = {place for place in run.never if place.startswith(f"{action}: ")}
            missing[action] = missing.get(action, places) & places
    return {
        place for places in missing.values() for place in places if not _OWN_MODULE.search(place)
    }


def _model(entry: dict[str, Any]) -> Model:
    known = {f.name for f in fields(Model)}
    name = entry.get("name", "a model without a name")
    if unknown := sorted(set(entry) - known):
        raise InvalidModel(f"{name}: unknown key {unknown[0]}")
    values = dict(entry)
    try:
        values["expect"] = CheckResult(values["expect"])
        if "simulation" in values:
            values["simulation"] = tlc.RandomBehaviours(**values["simulation"])
        if "initial" in values:
            generated, distinct = values["initial"]
            values["initial"] = int(generated), int(distinct)
        for table in ("actions", "published"):
            values[table] = {
                action: tuple(counts) for action, counts in values.get(table, {}).items()
            }
        return Model(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidModel(f"{name}: {error}") from None


def _demand_unique_names(manifest: Manifest) -> None:
    names = [model.name for model in manifest.models]
    for name in names:
        if names.count(name) > 1:
            raise InvalidModel(f"{name} is in the manifest twice")
