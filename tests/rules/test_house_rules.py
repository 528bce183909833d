"""House rules: each on both sides of its edge, and what makes no sense together."""

from dataclasses import replace
from random import Random

import pytest

from gitopoly.editions import EDITIONS, SquareData, load
from gitopoly.errors import InvalidRules
from gitopoly.rules import Rules, initial, is_over, leave, ranked, violated_invariants, winner
from gitopoly.rules.rules import CONSTANTS, FLAGS
from tests.rules.house_options import ALONE, EVERY, NONSENSE
from tests.rules.scenario import Scenario
from tests.rules.walks import late_position, walk

ORANGE = ("St. James Place", "Tennessee Avenue", "New York Avenue")


def refusal(edition: str = "classic", players: int = 3, **options: object) -> str:
    with pytest.raises(InvalidRules) as refused:
        Rules.of(edition, players, **options)
    return str(refused.value)


# In general.


def test_every_house_rule_is_off_in_every_edition() -> None:
    texts = {**CONSTANTS, **FLAGS}
    house = [name for name, text in texts.items() if text.startswith("HOUSE-")]
    assert {texts[name].split(":")[0] for name in house} == {f"HOUSE-{n}" for n in range(1, 12)}
    for edition in EDITIONS:
        assert not any(getattr(Rules.of(edition), name) for name in house)


@pytest.mark.parametrize("reason", NONSENSE)
def test_what_makes_no_sense_is_refused_with_the_reason(reason: str) -> None:
    assert reason in refusal(**NONSENSE[reason])


@pytest.mark.parametrize("name", EVERY)
def test_random_games_with_house_rules_keep_all_invariants(name: str) -> None:
    for seed in range(2):
        rules = Rules.of("classic", 4, **EVERY[name])
        for s in walk(initial(rules), Random(seed), 500):
            assert not violated_invariants(s)
        late = late_position(("classic", 4, EVERY[name]), Random(seed))
        for s in walk(late, Random(seed), 500):
            assert not violated_invariants(s)


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "formal-small"])
def test_every_edition_takes_house_rules(edition: str) -> None:
    for options in ALONE.values():
        seats = {name: n for name, n in options.items() if name != "starting_money_3"}
        if edition != "formal" or "no_mortgages" not in seats:
            assert initial(Rules.of(edition, 2, **seats))


# HOUSE-1.


def test_house_1_a_declined_deed_stays_with_the_bank() -> None:
    game = Scenario(no_auctions=1).at(1, 1).turn(1, "post-roll")
    assert "auction" in game.choices()
    game.do("auction")
    assert (game.phase, game.owner(1)) == ("doubles-check", 0)
    assert Scenario().at(1, 1).turn(1, "post-roll").do("auction").phase == "auction"


def test_house_1_an_estate_goes_back_to_the_bank_unowned() -> None:
    game = Scenario(no_auctions=1).give(1, 5, mortgaged=True).cash(3).at(1, 38)
    game.turn(1, "post-roll").do("owe tax", "go bankrupt")
    assert (game.phase, game.owner(5), game.s.mortgaged[5]) == ("pre-roll", 0, 0)


def test_house_1_the_last_house_goes_to_whoever_asks_first() -> None:
    game = Scenario(no_auctions=1).give(1, *ORANGE).give(2, "Park Place", "Boardwalk").stock(1)
    game.do('build "New York Avenue"')
    assert (game.phase, game.level("New York Avenue")) == ("pre-roll", 1)


def test_house_1_the_small_board_has_no_one_step_auction_either() -> None:
    game = Scenario("formal-small", no_auctions=1)
    square = game.rules.deeds[0]
    game.at(1, square).turn(1, "post-roll")
    assert [choice for choice in game.choices() if "auction" in choice] == ["auction"]
    assert game.do("auction").owner(square) == 0


@pytest.mark.parametrize("option", ["estate_auction", "shortage_auction"])
def test_house_1_other_auctions_cannot_be_asked_for(option: str) -> None:
    refused = refusal(no_auctions=1, **{option: "on"})
    assert refused == f"{option} makes no sense in a game without auctions"
    assert Rules.of("classic", no_auctions=1, **{option: "off"})


# HOUSE-2.


