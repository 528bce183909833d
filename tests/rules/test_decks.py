"""CARD-1 to 3, 9, 10, 15: what is in the decks, in which order it comes, and the jail cards."""

import random

import pytest

from gitopoly.errors import InvalidOutcome
from gitopoly.rules import AmountRange, State, apply, chance_outcomes, is_over, legal_actions
from gitopoly.rules.codes import MOST_CARDS, NOBODY
from tests.rules.decks import CHANCE, CHEST, back_to, deck_of, drawable
from tests.rules.scenario import Scenario

BY_CARD = pytest.mark.parametrize("edition", ["classic", "arena"])
JAIL_CHANCE, JAIL_CHEST = 7, 4
FIRST_PASS = [11, 6, 15, 7, 0, 1, 2, 3, 4, 5, 8, 9, 10, 12, 13, 14]


def draw_all(game: Scenario, cards: list[int], keep: bool = False) -> None:
    """Draw chance cards one after the other; a jail card is played at once unless kept."""
    for number in cards:
        back_to(game, 7).draw(number)
        if number == JAIL_CHANCE and not keep:
            play_jail_card(game)


def play_jail_card(game: Scenario, deck: str = "chance") -> None:
    """Seat 1 goes to jail and leaves it with a card."""
    back_to(game, 10).jail(1).turn(1).do(f"play {deck} jail card")


@BY_CARD
def test_card_1_sixteen_cards_each_in_the_listed_order(edition: str) -> None:
    game = Scenario(edition, 2)
    assert game.rules.deck_size == [16, 16]
    assert deck_of(game, 0) == CHANCE
    assert deck_of(game, 1) == CHEST


@BY_CARD
def test_card_1_jail_cards_are_7_and_4(edition: str) -> None:
    assert Scenario(edition, 2).rules.jail_card == [JAIL_CHANCE, JAIL_CHEST]


@BY_CARD
def test_card_2_draw_17_equals_draw_1(edition: str) -> None:
    """The jail card was not kept: its drawer played it before the next draw."""
    game = Scenario(edition, 2).cash(20_000)
    draw_all(game, FIRST_PASS)
    for number in FIRST_PASS:
        assert drawable(back_to(game, 7)) == [number]
        draw_all(game, [number])


@BY_CARD
def test_card_2_the_first_pass_draws_any_card_not_yet_seen(edition: str) -> None:
    game = Scenario(edition, 2).roll(3, 4)
    assert drawable(game) == list(range(16))
    draw_all(game, [6])
    assert drawable(back_to(game, 7)) == [n for n in range(16) if n != 6]
    with pytest.raises(InvalidOutcome):
        game.do("draw chance card -> card 6")


@BY_CARD
def test_card_2_a_kept_jail_card_is_left_out_of_the_second_pass(edition: str) -> None:
    game = Scenario(edition, 2).cash(20_000)
    draw_all(game, FIRST_PASS, keep=True)
    others = [number for number in FIRST_PASS if number != JAIL_CHANCE]
    for number in others + others[:1]:
        assert drawable(back_to(game, 7)) == [number]
        draw_all(game, [number])


@BY_CARD
def test_card_2_a_jail_card_played_in_the_second_pass_goes_to_the_bottom(edition: str) -> None:
    game = Scenario(edition, 2).cash(20_000)
    draw_all(game, FIRST_PASS, keep=True)
    others = [number for number in FIRST_PASS if number != JAIL_CHANCE]
    draw_all(game, others[:3])
    play_jail_card(game)
    for number in [*others[3:], *others[:3], JAIL_CHANCE]:
        assert drawable(back_to(game, 7)) == [number]
        draw_all(game, [number])


@BY_CARD
def test_card_2_the_two_decks_are_apart(edition: str) -> None:
    game = Scenario(edition, 2)
    draw_all(game, [6, 15])
    assert drawable(back_to(game, 2), "community chest") == list(range(16))


def test_card_2_formal_draws_any_card_but_a_held_jail_card() -> None:
    game = Scenario("formal")
    game.roll(3, 4).draw(3)
    assert drawable(back_to(game, 7)) == list(range(10))
    game.draw(9)
    assert drawable(back_to(game, 7)) == list(range(9))
    with pytest.raises(InvalidOutcome):
        game.do("draw chance card -> card 9")


def test_card_2_formal_small_draws_any_card_but_a_held_jail_card() -> None:
    game = Scenario("formal-small").at(1, 4).turn(1, "post-roll").draw(4)
    assert drawable(back_to(game, 4)) == [0, 1, 2, 3]


@BY_CARD
def test_card_3_the_chest_card_leaves_and_returns_to_the_chest(edition: str) -> None:
    game = Scenario(edition, 2).at(1, 2).turn(1, "post-roll").draw(JAIL_CHEST)
    assert (game.s.jail_card_owner[1], game.s.deck_length) == (0, [0, 0])
    play_jail_card(game, "community chest")
    assert (game.s.jail_card_owner[1], game.s.deck_length) == (NOBODY, [0, 1])
    assert game.s.deck[MOST_CARDS] == JAIL_CHEST


