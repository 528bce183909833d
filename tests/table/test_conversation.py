"""Seats talk to each other beside the log, within bounds, and nobody's game is disturbed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import GameUnavailable, IllegalAction, InvalidLine
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.talk import BRANCH, MAX_TEXT, MOST_AT_ONCE, MOST_LINES, REACTIONS
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table import conversation as module
from gitopoly.table.conversation import in_order, said
from gitopoly.table.driver import GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, resume_game, watch_game
from gitopoly.table.wishes import Side, Wish, open_wishes
from gitopoly.words import Words
from tests.ledger.servers import bare_repository, git, git_daemon, smart_http
from tests.table.repositories import invitation, open_all, play, wait_for
from tests.table.talking import Chatterbox, branches, hear_until, ready, talk_of, texts


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[GameDriver]]:
    """Ann and ben, who may talk."""
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    ready(*seats)
    yield seats
    for seat in seats:
        seat.close()


def test_what_one_says_the_other_hears(pair: list[GameDriver], tmp_path: Path) -> None:
    ann, ben = pair
    talk_of(ann).say("  hello\n\tben \u202e")
    talk_of(ann).react("good-luck")
    hear_until(lambda: len(talk_of(ben).lines) == 2, [ben])
    talk_of(ben).say("hello ann")
    hear_until(lambda: len(talk_of(ann).lines) == 3, [ann])
    expected = [("ann", "hello ben"), ("ann", "good-luck"), ("ben", "hello ann")]
    assert texts(ann) == texts(ben) == expected
    words = [said(line, ben.game, Words("de")) for line in talk_of(ben).lines]
    assert words == ["hello ben", "Viel Glück!", "hello ann"]
    assert branches(tmp_path / "ann.git") == ["main", BRANCH]
    git("fsck", "--strict", at=tmp_path / "ann.git")


def test_talk_is_no_part_of_the_game(pair: list[GameDriver], tmp_path: Path) -> None:
    ann, ben = pair
    line = talk_of(ben).say("nothing happens")
    hear_until(lambda: len(talk_of(ann).lines) == 1, pair)
    assert not any(line.id in seat.game.log or seat.game.store.holds(line.id) for seat in pair)
    assert not ann.game.evidence
    shown = git("log", "--branches", "--remotes", "--format=%B", at=tmp_path / "m0")
    assert "nothing happens" not in shown
    with opened(str(tmp_path / "ben.git")) as repository:
        report, _ = audit(repository)
    assert report.holds
    assert not report.remarks


def test_a_line_is_bounded_before_it_is_sent(pair: list[GameDriver]) -> None:
    talk = talk_of(pair[0])
    for text in ("", " \n ", "\u200b"):
        with pytest.raises(InvalidLine, match="the line is empty"):
            talk.say(text)
    with pytest.raises(InvalidLine, match="at most 280 characters, not 281"):
        talk.say("x" * (MAX_TEXT + 1))
    with pytest.raises(InvalidLine, match="choose one of well-played"):
        talk.react("applause")
    assert talk.say("x" * MAX_TEXT).text == "x" * MAX_TEXT
    assert [talk.react(name).text for name in REACTIONS] == list(REACTIONS)


def test_a_wish_for_what_cannot_be_is_refused_and_not_sent(pair: list[GameDriver]) -> None:
    ann, ben = pair
    with pytest.raises(IllegalAction):
        talk_of(ben).wish(Wish(1, 0, Side((1,)), Side()))
    talk_of(ben).say("wish ann: 1 for nothing")  # whoever types it is heard all the same
    hear_until(lambda: len(talk_of(ann).lines) == 1, [ann])
    assert said(talk_of(ann).lines[0], ann.game).startswith("ann, I\u2019d give you nothing for ")
    assert open_wishes(talk_of(ann).lines, ann.game.position.state, ann.game.names, 0) == []


def test_many_lines_in_a_short_time_are_refused_and_later_ones_are_not(
    pair: list[GameDriver], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock:
        now = 1_900_000_000.0

        def time(self) -> float:
            return self.now

        def monotonic(self) -> float:
            return self.now

    ann, ben = pair
    clock = Clock()
    monkeypatch.setattr(talk_of(ann).talk, "_clock", clock)
    for number in range(MOST_AT_ONCE):
        talk_of(ann).say(f"line {number}")
    clock.now += 13
    with pytest.raises(InvalidLine, match="wait 47 s"):
        talk_of(ann).say("more")
    clock.now += 47
    talk_of(ann).say("more")
    clock.now -= 10_000  # a clock that is set back does not make the lines unreadable
    talk_of(ann).say("and more")
    hear_until(lambda: len(talk_of(ben).lines) == MOST_AT_ONCE + 2, [ben])
    assert not talk_of(ben).complaints


def test_a_seat_that_comes_back_has_everything_and_goes_on(
    pair: list[GameDriver], tmp_path: Path
) -> None:
    ann, ben = pair
    talk_of(ann).say("one")
    hear_until(lambda: len(talk_of(ben).lines) == 1, [ben])
    talk_of(ben).say("two")
    hear_until(lambda: len(talk_of(ann).lines) == 2, [ann])
    ben.close()
    pair[1] = ben = resume_game(tmp_path / "m1", from_seed(b"ben"))
    assert texts(ben) == [("ann", "one"), ("ben", "two")]
    ready(ben)
    talk_of(ben).say("three")
    hear_until(lambda: len(talk_of(ann).lines) == 3, [ann])


def test_an_old_copy_takes_over_what_was_said_since(pair: list[GameDriver], tmp_path: Path) -> None:
    """Otherwise its next line would not follow what others have heard."""
    ann, ben = pair
    talk_of(ben).say("one")
    hear_until(lambda: len(talk_of(ann).lines) == 1, pair)
    ben.close()
    shutil.copytree(tmp_path / "m1", tmp_path / "yesterday")
    ben = resume_game(tmp_path / "m1", from_seed(b"ben"))
    ready(ben)
    talk_of(ben).say("two")
    hear_until(lambda: len(talk_of(ann).lines) == 2, [ann, ben])
    ben.close()
    pair[1] = ben = resume_game(tmp_path / "yesterday", from_seed(b"ben"))
    ready(ben)
    talk_of(ben).say("three")
    hear_until(lambda: len(talk_of(ann).lines) == 3, [ann, ben])
    assert texts(ann) == texts(ben) == [("ben", "one"), ("ben", "two"), ("ben", "three")]


def test_lines_that_were_lost_unpublished_give_way_to_what_was_published(
    pair: list[GameDriver], tmp_path: Path
) -> None:
    ann, ben = pair
    talk_of(ben).say("one")
    hear_until(lambda: len(talk_of(ann).lines) == 1, pair)
    ben.close()
    lost = Chatterbox(tmp_path / "ben.git", "ben", ann.game.root)
    with GitStore(tmp_path / "m1") as store:
        store.say(lost.draft("never published", time=2_000_000_000))
    pair[1] = ben = resume_game(tmp_path / "m1", from_seed(b"ben"))
    assert texts(ben) == [("ben", "never published")]
    ready(ben)
    assert texts(ben) == [("ben", "one")]
    talk_of(ben).say("two")
    hear_until(lambda: len(talk_of(ann).lines) == 2, [ann, ben])


def test_nothing_is_said_before_the_own_repository_has_answered(
    pair: list[GameDriver], tmp_path: Path
) -> None:
    pair[1].close()
    (tmp_path / "ben.git").rename(tmp_path / "away")
    pair[1] = resume_game(tmp_path / "m1", from_seed(b"ben"))
    talk_of(pair[1]).hear()
    with pytest.raises(InvalidLine, match="has not answered yet"):
        talk_of(pair[1]).say("hello?")
    (tmp_path / "away").rename(tmp_path / "ben.git")


def test_whoever_is_muted_is_not_shown_and_that_is_remembered(
    pair: list[GameDriver], tmp_path: Path
) -> None:
    ann, ben = pair
    talk_of(ann).mute("ben")
    talk_of(ben).say("can you hear me?")
    hear_until(lambda: len(talk_of(ann).lines) == 1, [ann])
    assert talk_of(ann).shown(talk_of(ann).lines) == []
    ann.close()
    pair[0] = ann = resume_game(tmp_path / "m0", from_seed(b"ann"))
    assert talk_of(ann).muted == {"ben"}
    talk_of(ann).mute("ben", on=False)
    assert len(talk_of(ann).shown(talk_of(ann).lines)) == 1
    for name in ("ann", "cleo"):
        with pytest.raises(InvalidLine, match="choose one of ben"):
            talk_of(ann).mute(name)


def test_a_spectator_listens_and_says_nothing(pair: list[GameDriver], tmp_path: Path) -> None:
    talk_of(pair[0]).say("hello")
    with watch_game(tmp_path / "scratch", str(tmp_path / "ben.git"), tmp_path) as watching:
        hear_until(lambda: texts(watching) == [("ann", "hello")], [watching])
        with pytest.raises(GameUnavailable, match="only watching"):
            talk_of(watching).say("hello")
    assert branches(tmp_path / "ben.git") == ["main"]


def test_one_can_talk_while_players_are_awaited(tmp_path: Path) -> None:
    game = invitation(tmp_path, 2)
    with begin_game(tmp_path / "m0", game, from_seed(b"ann")) as ann:
        ready(ann)
        talk_of(ann).say("where is ben?")
        wait_for(lambda: branches(tmp_path / "ann.git") == ["main", BRANCH], [ann])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["git daemon", "smart HTTP"])
def test_talk_goes_over_a_network(tmp_path: Path, kind: str) -> None:
    for name in ("ann", "ben"):
        bare_repository(tmp_path / f"{name}.git")
    with git_daemon(tmp_path) as daemon, smart_http(tmp_path) as server:
        base = daemon if kind == "git daemon" else server.url
        invited = tuple(SeatInfo(name, f"{base}/{name}.git") for name in ("ann", "ben"))
        seats = open_all(tmp_path, GameFile("formal", invited))
        ready(*seats)
        talk_of(seats[0]).say("hello")
        hear_until(lambda: len(talk_of(seats[1]).lines) == 1, seats)
        talk_of(seats[1]).react("thanks")
        hear_until(lambda: len(talk_of(seats[0]).lines) == 2, seats)
        for seat in seats:
            seat.close()


def test_a_host_that_takes_only_the_log_is_only_a_status(
    pair: list[GameDriver], tmp_path: Path
) -> None:
    ann, ben = pair
    refs = tmp_path / "ann.git" / "refs" / "heads"
    (refs / "talk").mkdir()  # no branch can have this name now
    talk_of(ann).say("can you hear me?")
    hear_until(lambda: talk_of(ann).problem is not None, pair)
    assert ann.status.published == "everything is published"
    play(pair, Random(1), len(ann.game.log) + 10)
    assert not ben.game.evidence


def test_lines_stand_where_they_were_said(pair: list[GameDriver]) -> None:
    ann, ben = pair
    talk_of(ben).say("before")
    hear_until(lambda: len(talk_of(ann).lines) == 1, pair)
    play(pair, Random(1), len(ann.game.log) + 10)
    talk_of(ann).say("after")
    hear_until(lambda: len(talk_of(ben).lines) == 2, pair)
    numbers = {entry.id: number for number, entry in enumerate(ben.game.log)}
    before, after = talk_of(ben).lines
    assert numbers[before.after] < numbers[after.after]
    assert in_order(ben.game, [[after], [before]]) == [before, after]


def test_the_most_that_a_game_takes_is_said_once_and_ends_there(
    pair: list[GameDriver], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = pair
    Chatterbox(tmp_path / "ben.git", "ben", ann.game.root).lines(MOST_LINES)
    hear_until(lambda: len(talk_of(ann).lines) == MOST_LINES, [ann])
    ben.close()
    monkeypatch.setattr(module, "OWN", module.PACES[module.FOLDER])
    pair[1] = ben = resume_game(tmp_path / "m1", from_seed(b"ben"))
    ready(ben)
    hear_until(lambda: len(talk_of(ben).lines) == MOST_LINES, [ben])
    with pytest.raises(InvalidLine, match="the most that one game allows"):
        talk_of(ben).say("one more")
