"""`Game.from_yaml`: a text that stands for itself, read strictly."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import gitopoly
from gitopoly import editions
from gitopoly.errors import InvalidState
from gitopoly.rules import Rules, violated_invariants

GAMES = [
    gitopoly.Game("classic", ["Ann", "Bob Lee", "yes"], seed=1, turn_limit=300, board="uk"),
    gitopoly.Game("classic", players=4, seed=2, starting_deeds=2, free_parking_pot=True),
    gitopoly.Game("london", ["bank", "null"], seed=3),
    gitopoly.Game("formal", players=3, seed=4),
    gitopoly.Game("formal-small", players=4, seed=5, played_auctions=1),
    gitopoly.Game("arena", players=2, seed=6),
    gitopoly.Game(replace(editions.load("classic"), name="mine", currency="€"), seed=7),
]
TEXT = gitopoly.Game("classic", ["Ann", "Ben"]).to_yaml()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.edition.name)
def test_every_position_of_a_random_game_is_set_up_again(game: gitopoly.Game) -> None:
    random = Random(1)
    for number in range(250):
        if game.result is not None:
            break
        if number % 10 == 0:
            text = game.to_yaml()
            again = gitopoly.Game.from_yaml(text, auto=False)
            assert again.to_yaml() == text
            assert again.legal_actions == game.legal_actions
            assert not violated_invariants(again._state)
        game.push(random.choice(game.legal_actions))


def test_a_position_can_be_changed_played_and_left() -> None:
    game = gitopoly.Game.from_yaml(
        TEXT.replace("phase: opening", "phase: pre-roll").replace(
            '"Boardwalk", owner: null', '"Boardwalk", owner: Ben'
        )
    )
    assert game.board["Boardwalk"].owner == "Ben"
    game.push("end pre-roll")
    game.push("roll", dice=(1, 2))
    assert game.seats["Ann"].square == "Baltic Avenue"
    game.undo()
    assert game.seats["Ann"].square == "GO"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('edition: "classic"\n', "", "edition is missing"),
        ('"classic"', '"clasic"', "there is no edition 'clasic'"),
        ('"classic"', "[classic]", "edition must be a name, or the whole of it as a mapping"),
        ('"classic"', "{name: classic}", ""),
        ("options: {}", "options: []", "options must be a mapping"),
        ("options: {}", "options: {turn_limits: 90}", "did you mean turn_limit?"),
        ("options: {}", "options: {decks: None}", "decks must have 16 or 17 cards"),
        ('"auction-leader"', '"auction-leaders"', "auction-leaders"),
        ("[Ann, Ben]", "[Ann]", "classic is for 2 to 8 players, not 1"),
        ("[Ann, Ben]", "[Ann, Ann]", "two seats have this name"),
        ("[Ann, Ben]", "[Ann, Cleo]", "players.Cleo is missing"),
        ("[Ann, Ben]", "Ann", "order must be a list of texts"),
        ('- {name: "GO"}\n', "", "board is a list of 39, but must be a list of 40"),
        ("phase: opening", "phase: trade", "InvOfferConsistent does not hold: TRADE-4"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(InvalidState) as refusal:
        gitopoly.Game.from_yaml(TEXT.replace(old, new, 1))
    assert said in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize("given", ["", "a", "[]", "[" * 9999, "a: &a [*a]", None, "x" * (1 << 19)])
def test_other_texts_are_refused(given: str) -> None:
    with pytest.raises(InvalidState):
        gitopoly.Game.from_yaml(given)


def test_the_rules_in_a_text_are_those_of_the_game() -> None:
    rules = gitopoly.Game.from_yaml(TEXT)._state.rules
    usual = Rules.of("classic", 2)
    assert all(getattr(rules, name) == getattr(usual, name) for name in Rules.FIELDS)
