"""Rules from an edition and options: what fits is set, what does not is refused in one line."""

from __future__ import annotations

import pytest

from gitopoly.errors import InvalidRules
from gitopoly.rules import Rules
from gitopoly.rules.codes import RAIL_GROUP, STREET, UTIL_GROUP
from gitopoly.rules.rules import CONSTANTS, FLAGS, LIMITS

DEEDS = """
 1 Mediterranean Avenue    60  50   2  10  30   90  160  250
 3 Baltic Avenue           60  50   4  20  60  180  320  450
 6 Oriental Avenue        100  50   6  30  90  270  400  550
 8 Vermont Avenue         100  50   6  30  90  270  400  550
 9 Connecticut Avenue     120  50   8  40 100  300  450  600
11 St. Charles Place      140 100  10  50 150  450  625  750
13 States Avenue          140 100  10  50 150  450  625  750
14 Virginia Avenue        160 100  12  60 180  500  700  900
16 St. James Place        180 100  14  70 200  550  750  950
18 Tennessee Avenue       180 100  14  70 200  550  750  950
19 New York Avenue        200 100  16  80 220  600  800 1000
21 Kentucky Avenue        220 150  18  90 250  700  875 1050
23 Indiana Avenue         220 150  18  90 250  700  875 1050
24 Illinois Avenue        240 150  20 100 300  750  925 1100
26 Atlantic Avenue        260 150  22 110 330  800  975 1150
27 Ventnor Avenue         260 150  22 110 330  800  975 1150
29 Marvin Gardens         280 150  24 120 360  850 1025 1200
31 Pacific Avenue         300 200  26 130 390  900 1100 1275
32 North Carolina Avenue  300 200  26 130 390  900 1100 1275
34 Pennsylvania Avenue    320 200  28 150 450 1000 1200 1400
37 Park Place             350 200  35 175 500 1100 1300 1500
39 Boardwalk              400 200  50 200 600 1400 1700 2000
"""
"""Every street as printed: square, name, price, price of a house, the six rents."""


def refused(edition: str, players: int | None = None, **options: object) -> str:
    """The one-line reason why these rules are refused."""
    with pytest.raises(InvalidRules) as refusal:
        Rules.of(edition, players, **options)
    message = str(refusal.value)
    assert len(message.splitlines()) == 1
    assert len(message) < 1200
    return message


# Options.


def test_an_unknown_edition_is_answered_with_all() -> None:
    assert refused("clasic") == (
        "there is no edition 'clasic'; choose one of classic, london, us-2008, harbour, "
        "formal, formal-small, arena, or a file"
    )


def test_a_misspelt_option_is_answered_with_its_neighbours() -> None:
    assert refused("classic", turn_limits=5) == (
        "there is no option 'turn_limits'; did you mean turn_limit?"
    )


def test_any_other_option_is_answered_with_all_but_the_published_defects() -> None:
    message = refused("classic", xyz=5)
    for name in {"board", "decks", *CONSTANTS, *FLAGS} - {"num_players"}:
        assert (name in message) != name.startswith("defect_")


def test_the_number_of_players_is_no_option() -> None:
    assert refused("classic", num_players=3) == "say how many players with `players`"


@pytest.mark.parametrize("players", ["3", 3.0, True, [3]])
def test_game_1_players_are_a_whole_number(players: int) -> None:
    assert "is a whole number, not" in refused("classic", players)


@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 4), ("formal", 3), ("formal-small", 3), ("arena", 2)]
)
def test_without_a_number_the_usual_players_sit_down(edition: str, players: int) -> None:
    assert Rules.of(edition).num_players == players


@pytest.mark.parametrize(
    "value", [1.5, 50.0, float("nan"), None, [50], "fifty", "1.5", "", "\u0665", "5 0"]
)
def test_bank_3_amounts_are_whole_numbers(value: object) -> None:
    message = refused("classic", jail_fine=value)
    assert message.startswith("jail_fine must be a whole number, not ")


@pytest.mark.parametrize(
    ("value", "amount"), [("60", 60), (60, 60), ("007", 7), ("0" * 25 + "7", 7)]
)
def test_a_number_may_be_written_as_text(value: object, amount: int) -> None:
    assert Rules.of("classic", jail_fine=value).jail_fine == amount


@pytest.mark.parametrize("value", [-1, "-1", 1_000_001, 10**400, "9" * 900])
def test_amounts_out_of_range_are_refused(value: object) -> None:
    message = refused("classic", jail_fine=value)
    assert message.startswith("jail_fine must be between 0 and 1,000,000, not ")
    assert len(message) < 120


def test_a_number_of_thousands_of_digits_is_refused_in_short() -> None:
    assert len(refused("classic", jail_fine="9" * 5000)) < 120


NARROW = {name: most for name, most in LIMITS.items() if most < 1_000_000 and name != "dice_max"}


@pytest.mark.parametrize(("name", "most"), NARROW.items())
def test_what_the_compiled_state_cannot_hold_is_refused(name: str, most: int) -> None:
    needed = {"free_parking_seed": {"free_parking_pot": 1}, "starting_deeds": {"players": 2}}
    rich = {"starting_money": 9000, **needed.get(name, {})}
    assert getattr(Rules.of("classic", **rich, **{name: most}), name) == most
    assert refused("classic", **{name: most + 1}) == (
        f"{name} must be between 0 and {most:,}, not {most + 1}"
    )


@pytest.mark.parametrize("value", [1, True, "1", "on", "true", "YES"])
def test_a_flag_is_switched_on(value: object) -> None:
    assert Rules.of("classic", free_parking_pot=value).free_parking_pot == 1


