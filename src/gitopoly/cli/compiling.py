"""Telling people that the kernel is being compiled, which takes a while once."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from gitopoly.bots.simulation import Series, prepare, steps_to_compile
from gitopoly.bots.strong import able

LABEL = "compiling the kernel, once for this version"
LABEL_FOR_GPU = "compiling the kernel for the GPU, once for these rules"
FEW_STEPS = 20
"""Fewer steps of compiling than this are not worth telling."""


def compile_kernel(searches: bool) -> None:
    """Compile the kernel and the policies, or load them; with what a search needs, or without."""
    take(steps_to_compile(searches))


def prepare_engine(engine: str, series: Series) -> None:
    """Make what an engine needs before its first game, or load it; what takes long is told."""
    if engine == "compiled":
        compile_kernel(series.searches)
        return
    if engine == "gpu":
        from gitopoly.bots import gpu

        if not gpu.is_ready(series):
            click.echo(f"{LABEL_FOR_GPU} …", err=True)
    prepare(engine, series)


def take(steps: list[Callable[[], None]]) -> None:
    """Take the steps of compiling; if they are many, show how far they are."""
    if len(steps) < FEW_STEPS or not sys.stderr.isatty():
        announce(len(steps))
        for step in steps:
            step()
        return
    with click.progressbar(steps, label=LABEL, file=sys.stderr) as bar:
        for step in bar:
            step()


def announce(steps: int) -> None:
    """Say why nothing else happens for a while, if there are many steps of compiling to come."""
    if steps >= FEW_STEPS:
        click.echo(f"{LABEL} …", err=True)


def prepare_policy(policy: str) -> None:
    """Before a game against bots: compile what they need, so that no move waits for it."""
    if policy == "strong" and able():
        compile_kernel(searches=True)
