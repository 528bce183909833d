"""The first positions of a state space: all their steps, translated and interpreted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gitopoly.kernel import Rules, State, actors, chance_outcomes, initial, legal_actions
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.refusals import LEGAL
from gitopoly.kernel.transition import step
from gitopoly.translation.native import CHECKED, translated
from gitopoly.translation.records import from_record, record, structure_of

PENNILESS = {
    "starting_money": 0,
    "total_money": 0,
    "dice_max": 2,
    "jail_fine": 1,
    "base_rail_rent": 5,
    "pass_go_reward": 1,
}
"""The constants of the model MCMonopolyPenniless."""


class Explorer:
    """Takes every step on both carriers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.given = record(rules)
        self.buffer = record(ActionBuffer())
        self.functions = translated(step, list_actions, flags=CHECKED)

    def listed(self, position: bytes, player: int) -> list[int]:
        """The legal actions of a player, by the translated rules."""
        s = structure_of(State).from_buffer_copy(position)
        self.functions.list_actions(s, self.given, player, self.buffer)
        return list(self.buffer.actions[: self.buffer.count])

    def successors(self, position: bytes) -> Iterator[bytes]:
        """The positions that follow, after both carriers agreed on them."""
        plain = from_record(self.rules, structure_of(State).from_buffer_copy(position))
        for player in actors(plain):
            codes = [int(code) for code in legal_actions(plain, player)]  # type: ignore[call-overload]
            assert self.listed(position, player) == codes
            for code in codes:
                for outcome, _ in chance_outcomes(plain, code):
                    after = plain.copy()
                    assert step(after, self.rules, code, outcome, True) == LEGAL
                    s = structure_of(State).from_buffer_copy(position)
                    assert self.functions.step(s, self.given, code, outcome, True) == LEGAL
                    assert bytes(s) == bytes(record(after))
                    yield bytes(s)


def steps_compared(rules: Rules, most: int) -> int:
    """Leave `most` positions, breadth first, by every step; how many steps these were."""
    explorer = Explorer(rules)
    waiting = [bytes(record(initial(rules)))]
    seen = set(waiting)
    steps = 0
    for position in waiting:  # grows meanwhile
        for after in explorer.successors(position):
            steps += 1
            if after not in seen and len(seen) < most:
                seen.add(after)
                waiting.append(after)
    assert len(seen) == most
    return steps


def test_the_first_positions_of_a_game_are_the_same() -> None:
    assert steps_compared(Rules.of("formal-small", 2, **PENNILESS), 400) > 400


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_many_positions_are_left_by_the_same_steps(players: int) -> None:
    assert steps_compared(Rules.of("formal-small", players), 60_000) > 60_000
