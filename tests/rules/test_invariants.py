"""Every invariant can fail: for each a state that was tampered with, and that it reports."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from gitopoly.rules import State, violated_invariants
from gitopoly.rules.board import renew_sets
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.invariants import NAMES, first_violation, violation_since
from tests.rules.scenario import Scenario
from tests.rules.walks import GAMES, Game, name_of, start, walk

Tamper = Callable[[State], None]


def off_the_board(s: State) -> None:
    """A token stands on square 40."""
    s.positions[0] = 40


def negative_cash(s: State) -> None:
    """A player has less than nothing."""
    s.bank_money += s.money[0] + 1
    s.money[0] = -1


def stray_debt(s: State) -> None:
    """A debt stands while nobody raises money for it."""
    s.debt_count, s.debtor[0], s.debt_amount[0] = 1, 0, 50


def waiting_for_nothing(s: State) -> None:
    """A free-4-all order is left over in pre-roll."""
    s.free_4_all_order[0] = 1


def order_with_a_gap(s: State) -> None:
    """Somebody is second in the free-4-all, and nobody first."""
    s.phase, s.free_4_all_order[1] = 5, 1


def ownerless_mortgage(s: State) -> None:
    """The bank mortgages to itself."""
    s.mortgaged[39] = 1


def forgotten_holding(s: State) -> None:
    """A deed that is in nobody's set."""
    s.owner[39] = 1


def holding_of_the_bank(s: State) -> None:
    """A deed of the bank in somebody's set."""
    s.holdings[1] = 1


def deed_in_the_wrong_set(s: State) -> None:
    """A deed in the set of another than its owner."""
    s.owner[1] = 0
    s.holdings[1] = 1


def forgotten_mortgage(s: State) -> None:
    """A mortgage that its set does not have."""
    s.owner[1], s.holdings[0], s.mortgaged[1] = 0, 1, 1


def forgotten_building(s: State) -> None:
    """A group that is developed without a building."""
    s.owner[1] = s.owner[3] = 0
    s.holdings[0] = s.developed = 3


def rich_bankrupt(s: State) -> None:
    """Somebody is out of the game with his cash."""
    s.is_bankrupt[2] = 1


def landed_bankrupt(s: State) -> None:
    """Somebody is out of the game with a deed."""
    s.is_bankrupt[2], s.bank_money, s.money[2] = 1, s.bank_money + s.money[2], 0
    s.owner[39] = 2


def turn_of_a_bankrupt(s: State) -> None:
    """Somebody is out of the game and still to play."""
    s.is_bankrupt[0], s.bank_money, s.money[0] = 1, s.bank_money + s.money[0], 0


def debt_to_a_bankrupt(s: State) -> None:
    """Somebody owes to a player who is out of the game."""
    s.is_bankrupt[2], s.bank_money, s.money[2] = 1, s.bank_money + s.money[2], 0
    s.phase, s.debt_count, s.debtor[0], s.creditor[0], s.debt_amount[0] = 4, 1, 0, 2, 9999


def forged_money(s: State) -> None:
    """A dollar out of nowhere."""
    s.money[0] += 1


def uncounted_issue(s: State) -> None:
    """The bank has issued a dollar that nobody has."""
    s.issued += 1


def uneven_levels(s: State) -> None:
    """Two houses beside none."""
    s.owner[37] = s.owner[39] = 0
    s.level[39], s.houses_left = 2, s.houses_left - 2


def house_on_an_incomplete_group(s: State) -> None:
    """A house on a lone Boardwalk."""
    s.owner[39], s.level[39], s.houses_left = 0, 1, s.houses_left - 1


def house_beside_a_mortgage(s: State) -> None:
    """A house on Boardwalk with Park Place mortgaged."""
    s.owner[37], s.mortgaged[37] = 0, 1
    s.owner[39], s.level[39], s.houses_left = 0, 1, s.houses_left - 1


def lost_house(s: State) -> None:
    """A house that is neither on the board nor in the bank."""
    s.houses_left -= 1


def lost_hotel(s: State) -> None:
    """The same of a hotel."""
    s.hotels_left -= 1


def lost_card(s: State) -> None:
    """A card that is nowhere."""
    s.unseen[0] &= ~1


def jail_card_twice(s: State) -> None:
    """A jail card that is held and in its deck."""
    s.jail_card_owner[1] = 1


def auction_of_nothing(s: State) -> None:
    """An auction, but of what?"""
    s.phase = 6


def bid_outside_an_auction(s: State) -> None:
    """A bid is left over."""
    s.bid[1] = 10


def unsold_estate(s: State) -> None:
    """A deed waits for its auction while the game goes on."""
    s.estate = 1


def offer_outside_a_trade(s: State) -> None:
    """An offer is open in pre-roll."""
    s.offer_from, s.offer_to, s.offer_deeds = 0, 1, 1


def too_many_offers(s: State) -> None:
    """Five offers in one window."""
    s.offers_made = 5