@pytest.mark.parametrize("value", [0, False, "0", "off", "false", "No"])
def test_a_flag_is_switched_off(value: object) -> None:
    assert Rules.of("classic", estate_auction=value).estate_auction == 0


@pytest.mark.parametrize("value", [2, -1, "2"])
def test_a_flag_is_nothing_between(value: object) -> None:
    assert "is either on (1) or off (0)" in refused("classic", free_parking_pot=value)


def test_the_money_must_reach_for_everybody() -> None:
    assert "raise total_money" in refused("classic", 8, total_money=11_999)
    assert Rules.of("classic", 8, total_money=12_000).total_money == 12_000


def test_game_3_a_die_has_one_to_six_faces() -> None:
    assert refused("classic", dice_max=0) == "a die has 1 to 6 faces, not 0"
    assert refused("classic", dice_max=7) == "dice_max must be between 0 and 6, not 7"


def test_game_5_one_faced_dice_decide_no_start() -> None:
    assert "set opening_throw=0" in refused("classic", dice_max=1)
    assert Rules.of("classic", dice_max=1, opening_throw=0).dice_max == 1


def test_game_6_only_an_opening_throw_can_move() -> None:
    assert "needs opening_throw" in refused("classic", opening_throw=0, opening_throw_moves=1)


@pytest.mark.parametrize("edition", ["classic", "formal", "arena"])
def test_auction_8_abstract_auctions_need_listed_bids(edition: str) -> None:
    assert "its auctions must be played" in refused(edition, played_auctions=0)


def test_auction_8_listed_bids_leave_the_choice() -> None:
    small = Rules.of("formal-small")
    assert (small.played_auctions, small.abstract_bids) == (0, 3)
    assert small.abstract_bid == [1, 5, 10]
    assert Rules.of("formal-small", played_auctions=1).played_auctions == 1


def test_options_are_kept_for_the_record() -> None:
    assert Rules.of("classic", 2, board="uk").options == {"board": "uk"}
    assert Rules.of("classic", 2).options == {}


# Boards and decks.


@pytest.mark.parametrize("board", ["mars", "", 3, ["us"]])
def test_an_unknown_board_is_answered_with_all(board: object) -> None:
    assert refused("classic", board=board).endswith("choose one of us, uk, small")


@pytest.mark.parametrize(("edition", "board"), [("classic", "small"), ("formal-small", "us")])
def test_a_board_of_another_length_does_not_fit(edition: str, board: str) -> None:
    assert refused(edition, board=board) == (
        f"the edition {edition} cannot be played on the board {board!r}"
    )


@pytest.mark.parametrize(("decks", "size"), [(None, 16), (16, 16), (17, 17), ("17", 17)])
def test_decks_have_sixteen_or_seventeen_cards(decks: object, size: int) -> None:
    options = {} if decks is None else {"decks": decks}
    assert Rules.of("classic", **options).deck_size == [size, size]


@pytest.mark.parametrize("decks", [0, 15, 18, 16.0, True, "many", "None", "9" * 5000])
def test_other_decks_are_refused(decks: object) -> None:
    assert refused("classic", decks=decks).startswith("decks must have 16 or 17 cards, not ")


@pytest.mark.parametrize("name", ["players", "houses", "tax_choice", "decks", "board"])
def test_a_number_that_python_does_not_print_is_refused(name: str) -> None:
    with pytest.raises(InvalidRules, match="a number of thousands of digits"):
        Rules.of("classic", **{name: 16**6000})  # type: ignore[arg-type]


@pytest.mark.parametrize("edition", ["formal", "formal-small"])
def test_the_decks_of_the_specification_are_fixed(edition: str) -> None:
    assert "decks are fixed" in refused(edition, decks=16)


# The tables.


def test_game_2_the_streets_are_those_of_the_printed_deeds() -> None:
    rules = Rules.of("classic")
    lines = DEEDS.split("\n")[1:-1]
    assert len(lines) == rules.square_type.count(STREET) == 22
    for line in lines:
        square, name = int(line[:2]), line[3:24].strip()
        price, house_cost, *rents = map(int, line[24:].split())
        assert rules.names[square] == name
        assert (rules.value[square], rules.house_cost[square]) == (price, house_cost)
        assert rules.rent[square * 6 : square * 6 + 6] == rents


def test_game_2_railroads_and_utilities() -> None:
    rules = Rules.of("classic")
    rails = [square for square, group in enumerate(rules.group) if group == RAIL_GROUP]
    utilities = [square for square, group in enumerate(rules.group) if group == UTIL_GROUP]
    assert (rails, utilities) == ([5, 15, 25, 35], [12, 28])
    assert {rules.value[square] for square in rails} == {200}
    assert {rules.value[square] for square in utilities} == {150}
    assert rules.base_rail_rent == 25


def test_groups_list_their_squares_in_board_order() -> None:
    rules = Rules.of("classic")
    assert rules.group_size == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    assert rules.group_square[:4] == [1, 3, 0, 0]
    assert rules.group_square[28:32] == [37, 39, 0, 0]
    for deed, square in enumerate(rules.deeds):
        assert rules.deed_index[square] == deed
        assert square in rules.group_square[rules.group[square] * 4 :][:4]


def test_card_10_the_uk_board_changes_names_only() -> None:
    us, uk = Rules.of("classic"), Rules.of("classic", board="uk")
    for table in ("value", "house_cost", "rent", "group", "square_type", "deeds", "card_square"):
        assert getattr(us, table) == getattr(uk, table)
    assert (us.names[6], uk.names[6]) == ("Oriental Avenue", "The Angel, Islington")
    assert "Take a walk to Mayfair." in uk.card_texts[0]
    assert not any("{" in text for rules in (us, uk) for deck in rules.card_texts for text in deck)
