"""`legal_actions` is complete and exact, and nothing else can be done.

Over random games of every edition, what is listed is compared with brute force: every kind of
action of every seat with every parameter is put to `is_legal` (`brute_force.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from gitopoly.errors import InvalidAction, InvalidOutcome
from gitopoly.rules import (
    AmountRange,
    Choice,
    OfferTemplate,
    actions as a,
    actors,
    apply,
    chance_outcomes,
    is_legal,
    is_over,
    legal_actions,
)
from gitopoly.rules.auction import can_act
from gitopoly.rules.board import live_players
from gitopoly.rules.codes import AUCTION, CHANCE, COMMUNITY_CHEST, NOBODY, PRE_ROLL
from gitopoly.rules.refusals import OFFER_TOO_LARGE, reason_of
from tests.rules.auctions import sell_to_nobody, settle
from tests.rules.brute_force import check_everything, compare_with_brute_force, play_and_check
from tests.rules.played_steps import SETTINGS, steps
from tests.rules.scenario import Scenario
from tests.rules.walks import GAMES, Game, late_position, name_of, start


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_listed_actions_are_exactly_the_legal_ones(game: Game) -> None:
    seen: set[tuple[int, ...]] = set()
    play_and_check(start(game), seen, 1, steps=200, most=5)
    for seed in range(2):
        play_and_check(late_position(game, Random(seed)), seen, seed, steps=100, most=5)
    assert len(seen) >= 8


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_listed_actions_are_exactly_the_legal_ones_in_many_games(game: Game) -> None:
    seen: set[tuple[int, ...]] = set()
    for seed in range(16):
        s = start(game) if seed % 4 == 0 else late_position(game, Random(1000 + seed))
        play_and_check(s, seen, seed, steps=1000, most=12)
    assert len(seen) >= 20


def opera_with_three_short() -> Scenario:
    """Three players owe 50 to the drawer; the first is ruined, the drawer cannot pay interest."""
    game = Scenario(players=5).cash(0, 10, 20, 30, 500).at(1, 2).turn(1, "post-roll")
    game.give(1, "Boardwalk", "Park Place").give(2, "Short Line", mortgaged=True)
    return game.give(3, "Water Works").jail_card(3).give(4, "Baltic Avenue").draw(6)


def chairman_with_70() -> Scenario:
    """Seven debts of 50 in a row, of one who can pay the first of them only."""
    game = Scenario(players=8).cash(70, 5).at(1, 7).turn(1, "post-roll")
    return game.give(1, "Boardwalk", mortgaged=True).jail_card(1, "community chest").draw(14)


def debtor_with_hotels_and_no_houses() -> Scenario:
    """Hotels that cannot be broken up, a mortgaged railroad to sell, and rent to pay."""
    game = Scenario(players=3).cash(20, 60, 900).give(1, *(16, 18, 19), level=5)
    game.give(1, "Short Line", mortgaged=True).give(2, "Boardwalk").give(3, 1, 3, level=4)
    game.stock(2, 0).jail_card(1).at(1, "Boardwalk").turn(1, "post-roll")
    return game.do("owe rent")


def debtor_beyond_help() -> Scenario:
    """A debt that only one of two other players could save the debtor from."""
    game = Scenario(players=3).cash(10, 1000, 30).give(2, 37, 39, level=3).stock(20)
    return game.give(1, 5).at(1, 39).turn(1, "post-roll").do("owe rent")


def third_miss_without_the_fine() -> Scenario:
    """The move has to wait until the fine is raised."""
    game = Scenario(players=2).cash(20, 100).jail(1, missed=2).give(1, "Boardwalk").jail_card(1)
    return game.roll(2, 3)


def shortage(window: Scenario) -> Scenario:
    """Two players want the last house, and a third the last hotel."""
    window.give(1, 11, 13, 14).give(2, 16, 18, 19).give(3, 37, 39, level=4)
    return window.stock(1, 1).cash(800, 800, 900, 5)


def shortage_in_pre_roll() -> Scenario:
    """The last house in the window before the throw."""
    return shortage(Scenario(players=4)).do('build "States Avenue"')


def shortage_in_free_4_all() -> Scenario:
    """The last house in the window of another's turn."""
    return shortage(Scenario(players=4).free_4_all(2, 3, 4, 1)).do('build "Tennessee Avenue"')


def shortage_in_the_purchase_window() -> Scenario:
    """The last house in the window of one who stands on an unowned deed."""
    window = Scenario(players=4).at(1, "Water Works").turn(1, "post-roll")
    return shortage(window).do('build "States Avenue"')


def estate_of_many_deeds() -> Scenario:
    """Ruined by a tax: deeds, a mortgage and both jail cards go back."""
    game = Scenario(players=3, free_parking_pot=1).cash(3, 40, 0).at(1, 38)
    game.give(1, 1, 3, 5, mortgaged=True).jail_card(1).jail_card(1, "community chest")
    game.turn(1, "post-roll").do("owe tax")
    return game.do("go bankrupt")


