"""The first positions of a state space: all their steps, compiled and interpreted."""

from __future__ import annotations

import pytest

from gitopoly.engine.native import NativeEngine
from gitopoly.rules import Rules, State, actors, chance_outcomes, initial, legal_actions
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.record import packed
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.step import list_actions, step
from tests.engine.carriers import CHECKED

PENNILESS = {
    "starting_money": 0,
    "total_money": 0,
    "dice_max": 2,
    "jail_fine": 1,
    "base_rail_rent": 5,
    "pass_go_reward": 1,
}
"""The constants of the model MCMonopolyPenniless."""


def successors(s: State, engine: NativeEngine) -> list[State]:
    """The positions that follow, after both carriers agreed on them."""
    found = []
    for player in actors(s):
        codes = [int(code) for code in legal_actions(s, player)]  # type: ignore[call-overload]
        buffer = ActionBuffer()
        engine.call(list_actions, s.copy(), s.rules, player, buffer)
        assert buffer.actions[: buffer.count] == codes
        for code in codes:
            for outcome, _ in chance_outcomes(s, code):
                after, other = s.copy(), s.copy()
                assert step(after, s.rules, code, outcome, True) == LEGAL
                assert engine.call(step, other, s.rules, code, outcome, True) == LEGAL
                assert other == after
                found.append(after)
    return found


def steps_compared(rules: Rules, most: int) -> int:
    """Leave `most` positions, breadth first, by every step; how many steps these were."""
    engine = NativeEngine(CHECKED)
    waiting = [initial(rules)]
    seen = {bytes(packed(waiting[0]))}
    steps = 0
    for position in waiting:  # grows meanwhile
        for after in successors(position, engine):
            steps += 1
            held = bytes(packed(after))
            if held not in seen and len(seen) < most:
                seen.add(held)
                waiting.append(after)
    assert len(seen) == most
    return steps


def test_the_first_positions_of_a_game_are_the_same() -> None:
    assert steps_compared(Rules.of("formal-small", 2, **PENNILESS), 400) > 400


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_many_positions_are_left_by_the_same_steps(players: int) -> None:
    assert steps_compared(Rules.of("formal-small", players), 60_000) > 60_000
