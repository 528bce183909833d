"""Every promise about the full game has a check, which holds in play and can fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, State, apply, initial
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    DEED_AUCTION,
    FREE_4_ALL,
    NOBODY,
    NONE,
    POST_ROLL,
    PRE_ROLL,
    TRADE,
    UNKNOWN,
)
from gitopoly.kernel.sets import renew_sets
from gitopoly.verify.kernel_search import steps_from
from gitopoly.verify.native.bidding import bidding_is_auction2
from gitopoly.verify.native.promise_table import (
    FULL_PROMISES,
    FULL_PROPERTIES,
    count_asked,
    name_of_promise,
    promises_named,
)
from gitopoly.verify.specs.classic_config import kernel_model
from gitopoly.verify.suite import find_specs, load_suite

SUITE = load_suite()
PROMISED = (find_specs() / "classic" / "ClassicPromises.tla").read_text(encoding="utf-8")
STREET = 1


def a_position() -> State:
    """Before the first roll of a game of two."""
    return initial(Rules.of("classic", 2, opening_throw=0))


def roll_a_seven(s: State) -> None:
    s.throw[0] = 7


def ruin_with_money(s: State) -> None:
    s.is_bankrupt[1] = 1


def ruin_the_turn_player(s: State) -> None:
    s.is_bankrupt[0] = 1


def owe_the_dead(s: State) -> None:
    s.is_bankrupt[1] = 1
    s.debt_count, s.debtor[0], s.creditor[0], s.debt_amount[0] = 1, 0, 1, 1


def owe_in_silence(s: State) -> None:
    s.debt_count, s.debtor[0], s.debt_amount[0] = 1, 0, 1


def overdraw(s: State) -> None:
    s.money[0] = -1


def print_money(s: State) -> None:
    s.pot += 1


def build_wildly(s: State) -> None:
    s.level[STREET] = 2
    renew_sets(s, s.rules)


def build_for_nobody(s: State) -> None:
    s.level[STREET] = 1
    renew_sets(s, s.rules)


def lose_a_house(s: State) -> None:
    s.houses_left -= 1


def copy_a_card(s: State) -> None:
    s.deck[0], s.deck_length[0] = 3, 1


def open_two_windows(s: State) -> None:
    open_auction(s)
    s.offer_from = 0


def open_auction(s: State) -> None:
    s.phase, s.auction_kind, s.auction_asset, s.auction_initiator = AUCTION, DEED_AUCTION, 1, 0
    for player in (0, 1):
        s.round[player] = 1


def bid_beyond_cash(s: State) -> None:
    open_auction(s)
    s.bid[0] = s.money[0] + 1


def sell_meanwhile(s: State) -> None:
    s.phase, s.offer_from, s.offer_to, s.offer_deeds, s.offers_made = TRADE, 0, 1, 1, 1


def walk_out(s: State) -> None:
    s.in_jail[0] = 1


def keep_the_order(s: State) -> None:
    s.free_4_all_order[0] = 1


BREACHES: dict[str, Callable[[State], None]] = {
    "TypeOK": roll_a_seven,
    "InvNoPossessionsIfBankrupt": ruin_with_money,
    "InvNoActionsPossibleIfBankrupt": ruin_the_turn_player,
    "InvNoDebtToBankruptPlayer": owe_the_dead,
    "InvNoDebtWithoutDebtor": owe_in_silence,
    "InvNobodyBelowZero": overdraw,
    "InvConservationOfMoney": print_money,
    "InvStreetLevelRange": build_wildly,
    "InvBuildingsOnCompleteGroups": build_for_nobody,
    "InvConservationOfBuildings": lose_a_house,
    "InvConservationOfCards": copy_a_card,
    "InvOneWindow": open_two_windows,
    "InvAuctionConsistent": bid_beyond_cash,
    "InvOfferConsistent": sell_meanwhile,
    "InvJail": walk_out,
    "InvIdleFields": keep_the_order,
}


def test_the_tables_have_every_promise_of_the_specification_and_no_other() -> None:
    assert re.findall(r"(?m)^(TypeOK|Inv\w+) ==", PROMISED) == list(FULL_PROMISES)
    asked = next(line for line in config_lines() if line.startswith("PROPERTIES"))
    assert asked.split()[1:] == list(FULL_PROPERTIES)
    assert set(BREACHES) == set(FULL_PROMISES) - {"InvProgress"}


def config_lines() -> list[str]:
    """The lines of the plain model."""
    return SUITE.config(SUITE["MCClassic"]).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_noticed_by_its_own_check(name: str) -> None:
    check: Any = FULL_PROMISES[name].check
    s = a_position()
    assert check(s, s.rules)
    BREACHES[name](s)
    assert not check(s, s.rules)
    bit = promises_named([name], full_game=True)
    assert name_of_promise(bit.bit_length() - 1) == name


def test_all_are_counted_once() -> None:
    asked = promises_named((*FULL_PROMISES, *FULL_PROPERTIES), full_game=True)
    assert count_asked(asked) == (17, 3)


def test_a_promise_of_the_other_game_is_unknown() -> None:
    with pytest.raises(InvalidModel, match="no check for InvDiceAreFree"):
        promises_named(["InvDiceAreFree"], full_game=True)


# Steps.


def steps_of(name: str, depth: int) -> Iterator[tuple[State, State]]:
    """Every step of a model to a depth."""
    rules, bounds = kernel_model(SUITE.config(SUITE[name]))
    level = [initial(rules)]
    for _ in range(depth):
        reached = []
        for s in level:
            for action, outcome in steps_from(s, bounds):
                after = s.copy()
                apply(after, action, outcome)
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
    s = a_position()
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


def test_leaving_jail_late_and_rent_on_a_mortgage_are_noticed() -> None:
    leave: Any = FULL_PROPERTIES["LeaveJailInTime"].check
    rent: Any = FULL_PROPERTIES["NoRentOnMortgage"].check
    s = a_position()
    s.phase, s.in_jail[0] = FREE_4_ALL, 1
    after = s.copy()
    after.in_jail[0] = 0
    assert not leave(s, after, s.rules)
    s.phase = PRE_ROLL
    assert leave(s, after, s.rules)
    s = a_position()
    s.phase, s.positions[0], s.owner[STREET], s.mortgaged[STREET] = POST_ROLL, STREET, 1, 1
    assert rent(s, s.copy(), s.rules)
    for change in ("money", "debt_amount"):
        after = s.copy()
        if change == "money":
            after.money[0] -= 1
        else:
            after.debt_count, after.debtor[0], after.debt_amount[0] = 1, 0, 1
            after.phase = BANKRUPTCY_PREVENTION
        assert not rent(s, after, s.rules)
    assert s.owner[3] == NOBODY
