"""Games driven by hypothesis: any legal action, any outcome, on both carriers at once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gitopoly.kernel import (
    BidRange,
    OfferTemplate,
    Rules,
    actors,
    apply,
    chance_outcomes,
    compiled,
    floor,
    format_action,
    from_yaml,
    initial,
    is_legal,
    is_over,
    legal_actions,
    parse_action,
    to_yaml,
    violated_invariants,
)
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from tests.kernel.carriers import compiled_kernel
from tests.kernel.house_options import EVERY

pytestmark = pytest.mark.xdist_group("compiled")

SEATS = ("starting_money_1", "starting_money_3")
"""House rules that ask for seats."""


class Game(RuleBasedStateMachine):
    """One game; subclasses say of which edition."""

    edition = "classic"

    @initialize(players=st.integers(2, 4), data=st.data())
    def start(self, players: int, data: Any) -> None:
        options = {}
        if self.edition == "classic":
            options = {
                "opening_throw": data.draw(st.integers(0, 1)),
                "free_parking_pot": data.draw(st.integers(0, 1)),
                "starting_money": data.draw(st.sampled_from((1500, 400, 5000))),
                "houses": data.draw(st.sampled_from((32, 3))),
            }
            house = data.draw(st.sampled_from(({}, *EVERY.values())))
            options |= {name: value for name, value in house.items() if name not in SEATS}
            if "starting_deeds" in options:
                options["starting_money"] = 1500
        seats = 2 if self.edition == "arena" else players
        self.rules = Rules.of(self.edition, seats, **options)
        self.s = initial(self.rules)
        self.record = compiled.record(self.s)
        self.rules_record = compiled.rules_record(self.rules)
        self.buffer = compiled.record(ActionBuffer())

    @rule(data=st.data())
    def act(self, data: Any) -> None:
        """Somebody does something legal, with some outcome."""
        if is_over(self.s):
            return
        choice = data.draw(st.sampled_from(legal_actions(self.s)))
        code = self._completed(choice, data)
        if not is_legal(self.s, code):
            return
        outcome, _ = data.draw(st.sampled_from(chance_outcomes(self.s, code)))
        assert parse_action(self.s, format_action(self.s, code), a.player_of(code)) == code
        apply(self.s, code, outcome)
        assert compiled_kernel().step(self.record, self.rules_record, code, outcome, True) == 0

    def _completed(self, choice: Any, data: Any) -> int:
        if isinstance(choice, BidRange):
            return choice.bid(data.draw(st.integers(choice.lowest, choice.highest)))
        if isinstance(choice, OfferTemplate):
            deeds = choice.gives + choice.wants
            squares = data.draw(st.sets(st.sampled_from(deeds), max_size=3)) if deeds else set()
            cash = data.draw(st.integers(choice.least_cash, choice.most_cash))
            cards = data.draw(st.sampled_from((0, *choice.cards)))
            return choice.offer(self.s, tuple(squares), cash, cards)
        code: int = choice
        return code

    @invariant()
    def rules_hold(self) -> None:
        """All invariants, on both carriers, which are the same state."""
        if hasattr(self, "s"):
            assert not violated_invariants(self.s)
            assert compiled_kernel().first_violation(self.record, self.rules_record) == -1
            assert compiled.from_record(self.rules, self.record) == self.s

    @invariant()
    def somebody_can_act(self) -> None:
        """Unless the game is over, and both carriers list the same actions."""
        if not hasattr(self, "s") or is_over(self.s):
            return
        assert actors(self.s)
        assert not self.s.is_bankrupt[floor(self.s)]
        count = sum(len(legal_actions(self.s, p)) for p in range(self.rules.num_players))
        listed = 0
        for player in range(self.rules.num_players):
            compiled_kernel().list_actions(self.record, self.rules_record, player, self.buffer)
            listed += int(self.buffer.count)
        assert listed == count

    @invariant()
    def text_form_is_exact(self) -> None:
        """A state survives being written and read."""
        if hasattr(self, "s"):
            assert from_yaml(to_yaml(self.s), self.rules) == self.s


def _machine(name: str, edition_name: str) -> Any:
    machine = type(name, (Game,), {"edition": edition_name})
    case = machine.TestCase
    case.settings = settings(
        max_examples=8,
        stateful_step_count=120,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    return case


TestClassic = pytest.mark.slow(_machine("Classic", "classic"))
TestFormal = pytest.mark.slow(_machine("Formal", "formal"))
TestFormalSmall = _machine("FormalSmall", "formal-small")
TestArena = pytest.mark.slow(_machine("Arena", "arena"))
