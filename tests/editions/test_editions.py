"""The data of the editions: whole, consistent, and as printed."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.editions import BOARDS, EDITIONS, Edition, SquareData, load, tokens
from gitopoly.errors import InvalidRules
from gitopoly.rules.rules import FLAGS, Rules


def deeds(edition: Edition) -> list[SquareData]:
    """The squares that can be owned."""
    return [square for square in edition.squares if square.type in ("street", "rail", "util")]


def kinds(cards: object) -> list[str]:
    """The kinds of a deck's cards, in order."""
    return [card.kind for card in cards]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_names_itself_and_says_what_it_is(name: str) -> None:
    edition = load(name)
    assert edition.name == name
    assert edition.summary
    assert 2 <= edition.least_players <= edition.usual_players <= edition.most_players


def test_a_flag_that_an_edition_does_not_name_is_off() -> None:
    rules = Rules.of("classic")
    unnamed = [flag for flag in FLAGS if flag not in load("classic").flags]
    assert {flag for flag in unnamed if getattr(rules, flag)} == set()
    assert {flag for flag in FLAGS if flag.startswith("defect")} <= set(unnamed)


# Boards.


@pytest.mark.parametrize("board", ["us", "uk"])
def test_a_full_board_has_40_squares_and_28_deeds_for_5690(board: str) -> None:
    edition = load("classic", board)
    types = [square.type for square in edition.squares]
    assert len(types) == 40
    assert [types.count(kind) for kind in ("street", "rail", "util", "tax")] == [22, 4, 2, 2]
    assert [types.count(kind) for kind in ("chance", "community-chest")] == [3, 3]
    corners = [types[corner] for corner in (0, 10, 20, 30)]
    assert corners == ["go", "jail", "free-parking", "go-to-jail"]
    assert (len(deeds(edition)), sum(deed.value for deed in deeds(edition))) == (28, 5690)


def test_the_small_board_has_13_squares_and_6_deeds() -> None:
    edition = load("formal-small")
    assert [square.type for square in edition.squares].count("street") == 2
    assert (len(edition.squares), len(deeds(edition))) == (13, 6)
    assert sum(deed.value for deed in deeds(edition)) == 134


@pytest.mark.parametrize("board", BOARDS)
def test_the_streets_of_a_group_stand_together_and_cost_alike(board: str) -> None:
    edition = load("formal-small" if board == "small" else "classic", board)
    streets = [square for square in edition.squares if square.type == "street"]
    groups = list(dict.fromkeys(street.group for street in streets))
    assert [street.group for street in streets] == sorted(
        (street.group for street in streets), key=groups.index
    )
    assert [street.value for street in streets] == sorted(street.value for street in streets)
    assert all(list(street.rent) == sorted({*street.rent}) for street in streets)
    costs = {(street.group, street.house_cost) for street in streets}
    assert board == "small" or len(costs) == len(groups)


def test_the_uk_board_renames_every_deed_but_the_utilities() -> None:
    us, uk = load("classic").squares, load("classic", "uk").squares
    same = [square.name for square, other in zip(us, uk, strict=True) if square.name == other.name]
    assert "Electric Company" in same
    assert not any(square.name in same for square in us if square.type in ("street", "rail"))


# Decks.


def test_the_usual_decks_in_their_order() -> None:
    edition = load("classic")
    assert kinds(edition.chance) == [
        *("advance", "advance", "advance", "nearest-util", "nearest-rail", "nearest-rail"),
        *("collect", "goojf-ch", "back", "go-to-jail", "repairs", "pay", "advance", "advance"),
        *("pay-each", "collect"),
    ]
    assert kinds(edition.community_chest) == [
        *("advance", "collect", "pay", "collect", "goojf-cc", "go-to-jail", "collect-each"),
        *("collect", "collect", "collect", "pay", "pay", "collect", "repairs", "collect"),
        "collect",
    ]


def test_the_seventeenth_cards_join_at_the_end() -> None:
    usual, more = load("classic"), load("classic", cards=17)
    assert more.chance[:16] == usual.chance
    assert more.community_chest[:16] == usual.community_chest
    assert (more.chance[16].amount, more.community_chest[16].kind) == (100, "collect-each")


def test_the_decks_of_formal_hold_only_what_the_specification_knows() -> None:
    edition = load("formal")
    known = {"collect", "pay", "advance", "go-to-jail", "goojf-ch", "goojf-cc"}
    assert set(kinds(edition.chance)) | set(kinds(edition.community_chest)) == known
    assert (len(edition.chance), len(edition.community_chest)) == (10, 14)
    assert (edition.chance[-1].kind, edition.community_chest[-1].kind) == ("goojf-ch", "goojf-cc")


@pytest.mark.parametrize("name", EDITIONS)
def test_a_card_is_a_sentence_that_names_its_square_and_a_deck_has_one_jail_card(name: str) -> None:
    edition = load(name)
    assert kinds(edition.chance).count("goojf-ch") == 1
    assert kinds(edition.community_chest).count("goojf-cc") == 1
    for card in (*edition.chance, *edition.community_chest):
        assert card.text.endswith(".")
        assert card.square < 0 or f"{{{card.square}}}" in card.text
        assert f"${card.amount}" in card.text or not card.amount or card.kind == "back"


# What does not exist.


@pytest.mark.parametrize(
    ("name", "board", "cards", "reason"),
    [
        ("chess", None, None, "there is no edition 'chess'"),
        ("classic", "moon", None, "there is no board 'moon'"),
        ("classic", "small", None, "cannot be played on the board 'small'"),
        ("london", "uk", None, "cannot be played on the board 'uk'"),
        ("london", None, 16, "decks are fixed"),
        ("classic", None, 12, "decks must have 16 or 17 cards, not 12"),
        ("classic", None, "None", "decks must have 16 or 17 cards, not 'None'"),
        ("classic", None, 16.0, "decks must have 16 or 17 cards, not 16.0"),
        ("classic", None, [16], "decks must have 16 or 17 cards"),
        ("classic", ["us"], None, "there is no board"),
        ("formal", None, 17, "decks are fixed"),
    ],
)
def test_what_does_not_exist_is_refused(name: str, board: Any, cards: Any, reason: str) -> None:
    with pytest.raises(InvalidRules, match=reason):
        load(name, board, cards)


# Tokens.


def test_game_4_there_are_nine_tokens() -> None:
    assert len(tokens()) == len(set(tokens())) == 9
