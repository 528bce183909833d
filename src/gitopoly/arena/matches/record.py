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
    RecordedCall,
    ResourceLimits,
)
from gitopoly.arena.matches.draws import Draws
from gitopoly.arena.matches.history import TRADE_PHASE, View
from gitopoly.arena.matches.match import ArenaMatch, new_match
from gitopoly.arena.matches.table import arena_rules
from gitopoly.errors import InvalidMatch, InvalidOutcome, printable

FORMAT = 1
KINDS = ("match", "call", "end")
AT_ONCE = 100
"""Lines that are written together."""


class Recorder:
    """Writes the calls of a match to a stream, one line each."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.calls = 0
        """Number of calls written."""
        self.spent = [0.0, 0.0]
        """Seconds that each agent took in this match."""
        self._waiting: list[RecordedCall] = []
        """Calls that are not yet written: all together are faster, and a fault may show late."""
        self.called = self._waiting.append
        self._faults: dict[int, list[list[str]]] = {}
        """What went wrong in which of them."""
        self._statuses: tuple[int, ...] = ()
        self._statuses_text = ""

    def begin(self, agents: tuple[str, str], seed: int | None) -> None:
        """The first line of a match."""
        self.calls = 0
        self.spent = [0.0, 0.0]
        self._waiting.clear()
        self._faults.clear()
        self._write({"kind": "match", "format": FORMAT, "agents": list(agents), "seed": seed})

    def faulted(self, fault: AgentFault) -> None:
        """Note a fault, of the last call or of one that is still going on."""
        self._faults.setdefault(max(fault.call, 0), []).append([fault.kind, fault.detail])

    def flush(self) -> None:
        """Write all calls so far."""
        for start in range(0, len(self._waiting), AT_ONCE):
            self._write_calls(self._waiting[start : start + AT_ONCE])
        self._waiting.clear()

    def _write_calls(self, calls: list[RecordedCall]) -> None:
        lines: list[str] = []
        faults, spent = self._faults, self.spent
        last: View = ()
        text = ""
        for number, (seat, method, view, answer, seconds) in enumerate(calls, self.calls):
            if view is not last:
                last, text = view, self._text_of(view)
            if answer is None:
                told = ',"answer":null'
            elif answer is NO_ANSWER:
                told = ""
            else:
                told = f',"answer":{answer if type(answer) is int else _json(answer)}'
            spent[seat - 1] += seconds
            micros = int(seconds * 1e6 + 0.5)
            time = _SECONDS[micros] if micros < 1000 else f"{seconds:.6f}"
            if number in faults:
                time += f',"faults":{_json(faults[number])}'
            lines.append(
                f'{{"kind":"call","call":{number},"seat":{seat},"method":"{method}",'
                f'"state":{text}{told},"seconds":{time}}}\n'
            )
        self.calls += len(calls)
        self.stream.write("".join(lines))

    def end(self, winner: int, match: ArenaMatch, view: View) -> None:
        """The last line of a match: the result, and all dice and cards."""
        self.flush()
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

    def _text_of(self, view: View) -> str:
        """A state as JSON; its statuses seldom change, and its payload is one of a few."""
        turn, statuses, (one, other), (first, second), phase, payload, (a, b, c, d) = view
        if statuses is not self._statuses:
            self._statuses, self._statuses_text = statuses, _numbers(statuses)
        told = "[]" if payload == () else _payload_text(phase, payload)
        return (
            f"[{turn},{self._statuses_text},[{one},{other}],[{first},{second}],{phase},"
            f"{told},[{a},{b},{c},{d}]]"
        )

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(_json(line) + "\n")


_SECONDS = tuple(f"{micros / 1e6:.6f}" for micros in range(1000))
"""Times of less than a millisecond as text, because formatting one is slow."""
_encode = json.JSONEncoder(separators=(",", ":")).encode


def _json(value: Any) -> str:
    if value is True:
        return "true"
    return "false" if value is False else _encode(value)


def _numbers(values: tuple[int, ...]) -> str:
    """Whole numbers as JSON; many times as fast as a general encoder."""
    return f"[{','.join(map(str, values))}]"


_payloads: dict[tuple[int, Any], str] = {}
"""Payloads as JSON, by their phase: a boolean of one phase equals a number of another."""


def _payload_text(phase: int, payload: Any) -> str:
    if phase == TRADE_PHASE:
        return _json(payload)  # has lists, and there are too many of them
    text = _payloads.get((phase, payload))
    if text is None:
        text = _payloads[phase, payload] = _json(payload)
    return text


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

    def called(self, call: RecordedCall) -> None:
        seat, method, view, _, _ = call
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
    match = new_match(agents, draws, ResourceLimits(), comparison)
    winner, view = match.play()
    difference = comparison.difference
    if not difference and comparison.place < len(record.calls):
        difference = f"the record continues after call {comparison.place - 1}"
    if not difference and [winner, _jsonlike(view)] != [end.get("winner"), end.get("state")]:
        difference = f"the end is {winner}, {view!r}, recorded {end.get('winner')!r}"
    return Replayed(winner, view, comparison.place, difference)


def _jsonlike(view: View) -> Any:
    return json.loads(json.dumps(view))
