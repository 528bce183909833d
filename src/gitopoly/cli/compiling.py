"""Telling people that the kernel is being compiled, which takes a while once."""

from __future__ import annotations

import sys

import click

from gitopoly.bots.simulation import steps_to_compile
from gitopoly.bots.strong import able

FEW_STEPS = 20
"""Fewer steps of compiling than this are not worth telling."""


def compile_kernel(searches: bool) -> None:
    """Compile the kernel and the policies, or load them; with what a search needs, or without."""
    steps = steps_to_compile(searches)
    label = "compiling the kernel, once for this version"
    if len(steps) < FEW_STEPS or not sys.stderr.isatty():
        if len(steps) >= FEW_STEPS:
            click.echo(f"{label} …", err=True)
        for step in steps:
            step()
        return
    with click.progressbar(steps, label=label, file=sys.stderr) as bar:
        for step in bar:
            step()


def prepare_policy(policy: str) -> None:
    """Before a game against bots: compile what they need, so that no move waits for it."""
    if policy == "strong" and able():
        compile_kernel(searches=True)
