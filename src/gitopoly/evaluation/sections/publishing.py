"""The time saved by pushing in the background, which the document announces but never gives."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gitopoly.evaluation.reports import drawing
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, Picture, finding, method
from gitopoly.evaluation.reports.wording import NOTHING, count, duration, listed, ranged
from gitopoly.evaluation.seats import NAMES, ThreeSeats, Write
from gitopoly.evaluation.servers import TRANSPORTS, bare_repository
from gitopoly.evaluation.study import Row, Rows, Section, SectionResults, Settings, Task, Tick, now
from gitopoly.evaluation.verdicts import NOT_MEASURED, judge
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.ledger.transports.remote import Remote, transport
from gitopoly.measurements.spread import Estimate, difference, quantile_estimate
from gitopoly.peers import Move
from gitopoly.table.events import Event
from gitopoly.table.seat import Seat

WAITING = "waits for the push"
BACKGROUND = "pushes in the background"
LAST_PUSH = 60.0


def tasks(settings: Settings) -> list[Task]:
    """One game for each way to reach a repository and each way to push."""
    actions = settings.pick(30, 300)
    seconds = {"local path": 0.03, "git daemon": 0.12, "smart HTTP": 0.2}
    return [
        Task(
            f"{name}, {mode}",
            actions * seconds[name],
            measure,
            (name, mode, actions, settings.seed),
        )
        for name in TRANSPORTS
        for mode in (WAITING, BACKGROUND)
    ]


def measure(tick: Tick, name: str, mode: str, actions: int, seed: int) -> Rows:
    """Time a seat's entries until it may continue."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="gitopoly-", ignore_cleanup_errors=True) as where:
        folder = Path(where)
        bare_repository(folder / "origin.git")
        pushing: list[Callable[[], object]] = []

        def around(seat: Seat, write: Write, move: Move) -> Event:
            if seat.number != 0 or not pushing:
                return write(move)
            started = now()
            event = write(move)
            pushing[0]()
            seconds = round(now() - started, 7)
            rows.append({"transport": name, "mode": mode, "seconds": seconds})
            return event

        with (
            TRANSPORTS[name](folder) as base,
            ThreeSeats(folder / "game", around, durable=1) as seats,
        ):
            store = seats.seats[0].game.store
            assert isinstance(store, GitStore)
            url = f"{base}/origin.git"
            publisher = Publisher(store.own, Remote("ann", url)) if mode == BACKGROUND else None
            pushing.append(publisher.wake if publisher else _push(store.own, url))
            for _ in seats.rounds("random", seed):
                tick(min(0.99, len(rows) / actions))
                if len(rows) >= actions:
                    break
            if publisher and not publisher.close(LAST_PUSH):
                raise RuntimeError(f"not everything was published: {publisher.status}")
    return {"writes": rows[:actions]}


def _push(own: OwnRepository, url: str) -> Callable[[], object]:
    link = transport(url, own.base)
    return lambda: link.push(own)


# What it shows.


def _median(found: SectionResults, name: str, mode: str) -> Estimate | None:
    values = found.values("writes", "seconds", transport=name, mode=mode)
    return quantile_estimate(values) if values else None


def saved(found: SectionResults, name: str) -> Estimate | None:
    """What a seat gains per entry, by medians."""
    waits, background = (_median(found, name, mode) for mode in (WAITING, BACKGROUND))
    return difference(waits, background) if waits and background else None


def tell(found: SectionResults) -> Sequence[Block]:
    """Both ways to push, for each way to reach the repository."""
    blocks: list[Block] = [
        method(
            "The introduction of chapter 5 announces the time saved by asynchronous pushing, but "
            "no figure for it is printed. Here one of three seats writes its entries of a game, "
            "each durable, and either waits until its push has arrived or leaves it to the "
            "publisher, which is a thread of the same process. The time runs until the seat may "
            "continue. All servers are on this machine: network delays would be saved as well."
        )
    ]
    rows = []
    for name in TRANSPORTS:
        medians = [_median(found, name, mode) for mode in (WAITING, BACKGROUND)]
        shown = [
            ranged(each, duration) if each else NOTHING for each in (*medians, saved(found, name))
        ]
        rows.append([name, *shown, "announced, not given"])
    heads = ["repository", "waits", "in the background", "saved each time", "published"]
    blocks.append(DataTable("An entry until its seat may continue, medians (95 %)", heads, rows))
    if found.table("writes"):
        caption = "An entry until its seat may continue; the axis is logarithmic."
        blocks.insert(1, Picture("publishing", caption, lambda: _draw(found)))
        blocks.append(finding(_seen(found)))
    return blocks


def _draw(found: SectionResults) -> Any:
    samples = {
        f"{name}, {'waits' if mode == WAITING else 'background'}": [
            1000 * v for v in found.values("writes", "seconds", transport=name, mode=mode)
        ]
        for name in TRANSPORTS
        for mode in (WAITING, BACKGROUND)
    }
    filled = {name: values for name, values in samples.items() if values}
    return drawing.boxes(filled, "milliseconds", logarithmic=True)


def _seen(found: SectionResults) -> str:
    gains = {name: gain for name in TRANSPORTS if (gain := saved(found, name)) is not None}
    if not gains:
        return "Only one of the two ways has been measured."
    parts = [f"{ranged(gain, duration)} over {name}" for name, gain in gains.items()]
    most = max(gains, key=lambda name: gains[name].value)
    commits = 3000
    return (
        f"Pushing in the background saves a seat {listed(parts)} with each entry: "
        f"{_verdict(found, gains)}. In a game of {count(commits)} commits by three seats, that is "
        f"{duration(gains[most].value * commits / len(NAMES))} for each of them over {most}."
    )


def _verdict(found: SectionResults, gains: dict[str, Estimate]) -> str:
    """What holds for every way to reach a repository."""
    words = {judge(gain, 0.0, "does not save", "saves", idle=found.idle) for gain in gains.values()}
    return words.pop() if len(words) == 1 else "does not always save"


def headlines(found: SectionResults) -> Sequence[Headline]:
    """The gain for each way to reach a repository."""
    gains = {name: gain for name in TRANSPORTS if (gain := saved(found, name)) is not None}
    what = "saved by pushing in the background"
    if not gains:
        return [Headline(what, "announced, not given", NOTHING, NOT_MEASURED)]
    text = " / ".join(f"{name} {ranged(gain, duration)}" for name, gain in gains.items())
    return [Headline(what, "announced, not given", text, _verdict(found, gains))]


SECTION = Section(
    name="publishing",
    title="Pushing in the background",
    replaces="announced in chapter 5, never given",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
)