@BY_CARD
def test_card_3_the_chance_card_leaves_and_returns_to_chance(edition: str) -> None:
    game = Scenario(edition, 2).roll(3, 4).draw(JAIL_CHANCE)
    assert (game.s.jail_card_owner[0], game.s.deck_length) == (0, [0, 0])
    play_jail_card(game)
    assert (game.s.jail_card_owner[0], game.s.deck[:1]) == (NOBODY, [JAIL_CHANCE])


def test_card_3_a_traded_card_returns_to_its_own_deck() -> None:
    game = Scenario("classic", 2).jail_card(2, "community chest")
    game.do("offer p2 $10 for community chest jail card", "p2: accept")
    play_jail_card(game, "community chest")
    assert game.s.deck[MOST_CARDS] == JAIL_CHEST


def test_card_3_returns_when_its_holder_goes_bankrupt_to_the_bank() -> None:
    game = Scenario().cash(99).jail_card(1).jail_card(1, "community chest").at(1, 35).roll(1, 2)
    game.do("owe tax", "go bankrupt")
    assert (game.s.jail_card_owner[0], game.s.jail_card_owner[1]) == (NOBODY, NOBODY)
    assert (game.s.deck[0], game.s.deck[MOST_CARDS]) == (JAIL_CHANCE, JAIL_CHEST)


def test_card_3_goes_to_the_creditor_when_its_holder_goes_bankrupt_to_a_player() -> None:
    game = Scenario().cash(49).jail_card(1).give(2, "Boardwalk").at(1, 36).roll(1, 2)
    game.do("owe rent", "go bankrupt")
    assert (game.s.jail_card_owner[0], game.s.deck_length) == (1, [0, 0])


def test_card_3_counts_nothing_for_debts() -> None:
    game = Scenario().cash(99).jail_card(1).at(1, 35).roll(1, 2).do("owe tax")
    assert "go bankrupt" in game.choices()


def test_card_3_formal_a_played_card_can_be_drawn_again() -> None:
    game = Scenario("formal").roll(3, 4).draw(9)
    play_jail_card(game)
    assert 9 in drawable(back_to(game, 7))


def test_card_9_formal_has_the_five_kinds_with_the_jail_card_last() -> None:
    game = Scenario("formal")
    assert game.rules.deck_size == [10, 14]
    assert deck_of(game, 0) == [CHANCE[n] for n in (0, 1, 2, 6, 9, 11, 12, 13, 15, 7)]
    assert deck_of(game, 1) == [CHEST[n] for n in range(16) if n not in (4, 6, 13)] + [CHEST[4]]
    assert game.rules.jail_card == [9, 13]


def test_card_9_formal_small_has_one_card_of_each_kind() -> None:
    game = Scenario("formal-small")
    kinds = ["collect", "pay", "advance", "go-to-jail", "goojf"]
    assert [kind for kind, _ in deck_of(game, 0)] == kinds
    assert [kind for kind, _ in deck_of(game, 1)] == kinds


def play_at_random(board: str, steps: int) -> State:
    """Play classic on a board by fixed chance: the same choices and outcomes every time."""
    game = Scenario("classic", 3, board=board)
    generator = random.Random(17)
    for _ in range(steps):
        if is_over(game.s):
            break
        choices = [c for c in legal_actions(game.s) if isinstance(c, int | AmountRange)]
        choice = generator.choice(choices)
        action = choice if isinstance(choice, int) else choice.of(choice.lowest)
        outcomes = [outcome for outcome, _ in chance_outcomes(game.s, action)]
        apply(game.s, action, generator.choice(outcomes))
    return game.s


def test_card_10_the_same_actions_give_the_same_state_on_both_boards() -> None:
    assert play_at_random("us", 600) == play_at_random("uk", 600)


def test_card_10_only_the_names_differ() -> None:
    names = Scenario(board="uk").rules.names
    london = {5: "King's Cross", 11: "Pall Mall", 24: "Trafalgar", 39: "Mayfair"}
    assert all(names[square].startswith(name) for square, name in london.items())
    us, uk = Scenario().rules, Scenario(board="uk").rules
    for table in ("square_type", "value", "house_cost", "group", "rent", "card_square"):
        assert getattr(us, table) == getattr(uk, table)


def test_card_10_cards_speak_of_the_board_in_play() -> None:
    assert "Mayfair" in Scenario(board="uk").rules.card_texts[0][13]


def test_card_15_seventeen_cards_each() -> None:
    game = Scenario("classic", 4, decks=17)
    assert game.rules.deck_size == [17, 17]
    assert deck_of(game, 0) == [*CHANCE, ("collect", 100)]
    assert deck_of(game, 1) == [*CHEST, ("collect-each", 10)]


def test_card_15_birthday_with_three_others_brings_30() -> None:
    game = Scenario("classic", 4, decks=17).at(1, 2).turn(1, "post-roll").draw(16)
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [1530, 1490, 1490, 1490]


def test_card_15_crossword_brings_100() -> None:
    assert Scenario("classic", 4, decks=17).roll(3, 4).draw(16).money(1) == 1600


def test_card_15_is_off_unless_asked_for() -> None:
    with pytest.raises(InvalidOutcome):
        Scenario().roll(3, 4).draw(16)