def stale_die(s: State) -> None:
    """The second die of a roll that is over."""
    s.throw[1] = 4


def stale_word_on_the_rent(s: State) -> None:
    """What a card said about a rent that was paid."""
    s.rent_rule = 1


def misses_outside_jail(s: State) -> None:
    """Rolls missed by somebody who is free."""
    s.jail_time[1] = 1


def doubles_in_jail(s: State) -> None:
    """Doubles of somebody whose rolls are over."""
    s.in_jail[0], s.positions[0], s.doubles_count = 1, 10, 1


def debt_behind_the_last(s: State) -> None:
    """The amount of a debt that was paid."""
    s.debt_amount[0] = 50


def interest_on_no_mortgage(s: State) -> None:
    """Interest was paid for a deed that nobody has mortgaged."""
    s.interest_paid = 1


def opening_without_a_throw(s: State) -> None:
    """The game waits for throws that its rules do not ask for."""
    s.phase = 8


SETS: list[Tamper] = [
    forgotten_holding,
    holding_of_the_bank,
    deed_in_the_wrong_set,
    forgotten_mortgage,
    forgotten_building,
]
"""What is wrong with the sets of deeds, which therefore are not made anew."""

TAMPERED: list[tuple[str, Tamper]] = [
    ("TypeOK", off_the_board),
    ("TypeOK", negative_cash),
    ("TypeOK", stray_debt),
    ("TypeOK", order_with_a_gap),
    *(("TypeOK", tamper) for tamper in SETS),
    ("InvNoPossessionsIfBankrupt", rich_bankrupt),
    ("InvNoPossessionsIfBankrupt", landed_bankrupt),
    ("InvNoActionsPossibleIfBankrupt", turn_of_a_bankrupt),
    ("InvNoDebtToBankruptPlayer", debt_to_a_bankrupt),
    ("InvConservationOfMoney", forged_money),
    ("InvConservationOfMoney", uncounted_issue),
    ("InvStreetLevelRange", uneven_levels),
    ("InvBuildingsOnCompleteGroups", house_on_an_incomplete_group),
    ("InvBuildingsOnCompleteGroups", house_beside_a_mortgage),
    ("InvConservationOfBuildings", lost_house),
    ("InvConservationOfBuildings", lost_hotel),
    ("InvConservationOfCards", lost_card),
    ("InvConservationOfCards", jail_card_twice),
    ("InvAuctionConsistent", auction_of_nothing),
    ("InvOfferConsistent", too_many_offers),
    ("InvSomebodyIsLive", opening_without_a_throw),
    ("InvIdleFields", ownerless_mortgage),
    ("InvIdleFields", waiting_for_nothing),
    ("InvIdleFields", bid_outside_an_auction),
    ("InvIdleFields", unsold_estate),
    ("InvIdleFields", offer_outside_a_trade),
    ("InvIdleFields", stale_die),
    ("InvIdleFields", stale_word_on_the_rent),
    ("InvIdleFields", misses_outside_jail),
    ("InvIdleFields", doubles_in_jail),
    ("InvIdleFields", debt_behind_the_last),
    ("InvIdleFields", interest_on_no_mortgage),
]


def test_every_invariant_has_a_twin_that_fails() -> None:
    assert {name for name, _ in TAMPERED} == set(NAMES)


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_the_initial_state_keeps_them_all(edition: str) -> None:
    assert violated_invariants(Scenario(edition, players=2).s) == []


@pytest.mark.parametrize(("name", "tamper"), TAMPERED, ids=lambda x: getattr(x, "__name__", x))
def test_a_tampered_state_is_reported_under_its_name_alone(name: str, tamper: Tamper) -> None:
    game = Scenario(players=3)
    tamper(game.s)
    if tamper not in SETS:
        renew_sets(game.s, game.rules)
    assert violated_invariants(game.s) == [name]


def broken_by(game: Scenario, name: str, place: int = 0) -> list[str]:
    """The invariants that break when one entry of one field is one more than it is."""
    s = game.s.copy()
    if State.FIELDS[name].length:
        getattr(s, name)[place] += 1
    else:
        setattr(s, name, getattr(s, name) + 1)
    return violated_invariants(s)


FREE_AT_THE_START = {
    *("turn_player", "phase", "positions", "in_jail", "doubles_count", "offers_made", "owner"),
    "jail_card_owner",  # where decks keep no order
    "turns",  # no part of the position without a limit
}
"""Fields that may have another value, with nothing else changed, before the first roll."""


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
@pytest.mark.parametrize("name", sorted(set(State.FIELDS) - FREE_AT_THE_START))
def test_no_other_field_can_change_by_itself(edition: str, name: str) -> None:
    game = Scenario(edition, players=2)
    for place in range(State.FIELDS[name].length or 1):
        assert broken_by(game, name, place), place


@pytest.mark.parametrize("name", ["positions", "in_jail", "owner"])
def test_seats_and_squares_that_the_game_does_not_have_are_idle(name: str) -> None:
    game = Scenario("formal-small", players=2)
    assert broken_by(game, name, State.FIELDS[name].length - 1) == ["InvIdleFields"]


