"""Talk in the terminal: typed lines go out, and what others say appears among the sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gitopoly.cli.screen.session import Session
from gitopoly.ledger.identity import from_seed
from gitopoly.table.conversation import Talk
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile
from gitopoly.table.local_game import create_local_game, local_seats, open_local_game
from tests.rules.scenario import Scenario
from tests.table.repositories import invitation, open_all
from tests.table.tables import choose_at_random
from tests.table.talking import Chatterbox, hear_until, ready, talk_of, texts
from tests.web.stages import StagedTable


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[GameDriver]]:
    """Ann and ben, who may talk."""
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    ready(*seats)
    yield seats
    for seat in seats:
        seat.close()


def heard(session: Session, table: GameDriver, count: int) -> list[str]:
    """What a session shows once so many lines have arrived."""
    before = len(session.sentences)
    while len(talk_of(table).lines) < count:
        table.poll(0.01)
        session.hear()
    session.hear()
    return session.sentences[before:]


def test_a_typed_line_is_said_with_its_capitals(pair: list[GameDriver]) -> None:
    ann, ben = pair
    session = Session(ann)
    session.answer("say  Hello   Ben!")
    session.answer("react well played")
    assert session.notice == ""
    assert session.sentences[-2:] == ["ann says: Hello Ben!", "ann says: Well played!"]
    hear_until(lambda: texts(ben) == [("ann", "Hello Ben!"), ("ann", "well-played")], [ben])


def test_what_others_say_appears_with_their_name(pair: list[GameDriver]) -> None:
    ann, ben = pair
    session = Session(ann)
    version = session.version
    talk_of(ben).say("[red]your move[/] {name}")
    assert heard(session, ann, 1) == ["ben says: [red]your move[/] {name}"]
    assert session.version > version
    session.answer("talk")
    assert session.page is not None
    assert session.page[0].plain == "ben: [red]your move[/] {name}"


def test_many_lines_at_once_are_shortened(pair: list[GameDriver], tmp_path: Path) -> None:
    ann = pair[0]
    session = Session(ann)
    Chatterbox(tmp_path / "ben.git", "ben", ann.game.root).lines(100)
    shown = heard(session, ann, 100)
    assert shown[0] == "90 more lines; type talk to see them."
    assert shown[1:] == [f"ben says: line {number}" for number in range(90, 100)]


def test_who_breaks_the_bounds_is_named_once(pair: list[GameDriver], tmp_path: Path) -> None:
    ann = pair[0]
    session = Session(ann)
    Chatterbox(tmp_path / "ben.git", "ben", ann.game.root).lines(30, quick=True)
    assert heard(session, ann, 10)[-1] == "ben talks too much; nothing more is shown."
    session.hear()
    assert session.sentences.count("ben talks too much; nothing more is shown.") == 1


def test_a_muted_player_is_not_shown(pair: list[GameDriver]) -> None:
    ann, ben = pair
    session = Session(ann)
    session.answer("mute ben")
    assert session.notice == "You don't hear ben any more."
    talk_of(ben).say("blah")
    assert heard(session, ann, 1) == []
    session.answer("unmute ben")
    session.answer("talk")
    assert session.page is not None
    assert session.page[0].plain == "ben: blah"
    session.answer("mute zoe")
    assert session.notice == "there is no player zoe to mute; choose one of ben"


def test_refusals_are_one_line(pair: list[GameDriver]) -> None:
    session = Session(pair[0])
    for typed, refusal in (
        ("say", "the line is empty; type something"),
        ("react wildly", "there is no reaction wildly; choose one of well-played"),
        (f"say {'x' * 281}", "a line has at most 280 characters, not 281; split it in two"),
    ):
        session.answer(typed)
        assert session.notice.startswith(refusal)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[GameDriver]:
    """Ann at a table with a bot."""
    game = GameFile("classic", local_seats(["ann", "bot"]), (("opening_throw", 0),))
    create_local_game(tmp_path / "game", game, from_seed(b"ann"))
    table = open_local_game(
        tmp_path / "game",
        from_seed(b"ann"),
        {"bot": lambda seat: choose_at_random(seat, Random(1)) or 0},
    )
    yield table
    table.close()


def staged(table: GameDriver, scene: Scenario) -> tuple[Session, Talk, list[float]]:
    """A session at a position, its talk, and the time of its clock."""
    staged_table: Any = StagedTable(table, scene, talks=True)
    now = [100.0]
    return Session(staged_table, clock=lambda: now[0]), staged_table.talk.talk, now


def swap() -> Scenario:
    """Ann's turn; each has one brown deed, so that either completes a group."""
    return Scenario("classic", 2).give(1, 1).give(2, 3).turn(1)