def last_turn_before_the_limit() -> Scenario:
    """A ruin in the last turn ends the game with the estate unsold."""
    game = Scenario(players=3, turn_limit=2).cash(3, 40, 0).at(1, 38).give(1, 5, mortgaged=True)
    game.s.turns = 1
    return game.turn(1, "post-roll").do("owe tax")


def two_who_want_one_deed() -> Scenario:
    """A tie at the top in a deed's auction, with all cash bid."""
    game = Scenario(players=3).cash(100, 100, 0).at(1, 39).turn(1, "post-roll").do("auction")
    return game.do("p1: bid 100", "p2: bid 100", "p3: pass")


POSITIONS = [
    opera_with_three_short,
    chairman_with_70,
    debtor_with_hotels_and_no_houses,
    debtor_beyond_help,
    third_miss_without_the_fine,
    shortage_in_pre_roll,
    shortage_in_free_4_all,
    shortage_in_the_purchase_window,
    estate_of_many_deeds,
    last_turn_before_the_limit,
    two_who_want_one_deed,
]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
def test_hard_positions_list_exactly_the_legal_actions(position: Callable[[], Scenario]) -> None:
    seen: set[tuple[int, ...]] = set()
    for seed in range(3):
        play_and_check(position().s, seen, seed, steps=40, most=4)
    assert seen


def test_a_ruin_in_the_last_turn_leaves_no_auction_and_no_action() -> None:
    game = last_turn_before_the_limit().do("go bankrupt")
    assert is_over(game.s)
    assert (game.s.estate, game.s.auction_kind, legal_actions(game.s)) == (0, 0, [])


def test_a_bankrupts_jail_cards_come_last_on_the_next_pass() -> None:
    """CARD-2, CARD-3: what went under the deck in the first pass is the last of the second."""
    game = sell_to_nobody(sell_to_nobody(sell_to_nobody(estate_of_many_deeds())))
    assert game.phase == "pre-roll"
    assert [game.s.deck[0], game.s.deck[17]] == game.rules.jail_card
    assert [bin(unseen).count("1") for unseen in game.s.unseen] == [15, 15]


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_phase_is_listed_by_number_then_operations_then_offers(setting: str) -> None:
    """Seeded games depend on the order."""
    for before, *_ in steps(setting)[::7]:
        for player in range(before.rules.num_players):
            places = [place_in_list(choice) for choice in legal_actions(before, player)]
            assert places == sorted(places)


@pytest.mark.parametrize("setting", SETTINGS)
def test_auction_4_a_seat_can_act_exactly_if_it_has_a_legal_action(setting: str) -> None:
    for *_, s in steps(setting):
        for player in range(s.rules.num_players) if s.phase == AUCTION else ():
            assert can_act(s, s.rules, player) == (legal_actions(s, player) != [])


def place_in_list(choice: Choice) -> tuple[int, int]:
    """Which part of the list a choice belongs to, and what puts it in order there."""
    if isinstance(choice, OfferTemplate):
        return 4, choice.addressee
    if isinstance(choice, AmountRange):
        return 0, choice.kind
    known = a.ACTIONS[a.kind_of(choice)]
    if known.operation == NOBODY:
        return 0, known.kind
    if known.operation == a.SELL_GROUP:
        return 3, a.place_of(choice)
    return 2 if known.raises_money else 1, a.place_of(choice)


BAD_CODES = [
    -1,
    a.KINDS,
    a.LARGEST_KIND,
    1 << 63,
    1 << 200,
    a.code_of(a.END_PRE_ROLL, 0, place=1),
    a.code_of(a.END_PRE_ROLL, 0, number=1),
    a.code_of(a.BID, 0, place=3, number=5),
    a.code_of(a.operation_kind(PRE_ROLL, a.MORTGAGE), 0, place=1, number=2),
    a.code_of(a.PASS, 0) | 1 << 60,
]


@pytest.mark.parametrize("code", BAD_CODES)
def test_a_code_that_means_nothing_is_invalid_and_changes_nothing(code: int) -> None:
    s = Scenario().s
    before = s.copy()
    assert not is_legal(s, code)
    with pytest.raises(InvalidAction):
        apply(s, code)
    assert s == before


@pytest.mark.parametrize("given", [True, None, "buy", 3.0, (1, 2)])
def test_what_is_no_whole_number_is_no_action(given: object) -> None:
    s = Scenario().s
    with pytest.raises(InvalidAction):
        apply(s, given)  # type: ignore[arg-type]
    assert not is_legal(s, given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, "3,4", 2.0, -1, 36, 63, 64, 1 << 70])
