"""Random behaviours of bounded length, counting how often each action happens."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gitopoly.bots import playout
from gitopoly.bots.simulation import PROGRESS
from gitopoly.bots.strong import compiled_kernel
from gitopoly.kernel import Rules, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import NAMES as ACTION_NAMES
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.invariants import NAMES as INVARIANT_NAMES
from gitopoly.kernel.randomness import seeded
from gitopoly.kernel.story import tell

ENDLESS = 1 << 60
UNIFORM = [0] * MOST_PLAYERS
"""The policy `random` for every seat: all legal actions are equally likely."""


@dataclass
class Behaviours:
    """The results of some random behaviours."""

    engine: str
    count: int = 0
    terminated: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    violation: str = ""
    """Name of the invariant that failed in the last behaviour, if one did."""


def steps_to_compile() -> list[Callable[[], None]]:
    """The compile steps left before the compiled engine can run behaviours."""
    return list(compiled_kernel().steps("play_on", "restart"))


def run_behaviours(
    rules: Rules, depth: int, seed: int, go_on: Callable[[Behaviours], bool], engine: str
) -> Behaviours:
    """Run behaviours of at most `depth` actions while `go_on` returns true, or until one fails."""
    found = Behaviours(engine)
    run = _compiled if engine == "compiled" else _interpreted
    for status, tally in run(rules, depth, seed):
        found.count += 1
        found.terminated += status == playout.TERMINATED
        if status == playout.VIOLATED:
            found.violation = INVARIANT_NAMES[int(tally.violation)]
        elif status == playout.STUCK:
            found.violation = PROGRESS
        if found.violation or not go_on(found):
            break
    found.actions.update(dict(zip(ACTION_NAMES, map(int, tally.kinds), strict=False)))
    return found


def tell_behaviour(rules: Rules, depth: int, seed: int, number: int) -> list[str]:
    """One behaviour in words, a sentence for each action."""
    s, tally = initial(rules), playout.PlayoutTally()
    generator, buffer = seeded(seed, number), ActionBuffer()
    lines = []
    for _ in range(depth):
        before, actions = s.copy(), tally.actions
        status = playout.play_on(s, rules, UNIFORM, generator, buffer, ENDLESS, 1, True, tally)
        if tally.actions > actions:
            lines.append(tell(before, tally.last_action, tally.last_outcome, s))
        if status != playout.INTERRUPTED:
            break
    return lines


def _interpreted(rules: Rules, depth: int, seed: int) -> Iterator[tuple[int, Any]]:
    """Statuses of behaviours, and the tally of all so far."""
    tally, buffer = playout.PlayoutTally(), ActionBuffer()
    for number in itertools.count():
        s = initial(rules)
        generator = seeded(seed, number)
        status = playout.play_on(s, rules, UNIFORM, generator, buffer, ENDLESS, depth, True, tally)
        yield status, tally


def _compiled(rules: Rules, depth: int, seed: int) -> Iterator[tuple[int, Any]]:
    """The same on the compiled kernel."""
    from gitopoly.kernel import compiled

    play_on, restart = compiled_kernel().play_on, compiled_kernel().restart
    states = compiled.records(initial(rules), 2)
    table, policies = compiled.rules_record(rules), compiled.numbers(UNIFORM)
    generator, buffer = compiled.record(seeded(seed)), compiled.record(ActionBuffer())
    tally = compiled.record(playout.PlayoutTally())
    s = states[1]
    for number in itertools.count():
        states[1] = states[0]
        restart(generator, seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, number)
        status = play_on(s, table, policies, generator, buffer, ENDLESS, depth, True, tally)
        yield int(status), tally
