"""A person at a game: what they see, and what becomes of what they type."""

from __future__ import annotations

import pytest

from gitopoly.errors import Unreachable
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.transports.poller import Contact
from gitopoly.table.events import Told
from gitopoly.table.open_game import Status
from gitopoly.table.seat import Seat
from gitopoly.web.view import view_of
from tests.cli.memory_game import MemoryGame, answer, session, table
from tests.table.tables import Table


def labels(at: MemoryGame) -> list[str]:
    """What the person can choose from."""
    return session(at).scene().options


def test_the_turn_begins_with_a_choice() -> None:
    assert labels(MemoryGame(table())) == [
        "buy Baltic Avenue ($60)",
        "auction Baltic Avenue",
    ]


def test_a_number_chooses_and_what_follows_is_told() -> None:
    at = answer(session(MemoryGame(table())), "1")
    scene = at.scene()
    assert scene.story == ["ann buys Baltic Avenue: ann -$60."]
    assert "ann starts the game of ann, ben, cleo." in at.sentences


def test_an_action_in_words_does_the_same() -> None:
    first = answer(session(MemoryGame(table())), "1")
    second = answer(session(MemoryGame(table())), "  Buy ")
    assert first.scene().story == second.scene().story


def test_a_refused_action_says_why_and_changes_nothing() -> None:
    at = answer(session(MemoryGame(table())), "end turn")
    assert "end turn is refused" in at.scene().notice
    assert at.scene().options[0] == "buy Baltic Avenue ($60)"


def test_a_number_that_is_not_there_is_refused() -> None:
    at = session(MemoryGame(table()))
    most = len(at.items)
    assert f"from 1 to {most}" in answer(at, "99").scene().notice
    assert "cannot act" in answer(session(MemoryGame(table(), 1)), "1").scene().notice


def test_an_empty_line_does_nothing() -> None:
    at = session(MemoryGame(table()))
    before = at.scene()
    assert answer(at, "", "   ").scene() == before


def test_what_only_moves_the_game_along_is_not_told() -> None:
    game = MemoryGame(table())
    assert not any("takes the dice" in sentence for sentence in session(game).sentences)
    assert any("takes the dice" in event.sentence for event in game.game.story())


def test_a_page_is_shown_until_the_next_line() -> None:
    at = answer(session(MemoryGame(table())), "help")
    assert at.scene().page
    assert answer(at, "").scene().page is None


def test_from_a_page_one_can_act_at_once() -> None:
    at = answer(session(MemoryGame(table())), "deeds", "1")
    assert at.scene().page is None
    assert at.scene().story == ["ann buys Baltic Avenue: ann -$60."]


@pytest.mark.parametrize("word", ["quit", "q", "leave", "exit"])
def test_one_can_leave(word: str) -> None:
    assert answer(session(MemoryGame(table())), word).left


def test_resigning_needs_a_yes() -> None:
    at = answer(session(MemoryGame(table())), "resign", "no")
    assert not at.game.position.resigned[0]
    assert answer(at, "resign", "yes").game.position.resigned[0]


def test_who_has_resigned_is_shown_until_the_turn_gets_there() -> None:
    game = MemoryGame(table())
    game.others(lambda seat: _resign(seat) if seat.name == "ben" else None)
    assert session(game).scene().stakes == ["ben has left, and will be out when their turn comes"]


def test_auto_passes_until_it_is_ones_turn() -> None:
    game = MemoryGame(table(), 1)
    at = answer(session(game), "auto")
    assert "auto is on" in at.scene().status
    while game.game.position.state.turn_player == 0:
        at.note(game.poll())
        assert at.items == [] or game.game.position.state.turn_player == 1
        game.others(lambda seat: _first(game, seat))
    at.note(game.poll())
    assert at.items
    assert "asked again" in answer(at, "auto").scene().notice


def _resign(seat: Seat) -> None:
    seat.resign()


def _first(game: MemoryGame, seat: object) -> None:
    for other in game.table.seats[::2]:
        if other is seat and (found := other.choices()):
            other.act(found[0])  # type: ignore[arg-type]


def test_between_the_turns_of_others_auto_is_offered() -> None:
    game = MemoryGame(_auction(table()), 1)
    at = session(game)
    assert at.scene().options[-1] == "pass for me until it is my turn (auto)"
    answer(at, str(len(at.items)))
    assert game.own.auto_play.pass_until_my_turn
    assert game.game.position.state.passed[1]


def _auction(made: Table) -> Table:
    """Let ann land on a deed and decline it."""
    ann = MemoryGame(made)
    ann.poll()
    ann.act("auction")
    ann.poll()
    return made


def test_a_bid_is_asked_for_and_checked() -> None:
    at = session(MemoryGame(_auction(table()), 1))
    answer(at, "1")
    assert at.scene().question == "Your bid, $1 to $1,500"
    answer(at, "9999")
    assert at.scene().notice == "type an amount from 1 to 1,500"
    answer(at, "$1,200")
    assert at.game.position.state.bid[1] == 1200


