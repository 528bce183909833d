"""``gitopoly check``: compare every model of the specifications with the manifest."""

from __future__ import annotations

import json
from pathlib import Path

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.usage import refuse
from gitopoly.proof import last_results, suite
from gitopoly.proof.checking import (
    ENGINES,
    EXPLORING,
    GPU,
    NATIVE,
    TLC,
    CheckedModel,
    Checker,
    never_taken,
)
from gitopoly.proof.explorer.gpu import has_gpu
from gitopoly.proof.manifest import Manifest, Model
from gitopoly.proof.specs.model_config import native_refusal

DIFFERS = 1
FOR_MODELS = (
    *("listing", "quick", "everything", "workers", "memory", "symmetry"),
    *("all_invariants", "coverage", "checkpoint", "resume"),
)
"""The options that choose which models to check, and how."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("All models with expected and last seen counts", "gitopoly check --list"),
        ("Everything that fits in two minutes", "gitopoly check --quick"),
        ("One model, with its counterexample", "gitopoly check MCMonopolyTermination"),
        ("The same rules as compiled code", "gitopoly check MCMonopolyDeep --engine native"),
        (
            "A large one that can be resumed if stopped",
            "gitopoly check MCMonopolyThreeComplete --checkpoint saved",
        ),
        ("Random behaviours for a minute", "gitopoly check --simulate --seconds 60"),
    ],
)
@click.argument("models", nargs=-1, metavar="[MODEL]…")
@click.option("--list", "listing", is_flag=True, help="List models instead of checking them.")
@click.option("--quick", is_flag=True, help="All models that together fit in two minutes.")
@click.option("--all", "everything", is_flag=True, help="All models; some take many minutes.")
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    help="tlc checks the specification, native the rules themselves, gpu the same on a GPU.  "
    "[default: the model's own]",
)
@click.option("--simulate", is_flag=True, help="Random behaviours of formal-small instead.")
@click.option(
    "--depth",
    type=click.IntRange(1, 10**6),
    metavar="N",
    help="Actions per behaviour.  [default: 250]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, 10**6),
    metavar="N",
    help="How long to simulate.  [default: 10]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="N",
    help="Seed of --simulate.  [default: 0]",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Threads per model. TLC's counts are compared only with one, the default.",
)
@click.option(
    "--memory",
    type=click.IntRange(1, 4096),
    metavar="GB",
    help="Memory limit of a model.  [default: what the manifest says, usually 2]",
)
@click.option(
    "--symmetry/--no-symmetry",
    help="native, gpu: treat positions that differ only in seating as equal.",
)
@click.option(
    "--all-invariants",
    is_flag=True,
    help="native, gpu: check all invariants of the rules, not only those of the model.",
)
@click.option("--coverage", is_flag=True, help="native, gpu: show every branch of every action.")
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="native: save there periodically, and when stopped early.",
)
@click.option("--resume", is_flag=True, help="native: resume from the --checkpoint.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(
    models: tuple[str, ...],
    listing: bool,
    quick: bool,
    everything: bool,
    engine: str | None,
    simulate: bool,
    depth: int | None,
    seconds: float | None,
    seed: int | None,
    workers: int | None,
    memory: int | None,
    symmetry: bool,
    all_invariants: bool,
    coverage: bool,
    checkpoint: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Check the specifications, and the implementation against them.

    A model is as expected when its result and its state counts match the
    manifest; some models are expected to fail. Counterexamples are shown for
    models given by name, and for any that differ.
    """
    if simulate:
        if models:
            raise click.UsageError("--simulate takes no models")
        refuse(click.get_current_context(), FOR_MODELS, "cannot be combined with --simulate")
        if engine == TLC:
            raise click.UsageError(
                "--simulate runs the kernel; TLC's random behaviours are the model SIMMonopoly"
            )
        from gitopoly.cli.check.simulation import simulate_behaviours

        simulate_behaviours(depth or 250, 10.0 if seconds is None else seconds, seed or 0, as_json)
        return
    if depth is not None or seconds is not None or seed is not None:
        raise click.UsageError("--depth, --seconds and --seed need --simulate")
    if bool(models) + quick + everything + (listing and not (models or quick or everything)) != 1:
        raise click.UsageError("name models, or choose one of --quick, --all, --list, --simulate")
    specs = suite.load_suite()
    chosen = specs.models
    if models:
        chosen = suite.choose(specs, models)
    elif quick:
        chosen = suite.quick(specs)
    if listing:
        _list(specs, chosen, engine, as_json)
        return
    if not models:
        _say_left_out(chosen, engine)
        chosen = tuple(model for model in chosen if _can_run(specs, model, engine))
    if not chosen:
        raise click.UsageError("no model left to check; see gitopoly check --list")
    checker = Checker(
        specs,
        engine,
        workers,
        memory,
        symmetry,
        all_invariants,
        checkpoints=checkpoint,
        resume=resume,
    )
    _demand_native(checker, chosen, coverage)
    results, never = _run(checker, chosen, bool(models), coverage, as_json)
    if never or not all(result.as_expected for result in results):
        raise click.exceptions.Exit(DIFFERS)


