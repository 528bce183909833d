"""Parses TLC's `-tool` output: messages between two lines that carry their code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

KILLED = "Java ended before TLC had a result: it was killed, or found no memory"
"""What is said of a run that printed nothing."""


class CheckResult(Enum):
    """How a run ended."""

    HOLDS = "holds"
    """Everything checked holds in every state explored."""
    INVARIANT = "invariant"
    """A reachable state violates an invariant."""
    STEP = "step"
    """An action property, for example a refined module, does not allow a step."""
    LIVENESS = "liveness"
    """A behaviour violates a liveness property."""
    DEADLOCK = "deadlock"
    """A reachable state has no successor."""
    NOTHING = "nothing"
    """Nothing was checked, or there was no state to check."""
    ERROR = "error"
    """TLC could not finish: an error in a module or a model, or out of memory."""


@dataclass(frozen=True)
class CounterexampleState:
    """One state of a counterexample and the action that led to it."""

    number: int
    action: str
    """Name of the action, `Init` for the first state."""
    state: dict[str, str]
    """Variables and their values, as TLC writes them."""


@dataclass(frozen=True)
class ActionCount:
    """How often an action was taken."""

    generated: int
    distinct: int
    """How many of these states were new; depends on the order of exploration."""

    def __add__(self, other: ActionCount) -> ActionCount:
        return ActionCount(self.generated + other.generated, self.distinct + other.distinct)


NEVER_TAKEN = ActionCount(0, 0)


@dataclass(frozen=True)
class Progress:
    """How far a run has got."""

    depth: int
    generated: int
    distinct: int
    queue: int


@dataclass
class CheckRun:
    """What a run of TLC found."""

    result: CheckResult = CheckResult.ERROR
    violated: str | None = None
    """The invariant or action property that fails, where TLC names it."""
    generated: int = 0
    distinct: int = 0
    queue: int = 0
    """States still to be explored when the run ended."""
    depth: int = 0
    invariants: int = 0
    """How many invariants were checked."""
    properties: int = 0
    """How many properties were checked."""
    initial: tuple[int, int] = (0, 0)
    """Initial states: generated and distinct."""
    actions: dict[str, ActionCount] = field(default_factory=dict)
    """Per action, when coverage was requested."""
    branches: dict[tuple[str, str], ActionCount] = field(default_factory=dict)
    """Per action and branch; the native engine only."""
    levels: list[tuple[int, int]] = field(default_factory=list)
    """States generated and distinct up to each depth; the native engine only."""
    never: tuple[str, ...] = ()
    """Expressions never reached (`action: place`), when coverage was requested."""
    trace: tuple[CounterexampleState, ...] = ()
    """The counterexample."""
    printed: tuple[str, ...] = ()
    """What the module itself printed."""
    loop: int | None = None
    """The state to which the counterexample keeps returning (its last one if it stops there)."""
    message: str = ""
    """Why there is no result."""
    lost_trace: bool = False
    """TLC crashed while it printed a counterexample; another run may print it."""
    ended: int | None = None
    """States in which the game is over, where a run counts them."""
    stuck: int | None = None
    """States in which nobody can move although the game is not over."""
    odds: float | None = None
    """The odds of a fingerprint collision, where a run reports them."""
    bytes_per_state: float | None = None
    """Memory in use at the end; the native engine only."""
    seconds: float = 0.0

    def note_asked(self, invariants: int, properties: int) -> None:
        """Record what was checked; a run that checked nothing has shown nothing."""
        self.invariants, self.properties = invariants, properties
        if self.result is CheckResult.HOLDS and not (invariants + properties and self.generated):
            self.result = CheckResult.NOTHING

    @property
    def story(self) -> tuple[str, ...]:
        """The counterexample as a list of actions."""
        return tuple(step.action for step in self.trace)


BREACHES = {
    2107: CheckResult.INVARIANT,  # in an initial state
    2110: CheckResult.INVARIANT,
    2112: CheckResult.STEP,
    2113: CheckResult.STEP,  # in an initial state
    2114: CheckResult.DEADLOCK,
    2116: CheckResult.LIVENESS,
}
FINISHED, SIMULATION_PROGRESS, PROGRESS = 2193, 2209, 2200
INITIAL_STATES = (2190, 2191)  # all distinct, or not
TOTALS, DEPTH, STATE, STUTTERING, BACK_TO_STATE = 2199, 2194, 2217, 2218, 2122
COVERAGE_START, COVERAGE_VALUE, COVERAGE_ACTION = 2201, 2221, 2772
COVERAGE_PROPERTY = 2774
ERROR_SEVERITY = 1

_START = re.compile(r"^@!@!@STARTMSG (\d+):(\d+) @!@!@$")
_END = re.compile(r"^@!@!@ENDMSG (\d+) @!@!@$")
_PROGRESS = re.compile(
    r"Progress\((-?\d+)\).*?: ([\d,]+) states generated"
    r".*?, (-?[\d,]+) distinct.*?, (-?[\d,]+) states left"
)
_TOTALS = re.compile(r"(\d+) states generated, (\d+) distinct states found, (\d+) states left")
_ODDS = re.compile(r"calculated \(optimistic\):\s+val = ([\d.]+(?:E-?\d+)?)")
_INITIAL = re.compile(r"(\d+) (?:distinct )?states? generated(?:, with (\d+) of them distinct)?")
_NAMED = re.compile(r"(?:Invariant|Action property) (\w+) (?:is|of)")
_STATE = re.compile(r"^(\d+): <(.+?)(?: line .*)?>$")
_ACTION = re.compile(r"^<(\w+) line .*>: (\d+):(\d+)$")
_ROUTINE = ("Parsing file", "Semantic processing")
_EXPRESSION = re.compile(r"^\s*\|*(line .*): (\d+)$")


@dataclass(frozen=True)
class Message:
    """One message of TLC; code 0 is text outside any message."""

    code: int
    severity: int
    text: str


def messages(lines: Iterable[str]) -> Iterator[Message]:
    """Split TLC's output into messages; a message inside another comes first."""
    open_messages: list[tuple[int, int, list[str]]] = []
    for line in lines:
        line = line.rstrip("\n")
        start = _START.search(
            line[line.find("@!@!@STARTMSG") :] if "@!@!@STARTMSG" in line else line
        )
        if start:
            open_messages.append((int(start[1]), int(start[2]), []))
        elif _END.match(line) and open_messages:
            code, severity, body = open_messages.pop()
            yield Message(code, severity, "\n".join(body))
        elif open_messages:
            open_messages[-1][2].append(line)
        else:
            yield Message(0, 0, line)


