"""Games driven by hypothesis: any legal action, any outcome, and what must hold in between."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    Rules,
    actions as a,
    actors,
    apply,
    chance_outcomes,
    floor,
    format_action,
    initial,
    is_legal,
    is_over,
    legal_actions,
    parse_action,
    violated_invariants,
)
from tests.rules.house_options import EVERY

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

    def _completed(self, choice: Any, data: Any) -> int:
        if isinstance(choice, AmountRange):
            return choice.of(data.draw(st.integers(choice.lowest, choice.highest)))
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
        """All invariants."""
        if hasattr(self, "s"):
            assert not violated_invariants(self.s)

    @invariant()
    def somebody_can_act(self) -> None:
        """Unless the game is over."""
        if not hasattr(self, "s") or is_over(self.s):
            return
        assert actors(self.s)
        assert not self.s.is_bankrupt[floor(self.s)]


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
