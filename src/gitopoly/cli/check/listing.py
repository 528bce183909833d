"""``gitopoly check --list``: each model's expected result next to its last result here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.markup import escape

from gitopoly.cli.check.report import asked, verdict
from gitopoly.cli.terminal import Terminal
from gitopoly.proof.last_results import LastResult
from gitopoly.proof.manifest import Model

Known = Mapping[tuple[str, str], LastResult]

EXPLAINED = "asks: number of invariants + number of properties"
HEADS = f"{'generated':>13} {'distinct':>11} {'depth':>5}"


def print_list(rows: Sequence[tuple[Model, str]], known: Known) -> None:
    """Print a line for each model and engine, or two if one is too narrow for both counts."""
    terminal = Terminal()
    name = max((len(model.name) for model, _ in rows), default=5)
    said = max((len(verdict(m.expect, m.violates)) for m, _ in rows), default=9)
    columns = f"{'model':<{name}}  engine  {'expectation':<{said}}   asks  {HEADS}"
    whole = len(f"{columns}   as expected {HEADS}  2000-01-01")
    if terminal.is_terminal and terminal.width < whole:
        _print_pairs(terminal, rows, known)
        return
    terminal.print(f"[bold]{columns}   last seen:[/]  {HEADS}")
    for model, engine in rows:
        what = verdict(model.expect, model.violates)
        last = _last(known.get((model.name, engine)))
        start = f"{model.name:<{name}}  {engine:<6}  {what:<{said}}"
        asks = f"{model.invariants}+{model.properties}"
        terminal.print(f"{start}  {asks:>5}  {_expected(model)}   {last}")
    terminal.print(f"[dim]{EXPLAINED}[/]")


def _print_pairs(terminal: Terminal, rows: Sequence[tuple[Model, str]], known: Known) -> None:
    gap = len("as expected ")
    terminal.print(f"[bold]expected {HEADS}   last seen{' ' * (gap - 9)}{HEADS}[/]")
    for model, engine in rows:
        what = verdict(model.expect, model.violates)
        asks = asked(model.invariants, model.properties)
        terminal.print(f"[bold]{model.name}[/] ({engine}): {escape(what)}; {asks}")
        last = _last(known.get((model.name, engine)))
        terminal.print(f"{' ' * len('expected ')}{_expected(model)}   {last}")


def _expected(model: Model) -> str:
    return _numbers(model.generated, model.distinct, model.depth)


def _last(seen: LastResult | None) -> str:
    if seen is None:
        return "[dim]not yet[/]"
    judged = "[green]as expected[/]" if seen.as_expected else "[red]differs    [/]"
    numbers = _numbers(seen.generated, seen.distinct, seen.depth)
    return f"{judged} {numbers}  {escape(seen.when)}"


def _numbers(generated: int, distinct: int, depth: int) -> str:
    return f"{generated:>13,} {distinct:>11,} {depth:>5}"