def _can_run(specs: Manifest, model: Model, engine: str | None) -> bool:
    """Whether an engine can run a model in reasonable time."""
    if engine in EXPLORING:
        return not native_refusal(specs, model)
    if engine is None and model.engine == GPU:
        return has_gpu()
    return engine is None or engine == model.engine


def _say_left_out(models: tuple[Model, ...], engine: str | None) -> None:
    """Models for a GPU do not run everywhere, and nothing is left out in silence."""
    count = sum(engine is None and model.engine == GPU for model in models)
    if count and not has_gpu():
        click.echo(f"left out: {count} models that need an NVIDIA GPU", err=True)


def _demand_native(checker: Checker, models: tuple[Model, ...], coverage: bool) -> None:
    """Refuse options that TLC does not know, or that contradict each other."""
    if checker.resume and not checker.checkpoints:
        raise click.UsageError("--resume needs the folder of the --checkpoint")
    special = checker.symmetric or checker.all_invariants
    if special or coverage or checker.checkpoints:
        for model in models:
            if checker.engine_of(model) not in EXPLORING:
                raise click.UsageError(
                    "--symmetry, --all-invariants, --coverage and --checkpoint need "
                    f"--engine native, which does not run {model.name}"
                )
            if checker.engine_of(model) == GPU and checker.checkpoints:
                raise click.UsageError("--checkpoint needs --engine native")


def _list(specs: Manifest, models: tuple[Model, ...], engine: str | None, as_json: bool) -> None:
    from gitopoly.cli.check import listing, report

    rows = [(model, name) for model in models for name in _listed(specs, model, engine)]
    known = last_results.recall()
    if as_json:
        listed = [report.listed(model, name, known) for model, name in rows]
        click.echo(json.dumps({"models": listed}, indent=2))
    else:
        listing.print_list(rows, known)


def _listed(specs: Manifest, model: Model, engine: str | None) -> list[str]:
    """The engines under which a model is listed; all run on a GPU that run natively."""
    if engine is None:
        engines = [GPU] if model.engine == GPU else [TLC, NATIVE]
        return [name for name in engines if _can_run(specs, model, name)]
    return [engine] if _can_run(specs, model, engine) else []


def _run(
    checker: Checker, models: tuple[Model, ...], told: bool, coverage: bool, as_json: bool
) -> tuple[list[CheckedModel], list[str]]:
    """Check models; unless picked by name, also report branches that none takes."""
    from gitopoly.cli.check import report

    checker.demand_ready(models)
    for name, said in checker.said.items():
        if said:
            click.echo(f"{name}: {said}", err=True)
    results = []
    watch = report.CheckProgress(checker, len(models), told, coverage, quiet=as_json)
    with watch:
        for result in checker.check(models):
            results.append(result)
            last_results.remember([(result.model.name, result.engine, result.last_result())])
            watch.show(result)
    order = {model.name: place for place, model in enumerate(models)}
    results.sort(key=lambda result: order[result.model.name])
    never = [] if told else never_taken(results)
    if as_json:
        click.echo(json.dumps(report.as_data(results, never), indent=2))
    else:
        watch.sum_up(results, never)
    return results, never
