"""The record of a match as JSON lines, and its replay.

The first line describes the match, the last one its end, and each line in between a call. It
holds all
rolls and cards, so that a replay needs neither the agents nor a seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TextIO

from gitopoly.arena.matches.calls import (
    BSMT_METHODS,
    JUNK,
    NO_ANSWER,
    AgentFault,
    ResourceLimits,
)
from gitopoly.arena.matches.draws import Draws
from gitopoly.arena.matches.history import View
from gitopoly.arena.matches.match import ArenaMatch
from gitopoly.arena.matches.table import arena_rules
from gitopoly.errors import InvalidMatch, InvalidOutcome
from gitopoly.isolation.mistakes import printable

FORMAT = 1
KINDS = ("match", "call", "end")


class Recorder:
    """Writes the calls of a match to a stream, one line each."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.calls = 0
        self.spent = [0.0, 0.0]
        """Seconds that each agent took in this match."""
        self._pending: dict[str, Any] | None = None
        self._faults: list[list[str]] = []

    def begin(self, agents: tuple[str, str], seed: int | None) -> None:
        """The first line of a match."""
        self.calls = 0
        self.spent = [0.0, 0.0]
        self._pending = None
        self._faults = []
        self._write({"kind": "match", "format": FORMAT, "agents": list(agents), "seed": seed})

    def called(self, seat: int, method: str, view: View, answer: Any, seconds: float) -> None:
        """The line of a call; held back for a fault that shows when the answer is used."""
        self._flush()
        line: dict[str, Any] = {"kind": "call", "call": self.calls, "seat": seat, "method": method}
        line["state"] = view
        if answer is not NO_ANSWER:
            line["answer"] = answer
        line["seconds"] = round(seconds, 6)
        self._pending = line
        self.calls += 1
        self.spent[seat - 1] += seconds

    def faulted(self, fault: AgentFault) -> None:
        """Note a fault of the current call."""
        if self._pending is not None and fault.call > self._pending["call"]:
            self._flush()
        self._faults.append([fault.kind, fault.detail])

    def end(self, winner: int, match: ArenaMatch, view: View) -> None:
        """The last line of a match: the result, and all dice and cards."""
        self._flush()
        draws = match.draws
        self._write(
            {
                "kind": "end",
                "winner": winner,
                "state": view,
                "dice": draws.rolled,
                "chance": draws.decks[0].drawn,
                "community_chest": draws.decks[1].drawn,
                "spent": [round(seconds, 6) for seconds in self.spent],
            }
        )

    def _flush(self) -> None:
        if self._pending is not None:
            if self._faults:
                self._pending["faults"] = self._faults
            self._write(self._pending)
            self._pending, self._faults = None, []

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, separators=(",", ":")) + "\n")


@dataclass
class MatchRecord:
    """One match, read from its lines."""

    agents: tuple[str, str]
    calls: list[dict[str, Any]]
    end: dict[str, Any]


@dataclass(frozen=True)
class Replayed:
    """The result of a replay."""

    winner: int
    state: tuple[Any, ...]
    calls: int
    difference: str
    """The first call, or the end, that differs from the record; empty if none does."""


def read_records(lines: Iterable[str], name: str = "record") -> Iterator[MatchRecord]:
    """The matches of a file; raises `InvalidMatch` if it is not a record."""
    calls: list[dict[str, Any]] | None = None
    agents = ("", "")
    for number, text in enumerate(lines, 1):
        line = _parsed(text, f"{name}, line {number}")
        if line["kind"] == "match":
            if line.get("format") != FORMAT:
                raise InvalidMatch(f"{name}, line {number}: expected format {FORMAT}")
            agents, calls = _agents(line, f"{name}, line {number}"), []
        elif calls is None:
            raise InvalidMatch(f"{name}, line {number}: a match must start with its first line")
        elif line["kind"] == "call":
            calls.append(line)
        else:
            yield MatchRecord(agents, calls, line)
            calls = None
    if calls is not None:
        raise InvalidMatch(f"{name}: the last match has no end; the file was cut short")


def _agents(line: dict[str, Any], where: str) -> tuple[str, str]:
    match line.get("agents"):
        case [str(first), str(second)]:
            return printable(first), printable(second)
    raise InvalidMatch(f"{where}: agents must be the names of two bots")


def _parsed(text: str, where: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidMatch(f"{where}: this is not valid JSON") from None
    if not isinstance(line, dict) or line.get("kind") not in KINDS:
        raise InvalidMatch(f"{where}: expected a line of kind {', '.join(KINDS)}")
    return line


class _Script:
    """Answers every call from the record."""

    def __init__(self, replay: _Comparison) -> None:
        self._replay = replay

    def __getattr__(self, method: str) -> Any:
        return lambda state: self._replay.answer(method)


class _Comparison:
    """Compares each call with the record; both a recorder and the source of answers."""

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.place = 0
        self.difference = ""

    def answer(self, method: str) -> Any:
        if self.place >= len(self.record.calls):
            return NO_ANSWER
        line = self.record.calls[self.place]
        if _was_junk(line):  # also where later versions would understand it
            return NO_ANSWER
        return line.get("answer", NO_ANSWER)

    def called(self, seat: int, method: str, view: View, answer: Any, seconds: float) -> None:
        if not self.difference:
            now = {"seat": seat, "method": method, "state": _jsonlike(view)}
            if self.place >= len(self.record.calls):
                self.difference = f"call {self.place} is not in the record"
            else:
                line = self.record.calls[self.place]
                for key, value in now.items():
                    if line.get(key) != value and not _same_question(key, value, line.get(key)):
                        told = f"call {self.place}: {key} is {value!r}, recorded {line.get(key)!r}"
                        self.difference = told
                        break
        self.place += 1

    def faulted(self, fault: AgentFault) -> None:
        """Ignore faults: they belong to the agents, which a replay does not have."""


def _was_junk(line: dict[str, Any]) -> bool:
    """Whether an answer was not understood when it was recorded."""
    faults = line.get("faults")
    return isinstance(faults, list) and any(
        isinstance(fault, list) and fault[:1] == [JUNK] for fault in faults
    )


def _same_question(key: str, now: Any, recorded: Any) -> bool:
    """Whether two methods are the same question, such as the two spellings of BSMT."""
    return key == "method" and now in BSMT_METHODS and recorded in BSMT_METHODS


def replay(record: MatchRecord) -> Replayed:
    """Replay a recorded match and compare calls, states and end up to the first difference."""
    comparison = _Comparison(record)
    end = record.end
    try:
        draws = Draws(
            0,
            end.get("dice"),
            end.get("chance"),
            end.get("community_chest"),
            arena_rules().jail_card,
        )
    except InvalidOutcome as error:
        raise InvalidMatch(f"the record's dice or cards are invalid: {error}") from None
    agents = (_Script(comparison), _Script(comparison))
    match = ArenaMatch(agents, draws, ResourceLimits(), comparison)
    winner, view = match.play()
    difference = comparison.difference
    if not difference and comparison.place < len(record.calls):
        difference = f"the record continues after call {comparison.place - 1}"
    if not difference and [winner, _jsonlike(view)] != [end.get("winner"), end.get("state")]:
        difference = f"the end is {winner}, {view!r}, recorded {end.get('winner')!r}"
    return Replayed(winner, view, comparison.place, difference)


def _jsonlike(view: View) -> Any:
    return json.loads(json.dumps(view))
