"""States in the module's words: every variable, counted as the module counts."""

from __future__ import annotations

import re

from gitopoly.proof.specs.values import differences, variables, written
from gitopoly.proof.suite import find_specs
from gitopoly.rules import Rules, initial
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import BANK, BANKRUPTCY_PREVENTION, DOUBLES_CHECK, FREE_4_ALL

MONOPOLY = find_specs() / "monopoly"


def test_every_variable_of_the_module_has_its_value() -> None:
    table = (MONOPOLY / "Table.tla").read_text(encoding="utf-8")
    declared = table.partition("\nVARIABLES\n")[2].partition("\n\n")[0]
    names = re.findall(r"^    (\w+),?(?: +\\\*.*)?$", declared, re.MULTILINE)
    assert set(variables(initial(Rules.of("formal-small")))) == set(names)
    assert len(names) == 16


def test_the_first_state_counts_from_1() -> None:
    first = variables(initial(Rules.of("formal-small", 2)))
    assert first["positions"] == {1: 1, 2: 1}
    assert first["owner"] == dict.fromkeys((2, 3, 7, 9, 11, 12))
    assert first["level"] == {2: 1, 3: 1}
    assert (first["turnPlayer"], first["phase"]) == (1, "pre-roll")
    assert (first["free4AllOrder"], first["debt"]) == (None, None)


def test_an_empty_order_is_not_the_same_as_none() -> None:
    s = initial(Rules.of("formal-small", 2))
    s.phase = FREE_4_ALL
    assert variables(s)["free4AllOrder"] == ()
    s.free_4_all_order[:2] = [1, 0]
    assert variables(s)["free4AllOrder"] == (2, 1)


def test_a_debt_is_a_record() -> None:
    s = initial(Rules.of("formal-small", 2))
    s.phase, s.debt_count, s.debt_amount[0] = BANKRUPTCY_PREVENTION, 1, 20
    s.debtor[0], s.creditor[0], s.next_phase[0] = 0, BANK, DOUBLES_CHECK
    owed = {"creditor": None, "amount": 20, "nextPhase": "doubles-check"}
    assert variables(s)["debt"] == owed
    assert written(owed) == '[creditor |-> NULL, amount |-> 20, nextPhase |-> "doubles-check"]'


def test_a_difference_lists_only_what_changed() -> None:
    before = initial(Rules.of("formal-small", 3))
    after = before.copy()
    assert differences(before, after) == {}
    after.money[1] += 5
    change_owner(after, after.rules, 1, 2)
    after.bank_money -= 5
    assert differences(before, after) == {"money": {2: 35}, "owner": {2: 3}, "bankMoney": 55}


def test_values_are_written_as_the_module_reads_them() -> None:
    assert written((1, True, None)) == "<<1, TRUE, NULL>>"
    assert written({1: 2, 3: "roll"}) == '(1 :> 2 @@ 3 :> "roll")'
    assert written({}) == "<<>>"
