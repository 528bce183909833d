"""Beyond the document: how long a move takes to reach another seat, for each transport."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, duration, listed, ranged
from gitopoly.evaluation.seats import KEYS, NAMES, chooser
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick, now
from gitopoly.evaluation.verdicts import BEYOND, NOT_MEASURED
from gitopoly.measurements.spread import quantile, quantile_estimate
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.table.seat import AutoPlay

LONGEST_WAIT = 60.0
"""Seconds after which a move counts as lost."""


def tasks(settings: Settings) -> list[Task]:
    """A game for each way to reach a repository."""
    moves = settings.pick(12, 300)
    return [
        Task(name, seconds * moves, measure, (name, moves, settings.seed))
        for name, seconds in zip(TRANSPORTS, (0.15, 0.8, 1.0), strict=True)
    ]


def measure(tick: Tick, name: str, moves: int, seed: int) -> Rows:
    """Play with three clients, and time each chosen move to the next seat."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="gitopoly-", ignore_cleanup_errors=True) as where:
        folder = Path(where)
        for seat_name in NAMES:
            bare_repository(folder / f"{seat_name}.git")
        with TRANSPORTS[name](folder) as base, ExitStack() as leaving:
            seats = connected(folder, base, leaving)
            for seconds in sent(seats, moves, seed):
                rows.append({"transport": name, "seconds": round(seconds, 7)})
                tick(len(rows) / moves)
    return {"moves": rows}


def connected(folder: Path, base: str, leaving: ExitStack) -> list[GameDriver]:
    """Three clients of a new game, up to its start; they always leave at the end."""
    invited = tuple(SeatInfo(name, f"{base}/{name}.git") for name in NAMES)
    first = begin_game(folder / NAMES[0], GameFile("formal", invited), KEYS[NAMES[0]])
    leaving.callback(first.close)
    seats = [first]
    deadline = now() + LONGEST_WAIT
    while first.status.published != "everything is published":
        _demand(deadline)
        first.poll(0.01)
    for info in invited[1:]:
        source, key = invited[0].url, KEYS[info.name]
        seats.append(join_game(folder / info.name, info.name, info.url, source, key))
        leaving.callback(seats[-1].close)
    while not all(seat.game.started for seat in seats):
        _demand(deadline)
        for seat in seats:
            seat.poll(0.01)
    return seats


def sent(seats: Sequence[GameDriver], moves: int, seed: int) -> Sequence[float]:
    """Seconds from each chosen move, acknowledged, to the next seat having checked it."""
    samples: list[float] = []
    choosers = [chooser("random", number, seed) for number in range(len(seats))]
    while len(samples) < moves:
        for number, connection in enumerate(seats):
            connection.poll(0.01)
            seat = connection.seat
            assert seat is not None, "all of them play"
            seat.auto_play = AutoPlay(single=False)
            if not seat.choices():
                continue
            event = connection.act(choosers[number](seat))
            started = now()
            other = seats[(number + 1) % len(seats)]
            while event.id not in other.game.log:
                _demand(started + LONGEST_WAIT)
                other.poll(0.2)
            samples.append(now() - started)
    return samples[:moves]


def _demand(deadline: float) -> None:
    if now() > deadline:
        raise TimeoutError(f"a move did not arrive within {LONGEST_WAIT:.0f} seconds")


# What it shows.


def tell(found: SectionResults) -> Sequence[Block]:
    """A box for each way."""
    blocks: list[Block] = [
        method(
            "The document leaves propagation out, because it depends on hosts and networks. The "
            "rest can be measured: three complete clients play on this machine, each with a "
            "repository that the others reach by path, `git daemon` or smart HTTP "
            "(`git http-backend`). The time runs from an acknowledged move to the moment when the "
            "next seat has fetched and fully checked it: background push, polling, fetch and "
            "validation. A network adds its own delays on top, and a remote host is polled every "
            "two seconds at most."
        )
    ]
    rows = []
    for name in TRANSPORTS:
        values = found.values("moves", "seconds", transport=name)
        if not values:
            rows.append([name, *[NOTHING] * 5])
            continue
        numbers = [*(quantile(values, share) for share in (0.5, 0.75, 0.95)), max(values)]
        rows.append([name, count(len(values)), *map(duration, numbers)])
    heads = ["repository", "moves", "median", "75 % within", "95 % within", "slowest"]
    blocks.append(
        DataTable("From a move to another seat's validation", heads, rows, "Not published.")
    )
    if found.table("moves"):
        caption = "From an acknowledged move to its validation by the next seat."
        blocks.insert(1, Picture("propagation", caption, lambda: _draw(found)))
        blocks.append(finding(_seen(found)))
    return blocks


def _measured(found: SectionResults) -> dict[str, list[float]]:
    named = {name: found.values("moves", "seconds", transport=name) for name in TRANSPORTS}
    return {name: values for name, values in named.items() if values}


def _draw(found: SectionResults) -> Any:
    samples = {n: [1000 * v for v in values] for n, values in _measured(found).items()}
    return drawing.boxes(samples, "milliseconds", logarithmic=True)


def _seen(found: SectionResults) -> str:
    slowest = max(max(values) for values in _measured(found).values())
    parts = [f"{median} over {name}" for name, median in _medians(found).items()]
    return (
        f"The median time of a move to the next seat is {listed(parts)}; the slowest of all "
        f"took {duration(slowest)}."
    )


def _medians(found: SectionResults) -> dict[str, str]:
    measured = _measured(found).items()
    return {name: ranged(quantile_estimate(values), duration) for name, values in measured}


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The medians."""
    what = "a move until another seat has checked it"
    text = " / ".join(f"{name} {median}" for name, median in _medians(found).items())
    verdict = BEYOND if text else NOT_MEASURED
    return [Headline(what, "left out", text or NOTHING, verdict)]


SECTION = Section(
    name="reaching",
    title="Propagation of a move",
    replaces="",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
)
