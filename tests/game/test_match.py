"""One game between players of any kind, and what becomes of their mistakes."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gitopoly
from gitopoly.errors import InvalidBot
from gitopoly.game import player_session
from gitopoly.isolation.limits import ResourceLimits
from tests.game.players import written
from tests.game.walks import EDITIONS

posix = pytest.mark.skipif(os.name != "posix", reason="isolation needs POSIX")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a busy machine time to start processes."""
    monkeypatch.setattr(player_session, "START_SECONDS", 120.0)


class Saver(gitopoly.Player):
    """Takes whatever comes first."""

    def decide(self, game: Any, actions: Any) -> Any:
        return actions[0]


class Sayer(gitopoly.Player):
    """Answers in words."""

    def decide(self, game: Any, actions: Any) -> Any:
        return str(actions[-1])


class Trader(gitopoly.Player):
    """Offers a deed for another whenever that is possible."""

    name = "Offering"

    def decide(self, game: Any, actions: Any) -> Any:
        me = game.seats[actions[0].seat]
        for partner in game.trade_partners:
            theirs = game.seats[partner].deeds
            if me.deeds and theirs:
                offer = game.offer(to=partner, give=me.deeds[:1], want=theirs[:1])
                if game.is_legal(offer):
                    return offer
        return actions[0]


class Agreeing(gitopoly.Player):
    """Buys everything and accepts every trade."""

    def decide(self, game: Any, actions: Any) -> Any:
        kinds = {action.kind: action for action in actions}
        return kinds.get("accept") or kinds.get("buy") or actions[0]


class Numbered(Saver):
    name = 5  # type: ignore[assignment]


