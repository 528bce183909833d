"""Push, undo, chance and the steps that a game takes by itself."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import gitopoly
from gitopoly.errors import (
    IllegalAction,
    InvalidAction,
    InvalidNickname,
    InvalidOutcome,
    InvalidRules,
    InvalidRun,
)
from gitopoly.game import Outcome, PlayedStep
from gitopoly.rules.chance import Drawn
from tests.game.walks import EDITIONS, walked


def pickled(game: gitopoly.Game) -> gitopoly.Game:
    found: gitopoly.Game = pickle.loads(pickle.dumps(game))
    return found


def classic(**settings: Any) -> gitopoly.Game:
    return gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False, **settings)


# Pushing.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("auto", [True, False])
def test_everything_that_is_listed_can_be_pushed_as_it_is_and_as_its_text(
    edition: str, auto: bool
) -> None:
    game = gitopoly.Game(edition, seed=4, auto=auto)
    draw = random.Random(3)
    for _ in range(120):
        if not game.legal_actions:
            break
        for action in game.legal_actions:
            assert game.is_legal(action)
            by_text = game.copy()
            by_action = game.copy()
            by_text.push(str(action))
            by_action.push(action)
            assert by_text.to_yaml() == by_action.to_yaml()
        game.push(draw.choice(game.legal_actions))


def test_a_roll_may_be_given_its_dice_and_then_a_choice_is_left() -> None:
    game = classic()
    game.push("roll", dice=(2, 1))
    assert [str(action) for action in game.legal_actions] == ["buy", "auction"]
    game.push("buy")
    assert game.seats["Ann"].cash == 1440
    assert game.board["Baltic Avenue"].owner == "Ann"


def test_roll_is_also_what_one_types_for_the_start() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"])
    game.push("roll", dice=(1, 2))
    game.push("roll", dice=(3, 4))
    assert game.turn == "Ben"
    assert game.legal_actions[0].kind == "roll"


def test_a_text_without_a_name_means_whoever_can_act() -> None:
    game = classic()
    game.push("roll", dice=(2, 1))
    game.push("auction")
    assert game.to_act == ("Ann", "Ben")
    game.push("bid 10")
    game.push("BEN:  pass")
    assert game.board["Baltic Avenue"].owner == "Ann"


def test_a_refused_push_leaves_the_game_as_it_was_and_names_rule_and_remedy() -> None:
    game = classic(seed=1)
    before = game.to_yaml(), game.history
    with pytest.raises(IllegalAction) as refused:
        game.push("buy")
    assert str(refused.value).endswith("(TIME-1); allowed now: roll")
    assert refused.value.rule == "TIME-1"
    assert refused.value.allowed == "roll"
    assert (game.to_yaml(), game.history) == before
    with pytest.raises(InvalidAction, match="castle"):
        game.push("castle")
    with pytest.raises(InvalidAction):
        game.push(7)  # type: ignore[arg-type]
    assert (game.to_yaml(), game.history) == before


def test_a_refused_push_is_not_taken_back_later() -> None:
    game = classic()
    game.push("roll", dice=(2, 1))
    with pytest.raises(IllegalAction):
        game.push("roll", dice=(2, 1))
    assert game.undo().kind == "roll"
    assert game.to_yaml() == classic().to_yaml()


def test_an_action_of_another_game_is_read_by_its_words() -> None:
    game = classic()
    roll = gitopoly.Game("formal", seats=["Ann", "Ben"]).legal_actions[0]
    game.push(roll, dice=(2, 1))
    assert game.seats["Ann"].square == "Baltic Avenue"


def test_an_offer_from_before_never_turns_into_another_trade() -> None:
    game = classic()
    game.push("roll", dice=(2, 1))
    game.push("buy")
    trade = game.offer(to="Ann", want=["Baltic Avenue"], cash=50)
    game.push(trade)
    game.push("accept")  # now the deed is Ben's, and would be given instead of asked for
    before = game.to_yaml()
    assert not game.is_legal(trade)
    with pytest.raises(InvalidAction, match="a deed that Ann owns"):
        game.push(trade)
    assert game.to_yaml() == before


# Undoing.


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("auto", [True, False])
def test_undo_leads_back_to_the_start_through_the_same_positions(edition: str, auto: bool) -> None:
    game = gitopoly.Game(edition, seed=8, auto=auto)
    draw = random.Random(5)
    seen = []
    for _ in range(150):
        if not game.legal_actions:
            break
        seen.append((game.to_yaml(), len(game.history), game.legal_actions))
        game.push(draw.choice(game.legal_actions))
    for yaml, steps, legal in reversed(seen):
        game.undo()
        assert (game.to_yaml(), len(game.history), game.legal_actions) == (yaml, steps, legal)
    with pytest.raises(InvalidAction, match="nothing was pushed"):
        game.undo()


def test_a_seeded_game_draws_the_same_again_after_undo() -> None:
    game = classic(seed=11)
    game.push("roll")
    once = game.history[-1].outcome, game.to_yaml()
    assert game.undo().kind == "roll"
    game.push("roll")
    assert (game.history[-1].outcome, game.to_yaml()) == once


def test_a_copy_goes_its_own_way_and_can_be_taken_back_further() -> None:
    game = classic(seed=11)
    game.push("roll")
    twin = game.copy()
    twin.undo()
    assert len(twin.history) < len(game.history)
    twin.push("roll")
    assert twin.to_yaml() == game.to_yaml()


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_made_by_python_shares_nothing_that_changes(
    made: Callable[[gitopoly.Game], gitopoly.Game],
) -> None:
    game = classic(seed=11)
    game.push("roll")
    before = game.to_yaml()
    twin = made(game)
    twin.push(twin.legal_actions[0])
    assert game.to_yaml() == before
    assert len(twin.history) > len(game.history)
    game.push(game.legal_actions[0])
    assert game.to_yaml() == twin.to_yaml()


def test_a_long_history_is_let_go_without_recursion() -> None:
    game = classic(turn_limit=0)
    for _ in range(20_000):
        game._last = PlayedStep(game._last, game.legal_actions[0], Drawn(), False)
    del game


# Chance.


def test_without_a_seed_outcomes_must_be_given_and_are_listed() -> None:
    game = classic()
    with pytest.raises(InvalidOutcome, match="needs dice"):
        game.push("roll")
    outcomes = game.chance_outcomes("roll")
    assert len(outcomes) == 36
    assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
    for outcome, _ in outcomes:
        trial = game.copy()
        trial.push("roll", outcome)
        assert any(step.outcome == outcome for step in trial.history)


def test_a_card_is_given_by_number_or_by_its_words() -> None:
    by_words, by_number = classic(), classic()
    for game in (by_words, by_number):
        game.push("roll", dice=(3, 4))
        assert [action.kind for action in game.legal_actions] == ["draw chance card"]
    outcomes = [outcome for outcome, _ in by_words.chance_outcomes()]
    boardwalk = next(each for each in outcomes if "Boardwalk" in each.card_text)
    by_words.push("draw chance card", card="boardwalk")
    by_number.push("draw chance card", card=boardwalk.card)
    assert by_words.seats["Ann"].square == by_number.seats["Ann"].square == "Boardwalk"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"dice": (0, 4)}, "two numbers from 1 to 6"),
        ({"dice": (1, 2, 3)}, "two numbers from 1 to 6"),
        ({"dice": 7}, "two numbers from 1 to 6"),
        ({"card": 3}, "needs dice"),
        ({"dice": (1, 2), "card": 3}, "no card is drawn"),
        ({"dice": (1, 2), "order": ["Ben", "Ann"]}, "omit order"),
        ({"dice": (1, 2), "order": 5}, "a list of the seats' names"),
        ({"dice": (1, 2), "order": "Ann"}, "a list of the seats' names"),
        ({"dice": (1, 2), "order": [1, 2]}, "a list of the seats' names"),
        ({"dice": (1, 2), "card": 1.5}, "by number or words"),
        ({"dice": "34"}, "two numbers from 1 to 6"),
        ({"outcome": (1, 2)}, "not an outcome"),
        ({"outcome": Outcome(dice=5)}, "two numbers from 1 to 6"),  # type: ignore[arg-type]
        ({"outcome": Outcome(order=5)}, "a list of the seats' names"),  # type: ignore[arg-type]
    ],
)
def test_an_outcome_that_the_action_cannot_have_is_refused(
    given: dict[str, Any], reason: str
) -> None:
    game = classic()
    with pytest.raises(InvalidOutcome, match=reason):
        game.push("roll", **given)
    assert game.history == game.copy().history


def test_dice_for_an_action_without_chance_are_refused() -> None:
    game = classic()
    game.push("roll", dice=(2, 1))
    with pytest.raises(InvalidOutcome, match="no dice are rolled"):
        game.push("buy", dice=(1, 1))
    for dice in (5, "", {}, object()):
        with pytest.raises(InvalidOutcome, match="two numbers from 1 to 6"):
            game.push("buy", dice=dice)  # type: ignore[arg-type]


def test_the_order_of_a_free_4_all_is_given_by_names_where_it_is_drawn() -> None:
    game = gitopoly.Game("formal", seats=["Ann", "Ben", "Cleo"])
    game.push("roll", dice=(1, 3))
    while game.legal_actions[0].kind != "check doubles":
        game.push(game.legal_actions[0])
    with pytest.raises(InvalidOutcome, match="needs an order"):
        game.push("check doubles")
    assert len(game.chance_outcomes()) == 6
    game.push("check doubles", order=["Cleo", "Ann", "Ben"])
    assert ("Cleo", "Ann", "Ben") in [step.outcome.order for step in game.history if step.outcome]


def test_given_dice_do_not_use_up_the_draws_of_the_seed() -> None:
    drawn, given = classic(seed=5), classic(seed=5)
    given.push("roll", dice=(2, 1))
    given.undo()
    drawn.push("roll")
    given.push("roll")
    assert drawn.to_yaml() == given.to_yaml()


# What the game does by itself.


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_auto_the_same_game_is_played_as_without(edition: str) -> None:
    game = walked(edition, 60, seed=6)
    by_hand = gitopoly.Game(edition, seed=None, auto=False)
    for step in game.history:
        by_hand.push(str(step.action) if step.action.kind != "offer" else step.action, step.outcome)
    assert by_hand.to_yaml() == game.to_yaml()


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_left_to_push_is_a_choice_a_roll_or_an_offer(edition: str) -> None:
    game = gitopoly.Game(edition, seed=2)
    draw = random.Random(9)
    for _ in range(150):
        if not game.legal_actions:
            break
        only = len(game.legal_actions) == 1 and not game.legal_actions[0].limit
        if only and not game.trade_partners:
            assert game.chance_outcomes() or game.phase == "trade"
        game.push(draw.choice(game.legal_actions))


def test_a_roll_is_never_taken_by_the_game() -> None:
    game = walked("classic", 200, seats=["Ann", "Ben", "Cleo"])
    rolls = [step for step in game.history if step.action.kind in ("roll", "roll for start")]
    assert rolls
    assert not any(step.automatic for step in rolls)


# Making a game.


def test_names_numbers_and_options_make_a_game() -> None:
    assert list(gitopoly.Game("formal", players=3).seats) == ["p1", "p2", "p3"]
    assert gitopoly.Game("classic", board="uk").board[39].name == "Mayfair"
    assert gitopoly.Game(gitopoly.Game("arena").edition).edition.name == "arena"


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"edition": "chess"}, InvalidRules),
        ({"seats": ["Ann"]}, InvalidRules),
        ({"seats": ["Ann", "Ben"], "players": 3}, InvalidRules),
        ({"seats": ["Ann", "ann"]}, InvalidNickname),
        ({"seats": "Ann"}, InvalidNickname),
        ({"seats": ["Ann", ""]}, InvalidNickname),
        ({"seats": ["Ann", "a: b"]}, InvalidNickname),
        ({"seats": ["Ann", 3]}, InvalidNickname),
        ({"players": 99}, InvalidRules),
        ({"players": "two"}, InvalidRules),
        ({"turn_limits": 3}, InvalidRules),
        ({"players": 10**30}, InvalidRules),
        ({"players": 0}, InvalidRules),
        ({"seats": 5}, InvalidNickname),
        ({"seed": 1.5}, InvalidRun),
        ({"seed": "lucky"}, InvalidRun),
        ({"seed": -1}, InvalidRun),
        ({"seed": 1 << 64}, InvalidRun),
    ],
)
def test_a_game_that_cannot_be_is_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        gitopoly.Game(**settings)


def test_the_same_seed_and_pushes_give_the_same_game() -> None:
    assert walked("classic", 90, seed=3).to_yaml() == walked("classic", 90, seed=3).to_yaml()
    assert walked("classic", 90, seed=3).to_yaml() != walked("classic", 90, seed=4).to_yaml()
