"""Every invariant can fail: for each a state that was tampered with, and that it reports."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gitopoly.kernel import State, violated_invariants
from gitopoly.kernel.invariants import NAMES
from tests.kernel.scenario import Scenario

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


def ownerless_mortgage(s: State) -> None:
    """The bank mortgages to itself."""
    s.mortgaged[39] = 1


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
    s.goojf_cc_owner = 1


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


def opening_without_a_throw(s: State) -> None:
    """The game waits for throws that its rules do not ask for."""
    s.phase = 8


TAMPERED: list[tuple[str, Tamper]] = [
    ("TypeOK", off_the_board),
    ("TypeOK", negative_cash),
    ("TypeOK", stray_debt),
    ("TypeOK", waiting_for_nothing),
    ("TypeOK", ownerless_mortgage),
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
    ("InvAuctionConsistent", bid_outside_an_auction),
    ("InvAuctionConsistent", unsold_estate),
    ("InvOfferConsistent", offer_outside_a_trade),
    ("InvOfferConsistent", too_many_offers),
    ("InvSomebodyIsLive", opening_without_a_throw),
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
    assert violated_invariants(game.s) == [name]


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