def leftovers(game: Scenario, *names: str) -> list[str]:
    """Those of some fields that could change by themselves and nobody would notice."""
    return [name for name in names if not broken_by(game, name)]


def test_a_building_to_be_placed_leaves_only_its_kind_its_owner_and_what_follows() -> None:
    game = contested_house()
    assert game.phase == "placing"
    seats = ("bid", "last_bid", "round", "passed", "winner")
    assert leftovers(game, *seats, "auction_asset", "estate", "offer_to") == []


def contested_house() -> Scenario:
    """Seat 2 has won the house that seat 1 ordered, and must place it."""
    game = Scenario(players=2).give(1, "Park Place", "Boardwalk").stock(1)
    game.give(2, "Mediterranean Avenue", "Baltic Avenue").do('build "Boardwalk"')
    game.do("p2: bid 300", "p1: stand", "p1: next round", "p2: next round", "p1: pass")
    game.do("p2: stand", "p2: next round", "p1: choose winner", "p2: choose winner")
    return game.do("p1: close auction")


def test_after_going_to_jail_the_throw_is_forgotten() -> None:
    game = Scenario().at(1, "Water Works").roll(1, 1)
    assert (game.position(1), game.s.throw) == (30, [1, 1])
    game.do("go to jail")
    assert game.s.throw == [0, 0]
    assert leftovers(game, "throw", "rent_rule", "doubles_count") == []


def test_a_debt_in_jail_keeps_the_throw_until_the_move_and_no_longer() -> None:
    """JAIL-5: the third miss moves by its own roll, once the fine is paid."""
    game = Scenario().jail(1, missed=2).cash(0).give(1, "Boardwalk").roll(1, 2)
    assert (game.phase, game.s.throw) == ("bankruptcy-prevention", [1, 2])
    game.do('mortgage "Boardwalk"', "pay debt", "leave jail")
    assert (game.position(1), game.s.throw) == (13, [1, 2])
    game.do("auction")
    assert game.s.throw == [1, 2]
    assert leftovers(game, "rent_rule", "offers_made", "opening", "jail_time") == []


def test_nobody_left_is_reported() -> None:
    """Other invariants fail with it, because then a bankrupt player has the turn."""
    game = Scenario(players=2).cash(0, 0)
    game.s.is_bankrupt[:2] = [1, 1]
    assert "InvSomebodyIsLive" in violated_invariants(game.s)


def test_an_insolvent_bid_is_reported() -> None:
    game = Scenario().at(1, "Boardwalk").turn(1, "post-roll").do("auction", "p2: bid 100")
    game.s.bid[1] = 1501
    assert violated_invariants(game.s) == ["InvAuctionConsistent"]


def test_two_winners_of_one_auction_are_reported() -> None:
    game = Scenario().at(1, "Boardwalk").turn(1, "post-roll").do("auction")
    game.s.winner[0], game.s.winner[1] = 0, 1
    assert violated_invariants(game.s) == ["InvAuctionConsistent"]


def test_an_offer_to_oneself_is_reported() -> None:
    game = Scenario().give(1, "Boardwalk").do('offer p2 "Boardwalk" for $100')
    game.s.offer_to = 0
    assert violated_invariants(game.s) == ["InvOfferConsistent"]


def test_a_bidding_bankrupt_is_reported() -> None:
    game = Scenario().cash(1500, 0).at(1, "Boardwalk").turn(1, "post-roll").do("auction")
    game.s.is_bankrupt[1] = 1
    assert violated_invariants(game.s) == ["InvNoActionsPossibleIfBankrupt"]


def test_formal_keeps_no_decks_and_no_stock() -> None:
    game = Scenario("formal")
    game.s.deck_length[0] = 1
    game.s.houses_left = 1
    assert violated_invariants(game.s) == ["InvConservationOfBuildings", "InvConservationOfCards"]


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_what_an_action_can_have_changed_says_as_much_as_everything(game: Game) -> None:
    """Whatever a number is changed to besides what an action did, the same invariant is named."""
    random, found = Random(1), set[int]()
    before = start(game)
    for after in walk(before.copy(), random, 60):
        assert first_violation(after, after.rules) == NOBODY
        assert violation_since(after, after.rules, before) == NOBODY
        for name, each in State.FIELDS.items():
            spoilt = after.copy()
            value = random.choice([-2, -1, 0, 1, 2, 7, 39, 127])
            if each.length:
                getattr(spoilt, name)[random.randrange(each.length)] = value
            else:
                setattr(spoilt, name, value)
            try:
                expected = first_violation(spoilt, spoilt.rules)
            except IndexError:  # what compiled code would read elsewhere
                continue
            assert violation_since(spoilt, spoilt.rules, before) == expected, name
            found.add(expected)
        before = after.copy()
    assert len(found) > len(NAMES) // 2