def test_a_bid_of_another_ends_the_question() -> None:
    game = MemoryGame(_auction(table()), 1)
    at = answer(session(game), "1")
    assert at.asked
    game.others(lambda seat: seat.act("bid 70") if seat.name == "cleo" else None)
    at.note([game.game.event(game.game.heads()["cleo"])])
    assert at.asked is None
    assert at.scene().notice.startswith("Things have changed")
    assert at.scene().options[0] == "bid $71 to $1,500"


def test_what_others_do_does_not_take_back_the_question_about_resigning() -> None:
    game = MemoryGame(_auction(table()), 1)
    at = answer(session(game), "resign")
    game.others(lambda seat: seat.act("bid 70") if seat.name == "cleo" else None)
    at.note([game.game.event(game.game.heads()["cleo"])])
    assert at.asked
    assert answer(at, "yes").game.position.resigned[1]


def test_a_trade_is_put_together_step_by_step() -> None:
    made = table()
    answer(session(MemoryGame(made)), "buy")
    at = answer(session(MemoryGame(made, 1)), "trade")
    assert at.scene().question.startswith("What do you want from ann?")
    assert at.scene().options == ["Baltic Avenue"]
    answer(at, "1", "75", "yes")
    assert at.sentences[-1] == 'ben offers ann $75 for "Baltic Avenue".'
    assert at.scene().stakes == ["ben gives $75", "ann gives Baltic Avenue"]


def test_a_trade_cannot_be_offered_at_any_time() -> None:
    at = answer(session(MemoryGame(table(), 1)), "trade")
    assert at.scene().notice == "You cannot offer a trade now."


def test_a_vote_on_somebody_who_plays_is_refused() -> None:
    at = answer(session(MemoryGame(table())), "vote ben")
    assert "in this game, silent seats are waited for" in at.scene().notice
    assert "there is no seat nobody" in answer(at, "vote nobody").scene().notice


def test_evidence_is_a_warning() -> None:
    game = MemoryGame(table())
    assert session(game).scene().alerts == []
    game.game.replica.evidence.append(
        Evidence("forged", "a" * 40, "ben", "the signature is wrong", 1, 0)
    )
    (alert,) = session(game).scene().alerts
    assert alert == (
        "ben showed a signature that is not the author's: the signature is wrong (aaaaaaaaaaaa)"
    )


def test_evidence_that_news_may_mend_is_no_warning() -> None:
    game = MemoryGame(table())
    game.game.replica.evidence.append(Evidence("unknown-parent", "a" * 40, "ben", "?", 1, 0))
    assert session(game).scene().alerts == []


class CutOff(MemoryGame):
    """A game whose player cannot reach the others."""

    may_write = False
    status = Status(
        "1 move is not published since 12:00:00",
        {"ben": Contact(None, Unreachable("../ben.git", "no_folder"))},
        [("ben", -90)],
    )


def test_the_status_says_for_whom_the_game_waits_and_how_the_network_does() -> None:
    status = session(CutOff(table())).status_line()
    assert "Waiting for ben (1 minute)" in status
    assert "1 move is not published" in status
    assert "ben: cannot reach ../ben.git: there is no such folder" in status
    assert "your repository does not answer" in status


class VotedOut(MemoryGame):
    """A game that goes on without its player."""

    status = Status("everything is published", out=Told("out.voted", {}))


def test_whoever_was_voted_out_is_told_why_in_the_terminal_and_by_key_on_the_page() -> None:
    told = "the others have voted to continue without you"
    assert told in session(VotedOut(table())).status_line()
    own = view_of(VotedOut(table()), frozenset())["trust"][0]
    assert own["published"] == {"text": told, "told": {"key": "out.voted", "facts": {}}}


def test_a_spectator_sees_and_cannot_act() -> None:
    at = session(MemoryGame(table(), None))
    assert at.scene().me is None
    assert at.items == []
    assert "watching" in at.status_line()
    assert "nothing to pass" in answer(at, "auto").scene().notice


def test_before_the_start_one_sees_who_is_missing() -> None:
    game = MemoryGame(Table(2))
    game.own.join()
    scene = session(game).scene()
    assert scene.state is None
    assert scene.stakes[1] == "ben  has not joined yet"
    assert scene.stakes[2].startswith("ben joins with: gitopoly join --me ben=../ben.git --from")


def test_what_was_refused_before_the_start_is_not_shown_after_it() -> None:
    game = MemoryGame(Table(2))
    game.own.join()
    at = answer(session(game), "roll")
    assert at.scene().notice == "the game has not started; waiting for ben"
    game.others(lambda seat: seat.join())
    at.note(game.poll())
    assert game.game.started
    assert at.scene().notice == ""


def test_after_coming_back_one_sees_what_happened_since_the_own_last_move() -> None:
    game = MemoryGame(_auction(table()))
    game.others(lambda seat: seat.act("pass"))
    assert session(game).scene().story == [
        next(s for s in session(game).sentences if "it goes to auction" in s),
        "ben passes.",
        "cleo passes.",
    ]


def test_the_end_shows_the_standings() -> None:
    game = MemoryGame(table(2))
    at = answer(session(game), "resign", "yes")
    assert at.game.over
    assert at.scene().headline == "The game is over: ben has won"
    assert at.scene().stakes[0].startswith("1. ben is worth")
    assert "Enter leaves" in at.status_line()
    assert at.items == []
