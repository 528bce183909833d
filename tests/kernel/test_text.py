"""The text form: what is written is read back, and nonsense is refused with an answer."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitopoly.errors import GitopolyError, InvalidAction, InvalidOutcome
from gitopoly.kernel import (
    BidRange,
    OfferTemplate,
    State,
    apply,
    card,
    chance_outcomes,
    format_action,
    format_outcome,
    legal_actions,
    parse_action,
    parse_outcome,
    throw,
)
from gitopoly.kernel import actions as a
from gitopoly.kernel.text import PHRASES
from tests.kernel.played_steps import SETTINGS, steps
from tests.kernel.scenario import Scenario

ODD_NAMES = ["Ann Lee", "o'Neill", "Bob for $5", "ü: x"]


def traders() -> Scenario:
    """Two who own something, on the board whose names have commas."""
    game = Scenario(players=3, board="uk").give(1, "The Angel, Islington", "Mayfair")
    return (
        game.give(2, "Strand", "King's Cross Station").jail_card(1).jail_card(2, "community chest")
    )


def refusal_of(s: State, text: str) -> InvalidAction:
    """The refusal of a text that means no action."""
    with pytest.raises(InvalidAction) as refusal:
        parse_action(s, text)
    return refusal.value


# What is written is read back.


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_action_of_a_random_game_is_read_back(setting: str) -> None:
    for before, action, _, _ in steps(setting):
        text = format_action(before, action)
        assert parse_action(before, text, a.player_of(action)) == action, text


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_outcome_of_a_random_game_is_read_back(setting: str) -> None:
    for before, action, outcome, _ in steps(setting):
        text = format_outcome(before, action, outcome)
        assert parse_outcome(before, action, text) == outcome, text


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_legal_action_is_read_back_in_either_case(setting: str) -> None:
    for before, *_ in steps(setting)[::40]:
        for choice in legal_actions(before):
            if isinstance(choice, OfferTemplate):
                squares = (*choice.gives[:2], *choice.wants[:2])
                choice = choice.offer(before, squares, 7, sum(choice.cards))
            elif isinstance(choice, BidRange):
                choice = choice.bid(choice.highest)
            text, player = format_action(before, choice), a.player_of(choice)
            for form in (text, text.upper(), f"  {text.replace(' ', '   ')} "):
                assert parse_action(before, form, player) == choice, form


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


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_means_an_action_of_that_phrase(phrase: str) -> None:
    s = Scenario().s
    assert format_action(s, parse_action(s, phrase)) == phrase


def test_every_kind_of_action_has_words() -> None:
    s = Scenario().s
    for kind, name in enumerate(a.NAMES):
        assert not format_action(s, a.action(kind, 0)).startswith("action "), name


# Names.


def test_a_name_with_a_comma_is_one_deed_of_several() -> None:
    game = traders()
    text = 'offer p2 "The Angel, Islington", "Mayfair", chance jail card for "Strand", $50'
    action = parse_action(game.s, text)
    assert format_action(game.s, action) == text
    game.do(text, "p2: accept")
    assert [game.owner(name) for name in ("The Angel, Islington", "Mayfair", "Strand")] == [2, 2, 1]
    assert game.s.goojf_ch_owner == 1


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


# Malformed texts.


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "buy buy", "end pre-roll now", "\x00", "🎲", "p1:"]
)
def test_nonsense_is_answered_with_what_would_be_valid(text: str) -> None:
    answer = str(refusal_of(Scenario().s, text))
    assert answer == f"{text!r} means no action; valid would be end pre-roll"


def test_many_valid_actions_are_shown_as_the_first_few() -> None:
    game = Scenario().give(1, 1, 3, 5, 6, 8, 9, 11, 13, 14, 15, 39)
    answer = refusal_of(game.s, "help").valid
    assert re.search(r" … \(\d+ in all\)$", answer)
    assert 'build "Baltic Avenue"' in answer


def test_who_cannot_act_is_told_so() -> None:
    with pytest.raises(InvalidAction, match="this player cannot act now"):
        parse_action(Scenario().s, "help", player=1)


def test_another_name_in_front_than_the_one_who_is_asked_is_refused() -> None:
    with pytest.raises(InvalidAction, match="an action of p1, who is asked"):
        parse_action(Scenario().s, "p2: end pre-roll", player=0)


def test_a_misspelt_square_is_answered_with_its_neighbours() -> None:
    assert '"Boardwalk"' in refusal_of(Scenario().s, 'mortgage "Bordwalk"').valid


def test_an_unknown_square_is_answered_with_examples() -> None:
    assert '"GO"' in refusal_of(Scenario().s, 'mortgage "§§§"').valid


def test_an_unknown_player_is_answered_with_all() -> None:
    assert refusal_of(traders().s, 'offer p9 "Mayfair" for $5').valid == "a player: p1, p2, p3"
    s = Scenario("formal-small", 3).s
    assert refusal_of(s, "auction to p9 for 5").valid == "a player: p1, p2, p3"


def test_only_streets_have_groups_to_sell() -> None:
    assert "a street" in refusal_of(Scenario().s, 'sell group "Short Line" down to 0').valid


@pytest.mark.parametrize("text", ["bid 1234567890", 'sell group "Boardwalk" down to 9999999999'])
def test_amounts_beyond_nine_digits_are_refused(text: str) -> None:
    assert refusal_of(Scenario().s, text).valid == "an amount of at most nine digits"


def test_an_offer_of_more_than_fits_is_refused() -> None:
    assert "at most $" in refusal_of(traders().s, 'offer p2 "Mayfair" for $600000').valid


@pytest.mark.parametrize("text", ["bid -5", "bid 1.5", "bid five", "bid", "bid 5 5", "bid 0x10"])
def test_a_bid_is_a_plain_whole_number(text: str) -> None:
    refusal_of(Scenario().s, text)


@pytest.mark.parametrize(
    ("given", "valid"),
    [
        ('"Strand"', "a deed that p1 owns on that side"),
        ('"GO"', "a deed that p1 owns on that side"),
        ('"Mayfair", "Mayfair"', "each deed once"),
        ("chance jail card, chance jail card", "each jail card once"),
        ("community chest jail card", "a jail card that p1 holds"),
        ('""', "a square such as"),
        ('"Mayfair', "a square such as"),
        ('$5"', "a square such as"),
        ("Mayfair", "a deed in quotes"),
        ("50", "a deed in quotes"),
    ],
)
def test_an_offer_names_what_the_giver_has_once_and_in_full(given: str, valid: str) -> None:
    assert refusal_of(traders().s, f"offer p2 {given} for $1").valid.startswith(valid)


@pytest.mark.parametrize(
    "promise",
    ["immunity on Strand", "an option", "$50 in three turns", "a promise", "half the rents"],
)
@pytest.mark.parametrize("side", ["{} for $1", "$1 for {}", '"Mayfair", {} for $1'])
def test_trade_7_only_what_changes_hands_now_can_be_said(promise: str, side: str) -> None:
    refusal = refusal_of(traders().s, f"offer p2 {side.format(promise)}")
    assert "immunities, options and promises cannot be traded (TRADE-7)" in refusal.valid


# Outcomes.


def test_an_outcome_has_its_own_words() -> None:
    formal = Scenario("formal", 3).do("end pre-roll")
    roll = parse_action(formal.s, "roll")
    assert format_outcome(formal.s, roll, throw(3, 4)) == "3,4"
    assert parse_outcome(formal.s, roll, " 3, 4 ") == throw(3, 4)
    chance = Scenario().turn(1, "post-roll").at(1, 7)
    draw = parse_action(chance.s, "draw chance card")
    assert format_outcome(chance.s, draw, card(7)) == "card 7"
    assert parse_outcome(chance.s, draw, "CARD 7") == card(7)


def test_every_order_of_a_free_4_all_is_read_back() -> None:
    game = Scenario("formal", 4).turn(1, "doubles-check")
    check = parse_action(game.s, "check doubles")
    texts = [
        format_outcome(game.s, check, outcome) for outcome, _ in chance_outcomes(game.s, check)
    ]
    assert (len(set(texts)), texts[0], texts[-1]) == (24, "order 1 2 3 4", "order 4 3 2 1")
    assert [parse_outcome(game.s, check, text) for text in texts] == [i << 6 for i in range(24)]


def test_the_bankrupt_have_no_place_in_an_order() -> None:
    game = Scenario("formal", 3).turn(1, "doubles-check")
    game.s.is_bankrupt[1] = 1
    check = parse_action(game.s, "check doubles")
    assert parse_outcome(game.s, check, "order 3 1") == 1 << 6
    for order in ("order 1 2 3", "order 1 1", "order 1", "order 2 1", "order 9"):
        with pytest.raises(InvalidOutcome, match="no order of the live players"):
            parse_outcome(game.s, check, order)


@pytest.mark.parametrize(
    "text", ["0,1", "7,7", "1;2", "3", "3,4,5", "-1,2", "dice", "card", "order"]
)
def test_what_is_no_outcome_is_refused(text: str) -> None:
    s = Scenario().do("end pre-roll").s
    with pytest.raises(InvalidOutcome):
        parse_outcome(s, parse_action(s, "roll"), text)


@pytest.mark.parametrize("text", ["", "card 0", "card 8"])
def test_a_throw_is_neither_left_out_nor_a_card(text: str) -> None:
    s = Scenario().do("end pre-roll").s
    with pytest.raises(InvalidOutcome, match="is no throw; write both dice"):
        parse_outcome(s, parse_action(s, "roll"), text)


@pytest.mark.parametrize("text", ["", "1,1", "2,2"])
def test_a_card_is_neither_left_out_nor_a_throw(text: str) -> None:
    s = Scenario().turn(1, "post-roll").at(1, 7).s
    with pytest.raises(InvalidOutcome, match="is no card; write its number"):
        parse_outcome(s, parse_action(s, "draw chance card"), text)


@pytest.mark.parametrize(
    "text", ["card 64", "card 99999", f"card {'9' * 5000}", f"order {'9' * 5000}"]
)
def test_numbers_beyond_every_deck_are_refused(text: str) -> None:
    s = Scenario().turn(1, "post-roll").at(1, 7).s
    with pytest.raises(InvalidOutcome):
        parse_outcome(s, parse_action(s, "draw chance card"), text)


# No text can do worse than be refused.

WORDS = st.sampled_from(
    (
        *PHRASES,
        *("offer", "p1", "p2:", "p3", "for", "$5", "$", '"Mayfair"', '"Strand"', '"', ",", "bid"),
        *("5", "9" * 30, "sell", "group", "down to", "auction to", "mortgage", "card", "1,2"),
        *("nothing", "chance jail card", "place building on", "order", "\n", "²", "٣", "İ", ":"),
    )
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_text_makes_an_action_fail_otherwise(text: str) -> None:
    game = traders()
    try:
        action = parse_action(game.s, text)
    except InvalidAction:
        return
    assert parse_action(game.s, format_action(game.s, action), a.player_of(action)) == action
    with contextlib.suppress(GitopolyError):
        apply(game.s, action)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(["end pre-roll", "roll", "draw chance card", "check doubles"]))
def test_no_text_makes_an_outcome_fail_otherwise(text: str, action: str) -> None:
    s = Scenario("formal", 3).s
    code = parse_action(s, action)
    with contextlib.suppress(InvalidOutcome):
        assert 0 <= parse_outcome(s, code, text) < 720 << 6
