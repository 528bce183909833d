"""The defects of the published specification: there with the flag, gone without it."""

from __future__ import annotations

import pytest

from gitopoly.rules import chance_outcomes, dice, is_over, parse_action, violated_invariants
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.randomness import seeded
from gitopoly.rules.rules import FLAGS
from tests.rules.scenario import Scenario

DEFECTS = {
    "defect_stale_debt",
    "defect_third_miss_impossible",
    "defect_fine_in_any_phase",
    "defect_rent_on_mortgaged_utility",
    "defect_go_to_jail_in_any_phase",
    "defect_type_ok_reads_chance_cards",
    "defect_level_compared_with_itself",
}


def small(defect: str, on: bool, **options: object) -> Scenario:
    """The small board with one defect on or off."""
    return Scenario("formal-small", players=3, **{defect: int(on)}, **options)


def test_every_defect_is_a_flag_that_is_off() -> None:
    assert {flag for flag in FLAGS if flag.startswith("defect_")} == DEFECTS
    for edition in ("classic", "formal", "formal-small", "arena"):
        rules = Scenario(edition, players=2).rules
        assert not any(getattr(rules, defect) for defect in DEFECTS)


def second_debtor(on: bool) -> Scenario:
    """Seat 1 went bankrupt on the railroad of seat 3; now seat 2 cannot pay there either."""
    game = small("defect_stale_debt", on).cash(0, 0).give(3, "First Railroad")
    game.at(1, 3).roll(1, 2).do("owe rent", "go bankrupt")
    return game.at(2, 3).roll(1, 2)


def test_stale_debt_deadlocks_the_next_debtor() -> None:
    game = second_debtor(True)
    assert (game.phase, game.choices(), is_over(game.s)) == ("post-roll", [], False)


def test_stale_debt_stays_exactly_as_it_was() -> None:
    game = small("defect_stale_debt", True).cash(0, 0).give(3, "First Railroad")
    game.at(1, 3).roll(1, 2).do("owe rent")
    owed = (game.s.creditor[0], game.s.debt_amount[0], game.s.next_phase[0])
    game.do("go bankrupt")
    assert (game.s.creditor[0], game.s.debt_amount[0], game.s.next_phase[0]) == owed


def test_stale_debt_mended() -> None:
    game = second_debtor(False)
    assert (game.s.debt_count, game.choices()) == (0, ["owe rent"])


def test_stale_debt_deadlocks_on_a_street_too() -> None:
    for on, choices in ((True, []), (False, ["owe rent"])):
        game = second_debtor(on).give(3, "Second Street").at(2, "Second Street")
        assert game.choices() == choices


def second_debtor_on_a_utility(on: bool, cash: int) -> Scenario:
    """The same, but seat 2 stands on a utility, which asks 4 times the roll."""
    game = second_debtor(on).give(3, "First Utility").at(2, "First Utility")
    return game.cash(0, cash)


def rolls_of(game: Scenario, move: str) -> list[int]:
    """Every roll that a move can have; drawing finds these and no others."""
    code = parse_action(game.s, move)
    possible = [outcome for outcome, _ in chance_outcomes(game.s, code)]
    generator = seeded(7)
    drawn = {draw_outcome(game.s, game.rules, code, generator) for _ in range(500)}
    assert drawn == set(possible)
    return possible


ALL_ROLLS = [dice(1, 1), dice(1, 2), dice(2, 1), dice(2, 2)]


@pytest.mark.parametrize(
    ("cash", "possible"),
    [(8, [dice(1, 1)]), (12, ALL_ROLLS[:3]), (15, ALL_ROLLS[:3]), (16, ALL_ROLLS)],
)
def test_stale_debt_leaves_only_throws_that_can_be_paid(cash: int, possible: list[int]) -> None:
    assert rolls_of(second_debtor_on_a_utility(True, cash), "pay rent") == possible
    assert rolls_of(second_debtor_on_a_utility(False, cash), "pay rent") == ALL_ROLLS


def test_stale_debt_deadlocks_who_cannot_pay_any_throw() -> None:
    assert second_debtor_on_a_utility(True, 7).choices() == []
    assert second_debtor_on_a_utility(False, 7).choices() == ["pay rent"]


def test_stale_debt_leaves_all_other_throws_alone() -> None:
    game = small("defect_stale_debt", True).cash(0, 0).give(3, "First Railroad")
    game.at(1, 3).roll(1, 2).do("owe rent", "go bankrupt", "end pre-roll")
    assert game.s.debt_count == 1
    assert rolls_of(game, "roll") == ALL_ROLLS


def third_miss(on: bool, cash: int = 30, missed: int = 2) -> list[int]:
    """The throws that a player can have in jail, who missed twice."""
    game = small("defect_third_miss_impossible", on).jail(1, missed=missed).cash(cash)
    return rolls_of(game.do("end pre-roll"), "roll")


