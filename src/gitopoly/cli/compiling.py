"""Tell people that the kernel is being compiled, which takes a while the first time."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from gitopoly.bots.simulation import Series, prepare, steps_to_compile
from gitopoly.bots.strong import able

LABEL = "compiling the kernel, once for this version"
LABEL_FOR_GPU = "compiling the kernel for the GPU, once for these rules"
FEW_STEPS = 20
"""Minimum number of compile steps worth reporting."""


def compile_kernel(searches: bool) -> None:
    """Compile or load the kernel and the policies, optionally with what a search needs."""
    take(steps_to_compile(searches))


def prepare_engine(engine: str, series: Series) -> None:
    """Build or load what an engine needs before its first game, with progress if slow."""
    if engine == "compiled":
        compile_kernel(series.searches)
        return
    if engine == "gpu":
        from gitopoly.bots import gpu

        if not gpu.is_ready(series):
            click.echo(f"{LABEL_FOR_GPU} …", err=True)
    prepare(engine, series)


def take(steps: list[Callable[[], None]]) -> None:
    """Run the compile steps, with progress if there are many."""
    if len(steps) < FEW_STEPS or not sys.stderr.isatty():
        announce(len(steps))
        for step in steps:
            step()
        return
    with click.progressbar(steps, label=LABEL, file=sys.stderr) as bar:
        for step in bar:
            step()


def announce(steps: int) -> None:
    """Announce the wait if there are many compile steps to come."""
    if steps >= FEW_STEPS:
        click.echo(f"{LABEL} …", err=True)


def prepare_policy(policy: str) -> None:
    """Compile what bots need before a game starts, so that no move waits for it."""
    if policy == "strong" and able():
        compile_kernel(searches=True)
