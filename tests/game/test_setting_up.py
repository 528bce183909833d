"""`Game.from_yaml`: a text that stands for itself, read strictly."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from time import process_time

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
VALUE = re.compile(r"(?<=: )[^,{}\[\]\n]+|(?<=\[)[^,\]\n]+")
NUMBER = re.compile(r"-?\d+")
STRANGE = [
    *("-1", "0", "1", "128", "2147483648", "9" * 30, "9" * 5000, "0x" + "f" * 5000, "017", "1.5"),
    *("1e400", ".nan", "1:30", "2001-01-01", "2001-99-99", "true", "null", "yes", "bank", "Ann"),
    *("[]", "{}", "[1]", "{a: 1}", "!!timestamp x", "!!binary x", "!!set {a}", "&a 1", "*a", "<<"),
    *("é", "\u202e", "\x85", "\ud800", '"\\ud800"', '"\\0"', "|\n  a", "? a", "=", "{", "]", "#"),
]
TEXT = gitopoly.Game("classic", ["Ann", "Ben"]).to_yaml()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.edition.name)
def test_every_position_of_a_random_game_is_set_up_again(game: gitopoly.Game) -> None:
    random, game = Random(1), game.copy(seed=1)
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
        ('"classic"', "[classic]", "edition must be a name, or the whole of it"),
        ('"classic"', "{name: classic}", ""),
        ("options: {}", "options: []", "options must be names with numbers or words"),
        ("options: {}", "options: {turn_limits: 90}", "did you mean turn_limit?"),
        ("options: {}", "options: {decks: None}", "decks must have 16 or 17 cards"),
        ('"auction-leader"', '"auction-leaders"', "auction-leaders"),
        ("[Ann, Ben]", "[Ann]", "classic is for 2 to 8 players, not 1"),
        ("[Ann, Ben]", "[Ann, Ann]", "two seats have this name"),
        ("[Ann, Ben]", "[Ann, Cleo]", "players.Cleo is missing"),
        ("[Ann, Ben]", "Ann", "order must be a list of names"),
        ('- {name: "GO"}\n', "", "board is a list of 39, but must be a list of 40"),
        ("phase: opening", "phase: trade", "InvOfferConsistent does not hold: TRADE-4"),
        ("money: 1500", f"money: 0x{'f' * 5000}", "is not a plain whole number"),
        ("money: 1500", f"money: 1{':59' * 20_000}", "is not a plain whole number"),
        ("money: 1500", "money: 0150", "is not a plain whole number"),
        ("money: 1500", "money: !!timestamp 1500", "no anchors and no tags"),
        ("money: 1500", "money: &all 1500", "no anchors and no tags"),
        ("money: 1500", "money: 1500\n    money: 1500", 'the key "money" stands twice'),
        ("money: 1500", "money: \ud800", "is not valid YAML"),
        ("phase: opening", 'phase: opening\n"a\\nb": 1', "unknown key a b"),
        ('"classic"', f'"{"c" * 100_000}"', "there is no edition"),
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.edition.name)
def test_a_text_with_a_fault_is_refused_or_is_a_position(game: gitopoly.Game) -> None:
    random = Random(game.edition.name)
    texts = positions_of(game, random)
    for _ in range(60):
        text = mutated(random.choice(texts), random)
        began, said = process_time(), ""
        try:
            found = gitopoly.Game.from_yaml(text, seed=1)
        except InvalidState as refusal:
            said = str(refusal)
        assert len(said) <= 1000
        assert len(said.splitlines()) == (said != "")
        if not said:
            assert gitopoly.Game.from_yaml(found.to_yaml(), auto=False).to_yaml() == found.to_yaml()
            for _ in range(10):
                assert not violated_invariants(found._state)
                if found.result is None:
                    found.push(random.choice(found.legal_actions))
        assert process_time() - began < 2


def positions_of(game: gitopoly.Game, random: Random) -> list[str]:
    """Positions of a random game from where it stands."""
    game = game.copy(seed=1)
    texts = []
    while game.result is None and len(texts) < 100:
        texts.append(game.to_yaml())
        game.push(random.choice(game.legal_actions))
    return texts or [game.to_yaml()]


def mutated(text: str, random: Random) -> str:
    """A text with one fault: a value, a number, a line or some letters are others."""
    lines = text.split("\n")
    place, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            value = random.choice(list(VALUE.finditer(text)))
            return text[: value.start()] + random.choice(STRANGE) + text[value.end() :]
        case 1:
            number = random.choice(list(NUMBER.finditer(text)))
            near = int(number.group()) + random.choice((-1, 1, 100))
            return text[: number.start()] + str(near) + text[number.end() :]
        case 2:
            lines[place] = lines[other]
        case 3:
            lines[place], lines[other] = lines[other], lines[place]
        case _:
            cut = random.randrange(len(text))
            return text[:cut] + random.choice(STRANGE) + text[cut + random.randrange(3) :]
    return "\n".join(lines)


def test_the_rules_in_a_text_are_those_of_the_game() -> None:
    rules = gitopoly.Game.from_yaml(TEXT)._state.rules
    usual = Rules.of("classic", 2)
    assert all(getattr(rules, name) == getattr(usual, name) for name in Rules.FIELDS)
