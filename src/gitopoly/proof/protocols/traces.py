"""Traces of protocols as one TLA+ module, and what TLC says of each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gitopoly.proof.specs.values import Value, written
from gitopoly.proof.tlc.trace import MODULE
from gitopoly.proof.tlc.trace_run import printed_after, run_module

AT, REACHED = "at", "reached"


@dataclass(frozen=True)
class ProtocolTrace:
    """What seats did in one run of a protocol."""

    group: tuple[Any, ...]
    """What the constants of the model depend on; traces of one group share a run of TLC."""
    begins: dict[str, Value]
    steps: tuple[dict[str, Value], ...]
    size: int = 0
    """A bound that the model needs."""


@dataclass(frozen=True)
class Refused:
    """A trace that is no behaviour, by its place, and its first step that is none."""

    trace: int
    step: int = -1
    """How many steps before it are."""
    what: dict[str, Value] = field(default_factory=dict)
    seen: bool = False
    """Whether the step itself is one, but its seat saw something else afterwards."""


@dataclass(frozen=True)
class TraceModel:
    """How traces of one kind become a model."""

    extended: str
    """The module that decides."""
    constants: dict[str, str]
    """Values in the configuration; a value `<- X` is defined in the generated module."""
    definitions: tuple[str, ...] = ()


def follow(traces: Sequence[ProtocolTrace], model: TraceModel) -> set[int]:
    """The traces, by their places, that are behaviours to their last step: one run of TLC."""
    run = run_module(_module(traces, model), _config(model, "EndReached"))
    return {int(number) - 1 for number in printed_after(run, REACHED)}


def explain(trace: ProtocolTrace, model: TraceModel, number: int = 0) -> Refused:
    """Where a trace that is no behaviour leaves the specification."""
    run = run_module(_module([trace], model), _config(model, "PlaceTold"))
    places = [line.split(", ") for line in printed_after(run, AT)]
    step, settling = max((int(at), settled == "TRUE") for at, settled in places)
    return Refused(number, step, trace.steps[step], settling)


def _module(traces: Sequence[ProtocolTrace], model: TraceModel) -> str:
    lines = [f"---- MODULE {MODULE} ----", f"EXTENDS {model.extended}"]
    for number, trace in enumerate(traces, 1):
        steps = ",\n".join(map(written, trace.steps))
        begins = "".join(f", {name} |-> {written(value)}" for name, value in trace.begins.items())
        lines.append(f"Trace{number} == [steps |-> <<{steps}>>{begins}]")
    names = ", ".join(f"Trace{number}" for number in range(1, len(traces) + 1))
    lines += [f"PlayedTraces == <<{names}>>", *model.definitions, "===="]
    return "\n".join(lines) + "\n"


def _config(model: TraceModel, told_by: str) -> str:
    constants = {**model.constants, "Traces": "<- PlayedTraces"}
    lines = ["INIT TraceInit", "NEXT TraceNext", "CONSTANTS"]
    for name, value in constants.items():
        lines.append(f"    {name} {value}" if value.startswith("<-") else f"    {name} = {value}")
    return "\n".join([*lines, f"INVARIANT {told_by}"]) + "\n"
