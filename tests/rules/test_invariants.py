"""Every invariant can fail: for each a state that was tampered with, and that it reports."""

from __future__ import annotations

import re
from random import Random

import pytest

from gitopoly.rules import State, violated_invariants
from gitopoly.rules.board import renew_sets
from gitopoly.rules.codes import NOBODY
from gitopoly.rules.invariants import NAMES, first_violation, violation_since
from tests.rules.scenario import Scenario
from tests.rules.walks import GAMES, Game, name_of, start, walk

TAMPERED = [
    ("TypeOK", "a token on square 40", "positions[0] = 40"),
    ("TypeOK", "less than nothing", "money[0] = -1, bank_money = 115661"),
    ("TypeOK", "a debt that nobody pays off", "debt_count = 1, debtor[0] = 0, debt_amount[0] = 50"),
    ("TypeOK", "an order with a gap", "phase = 5, free_4_all_order[1] = 1"),
    ("TypeOK", "a deed in nobody's set", "owner[39] = 1, holdings[1] = 0"),
    ("TypeOK", "a deed of the bank in a set", "holdings[1] = 1"),
    ("TypeOK", "a deed in another's set", "owner[1] = 0, holdings[1] = 1"),
    ("TypeOK", "a mortgage in no set", "owner[1] = 0, holdings[0] = 1, mortgaged[1] = 1"),
    (
        *("TypeOK", "developed without a building"),
        "owner[1] = 0, owner[3] = 0, holdings[0] = 3, developed = 3",
    ),
    ("InvNoPossessionsIfBankrupt", "a bankrupt with cash", "is_bankrupt[2] = 1"),
    (
        *("InvNoPossessionsIfBankrupt", "a bankrupt with a deed"),
        "is_bankrupt[2] = 1, money[2] = 0, bank_money = 115660, owner[39] = 2",
    ),
    (
        *("InvNoActionsPossibleIfBankrupt", "the turn of a bankrupt"),
        "is_bankrupt[0] = 1, money[0] = 0, bank_money = 115660",
    ),
    (
        *("InvNoDebtToBankruptPlayer", "a debt to a bankrupt"),
        "is_bankrupt[2] = 1, money[2] = 0, bank_money = 115660, phase = 4, debt_count = 1, "
        "debtor[0] = 0, creditor[0] = 2, debt_amount[0] = 9999",
    ),
    ("InvConservationOfMoney", "a dollar out of nowhere", "money[0] = 1501"),
    ("InvConservationOfMoney", "a dollar that was issued to nobody", "issued = 1"),
    (
        *("InvStreetLevelRange", "two houses beside none"),
        "owner[37] = 0, owner[39] = 0, level[39] = 2, houses_left = 30",
    ),
    (
        *("InvBuildingsOnCompleteGroups", "a house on a lone Boardwalk"),
        "owner[39] = 0, level[39] = 1, houses_left = 31",
    ),
    (
        *("InvBuildingsOnCompleteGroups", "a house beside a mortgage"),
        "owner[37] = 0, mortgaged[37] = 1, owner[39] = 0, level[39] = 1, houses_left = 31",
    ),
    ("InvConservationOfBuildings", "a house neither built nor in the bank", "houses_left = 31"),
    ("InvConservationOfBuildings", "the same of a hotel", "hotels_left = 11"),
    ("InvConservationOfCards", "a card that is nowhere", "unseen[0] = 65534"),
    ("InvConservationOfCards", "a jail card held and in its deck", "jail_card_owner[1] = 1"),
    ("InvAuctionConsistent", "an auction of nothing", "phase = 6"),
    (
        *("InvAuctionConsistent", "a winner beyond all seats"),
        "phase = 6, auction_kind = 1, auction_asset = 39, auction_initiator = 0, winner[0] = 8",
    ),
    ("InvOfferConsistent", "too many offers in a window", "offers_made = 5"),
    ("InvSomebodyIsLive", "an opening without rolls", "phase = 8"),
    ("InvIdleFields", "a mortgage of the bank", "mortgaged[39] = 1"),
    ("InvIdleFields", "an order in pre-roll", "free_4_all_order[0] = 1"),
    ("InvIdleFields", "a bid outside an auction", "bid[1] = 10"),
    ("InvIdleFields", "an unsold estate", "estate = 1"),
    ("InvIdleFields", "an offer in pre-roll", "offer_from = 0, offer_to = 1, offer_deeds = 1"),
    ("InvIdleFields", "a die of a roll that is over", "throw[1] = 4"),
    ("InvIdleFields", "a card's word on a rent that was paid", "rent_rule = 1"),
    ("InvIdleFields", "rolls missed outside jail", "jail_time[1] = 1"),
    ("InvIdleFields", "doubles in jail", "in_jail[0] = 1, positions[0] = 10, doubles_count = 1"),
    ("InvIdleFields", "the amount of a debt that was paid", "debt_amount[0] = 50"),
    ("InvIdleFields", "interest on no mortgage", "interest_paid = 1"),
]
"""An invariant that fails alone, what is wrong, and new values for fields of the first position.

The sets of deeds follow, unless they are what is wrong.
"""
SETS = ("holdings", "mortgages", "developed")


def tampered(changes: str) -> State:
    """The first position with other values in some fields."""
    s = Scenario(players=3).s
    for field, place, value in re.findall(r"(\w+)(?:\[(\d+)\])? = (-?\d+)", changes):
        if place:
            getattr(s, field)[int(place)] = int(value)
        else:
            setattr(s, field, int(value))
    if not any(name in changes for name in SETS):
        renew_sets(s, s.rules)
    return s


def test_every_invariant_has_a_twin_that_fails() -> None:
    assert {name for name, _, _ in TAMPERED} == set(NAMES)


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_the_initial_state_keeps_them_all(edition: str) -> None:
    assert violated_invariants(Scenario(edition, players=2).s) == []


@pytest.mark.parametrize(("name", "what", "changes"), TAMPERED)
def test_a_tampered_state_is_reported_under_its_name_alone(
    name: str, what: str, changes: str
) -> None:
    assert violated_invariants(tampered(changes)) == [name], what


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
