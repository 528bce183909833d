"""Every promise of both specifications has a check, which holds in play and can fail."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.explorer import Explorer, in_wasm
from gitopoly.proof.explorer.program import INVARIANT
from gitopoly.proof.explorer.promises import (
    FORMAL,
    FULL,
    OF_THE_RULES,
    PROMISES,
    STEPS,
    bidding_is_auction2,
    count_asked,
    first_broken,
    promises_in,
    promises_named,
)
from gitopoly.proof.explorer.steps import Bounds, type_ok_of_packed
from gitopoly.proof.specs.classic_config import kernel_model
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.proof.suite import find_specs, load_suite
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.actions import END_PRE_ROLL
from gitopoly.rules.board import renew_sets
from gitopoly.rules.catalogue import code_of
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    DEED_AUCTION,
    FREE_4_ALL,
    NOBODY,
    NONE,
    POST_ROLL,
    PRE_ROLL,
    ROLL,
    TRADE,
    UNKNOWN,
)
from gitopoly.rules.invariants import NAMES
from gitopoly.rules.step import step
from tests.proof.plain_search import steps_from

SUITE = load_suite()
STREET = 1
WRITTEN = {
    FORMAL: find_specs() / "monopoly" / FORMAL,
    FULL: find_specs() / "classic" / FULL,
}
OF_STEPS = {
    FORMAL: {"LeaveJailInTime", "NoRentOnMortgage"},
    FULL: {"LeaveJailInTime", "NoRentOnMortgage", "BiddingIsAuction2"},
}
Change = Callable[[State], None]


def a_position(module: str) -> State:
    """The first position of a game of two."""
    if module == FORMAL:
        return initial(Rules.of("formal-small", 2))
    return initial(Rules.of("classic", 2, opening_throw=0))


def broken(s: State, asked: int) -> str | None:
    """The name of the first promise that a position breaks."""
    number = first_broken(asked, s)
    return None if number == NOBODY else PROMISES[number].name


def set_to(field: str, value: int, index: int | None = None) -> Change:
    """A breach by one number."""

    def change(s: State) -> None:
        if index is None:
            setattr(s, field, value)
        else:
            getattr(s, field)[index] = value

    return change


def ruin_the_turn_player(s: State) -> None:
    s.is_bankrupt[0] = 1
    s.bank_money += s.money[0]
    s.money[0] = 0


def owe(debtor: int, creditor: int) -> Change:
    """Owe a dollar in a phase without debts."""

    def change(s: State) -> None:
        s.debt_count, s.debtor[0], s.creditor[0], s.debt_amount[0] = 1, debtor, creditor, 1

    return change


def owe_the_dead(s: State) -> None:
    ruin_the_turn_player(s)
    s.turn_player = 1
    owe(1, 0)(s)


def build(level: int) -> Change:
    """Build on a street that nobody owns."""

    def change(s: State) -> None:
        s.level[STREET] = level
        renew_sets(s, s.rules)

    return change


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


def copy_a_card(s: State) -> None:
    s.deck[0], s.deck_length[0] = 3, 1


def open_auction(s: State) -> None:
    s.phase, s.auction_kind, s.auction_asset, s.auction_initiator = AUCTION, DEED_AUCTION, 1, 0
    for player in (0, 1):
        s.round[player] = 1


def open_two_windows(s: State) -> None:
    open_auction(s)
    s.offer_from = 0


def bid_beyond_cash(s: State) -> None:
    open_auction(s)
    s.bid[0] = s.money[0] + 1


def sell_meanwhile(s: State) -> None:
    s.phase, s.offer_from, s.offer_to, s.offer_deeds, s.offers_made = TRADE, 0, 1, 1, 1


SHARED: dict[str, Change] = {
    "InvNoPossessionsIfBankrupt": set_to("is_bankrupt", 1, 1),
    "InvNoActionsPossibleIfBankrupt": ruin_the_turn_player,
    "InvNoDebtToBankruptPlayer": owe_the_dead,
    "InvConservationOfMoney": set_to("bank_money", 1),
    "InvStreetLevelRange": build(2),
    "InvJail": set_to("in_jail", 1, 0),
    "InvIdleFields": set_to("free_4_all_order", 1, 0),
}
BREACHES: dict[str, dict[str, Change]] = {
    FORMAL: SHARED
    | {
        "TypeOK": set_to("money", -1, 0),
        "InvDebtOnlyWhileOwed": owe(0, 1),
        "InvBuildingsOnOwnedGroups": build(1),
        "InvDiceAreFree": miss_for_the_third_time,
        "InvNoBuildingBesideMortgage": build_beside_a_mortgage,
    },
    FULL: SHARED
    | {
        "TypeOK": set_to("throw", 7, 0),
        "InvNoDebtWithoutDebtor": owe(0, NOBODY),
        "InvNobodyBelowZero": set_to("money", -1, 0),
        "InvBuildingsOnCompleteGroups": build(1),
        "InvConservationOfBuildings": set_to("houses_left", 1),
        "InvConservationOfCards": copy_a_card,
        "InvOneWindow": open_two_windows,
        "InvAuctionConsistent": bid_beyond_cash,
        "InvOfferConsistent": sell_meanwhile,
    },
}


@pytest.mark.parametrize("module", WRITTEN)
def test_every_promise_of_a_specification_has_a_check_and_a_breach(module: str) -> None:
    written = re.findall(r"(?m)^(TypeOK|Inv\w+) ==", WRITTEN[module].read_text(encoding="utf-8"))
    known = promises_in(module)
    assert set(written) | OF_STEPS[module] <= set(known)
    assert set(BREACHES[module]) | {"InvProgress"} == set(written)
    for name in (*written, *OF_STEPS[module]):
        assert bool(known[name] & STEPS) == (name in OF_STEPS[module])
    named = {each.name for each in PROMISES if module in each.stands_in}
    assert named <= set(written) | OF_STEPS[module], "worded for it, and not in it"


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module in BREACHES for name in BREACHES[module]]
)
def test_a_breach_is_found_where_it_is_asked_for_by_rules_in_python_and_in_wasm(
    module: str, name: str
) -> None:
    s = a_position(module)
    bit = promises_named([name], module)
    assert broken(s, promises_named([*BREACHES[module]], module)) is None
    BREACHES[module][name](s)
    assert broken(s, bit) == name
    assert broken(s, 0) is None
    bounds = None if module == FORMAL else Bounds((1,), depth=2)
    search = Search(s.rules, 1, asked=bit, bounds=bounds)
    with contextlib.suppress(InvalidModel):  # it does not fit into the ranges of its rules
        explorer = Explorer(search, ExplorationSettings(), carrier=in_wasm, start=s)
        explorer.explore_on()
        if explorer.pack(s):
            assert PROMISES[explorer.report().trouble - INVARIANT].name == name
    if name != "TypeOK":
        assert broken(s, promises_named(["TypeOK"], module)) in (None, "TypeOK")


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        *(("money", 0, 151), ("positions", 1, 13), ("jail_time", 0, 3), ("in_jail", 1, 2)),
        *(("is_bankrupt", 0, -1), ("owner", STREET, 2), ("mortgaged", STREET, 2)),
        *(("level", STREET, 6), ("level", STREET, -1), ("free_4_all_order", 0, 2)),
        *(("jail_card_owner", 0, 2), ("jail_card_owner", 1, -2), ("turn_player", None, 2)),
        *(("phase", None, -1), ("doubles_count", None, 3), ("bank_money", None, -1)),
        ("debt_count", None, 2),
    ],
)
def test_the_type_covers_every_field(field: str, index: int | None, value: int) -> None:
    s = a_position(FORMAL)
    set_to(field, value, index)(s)
    assert broken(s, promises_named(["TypeOK"])) == "TypeOK"


def test_of_a_packed_position_the_type_still_covers_the_bank_and_the_order() -> None:
    s = a_position(FORMAL)
    assert type_ok_of_packed(s, s.rules)
    s.free_4_all_order[:2] = [1, 1]
    assert broken(s, promises_named(["TypeOK"])) == "TypeOK"
    assert not type_ok_of_packed(s, s.rules)
    s = a_position(FORMAL)
    s.bank_money = -1
    assert not type_ok_of_packed(s, s.rules)


def test_the_invariants_of_the_rules_are_checked_on_request() -> None:
    s = a_position(FORMAL)
    s.offers_made = 1
    assert broken(s, promises_named(BREACHES[FORMAL])) is None
    assert broken(s, OF_THE_RULES) == "InvOfferConsistent"
    assert count_asked(OF_THE_RULES) == (len(NAMES) + 1, 0)  # and progress


def test_all_are_counted_once() -> None:
    names = {*BREACHES[FULL], "InvProgress", *OF_STEPS[FULL]}
    assert count_asked(promises_named(names, FULL)) == (17, 3)


def test_dice_are_free_without_the_defect() -> None:
    s = a_position(FORMAL)
    step(s, s.rules, code_of(END_PRE_ROLL, 0), 0, True)
    assert s.phase == ROLL
    assert broken(s, promises_named(["InvDiceAreFree"])) is None


def test_an_unknown_promise_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(InvalidModel, match="no check for InvWishful; it knows TypeOK, "):
        promises_named(["TypeOK", "InvWishful"])
    with pytest.raises(InvalidModel, match="no check for InvDiceAreFree"):
        promises_named(["InvDiceAreFree"], FULL)


# Steps.


def steps_of(name: str, depth: int) -> Iterator[tuple[State, State]]:
    """Every step of a model to a depth."""
    rules, bounds = kernel_model(SUITE.config(SUITE[name]))
    level = [initial(rules)]
    for _ in range(depth):
        reached = []
        for s in level:
            for _, _, after in steps_from(s, bounds):
                reached.append(after)
                yield s, after
        level = reached[:60]


def test_every_step_of_an_auction_is_one_of_auction_2_and_an_altered_one_is_not() -> None:
    seen = set()
    for s, after in steps_of("MCClassic", 12):
        assert bidding_is_auction2(s, after, s.rules)
        if s.phase != AUCTION or after.phase != AUCTION:
            continue
        for field in ("bid", "last_bid", "round", "passed", "winner"):
            said, then = getattr(s, field), getattr(after, field)
            if (player := next((p for p in (0, 1) if said[p] != then[p]), 2)) < 2:
                seen.add(field)
                other = after.copy()
                getattr(other, field)[player] += 90
                assert not bidding_is_auction2(s, other, s.rules)
        both = after.copy()
        both.passed = [1 - passed for passed in s.passed[:2]] + s.passed[2:]
        assert not bidding_is_auction2(s, both, s.rules)
        paid = after.copy()
        paid.money[0] -= 1
        assert not bidding_is_auction2(s, paid, s.rules)
    assert seen >= {"bid", "passed"}


def test_a_leader_may_not_pass_and_nobody_wins_a_round_that_is_open() -> None:
    s = a_position(FULL)
    open_auction(s)
    s.last_bid[0], s.round[0], s.round[1] = 5, 2, 2
    passes = s.copy()
    passes.passed[0] = 1
    assert not bidding_is_auction2(s, passes, s.rules)
    stands = s.copy()
    stands.bid[0] = 5
    assert bidding_is_auction2(s, stands, s.rules)
    for winner in (0, 1, NONE):
        chosen = s.copy()
        chosen.winner[1] = winner
        assert not bidding_is_auction2(s, chosen, s.rules)
    assert s.winner[0] == UNKNOWN


def of_step(module: str, name: str, s: State, after: State) -> bool:
    """Whether a step keeps a promise."""
    asked = promises_named([name], module)
    return first_broken(asked, s, after) == NOBODY


@pytest.mark.parametrize("module", WRITTEN)
def test_leaving_jail_late_and_rent_on_a_mortgage_are_noticed(module: str) -> None:
    s = a_position(module)
    s.phase, s.in_jail[0] = FREE_4_ALL, 1
    after = s.copy()
    after.in_jail[0] = 0
    assert not of_step(module, "LeaveJailInTime", s, after)
    s.phase = PRE_ROLL
    assert of_step(module, "LeaveJailInTime", s, after)
    s = a_position(module)
    s.phase, s.positions[0], s.owner[STREET], s.mortgaged[STREET] = POST_ROLL, STREET, 1, 1
    assert of_step(module, "NoRentOnMortgage", s, s.copy())
    for change in ("money", "debt"):
        after = s.copy()
        if change == "money":
            after.money[0] -= 1
        else:
            owe(0, NOBODY)(after)
            after.phase = BANKRUPTCY_PREVENTION
        assert not of_step(module, "NoRentOnMortgage", s, after)