class Shouting(str):
    """A text that fails where it is looked at."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError(other)

    def startswith(self, *_: Any) -> bool:
        raise RuntimeError

    __hash__ = str.__hash__


class Pretending(gitopoly.Action):
    """An action that was never made."""


def answering(answer: Callable[[Any, Any], Any]) -> type[gitopoly.Player]:
    class Answering(gitopoly.Player):
        def decide(self, game: Any, actions: Any) -> Any:
            return answer(game, actions)

    return Answering


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_played_with_as_many_seats_as_it_allows(edition: str) -> None:
    most = gitopoly.Game(edition).edition.most_players
    players = ([Saver, Sayer, "sensible", "random"] * 2)[:most]
    match = gitopoly.play_match(players, edition, seed=4, max_turns=40)
    assert match.faults == ()
    assert match.turns > 5
    assert match.result is not None or match.turns == 40


def test_equal_seeds_give_equal_games_and_others_others() -> None:
    played = [
        gitopoly.play_match([Saver, "random"], "formal", seed=seed, max_turns=30).game.to_yaml()
        for seed in (1, 1, 2)
    ]
    assert played[0] == played[1] != played[2]


def test_offers_are_made_and_answered() -> None:
    match = gitopoly.play_match([Trader, Saver, Saver], "classic", seed=4, max_turns=60)
    kinds = {step.action.kind for step in match.game.history}
    assert {"offer", "accept"} <= kinds
    assert match.faults == ()


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        (lambda game, actions: None, "junk", "None"),
        (lambda game, actions: "castle", "junk", "castle"),
        (lambda game, actions: 3.5, "junk", "3.5"),
        (lambda game, actions: 1 << 70, "junk", "not an action"),
        (lambda game, actions: 127, "junk", "127"),
        (lambda game, actions: actions[0].code, "junk", "not an action, but"),
        (lambda game, actions: actions, "junk", "(an Action, "),
        (lambda game, actions: Shouting("castle"), "junk", "castle"),
        (lambda game, actions: object.__new__(Pretending), "junk", "a Pretending"),
        (lambda game, actions: "go bankrupt", "refused", "TIME-1"),
        (lambda game, actions: "p9: roll", "junk", "p9"),
        (lambda game, actions: "random: roll", "refused", "not Answering's action"),
        (lambda game, actions: 1 / 0, "raised", "ZeroDivisionError"),
        (lambda game, actions: exec("raise SystemExit"), "raised", "SystemExit"),
    ],
)
def test_a_wrong_answer_is_a_fault_and_the_game_goes_on(
    answer: Callable[[Any, Any], Any], kind: str, told: str
) -> None:
    match = gitopoly.play_match([answering(answer), "random"], "classic", seed=1, max_turns=12)
    assert match.turns == 12 or match.result is not None
    assert {fault.kind for fault in match.faults} == {kind}
    assert told in match.faults[0].detail
    assert match.faults[0].seat == "Answering"
    assert match.fault_counts == {"Answering": len(match.faults)}


def test_an_instance_stays_the_same_from_game_to_game() -> None:
    class Counting(gitopoly.Player):
        asked = 0

        def decide(self, game: Any, actions: Any) -> Any:
            self.asked += 1
            return actions[0]

    one = Counting()
    gitopoly.simulate([one, "random"], "formal-small", games=3, seed=1)
    assert one.asked > 3
    assert Counting.asked == 0


def test_players_of_equal_names_are_told_apart() -> None:
    match = gitopoly.play_match(["random", "random", Saver, Saver], "classic", seed=1, max_turns=3)
    assert list(match.game.seats) == ["random", "random 2", "Saver", "Saver 2"]


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (["random"], "GAME-1"),
        ("random", "a list"),
        (["castle", "random"], "'castle' is not a player"),
        (["nowhere.py:Saver", "random"], "there is no file"),
        ([3, "random"], "3 is not a player"),
        ([object, "random"], "no method decide"),
        ([gitopoly.Player, "random"], "no method decide"),
        ([gitopoly.Player(), "random"], "is not a player"),
        ([Numbered, "random"], "the name of Numbered must be a string"),
        (None, "a list"),
        (5, "a list"),
    ],
)
def test_who_cannot_play_is_refused(players: Any, reason: str) -> None:
    with pytest.raises(gitopoly.errors.GitopolyError, match=reason):
        gitopoly.simulate(players, games=1)


# In processes of their own.


@posix
def test_a_player_in_a_file_plays_as_it_does_in_the_process(tmp_path: Path) -> None:
    path = written(tmp_path)
    here = gitopoly.play_match([Saver, "trader"], "classic", seed=3, max_turns=25)
    there = gitopoly.play_match([f"{path}:Saver", "trader"], "classic", seed=3, max_turns=25)
    assert there.game.to_yaml() == here.game.to_yaml()
    assert there.faults == ()


@pytest.mark.slow
@posix
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_isolated_player_sees_what_there_is_to_see(edition: str, tmp_path: Path) -> None:
    path = written(tmp_path)
    match = gitopoly.play_match([f"{path}:Drawing", "random"], edition, seed=5, max_turns=25)
    assert match.faults == ()
    again = gitopoly.play_match([f"{path}:Drawing", "random"], edition, seed=5, max_turns=25)
    assert again.game.to_yaml() == match.game.to_yaml()


@posix
@pytest.mark.parametrize(
    ("name", "kind", "most"),
    [
        ("Raising", "raised", 10**6),
        ("Illegal", "refused", 10**6),
        ("Junk", "junk", 10**6),
        ("Nothing", "junk", 10**6),
        ("Greedy", "raised", 10**6),
        ("Exiting", "raised", 10**6),
        ("Dying", "died", 1),
    ],
)
def test_an_isolated_player_fails_alone(name: str, kind: str, most: int, tmp_path: Path) -> None:
    players = [f"{written(tmp_path)}:{name}", "random"]
    match = gitopoly.play_match(players, "classic", seed=1, max_turns=8)
    assert match.turns == 8
    assert {fault.kind for fault in match.faults} == {kind}
    assert len(match.faults) <= most
    if kind == "junk":
        assert match.faults[0].detail.endswith({"Junk": "{'castle': 1}", "Nothing": "None"}[name])


@posix
def test_an_isolated_player_reads_cards_and_its_offers_mean_what_they_say(tmp_path: Path) -> None:
    players = [f"{written(tmp_path)}:Reading", Agreeing]
    match = gitopoly.play_match(players, "classic", seed=2, max_turns=40)
    assert any(step.outcome and step.outcome.card_text for step in match.game.history)
    offers = [step.action for step in match.game.history if step.action.kind == "offer"]
    assert [(offer.give, len(offer.want)) for offer in offers] == [((), 1)]
    assert any("a deed that Agreeing owns" in fault.detail for fault in match.faults)
    assert not any("AssertionError" in fault.detail for fault in match.faults)


@pytest.mark.parametrize(
    "given",
    [
        {"seed": 1.5},
        {"seed": "lucky"},
        {"max_turns": None},
        {"max_turns": 0},
        {"max_turns": "many"},
        {"memory": None},
        {"memory": -1},
        {"memory": 10**9},
        {"limits": 3.0},
        {"limits": True},
    ],
)
def test_what_is_no_number_or_limit_is_refused(given: dict[str, Any]) -> None:
    plays: tuple[Any, ...] = (gitopoly.play_match, gitopoly.simulate)
    for play in plays:
        with pytest.raises(gitopoly.errors.GitopolyError, match=next(iter(given))):
            play(["random", "random"], "formal-small", **given)


@posix
def test_a_player_that_never_answers_is_timed_out_and_then_not_asked(tmp_path: Path) -> None:
    players = [f"{written(tmp_path)}:Slow", "random"]
    limits = ResourceLimits(call=0.2, match=0.5)
    match = gitopoly.play_match(players, "classic", seed=1, max_turns=12, limits=limits)
    assert match.turns == 12
    kinds = [fault.kind for fault in match.faults]
    assert kinds[0] in ("timeout", "died")
    assert kinds[-1] in ("budget", "died")
    assert len(kinds) < 10


@posix
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "has several players; choose one"),
        (":Nobody", "has no class Nobody"),
        (":NoPlayer", "with decide"),
        (":Unmade", "RuntimeError: not today"),
    ],
)
def test_a_file_without_a_player_is_refused_before_the_game(
    name: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidBot, match=reason):
        gitopoly.simulate([written(tmp_path) + name, "random"], games=1)


def test_a_class_needs_neither_our_base_nor_room_for_our_dice() -> None:
    class Bare:
        __slots__ = ()

        def decide(self, game: Any, actions: Any) -> Any:
            return actions[0]

    players: Any = [Bare, "random"]
    assert gitopoly.play_match(players, "formal-small", seed=1).faults == ()