def test_what_is_no_throw_is_no_outcome(given: object) -> None:
    s = Scenario().do("end pre-roll").s
    before = s.copy()
    with pytest.raises(InvalidOutcome):
        apply(s, a.code_of(a.ROLL_AND_MOVE, 0), given)  # type: ignore[arg-type]
    assert s == before


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
@pytest.mark.parametrize("number", [17, 40, 63])
def test_card_2_a_card_that_is_not_in_the_deck_is_no_outcome(edition: str, number: int) -> None:
    game = Scenario(edition, players=2)
    for kind, square_type in (
        (a.DRAW_AND_EXECUTE_CHANCE_CARD, CHANCE),
        (a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD, COMMUNITY_CHEST),
    ):
        square = game.rules.square_type.index(square_type)
        s = game.at(1, square).turn(1, "post-roll").s
        with pytest.raises(InvalidOutcome):
            apply(s, a.code_of(kind, 0), number)


@pytest.mark.parametrize("players", [7, 8])
def test_time_3_every_order_of_seven_or_eight_players_is_possible(players: int) -> None:
    game = Scenario(players=players, order_is_clockwise=0).at(1, 20).turn(1, "doubles-check")
    code = a.code_of(a.DOUBLES_CHECK_ACTION, 0)
    outcomes = [outcome for outcome, _ in chance_outcomes(game.s, code)]
    assert len(outcomes) == {7: 5040, 8: 40320}[players]
    apply(game.s, code, outcomes[-1])
    assert game.s.free_4_all_order[:players] == list(range(players - 1, -1, -1))


def test_short_1_without_a_limited_stock_nothing_is_short() -> None:
    """The formal game with the flag for shortage auctions alone used to stop in one."""
    game = Scenario("formal", players=2, shortage_auction=1).give(1, 37).give(2, 16, 18, 19)
    game.give(1, 39, mortgaged=True).do('build "Park Place"')
    assert (game.phase, game.level(37)) == ("pre-roll", 1)


def test_short_1_a_group_that_is_built_up_on_the_small_board_places_nothing() -> None:
    options = {"shortage_auction": 1, "buildings_are_limited": 1, "houses": 9}
    game = Scenario("formal-small", players=2, **options).give(1, 1, level=2).give(1, 2, level=1)
    game.do('build "Second Street"')
    assert (game.phase, game.level(2)) == ("pre-roll", 2)


def test_short_1_beside_a_mortgage_one_house_a_street_can_be_placed() -> None:
    """Where only the street itself must be free of a mortgage (formal)."""
    options = {"shortage_auction": 1, "buildings_are_limited": 1, "houses": 2}
    game = Scenario("formal", players=2, **options).give(1, 37).give(1, 39, mortgaged=True)
    game.give(2, 16, 18).give(2, 19, mortgaged=True)
    game.do('build "Park Place"')
    assert (game.phase, game.s.winner[:2]) == ("auction", [-1, -1])
    settle(game.do("p1: stand", "p2: bid 201"))
    settle(game.do("p1: pass", "p2: stand"))
    assert game.phase == "placing"
    check_everything(game.s, Random(1))


def test_an_absent_seat_is_listed_with_nothing() -> None:
    """A seat that is not at the table chooses no winner either."""
    game = two_who_want_one_deed().do("p1: next round", "p2: next round", "p1: pass")
    game.do("p2: stand", "p2: next round")
    assert len(legal_actions(game.s)) == 3
    for seat in (-1, 3, 7, 8, 100):
        assert legal_actions(game.s, seat) == []


@pytest.mark.parametrize("cash", [-a.LARGEST_OFFER - 1, -a.LARGEST_OFFER, a.LARGEST_OFFER])
def test_trade_2_no_offer_exceeds_what_its_template_states(cash: int) -> None:
    game = Scenario(players=2, total_money=1_000_000).give(1, 39)
    game.cash(max(cash, 0), a.LARGEST_OFFER + 6 if cash < 0 else 0)
    code = a.offer(0, 1, 1 << game.rules.deed_index[39], 0, cash)
    assert is_legal(game.s, code) == (abs(cash) <= a.LARGEST_OFFER)
    [template] = [c for c in legal_actions(game.s) if isinstance(c, OfferTemplate)]
    assert is_legal(game.s, code) == (template.least_cash <= cash <= template.most_cash)
    assert f"${a.LARGEST_OFFER:,}" in reason_of(OFFER_TOO_LARGE)


def test_the_comparison_notices_a_missing_and_an_extra_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its twin that fails: a list with a gap, and one that promises too much."""
    s = Scenario().give(1, "Boardwalk").s
    listed = legal_actions(s)
    for wrong in (listed[1:], [*listed, a.code_of(a.GO_BANKRUPT, 0)], listed[:-1]):
        monkeypatch.setattr("tests.rules.brute_force.legal_actions", lambda _, w=wrong: w)
        with pytest.raises(AssertionError):
            compare_with_brute_force(s, Random(0))


def test_seats_that_are_out_have_no_action() -> None:
    game = estate_of_many_deeds()
    assert live_players(game.s, game.rules) == 2
    assert 0 not in actors(game.s)
    assert legal_actions(game.s, 0) == []
