"""The text form: what is written is read back."""

from __future__ import annotations

import pytest

from gitopoly.rules import (
    actions as a,
    card,
    chance_outcomes,
    dice,
    format_action,
    format_outcome,
    parse_action,
)
from tests.rules.played_steps import SETTINGS, steps
from tests.rules.scenario import Scenario, outcome_of, traders

ODD_NAMES = ["Ann Lee", "o'Neill", "Bob for $5", "ü: x"]


# What is written is read back; `test_round_trips` does it for whole games.


@pytest.mark.parametrize("setting", ["classic", "formal-small", "formal"])
def test_a_name_in_front_says_who_acts(setting: str) -> None:
    edition, players, _ = SETTINGS[setting]
    names = ODD_NAMES[:players]
    for before, action, _, _ in steps(setting):
        text = f"{names[a.player_of(action)]}: {format_action(before, action, names)}"
        assert parse_action(before, text, names=names) == action, (edition, text)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Scenario().jail(1).jail_card(1), "play chance jail card"),
        (Scenario().jail(1).jail_card(1, "community chest"), "play community chest jail card"),
        (Scenario().give(1, 37, 39).turn(1, "post-roll").at(1, 1), 'build "Boardwalk"'),
        (Scenario().give(1, 37, 39, level=1).turn(1, "post-roll").at(1, 1), 'sell "Boardwalk"'),
        (Scenario().give(1, 37, 39, level=1).free_4_all(1), 'sell "Park Place"'),
    ],
)
def test_what_random_games_seldom_show_is_read_back_too(position: Scenario, text: str) -> None:
    action = parse_action(position.s, text)
    assert text in position.choices()
    assert format_action(position.s, action) == text


@pytest.mark.parametrize("phase", ["pre-roll", "post-roll", "free-4-all"])
def test_a_group_sale_is_read_back_in_every_window(phase: str) -> None:
    game = Scenario().give(1, 37, 39, level=5).stock(houses=0)
    game.free_4_all(1) if phase == "free-4-all" else game.turn(1, phase)
    text = 'sell group "Park Place" down to 0'
    assert text in game.at(1, 1).choices()
    assert format_action(game.s, parse_action(game.s, text)) == text
    assert parse_action(game.s, 'sell group "Boardwalk" down to 0') == parse_action(game.s, text)


def test_placing_a_building_is_read_back() -> None:
    text = 'place building on "Boardwalk"'
    s = Scenario().s
    assert format_action(s, parse_action(s, text)) == text


@pytest.mark.parametrize(
    "phrase", sorted({known.typed[0] for known in a.ACTIONS if "{" not in known.typed[0]})
)
def test_every_phrase_means_an_action_of_that_phrase(phrase: str) -> None:
    s = Scenario().s
    assert format_action(s, parse_action(s, phrase)) == phrase


def test_every_kind_of_action_has_words() -> None:
    s = Scenario().s
    for kind, name in enumerate(a.NAMES):
        assert not format_action(s, a.code_of(kind, 0)).startswith("action "), name


# Names.


def test_a_name_with_a_comma_is_one_deed_of_several() -> None:
    game = traders()
    text = 'offer p2 "The Angel, Islington", "Mayfair", chance jail card for "Strand", $50'
    action = parse_action(game.s, text)
    assert format_action(game.s, action) == text
    game.do(text, "p2: accept")
    assert [game.owner(name) for name in ("The Angel, Islington", "Mayfair", "Strand")] == [2, 2, 1]
    assert game.s.jail_card_owner[0] == 1


@pytest.mark.parametrize("verb", ["mortgage", "MORTGAGE", "Mortgage"])
@pytest.mark.parametrize(
    "name", ["The Angel, Islington", "the angel, islington", "THE ANGEL, ISLINGTON"]
)
def test_upper_and_lower_case_mean_the_same(verb: str, name: str) -> None:
    game = traders().do(f'{verb} "{name}"')
    assert game.s.mortgaged[game.square("The Angel, Islington")]


def test_seats_are_found_in_either_case() -> None:
    game = traders()
    assert parse_action(game.s, 'OFFER P2 "mayfair" FOR $1') == parse_action(
        game.s, 'offer p2 "Mayfair" for $1'
    )
    assert a.player_of(parse_action(game.s, "P3: End Pre-Roll")) == 2


def test_cash_on_both_sides_is_the_difference() -> None:
    game = traders()
    offer = parse_action(game.s, 'offer p2 "Mayfair", $30 for $100')
    assert a.cash_of(offer) == -70
    assert format_action(game.s, offer) == 'offer p2 "Mayfair" for $70'


def test_a_name_of_several_words_is_addressed_whole() -> None:
    game = traders()
    names = ["Ann", "Ann Lee", "Bob"]
    for addressee, name in enumerate(names[1:], 1):
        text = f'offer {name} "Mayfair" for $5'
        action = parse_action(game.s, text, names=names)
        assert a.addressee_of(action) == addressee
        assert format_action(game.s, action, names) == text


def test_a_square_may_have_a_for_in_its_name() -> None:
    game = Scenario(players=3).give(1, 39).give(2, 5)
    names = list(game.rules.names)
    names[39], names[5] = "Land for Sale", "Inn for You"
    game.rules.names = tuple(names)
    text = 'offer p2 "Land for Sale", $5 for "Inn for You"'
    assert format_action(game.s, parse_action(game.s, text)) == text


@pytest.mark.parametrize("bid", ["bid 5", "bid £5", "bid £ 5", "bid $5"])
def test_a_bid_may_have_the_sign_of_the_editions_currency(bid: str) -> None:
    s = Scenario("london", 3).s
    assert s.rules.currency == "£"
    assert parse_action(s, bid) == parse_action(s, "bid 5")
    offer = "offer p2 £5 for community chest jail card"
    s = Scenario("london", 3).jail_card(2, "community chest").s
    assert format_action(s, parse_action(s, offer)) == offer


# Outcomes.


def test_an_outcome_has_its_own_words() -> None:
    formal = Scenario("formal", 3).do("end pre-roll")
    roll = parse_action(formal.s, "roll")
    assert format_outcome(formal.s, roll, dice(3, 4)) == "3,4"
    chance = Scenario().turn(1, "post-roll").at(1, 7)
    draw = parse_action(chance.s, "draw chance card")
    assert format_outcome(chance.s, draw, card(7)) == "card 7"


def test_every_order_of_a_free_4_all_is_read_back() -> None:
    game = Scenario("formal", 4).turn(1, "doubles-check")
    check = parse_action(game.s, "check doubles")
    texts = [
        format_outcome(game.s, check, outcome) for outcome, _ in chance_outcomes(game.s, check)
    ]
    assert (len(set(texts)), texts[0], texts[-1]) == (24, "order 1 2 3 4", "order 4 3 2 1")
    assert [outcome_of(game.s, check, text) for text in texts] == [i << 6 for i in range(24)]


def test_the_bankrupt_have_no_place_in_an_order() -> None:
    game = Scenario("formal", 3).turn(1, "doubles-check")
    game.s.is_bankrupt[1] = 1
    check = parse_action(game.s, "check doubles")
    assert outcome_of(game.s, check, "order 3 1") == 1 << 6
