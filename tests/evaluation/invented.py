"""Rows as each section would find them, invented: for tests of what is told about them."""

from __future__ import annotations

import json
from pathlib import Path

from gitopoly.evaluation import published
from gitopoly.evaluation.sections.engines import START
from gitopoly.evaluation.sections.lengths import PLAYERS
from gitopoly.evaluation.sections.order import SECTIONS
from gitopoly.evaluation.sections.publishing import BACKGROUND, WAITING
from gitopoly.evaluation.sections.verifying import LOADED
from gitopoly.evaluation.servers import TRANSPORTS
from gitopoly.evaluation.study import Row, Rows, SectionResults, Settings, StudyStore

QUICK = Settings(quick=True, games=3)
POLICIES = ("random", "sensible")


def acting(seconds: float = 0.002, growth: float = 0.0) -> Rows:
    """Writes that take so long, and a game in which they cost so much more after each entry."""
    writes: list[Row] = [
        {
            "policy": policy,
            "game": 0,
            "entry": entry,
            "kind": ("RollAndMove", "EndTurn", "Reveal")[entry % 3],
            "action": entry % 3 < 2,
            # Some entries are a little slower, or all quantiles would be the same.
            "seconds": seconds * (1 + entry % 7 / 100),
        }
        for policy in POLICIES
        for entry in range(300)
    ]
    old: list[Row] = [{"policy": "random", "entry": n, "seconds": 0.05} for n in range(20)]
    followed: list[Row] = [
        {
            "policy": policy,
            "entry": entry,
            "kind": ("RollAndMove", "EndTurn", "Reveal")[entry % 3],
            # The machine becomes slower, which is not the program's fault.
            "processor_seconds": 0.001 * (1 + growth * entry) * (1 + entry / 100),
            "loop_seconds": 0.0002 * (1 + entry / 100),
        }
        for policy in POLICIES
        for entry in range(300)
    ]
    return {"writes": writes, "published_way": old, "long": followed}


def games() -> Rows:
    """Two games of each policy, cut off early."""
    played: list[Row] = [
        {
            "policy": policy,
            "game": game,
            "ended": False,
            "turns": 50,
            "commits": 1000,
            "kilobytes": 600.0 + game,
            "state_bytes": 3000,
            "seconds": 4.0,
            "refusals": "",
        }
        for policy in POLICIES
        for game in range(2)
    ]
    return {"games": played}


def auctions() -> Rows:
    """The published counts for the first two modules, and what was last seen of the third."""
    found: Rows = {"runs": [], "progress": [], "actions": [], "seen": []}
    for module in ("Auction1", "Auction2"):
        old = published.progress(module)[0]
        found["runs"].append(
            {
                "model": f"MC{module}",
                "engine": "tlc",
                "result": "holds",
                "found": old.found,
                "distinct": old.distinct,
                "depth": old.diameter,
                "queue": 0,
                "initial": 125,
                "initial_distinct": 35,
                "seconds": 4.5,
                "differences": "",
            }
        )
        for action, (generated, distinct) in published.taken(module).items():
            right = 26273 if action == "A2Pass" else generated
            row: Row = {"model": f"MC{module}", "action": action}
            found["actions"].append({**row, "found": right, "distinct": distinct})
    found["seen"].append(
        {
            "model": "MCAuction3",
            "found": 8496284,
            "distinct": 836326,
            "depth": 57,
            "seconds": 700.0,
            "when": "2020-02-02",
            "expected_actions": json.dumps({"A3Init": [125, 125]}),
        }
    )
    return found


def exploring() -> Rows:
    """Three levels of the native engine, and both engines on a model."""
    progress: list[Row] = [
        {
            "model": "native",
            "seconds": float(depth),
            "depth": depth,
            "found": 10**depth * 200_000,
            "distinct": 10**depth * 100_000,
            "queue": 10**depth,
        }
        for depth in (1, 2, 3)
    ]
    end: Row = {"engine": "native", "violates": "", "bytes_per_state": 20.5, "seconds": 3.5}
    return {"progress": progress, "ends": [end]}


