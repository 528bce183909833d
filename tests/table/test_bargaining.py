"""Bots at a table with a person: they say why, what they would want, and do what is wished for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gitopoly.bots.table_policy import TablePolicy
from gitopoly.bots.trade_pricing import asking_price
from gitopoly.rules import Choice, State, actions as a, apply, legal_actions
from gitopoly.table.bargaining import Negotiator
from gitopoly.table.wishes import Side, Wish
from tests.rules.scenario import Scenario

PERSON, BOT = 0, 1
NAMES = ("Ann", "Birch", "Cedar")


class Talk:
    """What was said, without a repository."""

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def speak(self, name: str, text: str) -> None:
        """Somebody says something."""
        self.lines.append(SimpleNamespace(seat=name, text=text, is_reaction=False))

    def of(self, name: str) -> list[str]:
        """All that somebody has said."""
        return [line.text for line in self.lines if line.seat == name]


class Player:
    """A bot of some policy with its seat."""

    def __init__(self, game: Scenario, policy: str = "trader") -> None:
        self.game, self.talk = game, Talk()
        self.bargaining = Negotiator(PERSON, asking_price)
        self.bargaining.listen_from_now(self.talk)  # type: ignore[arg-type]
        self.policy = TablePolicy(policy, BOT, 1).choose

    def choose(self, policy: Any = None) -> int:
        """What the bot does now."""
        s = self.game.s
        seat: Any = SimpleNamespace(
            number=BOT,
            name="Birch",
            position=SimpleNamespace(state=s),
            choices=lambda: legal_actions(s, BOT),
            game=SimpleNamespace(story=lambda newest: [], names=NAMES),
        )
        return int(self.bargaining.choose(seat, policy or self.policy))

    def wish(self, wish: Wish) -> None:
        """The person says what they would like."""
        self.talk.speak("Ann", wish.text(NAMES))


def split() -> Scenario:
    """Ann and Birch share two groups, so that a swap completes both; it is Birch's turn."""
    game = Scenario(players=3).give(1, 16, 18, 11).give(2, 19, 13, 14).give(3, 39)
    return game.cash(800, 800, 800).turn(2)


def next_offer(player: Player) -> int:
    """The next offer of a bot that makes one now and then."""
    for _ in range(1000):
        code = player.choose()
        if a.kind_of(code) == a.OFFER_TRADE:
            return code
    raise AssertionError("it makes none")


def test_a_bot_says_why_it_makes_an_offer() -> None:
    player = Player(split())
    assert a.addressee_of(next_offer(player)) == PERSON
    assert player.talk.of("Birch") == ["reason: completes-yours 3, completes-mine 2"]


def test_a_bot_says_nothing_about_what_it_offers_another_bot() -> None:
    game = Scenario(players=3).give(3, 16, 18, 11).give(2, 19, 13, 14).cash(800, 800, 800).turn(2)
    player = Player(game)
    assert a.addressee_of(next_offer(player)) == 2
    assert player.talk.lines == []


def offered(cash: int, *squares: int) -> Scenario:
    """Ann has offered Birch cash for deeds."""
    game = split().turn(1)
    deeds = sum(1 << game.rules.deed_index[square] for square in squares)
    apply(game.s, a.offer(PERSON, BOT, deeds, 0, cash))
    return game


def test_who_declines_says_why_and_what_would_be_accepted() -> None:
    player = Player(offered(20, 19))
    assert a.kind_of(player.choose()) == a.DECLINE_TRADE
    reason, wish = player.talk.of("Birch")
    assert reason == "reason: completes-yours 3, too-little"
    assert wish.startswith("wish Ann: $")
    assert wish.endswith("0 for 19")
    asked = int(wish.removeprefix("wish Ann: $").removesuffix(" for 19"))
    assert a.kind_of(Player(offered(asked, 19)).choose()) == a.ACCEPT_TRADE


def test_a_bot_asks_for_no_more_than_the_other_has() -> None:
    game = offered(20, 19)
    game.cash(60, 800, 800)
    player = Player(game)
    assert a.kind_of(player.choose()) == a.DECLINE_TRADE
    assert player.talk.of("Birch") == ["reason: completes-yours 3, no-use"]


def test_who_accepts_says_nothing() -> None:
    player = Player(offered(600, 19))
    assert a.kind_of(player.choose()) == a.ACCEPT_TRADE
    assert player.talk.lines == []


def no_offers(s: State, choices: list[Choice]) -> int:
    """A policy that accepts everything, and rolls otherwise."""
    answers = [c for c in choices if isinstance(c, int) and a.kind_of(c) == a.ACCEPT_TRADE]
    return answers[0] if answers else a.code_of(a.END_PRE_ROLL, BOT)


def test_a_bot_offers_what_was_wished_if_its_policy_likes_it() -> None:
    player = Player(split())
    player.wish(Wish(PERSON, BOT, Side((19,)), Side((), (), 600)))
    code = player.choose()
    assert a.kind_of(code) == a.OFFER_TRADE
    assert (a.addressee_of(code), a.cash_of(code)) == (PERSON, -600)
    assert a.kind_of(player.choose(no_offers)) == a.END_PRE_ROLL, "a wish is fulfilled once"


def test_a_bot_declines_a_wish_that_its_policy_does_not_like_and_says_what_would_do() -> None:
    player = Player(split())
    player.wish(Wish(PERSON, BOT, Side((19,)), Side((), (), 1)))
    player.choose()
    assert player.talk.of("Birch")[0] == "reason: completes-yours 3, too-little"
    assert player.talk.of("Birch")[1].startswith("wish Ann: $")


def test_a_wish_waits_until_the_bot_holds_the_window() -> None:
    game = split().turn(1)
    player = Player(game)
    player.wish(Wish(PERSON, BOT, Side((19,)), Side((), (), 600)))
    apply(game.s, a.offer(PERSON, BOT, 1 << game.rules.deed_index[19], 0, 1))
    assert a.kind_of(player.choose()) == a.DECLINE_TRADE
    game.s.phase = game.s.offer_next_phase
    game.s.offer_from = game.s.offer_to = -1
    game.s.offer_deeds = game.s.offer_cash = 0
    game.turn(2)
    assert a.kind_of(player.choose()) == a.OFFER_TRADE


def test_only_the_newest_wish_to_this_bot_counts() -> None:
    player = Player(split())
    player.wish(Wish(PERSON, BOT, Side((19,)), Side((), (), 600)))
    player.wish(Wish(PERSON, BOT, Side((19,)), Side((), (), 700)))
    player.wish(Wish(PERSON, 2, Side((39,)), Side((), (), 1)))
    assert a.cash_of(player.choose()) == -700


def test_what_is_no_longer_possible_is_not_offered() -> None:
    player = Player(split())
    player.wish(Wish(PERSON, BOT, Side((39,)), Side((), (), 600)))
    assert a.kind_of(player.choose(no_offers)) == a.END_PRE_ROLL
    assert player.talk.of("Birch") == ["reason: not-possible"]


def test_words_of_others_are_no_wishes_of_the_person() -> None:
    player = Player(split())
    text = Wish(PERSON, BOT, Side((19,)), Side((), (), 600)).text(NAMES)
    player.talk.speak("Cedar", text)  # a wish of Cedar's, who has nothing to do with it
    player.talk.speak("Ann", text + "!")
    assert a.kind_of(player.choose(no_offers)) == a.END_PRE_ROLL


def test_a_bot_without_talk_plays_all_the_same() -> None:
    player = Player(offered(20, 19))
    player.bargaining.talk = None
    assert a.kind_of(player.choose()) == a.DECLINE_TRADE
    assert player.talk.lines == []
