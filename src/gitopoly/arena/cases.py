"""Test cases: agents, dice and cards, and the expected state.

A Python file holds functions that take an adjudicator and return whether they pass, as the
agents' document shows. A YAML or JSON file holds the same as data.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from gitopoly.arena.adjudicator import Adjudicator
from gitopoly.arena.agents.roster import parse_bot, players
from gitopoly.arena.matches.mistakes import OWN, told
from gitopoly.arena.tournaments.series import FixedOutcomes, play_game
from gitopoly.errors import GitopolyError, InvalidMatch
from gitopoly.stopping import insist, pass_on

KEYS = {"name", "agents", "dice", "chance", "community_chest", "seed", "expect"}
EXPECTATIONS = ("winner", "turn", "properties", "positions", "cash", "state")


@dataclass(frozen=True)
class CaseVerdict:
    """The result of one case."""

    name: str
    complaint: str
    """Why it failed or was not run; empty if it passed."""
    ran: bool = True
    """Whether it was run at all."""

    @property
    def passes(self) -> bool:
        """Whether all was as expected."""
        return self.ran and not self.complaint

    @property
    def fails(self) -> bool:
        """Whether something was not as expected."""
        return self.ran and bool(self.complaint)


def run_cases(path: Path) -> Iterator[CaseVerdict]:
    """Run every case of a file; raises `InvalidMatch` if there is none."""
    if not path.is_file():
        raise InvalidMatch(f"there is no file {str(path)!r}")
    verdicts = _of_python(path) if path.suffix == ".py" else _of_data(path)
    found = False
    for verdict in verdicts:
        found = found or verdict.ran
        yield verdict
    if not found:
        raise InvalidMatch(f"{path.name} contains no cases; see `gitopoly arena test --help`")


def _of_python(path: Path) -> Iterator[CaseVerdict]:
    """Every function whose name begins with `test`; one argument is an adjudicator."""
    # Files written for the document import the adjudicator under this name.
    sys.modules.setdefault("adjudicator", _module_with_adjudicator())
    for name, function, needed in _functions(_run_file(path)):
        if needed == 1:
            yield CaseVerdict(name, _complaint_of(function))
        else:
            why = f"not run: it takes {needed} arguments; a test takes only an adjudicator"
            yield CaseVerdict(name, why, ran=False)


def _module_with_adjudicator() -> ModuleType:
    module = ModuleType("adjudicator")
    module.__dict__["Adjudicator"] = Adjudicator
    return module


def _run_file(path: Path) -> dict[str, Any]:
    sys.path.insert(0, str(path.resolve().parent))
    names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), names)
    except OWN as error:
        pass_on(error)
        raise InvalidMatch(f"{path.name} cannot be run: {told(error)}") from None
    return names


def _functions(names: dict[str, Any]) -> Iterator[tuple[str, Callable[[Adjudicator], Any], int]]:
    """The functions of a file that look like tests, and how many arguments each needs."""
    for name, value in names.items():
        if name.startswith("test") and inspect.isfunction(value):
            needed = [
                parameter
                for parameter in inspect.signature(value).parameters.values()
                if parameter.default is parameter.empty
            ]
            yield name, value, len(needed)


def _complaint_of(function: Callable[[Adjudicator], Any]) -> str:
    """A test fails by returning False or raising; one that returns nothing passes."""
    try:
        agrees = function(Adjudicator())
    except OWN as error:
        pass_on(error)
        return told(error)
    insist()
    return "" if agrees is None or agrees else f"returned {agrees!r}"


def _of_data(path: Path) -> Iterator[CaseVerdict]:
    import yaml

    try:
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, ValueError, RecursionError):  # a number may be too long to parse
        raise InvalidMatch(f"{path.name} is neither Python nor YAML nor JSON") from None
    if isinstance(cases, dict):
        cases = cases.get("cases", [cases])
    if not isinstance(cases, list):
        raise InvalidMatch(f"{path.name}: expected a list of cases")
    for number, case in enumerate(cases, 1):
        where = f"{path.name}, case {number}"
        if not isinstance(case, dict) or not {"agents", "expect"} <= set(case) <= KEYS:
            raise InvalidMatch(f"{where}: expected the keys {', '.join(sorted(KEYS))}")
        yield CaseVerdict(
            str(case.get("name", f"case {number}")), run_case(case, path.parent, where)
        )


def run_case(case: dict[str, Any], folder: Path, where: str) -> str:
    """Play one case; return the differences, or an empty string."""
    agents, expected = case["agents"], case["expect"]
    if not isinstance(agents, list) or len(agents) != 2:
        raise InvalidMatch(f"{where}: agents must be two bots")
    if not isinstance(expected, dict) or not set(expected) <= set(EXPECTATIONS):
        raise InvalidMatch(f"{where}: expect may have {', '.join(EXPECTATIONS)}")
    if not expected or expected.get("properties") == {}:
        raise InvalidMatch(f"{where}: it expects nothing, so it cannot fail")
    seed = case.get("seed", 0)
    if type(seed) is not int or seed < 0:
        raise InvalidMatch(f"{where}: the seed must be a whole number")
    fixed = FixedOutcomes(case.get("dice"), case.get("chance"), case.get("community_chest"))
    try:
        bots = [parse_bot(_beside(str(agent), folder)) for agent in agents]
        with players((bots[0], bots[1])) as pair:
            game = play_game(pair, 0, seed, (seed, seed + 1), fixed=fixed)
    except GitopolyError as error:
        raise InvalidMatch(f"{where}: {error}") from None
    return "; ".join(_differences(expected, game.winner, game.state))


def _beside(agent: str, folder: Path) -> str:
    """A path in a file of cases is relative to that file's folder."""
    beside = folder / agent
    return str(beside) if agent.endswith(".py") and beside.is_file() else agent


def _differences(expected: dict[str, Any], winner: int, state: tuple[Any, ...]) -> Iterator[str]:
    real: dict[str, Any] = {
        "winner": winner,
        "turn": state[0],
        "positions": list(state[2]),
        "cash": list(state[3]),
        "state": _as_lists(state),
    }
    for key, value in expected.items():
        if key == "properties" and isinstance(value, dict):
            for square, status in value.items():
                known = isinstance(square, (int, str)) and str(square).isdigit()
                now = state[1][int(square)] if known and int(square) < 42 else None
                if now != status:
                    yield f"property {square} is {now}, expected {status}"
        elif key == "properties":
            if _as_lists(value) != list(state[1]):
                yield f"properties are {list(state[1])}, expected {value}"
        elif _as_lists(value) != real[key]:
            yield f"{key} is {real[key]}, expected {value}"


def _as_lists(value: Any) -> Any:
    return [_as_lists(part) for part in value] if isinstance(value, (list, tuple)) else value