def progress(message: Message) -> Progress | None:
    """The progress that a message reports, if it does."""
    found = (
        _PROGRESS.search(message.text) if message.code in (PROGRESS, SIMULATION_PROGRESS) else None
    )
    return Progress(*(int(number.replace(",", "")) for number in found.groups())) if found else None


class Reader:
    """Collects messages into a `CheckRun`."""

    def __init__(self) -> None:
        self.run = CheckRun()
        self._steps: list[CounterexampleState] = []
        self._expressions: dict[str, int] = {}
        self._action: str | None = None
        self._finished = False
        self._breached = False
        self._errors: list[str] = []
        self._text: list[str] = []

    def read(self, message: Message) -> None:
        """Take one message in."""
        code, text = message.code, message.text
        if now := progress(message):
            self._read_progress(now, simulation=code == SIMULATION_PROGRESS)
        elif code in BREACHES:
            self._read_breach(BREACHES[code], text)
        elif code == FINISHED:
            self._finished = True
            if found := _ODDS.search(text):
                self.run.odds = float(found[1])
        elif code == TOTALS and (found := _TOTALS.search(text)):
            self.run.generated, self.run.distinct, self.run.queue = map(int, found.groups())
        elif code in INITIAL_STATES and (found := _INITIAL.search(text)):
            self.run.initial = int(found[1]), int(found[2] or found[1])
        elif code == STATE:
            self._read_state(text)
        elif code == STUTTERING:
            self.run.loop = len(self._steps)
        elif code == BACK_TO_STATE and (found := re.search(r"(\d+)", text)):
            self.run.loop = int(found[1])
        elif COVERAGE_ACTION <= code <= COVERAGE_PROPERTY or code in (
            COVERAGE_START,
            COVERAGE_VALUE,
        ):
            self._read_coverage(code, text)
        elif message.severity == ERROR_SEVERITY:
            self._errors.append(text.strip())
        elif code == 0:
            self._text.append(text)

    def finish(self, seconds: float, simulation: bool = False) -> CheckRun:
        """The run, once all messages are in."""
        run = self.run
        run.seconds = seconds
        run.trace = tuple(self._steps)
        run.printed = tuple(line for line in self._text if not line.startswith(_ROUTINE))
        run.never = tuple(sorted(place for place, count in self._expressions.items() if count == 0))
        # Seen with Java 25 in one of ten runs: TLC reads its own file beyond its end.
        run.lost_trace = self._breached and not self._steps and bool(self._errors)
        if run.lost_trace:
            run.result = CheckResult.ERROR
        elif not self._breached:
            clean = self._finished or (simulation and run.generated > 0)
            run.result = CheckResult.HOLDS if clean and not self._errors else CheckResult.ERROR
        if run.result is CheckResult.ERROR:
            run.message = self._explain()
        return run

    def _read_progress(self, now: Progress, simulation: bool) -> None:
        if simulation:
            self.run.generated = now.generated
        else:
            self.run.depth = now.depth

    def _read_breach(self, result: CheckResult, text: str) -> None:
        named = _NAMED.search(text)
        self._breached = True
        self.run.result = result
        self.run.violated = named[1] if named else None

    def _read_state(self, text: str) -> None:
        head, _, body = text.partition("\n")
        found = _STATE.match(head)
        if not found:
            return
        action = "Init" if found[2] == "Initial predicate" else found[2]
        self._steps.append(CounterexampleState(int(found[1]), action, _variables(body)))

    def _read_coverage(self, code: int, text: str) -> None:
        if code == COVERAGE_START:  # a later report replaces an earlier one
            self.run.actions.clear()
            self._expressions.clear()
        elif code == COVERAGE_VALUE:
            found = _EXPRESSION.match(text)
            if found and self._action:
                place = f"{self._action}: {found[1]}"
                self._expressions[place] = max(int(found[2]), self._expressions.get(place, 0))
        else:
            found = _ACTION.match(text)
            self._action = found[1] if found and code == COVERAGE_ACTION else None
            if found:
                self._add(found[1], int(found[3]), int(found[2]))

    def _add(self, action: str, generated: int, distinct: int) -> None:
        before = self.run.actions.get(action, ActionCount(0, 0))
        self.run.actions[action] = ActionCount(
            before.generated + generated, before.distinct + distinct
        )

    def _explain(self) -> str:
        notes = [line for line in self._text if line.strip() and not line.startswith(_ROUTINE)]
        return "\n".join([*self._errors[:1], *notes])[:2000] or KILLED


def _variables(body: str) -> dict[str, str]:
    """Variables of a printed state; a value may span lines."""
    parts = re.split(r"^(?:/\\ )?(\w+) = ", body.strip(), flags=re.MULTILINE)
    return {name: value.strip() for name, value in zip(parts[1::2], parts[2::2], strict=True)}