def labels(session: Session) -> list[str]:
    """The choices on the screen."""
    return [item.label for item in session.items]


def test_there_is_nobody_to_talk_to_where_talk_cannot_be(table: GameDriver) -> None:
    scene: Any = StagedTable(table, swap())
    session = Session(scene)
    session.hear()
    session.answer("say hello")
    assert session.notice == "there is nobody to talk to in this game"
    session.answer("wish")
    assert session.notice == "there is nobody to talk to in this game"


def test_reasons_of_bots_are_sentences(table: GameDriver) -> None:
    session, talk, _ = staged(table, swap())
    talk.speak("bot", "reason: completes-yours 0, too-little")
    session.hear()
    told = "bot says: That completes your brown group. I\u2019d want more for it."
    assert session.sentences[-1] == told


def test_a_wish_of_another_is_a_choice_that_makes_the_offer(table: GameDriver) -> None:
    session, talk, now = staged(table, swap())
    before = labels(session)
    talk.speak("bot", "wish ann: 1 for 3 $50")
    session.hear()
    assert labels(session)[:-1] == before, "no other number changes"
    assert labels(session)[-1].endswith(", as bot would like")
    now[0] += 1.5
    session.answer(str(len(session.items)))
    state = session.game.position.state
    assert (state.offer_from, state.offer_to, state.offer_cash) == (0, 1, -50)


def test_a_wish_that_has_just_come_cannot_be_chosen_by_mistake(table: GameDriver) -> None:
    session, talk, now = staged(table, swap())
    talk.speak("bot", "wish ann: 1 for 3 $50")
    session.hear()
    now[0] += 1.5
    talk.speak("bot", "wish ann: 1 $1000 for 3")
    session.hear()
    session.answer(str(len(session.items)))
    assert "look, and choose again" in session.notice
    assert session.game.position.state.offer_from < 0


def test_what_is_not_possible_or_not_a_wish_is_no_choice(table: GameDriver) -> None:
    session, talk, _ = staged(table, swap())
    before = labels(session)
    for text in ("wish ann: 39 for 3", "wish ann: 1 $999999 for 3", "wish ann: 1 for 3!"):
        talk.speak("bot", text)
    session.hear()
    assert labels(session) == before


def test_a_wish_is_built_step_by_step_at_any_time(table: GameDriver) -> None:
    session, talk, _ = staged(table, swap().turn(2))
    session.answer("wish")
    assert session.asked is not None
    assert session.asked.options == ["Mediterranean Avenue (completes their group)"]
    session.answer("")
    assert session.asked.options == ["Baltic Avenue (completes your group)"]
    for line in ("1", "40", "yes"):
        session.answer(line)
    assert [line.text for line in talk.lines] == ["wish bot: 3 for $40"]
    assert session.sentences[-1] == "ann says: bot, I\u2019d give you $40 for Baltic Avenue."


def test_a_wish_that_cannot_be_is_not_said(table: GameDriver) -> None:
    session, talk, _ = staged(table, swap().turn(2))
    for line in ("wish", "", "", ""):
        session.answer(line)
    assert session.asked is not None
    assert session.asked.complaint
    session.answer("")
    assert talk.lines == []
