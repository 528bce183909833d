"""The two kinds of cards that `london` has and `classic` does not."""

from random import Random

from gitopoly.rules import Rules, initial, violated_invariants
from tests.rules.scenario import Scenario
from tests.rules.walks import walk

CHEST = Rules.of("london").source.community_chest
CHANCE = Rules.of("london").source.chance
KINDS = [card.kind for card in CHEST]
CHOICE = KINDS.index("fine-or-chance")
BACK_TO = KINDS.index("back-to")


def on_chest(**options: object) -> Scenario:
    return Scenario("london", 3, opening_throw=0, **options).at(1, 17).turn(1, "post-roll")


def card_of(kind: str) -> int:
    return [card.kind for card in CHANCE].index(kind)


def test_card_16_back_to_a_square_pays_no_salary_and_takes_effect() -> None:
    game = on_chest().give(2, 1).draw(BACK_TO)
    assert (game.position(1), game.money(1), game.phase) == (1, 1500, "post-roll")
    assert game.do("pay rent").money(2) == 1502


def test_card_17_the_fine_can_be_paid() -> None:
    game = on_chest().draw(CHOICE)
    assert (game.phase, game.floor) == ("card-choice", 1)
    assert game.choices() == ["draw chance card", "pay fine"]
    assert game.refused("p2: pay fine") == "TIME-1"
    assert game.do("pay fine").money(1) == 1490
    assert game.phase == "doubles-check"
    assert Scenario().refused("pay fine") == "TIME-1"


def test_card_17_a_chance_card_can_be_taken_instead() -> None:
    game = on_chest().draw(CHOICE).do(f"draw chance card -> card {card_of('collect')}")
    assert game.phase == "doubles-check"
    assert game.money(1) > 1500
    back = on_chest().draw(CHOICE).do(f"draw chance card -> card {card_of('back')}")
    assert (back.position(1), back.phase) == (14, "post-roll")
    jailed = on_chest().draw(CHOICE).do(f"draw chance card -> card {card_of('go-to-jail')}")
    assert (jailed.s.in_jail[0], jailed.phase) == (1, "free-4-all")


def test_card_17_the_fine_goes_to_the_pot_or_becomes_a_debt() -> None:
    assert on_chest(free_parking_pot=1).draw(CHOICE).do("pay fine").s.pot == 10
    poor = on_chest().cash(4).draw(CHOICE).do("pay fine")
    assert (poor.phase, poor.s.debt_amount[0]) == ("bankruptcy-prevention", 10)


def test_card_17_nobody_draws_chance_from_the_community_chest_otherwise() -> None:
    assert on_chest().refused("draw chance card -> card 0") == "TIME-4"


def test_random_games_of_london_keep_all_invariants() -> None:
    seen = set()
    for seed in range(4):
        rules = Rules.of("london", 3, opening_throw=0)
        for s in walk(initial(rules), Random(seed), 900):
            assert not violated_invariants(s)
            seen.add(s.phase)
    assert len(seen) > 8
