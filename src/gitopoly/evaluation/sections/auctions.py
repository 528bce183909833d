"""Tables 5.1 to 5.6: the auction in three refinements, checked with TLC."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gitopoly.evaluation import published
from gitopoly.evaluation.models import NEEDS_TLC, last_seen, run_model
from gitopoly.evaluation.reports.blocks import Block, DataTable, Headline, finding, method, note
from gitopoly.evaluation.reports.wording import NOTHING, clock, count, duration, listed
from gitopoly.evaluation.study import Row, Section, SectionResults, Settings, Task
from gitopoly.evaluation.verdicts import NOT_MEASURED

MODULES = {"Auction1": (5.1, 5.2), "Auction2": (5.3, 5.4), "Auction3": (5.5, 5.6)}
"""Each module and the numbers of its two tables."""
LONG = "MCAuction3"
SMALL = "MCAuction3Small"
"""The same module with one coin each: a quick study runs this instead of the long model."""


def tasks(settings: Settings) -> list[Task]:
    """The published runs; a quick study skips the long one and shows its last result."""
    names = ["MCAuction1", "MCAuction2", settings.pick(SMALL, LONG)]
    seconds = settings.pick([8, 14, 6], [8, 14, 800])
    found = [Task(n, s, run_model, (n,)) for n, s in zip(names, seconds, strict=True)]
    if settings.quick:
        found.append(Task(f"last seen of {LONG}", 0.1, last_seen, (LONG,)))
    return found


def tell(found: SectionResults) -> Sequence[Block]:
    """Two tables for each module, published and measured side by side."""
    blocks: list[Block] = [
        method(
            "TLC 2.15 checks the three published models as given in the specifications' "
            "manifest: three participants as a symmetry set and four coins. `Auction1` must keep "
            "agreement, validity and integrity and terminate, `Auction2` must refine it, and "
            "`Auction3`, on append-only logs, must refine that. One worker is used, so that "
            "counts are reproducible; the published runs had eight."
        )
    ]
    for module, (first, second) in MODULES.items():
        blocks.append(_progress_table(found, module, first))
        blocks.append(_action_table(found, module, second))
    if found.table("runs"):
        blocks.append(finding(_seen(found)))
    if _seen_row(found, "Auction3"):
        blocks.append(note(_caution(found)))
    return blocks


def _run(found: SectionResults, module: str) -> Row | None:
    rows = found.table("runs", model=f"MC{module}")
    return rows[0] if rows else None


def _seen_row(found: SectionResults, module: str) -> Row | None:
    rows = found.table("seen", model=f"MC{module}")
    return None if _run(found, module) or not rows else rows[0]


def _progress_table(found: SectionResults, module: str, number: float) -> DataTable:
    rows = [
        ["published", row.time, *map(count, (row.diameter, row.found, row.distinct, row.queue))]
        for row in published.progress(module)
    ]
    remark = ""
    if run := _run(found, module):
        rows.append(_line("measured here", run))
        parts = found.table("progress", model=f"MC{module}")
        on_the_way = [part for part in parts if _int(part["found"]) < _int(run["found"])]
        rows += [_line("measured here", part) for part in on_the_way[-2:][::-1]]
        first = "measured here", "00:00:00", "0", count(_int(run["initial"]))
        distinct = count(_int(run["initial_distinct"]))
        rows.append([*first, distinct, distinct])
    elif kept := _seen_row(found, module):
        when = str(kept["when"])
        name = f"last seen, {when}" if when else "manifest expects"
        rows.append(_line(name, {**kept, "queue": 0}))
        remark = _not_run(when)
    else:
        rows.append(["measured here", *[NOTHING] * 5])
    heads = ["", "time", "diameter", "states found", "distinct", "queue"]
    return DataTable(f"State space of `{module}` (table {number})", heads, rows, remark)


def _line(name: str, row: Row) -> list[str]:
    seconds = row["seconds"]
    shown = clock(float(seconds)) if isinstance(seconds, int | float) else NOTHING
    numbers = (row["depth"], row["found"], row["distinct"], row["queue"])
    return [name, shown, *(count(_int(number)) for number in numbers)]


def _int(value: object) -> int:
    return int(value) if isinstance(value, int | float) else 0


def _not_run(when: str) -> str:
    source = f"from the last check on this machine, on {when}" if when else "from the manifest"
    return f"Not run in this study: the numbers are {source}."


def _action_table(found: SectionResults, module: str, number: float) -> DataTable:
    ours: dict[str, tuple[int, int]] = {
        str(row["action"]): (_int(row["found"]), _int(row["distinct"]))
        for row in found.table("actions", model=f"MC{module}")
    }
    kept = _seen_row(found, module)
    remark = ""
    if kept:
        ours = {k: (a, b) for k, (a, b) in json.loads(str(kept["expected_actions"])).items()}
        remark = "Not run in this study: the numbers here are those of the manifest."
    rows = []
    for action, (a, b) in published.taken(module).items():
        mine = ours.get(action)
        shown = [count(mine[0]), count(mine[1])] if mine else [NOTHING, NOTHING]
        rows.append([f"`{action}`", count(a), shown[0], count(b), shown[1]])
    source = "manifest" if kept else "here"
    heads = ["action", "found, published", f"found, {source}"]
    heads += ["distinct, published", f"distinct, {source}"]
    return DataTable(f"Actions taken in `{module}` (table {number})", heads, rows, remark)


def agreement(found: SectionResults) -> dict[str, bool]:
    """Whether totals and depth of each module that was run match the published ones."""
    result = {}
    for module in MODULES:
        if run := _run(found, module):
            old = published.progress(module)[0]
            mine = (_int(run["found"]), _int(run["distinct"]), _int(run["depth"]))
            result[module] = mine == (old.found, old.distinct, old.diameter)
    return result


def _seen(found: SectionResults) -> str:
    same = agreement(found)
    sentences = []
    if agreeing := [f"`{module}`" for module, equal in same.items() if equal]:
        sentences.append(
            f"States found, distinct states and diameter of {listed(agreeing)} match the published "
            "ones exactly, and every property holds."
        )
    if differing := [f"`{module}`" for module, equal in same.items() if not equal]:
        sentences.append(f"The counts of {listed(differing)} differ from the published ones.")
    for module in same:
        run = _run(found, module)
        assert run is not None, "it has just been looked up"
        old = published.progress(module)[0]
        sentences.append(
            f"`{module}` took {duration(float(run['seconds'] or 0))}, start of Java included, with "
            f"one worker; the published {duration(old.seconds)} are those of eight on another "
            "machine."
        )
    wrong = [
        action
        for module in same
        for action, (number, _) in published.taken(module).items()
        for row in found.table("actions", model=f"MC{module}", action=action)
        if row["found"] != number
    ]
    if "A2Pass" in wrong:
        sentences.append(
            "`A2Pass` is printed as 26,723 states found; only with the 26,273 that TLC counts "
            "here do the printed rows add up to the printed total."
        )
    sentences.append(
        "How many states are new to an action depends on the order of exploration, and so may "
        "differ between one worker and eight."
    )
    return " ".join(sentences)


def _caution(found: SectionResults) -> str:
    small = found.table("runs", model=SMALL)
    text = f"`{LONG}` takes many minutes and was left out of this quick study. "
    if small:
        row = small[0]
        text += (
            f"Instead TLC checked the same module with one coin each (`{SMALL}`): "
            f"{count(_int(row['distinct']))} distinct states to depth {row['depth']}, and "
            f"{'every property holds' if row['result'] == 'holds' else 'a property fails'}."
        )
    return text


def headlines(found: SectionResults) -> Sequence[Headline]:
    """Whether the counts are the published ones."""
    same = agreement(found)
    lines = []
    for module in MODULES:
        old = published.progress(module)[0]
        text = f"{count(old.distinct)} distinct states"
        if module in same:
            run = _run(found, module)
            mine = f"{count(_int(run['distinct']) if run else None)} distinct states"
            verdict = "the same" if same[module] else "differs"
        elif kept := _seen_row(found, module):
            source = "last seen" if kept["when"] else "manifest"
            mine, verdict = f"{source}: {count(_int(kept['distinct']))}", "not run here"
        else:
            mine, verdict = NOTHING, NOT_MEASURED
        lines.append(Headline(f"TLC on {module}", text, mine, verdict))
    return lines


def faults(found: SectionResults) -> Sequence[str]:
    """Models whose result differs from the manifest."""
    return [
        f"{row['model']}: {row['differences']}" for row in found.table("runs") if row["differences"]
    ]


SECTION = Section(
    name="auctions",
    title="The auction protocol under TLC",
    replaces="section 5.1.1.2, tables 5.1 to 5.6",
    tasks=tasks,
    tell=tell,
    headlines=headlines,
    faults=faults,
    needs=NEEDS_TLC,
)