def test_house_2_stopping_on_go_pays_twice() -> None:
    assert Scenario(double_salary_on_go=1).at(1, 35).roll(2, 3).money(1) == 1900
    assert Scenario(double_salary_on_go=1).at(1, 36).roll(2, 3).money(1) == 1700
    assert Scenario().at(1, 35).roll(2, 3).money(1) == 1700


def test_house_2_a_card_to_go_pays_twice_and_leaving_go_nothing() -> None:
    game = Scenario(double_salary_on_go=1).at(1, 7).turn(1, "post-roll").draw(0)
    assert (game.position(1), game.money(1)) == (0, 1900)
    assert game.do("go on").conclude_all().turn(1).roll(1, 2).money(1) == 1900


# HOUSE-3.


def test_house_3_the_bank_seeds_the_pot_and_seeds_it_again() -> None:
    game = Scenario(free_parking_pot=1, free_parking_seed=500).at(1, 38)
    assert game.s.pot == 500
    game.turn(1, "post-roll").do("pay tax")
    assert game.s.pot == 600
    game.at(2, 20).turn(2, "post-roll").do("go on")
    assert (game.money(2), game.s.pot) == (2100, 500)
    game.at(3, 20).turn(3, "post-roll").do("go on")
    assert (game.money(3), game.s.pot) == (2000, 500)


def test_house_3_an_empty_bank_issues_the_seed_and_a_finite_one_cannot() -> None:
    pot = {"free_parking_pot": 1, "free_parking_seed": 500}
    game = Scenario(**pot).bank(40).at(1, 20).turn(1, "post-roll").do("go on")
    assert (game.s.pot, game.s.issued) == (500, 460)
    poor = Scenario("formal", **pot).bank(40).at(1, 20).turn(1, "post-roll").do("go on")
    assert (poor.s.pot, poor.s.bank_money) == (40, 0)


def test_house_2_there_is_a_salary_to_double() -> None:
    assert "no salary" in refusal(double_salary_on_go=1, pass_go_reward=0)


def test_park_1_a_pot_needs_free_parking() -> None:
    harbour = load("harbour")
    squares = tuple(
        SquareData("Luck", "chance") if one.type == "free-parking" else one
        for one in harbour.squares
    )
    edition = replace(harbour, name="mine", squares=squares)
    assert Rules.of(edition)
    with pytest.raises(InvalidRules, match="mine has no Free Parking"):
        Rules.of(edition, free_parking_pot=1)


def test_house_3_a_seed_needs_a_pot_and_enough_money() -> None:
    assert "turn free_parking_pot on" in refusal(free_parking_seed=500)
    needed = refusal(free_parking_pot=1, free_parking_seed=500, total_money=4600)
    assert "$5,000, more than the $4,600" in needed


# HOUSE-4.


@pytest.mark.parametrize(("square", "pays"), [(39, 50), (15, 25), (12, 28)])
def test_house_4_an_owner_in_jail_collects_nothing(square: int, pays: int) -> None:
    def visited(jailed: bool, **options: int) -> Scenario:
        game = Scenario(**options).give(2, square).at(1, square - 7)
        return (game.jail(2) if jailed else game.at(2, 10)).roll(3, 4)

    game = visited(True, no_rent_in_jail=1)
    assert game.choices() == ["go on"]
    assert game.refused("pay rent") == "HOUSE-4"
    assert game.do("go on").money(1) == 1500
    for paying in (visited(False, no_rent_in_jail=1), visited(True)):
        assert paying.do("pay rent").money(1) == 1500 - pays


def test_house_4_an_owner_in_jail_still_trades_and_builds() -> None:
    game = Scenario(no_rent_in_jail=1).give(2, *ORANGE).give(1, 5).jail(2).free_4_all(2, 1)
    game.do('build "New York Avenue"', 'sell "New York Avenue"')
    game.do('offer p1 "New York Avenue" for "Reading Railroad"', "p1: accept")
    assert game.owner(5) == 2


# HOUSE-5.


def test_house_5_streets_are_built_on_one_by_one() -> None:
    game = Scenario(uneven_building=1).give(1, *ORANGE)
    for _ in range(5):
        game.do('build "New York Avenue"')
    assert [game.level(street) for street in ORANGE] == [0, 0, 5]
    assert (game.s.houses_left, game.s.hotels_left) == (32, 11)
    assert game.refused('build "New York Avenue"') == "BUILD-6"
    even = Scenario().give(1, *ORANGE).do('build "New York Avenue"')
    assert even.refused('build "New York Avenue"') == "BUILD-1"