def test_third_miss_is_impossible() -> None:
    assert third_miss(True) == [dice(1, 1), dice(2, 2)]


def test_third_miss_mended() -> None:
    assert third_miss(False) == ALL_ROLLS


def test_third_miss_is_possible_for_who_cannot_pay() -> None:
    assert third_miss(True, cash=7) == third_miss(False, cash=7) == ALL_ROLLS


def test_third_miss_is_impossible_for_who_has_exactly_the_fine() -> None:
    assert third_miss(True, cash=8) == [dice(1, 1), dice(2, 2)]


@pytest.mark.parametrize("missed", [0, 1])
def test_an_earlier_miss_is_possible_all_the_same(missed: int) -> None:
    assert len({outcome % 64 for outcome in third_miss(True, missed=missed)}) == len(ALL_ROLLS)


def test_third_miss_is_only_about_throws_in_jail() -> None:
    game = small("defect_third_miss_impossible", True).do("end pre-roll")
    assert rolls_of(game, "roll") == ALL_ROLLS


def test_fine_is_payable_in_the_free_4_all() -> None:
    game = small("defect_fine_in_any_phase", True).jail(1).free_4_all(2, 3, 1, turn=1)
    assert game.choices(1) == ["pay jail fine"]
    game.do("p1: pay jail fine")
    assert (game.money(1), game.s.in_jail[0], game.phase) == (30 - 8, 0, "free-4-all")


def test_fine_in_the_free_4_all_mended() -> None:
    game = small("defect_fine_in_any_phase", False).jail(1).free_4_all(2, 3, 1, turn=1)
    assert game.choices(1) == []
    assert game.refused("p1: pay jail fine") in ("TIME-1", "TIME-5")


def on_a_mortgaged_utility(on: bool) -> Scenario:
    """Seat 1 has landed on the mortgaged utility of seat 2."""
    game = small("defect_rent_on_mortgaged_utility", on).at(1, 10).turn(1, "post-roll")
    return game.give(2, "First Utility", mortgaged=True)


def test_mortgaged_utility_charges_or_not() -> None:
    game = on_a_mortgaged_utility(True)
    assert game.choices() == ["go on", "pay rent"]
    assert game.do("pay rent -> 1,2").money(2) == 30 + 4 * 3


def test_mortgaged_utility_mended() -> None:
    game = on_a_mortgaged_utility(False)
    assert game.choices() == ["go on"]
    assert game.refused("pay rent") == "RENT-3"


def chest_that_leads_off_the_board(on: bool) -> Scenario:
    """The chest card "advance" names a fourteenth square."""
    game = small("defect_type_ok_reads_chance_cards", on)
    advance = next(
        place for place in range(17, 34) if game.rules.card_square[place] == game.square("GO")
    )
    game.rules.card_square[advance] = game.rules.board_length
    return game


def test_type_ok_looks_at_the_wrong_deck() -> None:
    assert violated_invariants(chest_that_leads_off_the_board(True).s) == []


def test_type_ok_mended() -> None:
    assert violated_invariants(chest_that_leads_off_the_board(False).s) == ["TypeOK"]


def levels_0_and_2(on: bool) -> Scenario:
    """A hotel beside a bare street."""
    game = small("defect_level_compared_with_itself", on)
    return game.give(1, "First Street").give(1, "Second Street", level=2)


def test_levels_0_and_2_go_unnoticed() -> None:
    assert violated_invariants(levels_0_and_2(True).s) == []


def test_levels_0_and_2_mended() -> None:
    assert violated_invariants(levels_0_and_2(False).s) == ["InvStreetLevelRange"]


def third_miss_onto_go_to_jail(on: bool) -> Scenario:
    """With dice to 3 a player who cannot pay the fine lands on Go to Jail, in debt."""
    game = small("defect_go_to_jail_in_any_phase", on, dice_max=3).jail(1, missed=2).cash(7)
    return game.give(1, "First Railroad").roll(2, 3)


def test_go_to_jail_is_legal_in_bankruptcy_prevention() -> None:
    game = third_miss_onto_go_to_jail(True)
    assert (game.phase, game.position(1)) == ("bankruptcy-prevention", 12)
    assert game.choices() == ["go to jail", 'mortgage "First Railroad"']
    assert game.do("go to jail").s.debt_count == 1


def test_go_to_jail_in_bankruptcy_prevention_mended() -> None:
    game = third_miss_onto_go_to_jail(False)
    assert game.choices() == ['mortgage "First Railroad"']
    game.do('mortgage "First Railroad"', "pay debt", "go to jail")
    assert (game.phase, game.s.in_jail[0], game.s.debt_count) == ("free-4-all", 1, 0)
