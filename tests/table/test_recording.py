"""What happened is recorded once: each side asks a rule once and carries it out once."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from gitopoly.kernel import State, to_yaml
from gitopoly.kernel import transition
from gitopoly.protocols import Act
from gitopoly.protocols.position import Step
from gitopoly.table.seat import Seat
from gitopoly.web.tale import line_of
from tests.table.tables import Table, act_at_random, fetch


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often rules were asked and carried out, by whatever module."""
    counted: Counter[str] = Counter()
    run = transition.step

    def counting(s: State, rules: object, code: int, outcome: int, act: bool) -> int:
        counted["done" if act else "asked"] += 1
        return run(s, rules, code, outcome, act)  # type: ignore[arg-type]

    for name, module in list(sys.modules.items()):
        if name.startswith("gitopoly") and getattr(module, "step", None) is run:
            monkeypatch.setattr(module, "step", counting)
    return counted