def engines(runs: int = 1) -> Rows:
    """Both engines on a model, so many times each."""
    common: Row = {"model": "MCMonopolyPenniless", "result": "holds", "distinct": 44880}
    rows: list[Row] = [
        {**common, "engine": START, "distinct": 14, "seconds": 2.0, "processor_seconds": 2.0},
        {**common, "engine": "tlc", "seconds": 10.0, "processor_seconds": 15.0},
        {**common, "engine": "native", "seconds": 0.1, "processor_seconds": 0.2},
    ]
    return {"engines": rows * runs}


def behaviours() -> Rows:
    """Every action once more than the one before."""
    names = [name for name in published.behaviours() if name != "Init"]
    run: Row = {"engine": "compiled", "behaviours": 10, "terminated": 4, "violation": ""}
    return {
        "kernel": [{**run, "steps": 5000, "seconds": 5.0}],
        "steps": [{"action": name, "steps": n} for n, name in enumerate(names, 1)],
        "actions": [{"model": "SIMMonopoly", "action": n, "found": 7} for n in names],
        "runs": [{"model": "SIMMonopoly", "differences": ""}],
    }


def implementation() -> Rows:
    """All games end, one after very long."""
    common: Row = {"ended": True, "actions": 5000, "violation": ""}
    return {
        "memory": [
            {"policy": policy, "game": game, "turns": 90_000 if game == 0 else 300, **common}
            for policy in POLICIES
            for game in range(100)
        ]
    }


def publishing(waits: float = 0.05, background: float = 0.002) -> Rows:
    """The same for each way to reach a repository."""
    return {
        "writes": [
            {"transport": name, "mode": mode, "seconds": seconds * (1 + n / 100)}
            for name in TRANSPORTS
            for mode, seconds in ((WAITING, waits), (BACKGROUND, background))
            for n in range(10)
        ]
    }


def reaching() -> Rows:
    """Ever slower ways."""
    return {
        "moves": [
            {"transport": name, "seconds": place * 0.1 + n / 1000}
            for place, name in enumerate(TRANSPORTS, 1)
            for n in range(10)
        ]
    }


def verifying(growth: float = 0.0) -> Rows:
    """An audit whose entries become dearer by so much with each."""
    rows: list[Row] = []
    seconds = 0.0
    for entries in range(0, 2001, 50):
        rows.append(
            {
                "entries": entries,
                "seconds": 2 * seconds,
                "processor_seconds": seconds,
                "memory": 50_000_000 + 8000 * entries,
            }
        )
        seconds += 50 * 0.001 * (1 + growth * entries)
    rows[-1]["holds"] = True
    return {"audit": rows, "memory": [{"what": what, "bytes": 60_000_000} for what in LOADED]}


def lengths() -> Rows:
    """A quarter of the games is broken off."""
    return {
        "games": [
            {
                "edition": edition,
                "policy": policy,
                "game": game,
                "ended": game % 4 > 0,
                "turns": 1000 if game % 4 == 0 else 100 + game,
                "actions": 4000 if policy == "random" else 2000,
            }
            for edition in PLAYERS
            for policy in POLICIES
            for game in range(20)
        ]
    }


ROWS = {
    "acting": acting,
    "games": games,
    "auctions": auctions,
    "exploring": exploring,
    "engines": engines,
    "behaviours": behaviours,
    "implementation": implementation,
    "publishing": publishing,
    "reaching": reaching,
    "verifying": verifying,
    "lengths": lengths,
}


def found(
    section: str, rows: Rows | None = None, settings: Settings = QUICK, *, idle: bool = True
) -> SectionResults:
    """What a section would have found, on a machine with nothing or something else to do."""
    rows = ROWS[section]() if rows is None else rows
    work = [0.1 if idle else 0.9]
    return SectionResults(
        settings, rows, {"a task": 1.5}, complete=True, load=[0.5, 1.5], other_work=work
    )


def whole_study(folder: Path) -> StudyStore:
    """The folder of a study in which all sections are complete."""
    store = StudyStore(folder, QUICK, resume=False)
    store.note(machine={"cores": "2", "Python": "CPython"}, begun="2020-02-02 10:00 UTC")
    for section in SECTIONS:
        store.save(section.name, found(section.name))
    return store


def told(blocks: object) -> str:
    """All words of some blocks."""
    return repr(blocks)
