"""Every promise of the specification has a check, which holds in play and can fail."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.actions import END_PRE_ROLL, action
from gitopoly.kernel.codes import NOBODY, ROLL
from gitopoly.kernel.invariants import NAMES
from gitopoly.kernel.sets import renew_sets
from gitopoly.kernel.transition import step
from gitopoly.verify.native.promise_table import PROMISES, name_of_promise, promises_named
from gitopoly.verify.native.promises import (
    FIRST_OF_KERNEL,
    KERNEL,
    OF_THE_KERNEL,
    PROGRESS,
    cards_ok,
    first_broken,
)
from gitopoly.verify.suite import find_specs

PROMISED = (find_specs() / "monopoly" / "Promises.tla").read_text(encoding="utf-8")
ALL = promises_named(PROMISES)
STREET = 1


def a_position(**options: int) -> State:
    """The first position of the small edition."""
    return initial(Rules.of("formal-small", 2, **options))


def broken(s: State, asked: int = ALL) -> str | None:
    """The name of the first promise that a position breaks."""
    number = first_broken(s, s.rules, asked)
    return None if number == NOBODY else name_of_promise(number)


def overdraw(s: State) -> None:
    s.money[0] = -1


def ruin_with_money(s: State) -> None:
    s.is_bankrupt[1] = 1


def ruin_the_turn_player(s: State) -> None:
    s.is_bankrupt[0] = 1
    s.bank_money += s.money[0]
    s.money[0] = 0


def owe_the_dead(s: State) -> None:
    ruin_the_turn_player(s)
    s.turn_player = 1
    s.debt_count, s.debtor[0], s.creditor[0], s.debt_amount[0] = 1, 1, 0, 1


def print_money(s: State) -> None:
    s.bank_money += 1


def build_wildly(s: State) -> None:
    s.level[STREET] = 2
    renew_sets(s, s.rules)


def owe_in_pre_roll(s: State) -> None:
    s.debt_count, s.debtor[0], s.creditor[0], s.debt_amount[0] = 1, 0, 1, 1


def build_on_nobody_s_street(s: State) -> None:
    s.level[STREET] = 1
    renew_sets(s, s.rules)


def walk_out(s: State) -> None:
    s.in_jail[0] = 1


def miss_for_the_third_time(s: State) -> None:
    """With the published defect, who can pay the fine can only throw doubles."""
    s.rules = Rules.of("formal-small", 2, defect_third_miss_impossible=1)
    s.phase, s.in_jail[0], s.jail_time[0] = ROLL, 1, 2
    s.positions[0] = s.rules.jail_index


def build_beside_a_mortgage(s: State) -> None:
    group = s.rules.group[STREET]
    first, second = (i for i in range(s.rules.board_length) if s.rules.group[i] == group)
    s.owner[first] = s.owner[second] = 0
    s.level[first], s.mortgaged[second] = 1, 1
    renew_sets(s, s.rules)


def keep_the_order(s: State) -> None:
    s.free_4_all_order[0] = 1


BREACHES: dict[str, Callable[[State], None]] = {
    "TypeOK": overdraw,
    "InvNoPossessionsIfBankrupt": ruin_with_money,
    "InvNoActionsPossibleIfBankrupt": ruin_the_turn_player,
    "InvNoDebtToBankruptPlayer": owe_the_dead,
    "InvConservationOfMoney": print_money,
    "InvStreetLevelRange": build_wildly,
    "InvDebtOnlyWhileOwed": owe_in_pre_roll,
    "InvBuildingsOnOwnedGroups": build_on_nobody_s_street,
    "InvJail": walk_out,
    "InvDiceAreFree": miss_for_the_third_time,
    "InvNoBuildingBesideMortgage": build_beside_a_mortgage,
    "InvIdleFields": keep_the_order,
}


def test_the_table_has_every_invariant_of_the_specification_and_no_other() -> None:
    assert re.findall(r"(?m)^(TypeOK|Inv\w+) ==", PROMISED) == list(PROMISES)
    assert [promise.bit for promise in PROMISES.values()] == [1 << i for i in range(len(PROMISES))]


def test_every_promise_but_progress_has_a_breach_here() -> None:
    assert [*BREACHES, "InvProgress"] == [
        *[n for n in PROMISES if n != "InvProgress"],
        "InvProgress",
    ]


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_found_where_it_is_asked_for_and_only_there(name: str) -> None:
    s = a_position()
    assert broken(s) is None
    BREACHES[name](s)
    bit = promises_named([name])
    assert broken(s, bit) == name
    check: Any = PROMISES[name].check
    assert not check(s, s.rules)
    assert broken(s, 0) is None


@pytest.mark.parametrize("name", sorted(set(BREACHES) - {"TypeOK", "InvNoPossessionsIfBankrupt"}))
def test_a_model_that_asks_for_the_type_alone_is_not_told_of_others(name: str) -> None:
    s = a_position()
    BREACHES[name](s)
    assert broken(s, promises_named(["TypeOK"])) is None


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        *(("money", 0, 151), ("positions", 1, 13), ("jail_time", 0, 3), ("in_jail", 1, 2)),
        *(("is_bankrupt", 0, -1), ("owner", STREET, 2), ("mortgaged", STREET, 2)),
        *(("level", STREET, 6), ("level", STREET, -1), ("free_4_all_order", 0, 2)),
    ],
)
def test_the_type_covers_every_row(field: str, index: int, value: int) -> None:
    s = a_position()
    getattr(s, field)[index] = value
    assert broken(s, promises_named(["TypeOK"])) == "TypeOK"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("turn_player", 2), ("phase", -1), ("doubles_count", 3), ("bank_money", -1)),
        *(("goojf_ch_owner", 2), ("goojf_cc_owner", -2), ("debt_count", 2)),
    ],
)
def test_the_type_covers_every_number(field: str, value: int) -> None:
    s = a_position()
    setattr(s, field, value)
    assert broken(s, promises_named(["TypeOK"])) == "TypeOK"


def test_the_type_covers_the_order_and_the_debt() -> None:
    twice, debt = a_position(), a_position()
    twice.free_4_all_order[:2] = [1, 1]
    assert broken(twice, promises_named(["TypeOK"])) == "TypeOK"
    debt.debt_count, debt.creditor[0] = 1, 2
    assert broken(debt, promises_named(["TypeOK"])) == "TypeOK"


def test_the_cards_are_part_of_the_type() -> None:
    s = a_position()
    check: Any = PROMISES["TypeOK"].check
    assert cards_ok(s.rules)
    assert check(s, s.rules)
    s.rules.card_square = [99] * len(s.rules.card_square)
    assert not check(s, s.rules)


def test_the_kernel_s_own_invariants_are_checked_on_request() -> None:
    s = a_position()
    s.offers_made = 1
    assert broken(s) is None
    assert broken(s, OF_THE_KERNEL) == "InvOfferConsistent"
    assert name_of_promise(FIRST_OF_KERNEL) == NAMES[0]
    assert OF_THE_KERNEL == KERNEL | PROGRESS


def test_dice_are_free_without_the_defect() -> None:
    s = a_position()
    step(s, s.rules, action(END_PRE_ROLL, 0), 0, True)
    assert s.phase == ROLL
    assert broken(s) is None


def test_an_unknown_promise_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(InvalidModel, match="no check for InvWishful; it knows TypeOK, "):
        promises_named(["TypeOK", "InvWishful"])
