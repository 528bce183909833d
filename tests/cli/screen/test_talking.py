"""Talk in the terminal: typed lines go out, and what others say appears among the sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.cli.screen.session import Session
from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile
from gitopoly.table.local_game import create_local_game, local_seats, open_local_game
from tests.table.repositories import invitation, open_all
from tests.table.tables import choose_at_random
from tests.table.talking import Chatterbox, hear_until, ready, talk_of, texts


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


def test_there_is_nobody_to_talk_to_among_bots(tmp_path: Path) -> None:
    game = GameFile("formal", local_seats(["ann", "bot"]))
    create_local_game(tmp_path / "game", game, from_seed(b"ann"))
    table = open_local_game(
        tmp_path / "game",
        from_seed(b"ann"),
        {"bot": lambda seat: choose_at_random(seat, Random(1)) or 0},
    )
    session = Session(table)
    session.hear()
    session.answer("say hello")
    assert session.notice == "there is nobody to talk to in this game"
    table.close()