def test_house_5_any_street_can_be_sold_from() -> None:
    game = Scenario(uneven_building=1).give(1, ORANGE[0], level=3).give(1, *ORANGE[1:], level=1)
    assert game.do(f'sell "{ORANGE[1]}"').money(1) == 1550
    assert [game.level(street) for street in ORANGE] == [3, 0, 1]
    even = Scenario().give(1, ORANGE[0], level=2).give(1, *ORANGE[1:], level=1)
    assert even.refused(f'sell "{ORANGE[1]}"') == "SELL-2"


def test_house_5_a_hotel_comes_down_to_the_houses_that_the_bank_has() -> None:
    game = Scenario(uneven_building=1).give(1, *ORANGE[:2]).give(1, ORANGE[2], level=5).stock(2, 0)
    assert [choice for choice in game.choices() if "group" in choice] == []
    game.do(f'sell "{ORANGE[2]}"')
    assert (game.level(ORANGE[2]), game.money(1)) == (2, 1650)
    assert (game.s.houses_left, game.s.hotels_left) == (0, 1)
    plenty = Scenario(uneven_building=1).give(1, *ORANGE[:2]).give(1, ORANGE[2], level=5)
    assert plenty.do(f'sell "{ORANGE[2]}"').level(ORANGE[2]) == 4


def test_house_5_a_scarce_hotel_is_auctioned_among_streets_with_four_houses() -> None:
    game = Scenario(uneven_building=1).give(1, *ORANGE[:2]).give(1, ORANGE[2], level=4)
    game.give(2, "Park Place").give(2, "Boardwalk", level=4).stock(9, 1)
    assert game.do(f'build "{ORANGE[2]}"').phase == "auction"


# HOUSE-6.


def test_house_6_nothing_is_mortgaged() -> None:
    game = Scenario(no_mortgages=1).give(1, "Boardwalk")
    assert game.refused('mortgage "Boardwalk"') == "HOUSE-6"
    assert not any("mortgage" in choice for choice in game.choices())
    assert 'mortgage "Boardwalk"' in Scenario().give(1, "Boardwalk").choices()


def test_house_6_a_debtor_with_deeds_alone_is_bankrupt() -> None:
    game = Scenario(no_mortgages=1).give(1, "Boardwalk").cash(99).at(1, 38)
    game.turn(1, "post-roll").do("owe tax")
    assert "go bankrupt" in game.choices()
    able = Scenario().give(1, "Boardwalk").cash(99).at(1, 38).turn(1, "post-roll").do("owe tax")
    assert "go bankrupt" not in able.choices()


def test_house_6_buildings_and_trades_still_save_a_debtor() -> None:
    game = Scenario(no_mortgages=1).give(1, *ORANGE, level=1).cash(0).at(1, 38)
    game.turn(1, "post-roll").do("owe tax")
    assert game.refused("go bankrupt") == "DEBT-4"
    game.do(f'sell "{ORANGE[0]}"', f'sell "{ORANGE[1]}"', "pay debt")
    assert game.money(1) == 0
    trader = Scenario(no_mortgages=1).give(1, "Boardwalk").cash(0).at(1, 38)
    trader.turn(1, "post-roll").do("owe tax")
    assert trader.refused('offer p2 "Boardwalk" for $99') == "DEBT-3"
    assert trader.do('offer p2 "Boardwalk" for $100', "p2: accept", "pay debt").money(1) == 0


def test_house_6_needs_another_way_to_go_bankrupt() -> None:
    assert "neither pay nor go bankrupt in formal" in refusal("formal", no_mortgages=1)
    assert Rules.of("formal", no_mortgages=1, ruin_is_insolvency=1)


# HOUSE-7.


def test_house_7_a_bare_group_costs_its_printed_rent() -> None:
    def rent(level: int, **options: int) -> int:
        game = Scenario(**options).give(2, *ORANGE, level=level).at(1, 12)
        return 1500 - game.roll(3, 4).do("pay rent").money(1)

    assert (rent(0, no_double_rent=1), rent(0)) == (16, 32)
    assert rent(1, no_double_rent=1) == rent(1) == 80


# HOUSE-9.


