"""Packed positions: every state of a walk comes back whole, and what does not fit is refused."""

from __future__ import annotations

import random

import pytest

from gitopoly.kernel import Rules, State, initial
from gitopoly.verify.native.stories import steps_from
from gitopoly.verify.specs.model_config import native_search
from gitopoly.verify.suite import load_suite
from gitopoly.verify.translated.digits import digits_of
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.structures import gpu_table, processor_table
from gitopoly.verify.translated.threads import ThreadExplorer

pytestmark = pytest.mark.xdist_group("compiled")

SUITE = load_suite()
SEARCH = native_search(SUITE, SUITE["MCMonopolyPenniless"])
ASKED = native_search(SUITE, SUITE["MCMonopolyThree"]).asked


def walk(rules: Rules, steps: int) -> list[State]:
    """States of some random games."""
    chosen = random.Random(1)
    found = [initial(rules)]
    while len(found) < steps:
        following = [after for _, _, after in steps_from(found[-1])]
        found.append(chosen.choice(following) if following else initial(rules))
    return found


def test_a_packed_state_comes_back_whole() -> None:
    explorer = ThreadExplorer(SEARCH.rules, SEARCH.asked)
    seen = set()
    for state in walk(SEARCH.rules, 400):
        state.turns = 0
        position = explorer.pack(state)
        assert position is not None
        assert explorer.unpack(position) == state
        seen.add((position.x, position.y))
    assert len(seen) > 100


@pytest.mark.parametrize(
    ("field", "value"),
    [("phase", 99), ("doubles_count", 3), ("pot", 1), ("goojf_ch_owner", 2), ("debt_count", 2)],
)
def test_a_value_out_of_range_has_no_number(field: str, value: int) -> None:
    state = initial(SEARCH.rules)
    setattr(state, field, value)
    assert ThreadExplorer(SEARCH.rules, SEARCH.asked).pack(state) is None


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("money", 0, -1),
        ("money", 1, 1),
        ("jail_time", 0, 1),
        ("in_jail", 1, 1),
        ("positions", 0, 13),
        ("owner", 0, 0),
        ("owner", 1, 2),
        ("level", 39, 1),
        ("creditor", 0, 1),
        ("bid", 3, 5),
    ],
)
def test_an_element_out_of_range_has_no_number(field: str, index: int, value: int) -> None:
    """Nobody has money here; time is served in jail only, and jail is on its square."""
    state = initial(SEARCH.rules)
    getattr(state, field)[index] = value
    assert ThreadExplorer(SEARCH.rules, SEARCH.asked).pack(state) is None


@pytest.mark.parametrize("money", [1, 2, 16, 151])
def test_the_money_of_two_players_fills_a_folded_triangle(money: int) -> None:
    rules = Rules.of("formal-small", 2, starting_money=0, total_money=money)
    digit = next(d for d in digits_of(rules, ASKED) if d.fields[0][0] == "money")
    pairs = [(a, b) for a in range(money + 1) for b in range(money + 1 - a)]
    width = money + 2
    values = {
        a * width + b if a <= money // 2 else (money - a) * width + money + 1 - b for a, b in pairs
    }
    assert len(values) == len(pairs)
    assert max(values) < digit.radix <= len(pairs) + width


def test_slots_are_wide_only_where_eight_bytes_do_not_suffice() -> None:
    rich = PositionCode(Rules.of("formal-small", 3), ASKED)
    assert processor_table(rich, 1 << 20)[1]
    assert not gpu_table(rich, 12_000_000_000)[1]
    poor = PositionCode(SEARCH.rules, SEARCH.asked)
    assert not processor_table(poor, 1 << 20)[1]
