"""An edition that makes no sense is refused, with every reason at once."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from gitopoly.editions import EDITIONS, Card, Edition, SquareData, data, load
from gitopoly.editions.data import MOST_AMOUNT, problem_of_text
from gitopoly.errors import InvalidEdition
from gitopoly.rules import codes
from gitopoly.rules.cards import CARD_KINDS
from gitopoly.rules.rules import Rules, problems_of

CLASSIC = load("classic")
ONE_MORE = SquareData("One More", "free-parking")


def with_square(number: int, **changes: Any) -> Edition:
    """The usual edition with one square changed."""
    squares = list(CLASSIC.squares)
    squares[number] = replace(squares[number], **changes)
    return replace(CLASSIC, squares=tuple(squares))


def with_card(deck: str, number: int, **changes: Any) -> Edition:
    """The usual edition with one card changed."""
    cards = list(getattr(CLASSIC, deck))
    cards[number] = replace(cards[number], **changes)
    return replace(CLASSIC, **{deck: tuple(cards)})


def with_cards(deck: str, *cards: Card) -> Edition:
    """The usual edition with another deck."""
    return replace(CLASSIC, **{deck: cards})


def as_streets(*numbers: int, group: str) -> Edition:
    """The usual edition with more streets in a group."""
    squares = list(CLASSIC.squares)
    for number in numbers:
        squares[number] = replace(squares[39], name=f"New {number}", group=group)
    return replace(CLASSIC, squares=tuple(squares))


def as_type(kind: str, *numbers: int) -> Edition:
    """The usual edition with more railroads or utilities."""
    squares = list(CLASSIC.squares)
    for number in numbers:
        squares[number] = SquareData(f"New {number}", kind, value=100)
    return replace(CLASSIC, squares=tuple(squares))


def told(edition: Edition) -> list[str]:
    """All problems of an edition, as people read them."""
    return [str(problem) for problem in problems_of(edition)]


@pytest.mark.parametrize("edition", [*map(load, EDITIONS), load("classic", "uk", 17)])
def test_a_shipped_edition_has_no_problem(edition: Edition) -> None:
    assert told(edition) == []


def test_the_kinds_of_cards_are_those_of_the_rules() -> None:
    plain = {kind.removesuffix("-ch").removesuffix("-cc") for kind in data.CARD_KINDS}
    assert plain == {card.name for card in CARD_KINDS}


BOARDS = [
    (replace(CLASSIC, squares=(*CLASSIC.squares, ONE_MORE)), "squares are 41; a board has 12 to"),
    (replace(CLASSIC, squares=CLASSIC.squares[:11]), "squares are 11; a board has 12 to 40"),
    (replace(CLASSIC, jail=99), "jail must be 10, the square of the type jail"),
    (
        with_square(10, type="free-parking"),
        "jail must be the one square of the type jail; there are 0",
    ),
    (with_square(0, type="free-parking"), "squares must start with GO"),
    (with_square(20, type="go"), "squares must start with GO"),
    (with_square(20, type={}), "squares[20].type must be one of go, street"),
    (with_card("chance", 6, kind={}), "chance[6].kind must be one of collect, pay"),
    (with_square(20, type="casino"), "squares[20].type must be one of go, street"),
    (as_streets(2, 4, 7, group="dark blue"), "squares have 5 streets in 'dark blue'; at most 4"),
    (as_streets(2, group="ninth"), "squares have 9 groups; at most 8 fit"),
    (as_type("rail", 2), "squares have 5 railroads; at most 4 fit"),
    (as_type("util", 2, 4, 7), "squares have 5 utilities; at most 4 fit"),
    (as_streets(2, group="brown"), "squares[2].house_cost must be the same in a whole group"),
    (with_square(1, value=0), "squares[1].value must be a whole number from 1 to 100,000, not 0"),
    (with_square(1, value=-60), "squares[1].value must be a whole number from 1 to 100,000"),
    (with_square(1, value=True), "squares[1].value must be a whole number from 1 to 100,000"),
    (with_square(5, value=10**9), "squares[5].value must be a whole number from 1 to 100,000"),
    (with_square(20, value=5), "squares[20].value has no meaning for 'free-parking'"),
    (with_square(20, rent=(1, 2)), "squares[20].rent has no meaning for 'free-parking'"),
    (with_square(1, tenth=True), "squares[1].tenth has no meaning for 'street'; remove it"),
    (with_square(1, house_cost=0), "squares[1].house_cost must be a whole number from 1"),
    (with_square(1, group=""), "squares[1].group is empty"),
    (with_square(1, rent=(1, 2)), "squares[3].rent has 6 amounts, other streets 2"),
    (with_square(3, rent=(1,) * 7), "squares[3].rent must list 2 to 6 amounts"),
    (with_square(3, rent=(9, 8, 7, 6, 5, 4)), "squares[3].rent must not fall"),
    (with_square(3, rent=(-1, 8, 9, 9, 9, 9)), "squares[3].rent must be a whole number from 0"),
    (with_square(3, rent=[1, 2]), "squares[3].rent must list 2 to 6 amounts"),
    (with_square(3, name=""), "squares[3].name is empty"),
    (with_square(3, name=None), "squares[3].name must be a text, not None"),
    (with_square(3, name="x" * 41), "squares[3].name has 41 characters; at most 40 fit"),
    (with_square(3, name="BOARDWALK"), "squares[39].name is also that of square 3"),
    (with_square(3, name="\x1b[31mRed"), "squares[3].name has '\\x1b', which cannot be printed"),
    (with_square(3, name="\u202eknalP"), "squares[3].name has '\\u202e', which cannot be"),
    (with_square(3, name="<b>Bold</b>"), "squares[3].name has '<', which is used for other"),
    (with_square(3, name="[red]Red"), "squares[3].name has '[', which is used for other"),
    (with_square(3, name='The "Inn"'), "squares[3].name has '\"', which is used for other"),
    (with_square(3, name="a" + "\u0301" * 9), "squares[3].name has more than 2 accents"),
    (with_square(3, name=" Inn"), "squares[3].name has spaces at its ends"),
    (with_square(3, key="../x"), "squares[3].key is not the key of these words"),
    (with_square(3, key="go"), "squares[3].key is not the key of these words"),
    (with_square(3, key=["go"]), "squares[3].key is not the key of these words"),
]

DECKS = [
    (with_card("chance", 1, square=99), "chance[1].square must be a whole number from 0 to 39"),
    (with_card("chance", 1, square=-1), "chance[1].square must be a whole number from 0 to 39"),
    (with_card("chance", 6, amount=-50), "chance[6].amount must be a whole number from 1"),
    (with_card("chance", 6, amount=10**7), "chance[6].amount must be a whole number from 1"),
    (with_card("chance", 6, amount=60), "chance[6].text must state the amount 60"),
    (with_card("chance", 6, square=3), "chance[6].square has no meaning for 'collect'; remove it"),
    (with_card("chance", 8, amount=40), "chance[8].amount must be a whole number from 1 to 39"),
    (with_card("chance", 6, kind="steal"), "chance[6].kind must be one of collect, pay"),
    (with_card("chance", 7, kind="goojf-cc"), "chance[7].kind is the jail card of the other deck"),
    (with_card("chance", 6, text="{0}[2J"), "chance[6].text has '[', which is used for other"),
    (with_card("chance", 6, text="{40} 50"), "chance[6].text names square 40; the last one is 39"),
    (with_card("chance", 6, text="50 " * 99), "chance[6].text has 297 characters; at most 200"),
    (with_card("chance", 6, text="Find $50."), "chance[6].key is not the key of these words"),
    (with_card("chance", 11, key="dividend"), "chance[11].key is not the key of these words"),
    (with_cards("chance"), "chance has 0 cards; a deck has 1 to 17"),
    (with_cards("chance", *CLASSIC.chance, *CLASSIC.chance[:2]), "chance has 18 cards; a deck has"),
    (with_cards("chance", CLASSIC.chance[7]), "chance needs a card besides its jail card"),
    (with_cards("chance", *CLASSIC.chance[6:8], CLASSIC.chance[7]), "is a second one of its kind"),
    (
        with_cards("chance", Card("advance", "To {7}.", square=7)),
        "chance leads from card to card without end",
    ),
    (
        with_cards("chance", Card("back", "Back.", amount=3), Card("advance", "{7}", square=7)),
        "chance leads from card to card without end",
    ),
    (
        replace(
            CLASSIC,
            squares=tuple(
                SquareData(one.name, "free-parking") if one.type == "util" else one
                for one in CLASSIC.squares
            ),
        ),
        "chance[3].kind needs a square of the type util",
    ),
]

OTHERS = [
    (replace(CLASSIC, name="My City"), "name must be 1 to 32 small letters"),
    (replace(CLASSIC, summary="a\nb"), "summary has '\\n', which cannot be printed"),
    (replace(CLASSIC, currency="\x07"), "currency must be a sign"),
    (replace(CLASSIC, currency="5"), "currency must be a sign"),
    (replace(CLASSIC, currency=""), "currency must be a sign"),
    (replace(CLASSIC, colours={"mauve": "#ffffff"}), "colours.mauve is the colour of no group"),
    (replace(CLASSIC, colours={"red": "red"}), "colours.red must be a colour such as"),
    (replace(CLASSIC, most_players=9), "most_players must be a whole number from 2 to 8, not 9"),
    (replace(CLASSIC, usual_players=8, most_players=4), "usual_players must lie between"),
    (
        replace(CLASSIC, constants={**CLASSIC.constants, "houses": 101}),
        "constants.houses must be a whole number from 0 to 100, not 101",
    ),
    (
        replace(CLASSIC, constants={**CLASSIC.constants, "dice_max": 7}),
        "constants.dice_max must be a whole number from 0 to 6, not 7",
    ),
    (
        replace(CLASSIC, constants={**CLASSIC.constants, "karma": 1}),
        "constants.karma is not a constant of the rules",
    ),
    (
        replace(CLASSIC, constants={**CLASSIC.constants, "total_money": 100}),
        "constants.total_money must be enough for 8 players with 1,500 each",
    ),
    (
        replace(CLASSIC, constants={**CLASSIC.constants, "abstract_bids": [0]}),
        "constants.abstract_bids must list 1 to 3 whole numbers above 0",
    ),
    (replace(CLASSIC, constants={}), "constants.starting_money is missing"),
    (replace(CLASSIC, flags={}), "flags.played_auctions must be on unless there are abstract_bids"),
    (replace(CLASSIC, flags={**CLASSIC.flags, "karma": True}), "flags.karma is not a flag"),
    (replace(CLASSIC, flags={**CLASSIC.flags, "tax_choice": 1}), "flags.tax_choice must be true"),
    (
        replace(CLASSIC, flags={**CLASSIC.flags, "defect_stale_debt": True}),
        "flags.defect_stale_debt is for models only",
    ),
]


@pytest.mark.parametrize(("edition", "reason"), [*BOARDS, *DECKS, *OTHERS])
def test_nonsense_is_refused_with_its_place_and_reason(edition: Edition, reason: str) -> None:
    assert any(reason in problem for problem in told(edition)), told(edition)
    with pytest.raises(InvalidEdition):
        Rules.of(edition)


def test_all_problems_are_told_at_once() -> None:
    edition = replace(with_square(1, value=-1), jail=3, currency="", most_players=20)
    with pytest.raises(InvalidEdition) as refusal:
        Rules.of(edition)
    assert len(refusal.value.problems) == 4
    assert str(refusal.value).endswith("(and 3 more problems)")
    assert pickle.loads(pickle.dumps(refusal.value)).problems == refusal.value.problems


@pytest.mark.parametrize("name", ["Zürich, Bahnhofplatz", "東京駅", "O'Connell St.", "Đường Láng"])
def test_a_name_may_be_of_any_language(name: str) -> None:
    assert problem_of_text(name) is None


@pytest.mark.parametrize("sign", ["$", "£", "€", "kr ", "zł", "A$", "¥"])
def test_a_currency_is_a_sign_or_a_few_letters(sign: str) -> None:
    assert told(replace(CLASSIC, currency=sign)) == []


def test_groups_are_numbered_by_the_price_of_their_houses() -> None:
    """SHORT-1 counts the cheapest places first, whatever the order on the board."""
    squares = tuple(
        replace(one, house_cost=250) if one.group == "brown" else one for one in CLASSIC.squares
    )
    rules = Rules.of(replace(CLASSIC, squares=squares))
    assert rules.group_names[0] == "light blue"
    assert rules.group_names[-1] == "brown"
    prices = [rules.house_cost[rules.group_square[4 * group]] for group in range(8)]
    assert prices == sorted(prices)
    assert Rules.of("classic").group_names == tuple(
        dict.fromkeys(one.group for one in CLASSIC.squares if one.group)
    )


def test_card_3_a_deck_may_have_no_jail_card() -> None:
    rules = Rules.of(with_cards("chance", CLASSIC.chance[6]))
    assert rules.jail_card == [codes.NOBODY, 4]


def test_the_texts_of_cards_are_in_the_currency() -> None:
    rules = Rules.of(replace(CLASSIC, currency="€"))
    assert rules.card_texts[0][6] == "The bank pays you a dividend: collect €50."


def test_the_largest_amounts_are_allowed() -> None:
    assert told(with_square(39, value=MOST_AMOUNT)) == []