def test_house_9_a_hotel_follows_the_third_house() -> None:
    game = Scenario(hotel_after_three_houses=1).give(1, *ORANGE, level=3)
    game.do(f'build "{ORANGE[2]}"')
    assert (game.money(1), game.s.houses_left, game.s.hotels_left) == (1400, 26, 11)
    assert game.refused(f'build "{ORANGE[2]}"') == "BUILD-6"
    assert Scenario().give(1, *ORANGE, level=3).do(f'build "{ORANGE[2]}"').s.hotels_left == 12


def test_house_9_its_rent_is_that_of_a_hotel_and_so_are_repairs() -> None:
    game = Scenario(hotel_after_three_houses=1).give(2, *ORANGE, level=4).at(1, 12)
    game.roll(3, 4)
    assert 1500 - game.do("pay rent").money(1) == 1000
    game = Scenario(hotel_after_three_houses=1).give(1, *ORANGE, level=4).at(1, 7)
    assert 1500 - game.turn(1, "post-roll").draw(10).money(1) == 300


def test_house_9_needs_three_houses_everywhere_and_three_to_come_down() -> None:
    game = Scenario(hotel_after_three_houses=1).give(1, *ORANGE[:2], level=2)
    game.give(1, ORANGE[2], level=3)
    assert game.refused(f'build "{ORANGE[2]}"') == "BUILD-2"
    full = Scenario(hotel_after_three_houses=1).give(1, *ORANGE, level=4).stock(2, 0)
    assert full.refused(f'sell "{ORANGE[0]}"') == "SELL-2"
    full.do(f'sell group "{ORANGE[0]}" down to 2')
    assert [full.level(street) for street in ORANGE] == [0, 1, 1]
    assert full.money(1) == 1500 + 10 * 50
    enough = Scenario(hotel_after_three_houses=1).give(1, *ORANGE, level=4).stock(3, 0)
    assert enough.do(f'sell "{ORANGE[0]}"').level(ORANGE[0]) == 3


# HOUSE-10.


def ruined(game: Scenario, seat: int) -> Scenario:
    """A seat that cannot pay the luxury tax."""
    game.s.bank_money += game.s.money[seat - 1]
    game.s.money[seat - 1] = 0
    return game.at(seat, 38).turn(seat, "post-roll").do("owe tax", "go bankrupt")


def test_house_10_the_second_bankruptcy_ends_the_game_by_worth() -> None:
    game = Scenario(players=4, bankruptcy_limit=2).give(3, "Boardwalk")
    assert not is_over(ruined(game, 1).s)
    assert is_over(ruined(game, 2).s)
    assert winner(game.s) == 2
    assert ranked(game.s, gone=(0, 1)) == [2, 3, 1, 0]
    longer = Scenario(players=4)
    assert not is_over(ruined(ruined(longer, 1), 2).s)


def test_house_10_equal_worth_has_no_winner() -> None:
    game = Scenario(players=4, bankruptcy_limit=2)
    assert winner(ruined(ruined(game, 1), 2).s) == -1


def test_house_10_two_players_end_with_the_first() -> None:
    game = ruined(Scenario(players=2, bankruptcy_limit=2), 1)
    assert is_over(game.s)
    assert winner(game.s) == 1


def test_house_10_debts_of_others_are_dropped_at_the_end() -> None:
    game = Scenario(players=4, bankruptcy_limit=1).cash(1500, 0, 0, 1500).at(1, 2)
    game.turn(1, "post-roll").draw(6)
    assert game.s.debt_count == 2
    game.do("go bankrupt")
    assert is_over(game.s)
    assert (game.s.debt_count, game.phase) == (0, "pre-roll")


def test_house_10_giving_up_counts() -> None:
    game = Scenario(players=3, bankruptcy_limit=1)
    assert leave(game.s, 0)
    assert is_over(game.s)


# HOUSE-11.


def test_house_11_seats_start_with_different_sums() -> None:
    game = Scenario(players=3, starting_money_2=700)
    assert game.s.money[:3] == [1500, 700, 1500]
    assert game.s.bank_money == game.rules.total_money - 3700
    assert not violated_invariants(game.s)


def test_house_11_there_is_a_seat_and_money_for_every_sum() -> None:
    assert "a game of 3 players does not have" in refusal(starting_money_4=5)
    assert "raise total_money" in refusal(starting_money_1=200_000)


# HOUSE-9 and HOUSE-3 on boards that lack something.


def test_house_9_is_refused_where_there_are_no_hotels() -> None:
    assert "has no hotels" in refusal("formal-small", hotel_after_three_houses=1)
