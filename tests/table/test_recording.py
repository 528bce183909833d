"""What happened is recorded once: each side asks a rule once and carries it out once."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import pytest

from gitopoly.peers import Act
from gitopoly.peers.trade import ANSWERS
from gitopoly.rules import State, Taken, actions as a, step as rules_step, to_yaml
from gitopoly.table.events import Event
from gitopoly.table.seat import Seat
from gitopoly.web.log_lines import line_of
from tests.table.tables import Table, act_at_random, choose_at_random

ENTRIES = 250


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often rules were asked and carried out, by whatever module."""
    counted: Counter[str] = Counter()
    run = rules_step.step

    def counting(s: State, rules: object, code: int, outcome: int, act: bool) -> int:
        counted["done" if act else "asked"] += 1
        return run(s, rules, code, outcome, act)  # type: ignore[arg-type]

    for name, module in list(sys.modules.items()):
        if name.startswith("gitopoly.") and vars(module).get("step") is run:
            monkeypatch.setattr(module, "step", counting)
    return counted


def asks(seat: Seat, event: Event) -> int:
    """How often the author of an entry and each of the others asks the rules about it."""
    move = seat.game.fold.move(event.id)
    return int(isinstance(move, Act) and a.kind_of(move.action) not in ANSWERS)


@pytest.mark.parametrize("dice", ["seeded", "joint"])
def test_a_move_runs_its_rule_once_on_each_side(runs: Counter[str], dice: str) -> None:
    table = Table(3, "classic", dice=dice, options={"opening_throw": 0}).start()
    random = Random(dice)
    entries = done = 0
    while entries < ENTRIES:
        for seat in table.seats:
            move = seat.next_automatic_move()
            code = None if move else choose_at_random(seat, random)
            if move is None and code is None:
                continue
            runs.clear()
            event = seat.write(move) if code is None else seat.act(code)
            line_of(seat.game, event)  # for the page
            expected = {"done": len(event.steps), "asked": asks(seat, event)}
            assert runs == Counter(expected), event
            entries, done = entries + 1, done + len(event.steps)
            for driver in table.drivers:
                if driver.seat is not seat:
                    runs.clear()
                    (heard,) = driver.hear(among=[seat.name])
                    line_of(driver.game, heard)
                    assert runs == Counter(expected), heard
                    assert heard.sentence == event.sentence
    assert done > ENTRIES / 3


def test_a_recorded_step_is_never_changed() -> None:
    table = Table(3, "classic", options={"opening_throw": 0}).start()
    random, recorded = Random(4), list[tuple[Taken, str, str]]()
    for _ in range(200):
        for driver in table.drivers:
            events = driver.advance()
            if driver.seat is not None and (acted := act_at_random(driver.seat, random)):
                events.append(acted)
            for event in events:
                for step in event.steps:
                    recorded.append((step, to_yaml(step.before), to_yaml(step.after)))
    assert len(recorded) > 300
    for step, before, after in recorded:
        assert to_yaml(step.before) == before
        assert to_yaml(step.after) == after
        assert before != after
