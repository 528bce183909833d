"""Seats on real repositories: playing, leaving, coming back, watching."""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import (
    FolderTaken,
    GameInUse,
    GameUnavailable,
    InvalidIdentity,
    InvalidSeat,
    NoRoom,
    UnknownGame,
    Unreachable,
)
from gitopoly.ledger.git import store as git_store
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.table.driver import GameDriver
from gitopoly.table.remote_game import begin_game, join_game, resume_game, watch_game
from gitopoly.table.seat import Seat
from tests.table.repositories import PUBLISHED, bare, invitation, open_all, play, wait_for


def close_all(seats: list[GameDriver]) -> None:
    """Let everybody leave."""
    for seat in seats:
        seat.close()


@pytest.mark.slow
def test_three_seats_play_through_their_repositories(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    play(seats, Random(1), 60)
    wait_for(lambda: all(s.game.heads() == seats[0].game.heads() for s in seats), seats)
    assert len({seat.game.position.to_yaml() for seat in seats}) == 1
    close_all(seats)
    for number in range(3):
        subprocess.run(["git", "-C", tmp_path / f"m{number}", "fsck", "--strict"], check=True)


@pytest.mark.slow
def test_a_seat_that_left_comes_back_to_where_it_was(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    play(seats, Random(2), 40)
    before = seats[1].game.heads()["ben"]
    seats[1].close()
    seats[1] = resume_game(tmp_path / "m1", from_seed(b"ben"))
    assert seats[1].game.heads()["ben"] == before
    play(seats, Random(3), 80)
    assert not seats[0].game.evidence
    close_all(seats)


@pytest.mark.slow
def test_a_seat_comes_back_to_a_folder_of_which_only_what_git_knows_is_left(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    play(seats, Random(2), 30)
    newest = seats[1].game.heads()["ben"]
    close_all(seats)
    (tmp_path / "m1" / ".git" / "gitopoly" / "journal").unlink()
    with resume_game(tmp_path / "m1", from_seed(b"ben")) as ben:
        assert ben.game.heads()["ben"] == newest


def test_an_old_copy_of_the_folder_comes_back_without_a_fork(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    play(seats, Random(4), 30)
    seats[1].close()
    shutil.copytree(tmp_path / "m1", tmp_path / "yesterday")
    seats[1] = resume_game(tmp_path / "m1", from_seed(b"ben"))
    play(seats, Random(5), 80)
    wait_for(lambda: seats[1].status.published == PUBLISHED, seats)
    seats[1].close()
    seats[1] = resume_game(tmp_path / "yesterday", from_seed(b"ben"))
    play(seats, Random(6), 120)
    assert not any(seat.game.evidence for seat in seats)
    close_all(seats)


def test_an_old_copy_publishes_as_soon_as_it_has_caught_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    seats[1].close()
    shutil.copytree(tmp_path / "m1", tmp_path / "yesterday")
    seats[1] = resume_game(tmp_path / "m1", from_seed(b"ben"))
    play(seats, Random(5), 30)
    wait_for(lambda: seats[1].status.published == PUBLISHED, seats)
    seats[1].close()
    # Whoever has been refused once would wait for hours.
    monkeypatch.setitem(Publisher.__init__.__kwdefaults__, "longest_delay", 10_000.0)
    seats[1] = old = resume_game(tmp_path / "yesterday", from_seed(b"ben"))
    wait_for(lambda: "holds entries" in old.status.published, [])
    wait_for(lambda: old.status.published == PUBLISHED, [old])
    close_all(seats)


def test_without_the_own_repository_nothing_is_written(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    seats[0].close()
    (tmp_path / "ann.git").rename(tmp_path / "away.git")
    alone = resume_game(tmp_path / "m0", from_seed(b"ann"))
    alone.poll(0.05)
    with pytest.raises(GameUnavailable, match="own repository cannot be reached"):
        alone.resign()
    (tmp_path / "away.git").rename(tmp_path / "ann.git")
    alone.resign()
    assert alone.game.position.resigned == [True, False, False]
    close_all([alone, *seats[1:]])


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    with pytest.raises(GameInUse):
        resume_game(tmp_path / "m0", from_seed(b"ann"))
    close_all(seats)


def test_a_spectator_sees_the_game_from_one_repository(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path))
    play(seats, Random(7), 40)
    wait_for(lambda: all(s.status.published == PUBLISHED for s in seats), seats)
    watching = watch_game(tmp_path / "scratch", str(tmp_path / "ben.git"), tmp_path)
    # Seats lag behind each other, and required moves may still be made meanwhile.
    wait_for(
        lambda: len(watching.game.log) >= 40 and watching.game.heads() == seats[1].game.heads(),
        [*seats, watching],
    )
    with pytest.raises(GameUnavailable, match="only watching"):
        watching.act("roll")
    close_all([watching, *seats])


def test_what_cannot_be_joined_leaves_nothing_behind(tmp_path: Path) -> None:
    game = invitation(tmp_path)
    first = begin_game(tmp_path / "m0", game, from_seed(b"ann"))
    wait_for(lambda: first.status.published == PUBLISHED, [first])
    source = game.seats[0].url
    other = bare(tmp_path, "other")
    cases = [
        ("eve", other, source, InvalidSeat, "no seat eve"),
        ("ben", other, source, InvalidSeat, "initiator wrote"),
        ("ann", source, source, InvalidSeat, "started this game"),
        ("ben", game.seats[1].url, other, UnknownGame, "no game at"),
        ("ben", game.seats[1].url, str(tmp_path / "nowhere"), Unreachable, "cannot reach"),
    ]
    for name, url, where, error, words in cases:
        with pytest.raises(error, match=words):
            join_game(tmp_path / "m1", name, url, where, from_seed(b"ben"))
        assert not (tmp_path / "m1").exists()
    first.close()


@pytest.mark.parametrize("failing", ["make_repository", "FileJournal", "add_remotes"])
def test_what_the_disk_cannot_hold_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(*given: object, **more: object) -> None:
        if failing == "make_repository":
            (tmp_path / "m0" / ".git").mkdir(parents=True)
            raise NoRoom(f"cannot write the game in {tmp_path / 'm0'}: No space left on device")
        raise OSError(errno.ENOSPC, "No space left on device")

    game = invitation(tmp_path)
    if failing == "add_remotes":
        config = tmp_path / "m0" / ".git" / "config.lock"
        real = Seat.join
        monkeypatch.setattr(Seat, "join", lambda *given: (config.touch(), real(*given)))
    else:
        monkeypatch.setattr(git_store, failing, full)
    with pytest.raises(NoRoom, match=r"cannot write the game in .*m0"):
        begin_game(tmp_path / "m0", game, from_seed(b"ann"))
    assert not (tmp_path / "m0").exists()


def test_who_was_killed_between_invitation_and_join_joins_at_the_next_start(
    tmp_path: Path,
) -> None:
    game = invitation(tmp_path, 2)
    with GitStore.create(tmp_path / "m0", "ann") as store:
        Seat.invite(store, game, from_seed(b"ann"), time.time)
    ann = resume_game(tmp_path / "m0", from_seed(b"ann"))
    wait_for(lambda: ann.game.joined == ["ann"], [ann])
    wait_for(lambda: ann.status.published == PUBLISHED, [ann])
    info, source = game.seats[1], game.seats[0].url
    ben = join_game(tmp_path / "m1", "ben", info.url, source, from_seed(b"ben"))
    wait_for(lambda: ann.game.started and ben.game.started, [ann, ben])
    close_all([ann, ben])


def test_a_repository_that_is_not_empty_begins_no_game(tmp_path: Path) -> None:
    game = invitation(tmp_path)
    first = begin_game(tmp_path / "m0", game, from_seed(b"ann"))
    wait_for(lambda: first.status.published == PUBLISHED, [first])
    first.close()
    with pytest.raises(FolderTaken, match="not empty"):
        begin_game(tmp_path / "again", game, from_seed(b"ann"))
    assert not (tmp_path / "again").exists()


def test_another_key_cannot_resume(tmp_path: Path) -> None:
    first = begin_game(tmp_path / "m0", invitation(tmp_path), from_seed(b"ann"))
    first.close()
    with pytest.raises(InvalidIdentity, match="plays with the key"):
        resume_game(tmp_path / "m0", from_seed(b"eve"))


def test_a_repository_with_moves_of_somebody_else_is_told_as_it_is(tmp_path: Path) -> None:
    """Another key took the seat while this copy could not publish: resuming mends nothing."""
    game = invitation(tmp_path, 2)
    ann = begin_game(tmp_path / "ann", game, from_seed(b"ann"))
    wait_for(lambda: ann.status.published == PUBLISHED, [ann])
    info, source = game.seats[1], game.seats[0].url
    for folder, key in (("ben", b"ben"), ("stranger", b"eve")):
        seated = join_game(tmp_path / folder, "ben", info.url, source, from_seed(key))
        # Else it might go on publishing into what is taken away below.
        wait_for(lambda s=seated: s.status.published == PUBLISHED, [seated])  # type: ignore[misc]
        seated.close()
        shutil.rmtree(tmp_path / "ben.git")
        bare(tmp_path, "ben")
    with resume_game(tmp_path / "stranger", from_seed(b"eve")) as stranger:
        wait_for(lambda: stranger.status.published == PUBLISHED, [stranger])
    with resume_game(tmp_path / "ben", from_seed(b"ben")) as ben:
        wait_for(lambda: ben.may_write, [ben])
        assert "holds something that ben did not write" in ben.status.published
    ann.close()


def test_two_copies_of_a_folder_do_not_fork_and_the_published_one_can_be_taken(
    tmp_path: Path,
) -> None:
    """Both were open and both made a move: the second one to publish learns it, and stops."""
    seats = open_all(tmp_path, invitation(tmp_path, 2, options=(("opening_throw", 0),)))
    ann, ben = seats
    play(seats, Random(4), 20)
    wait_for(lambda: all(seat.status.published == PUBLISHED for seat in seats), seats)
    ben.close()
    shutil.copytree(tmp_path / "m1", tmp_path / "copy")
    first = resume_game(tmp_path / "m1", from_seed(b"ben"))
    second = resume_game(tmp_path / "copy", from_seed(b"ben"))
    for table in (first, second):
        wait_for(lambda table=table: table.may_write, [table])  # type: ignore[misc]
    first.resign()
    wait_for(lambda: first.status.published == PUBLISHED, [first])
    time.sleep(1.1)  # in the same second it would be the same entry
    second.resign()  # it cannot know yet
    wait_for(lambda: "never left" in second.status.published, [second])
    assert not second.may_write
    assert re.search(r"never left \(\d\): ben ", second.status.published)
    with pytest.raises(GameUnavailable, match="--take-published"):
        second.act("roll")
    assert second.game.evidence == []
    second.close()
    again = resume_game(tmp_path / "copy", from_seed(b"ben"))
    wait_for(lambda: "never left" in again.status.published, [again])
    with pytest.raises(GameInUse):  # it would go on writing, into what takes its place
        resume_game(tmp_path / "copy", from_seed(b"ben"), published=True)
    assert not (tmp_path / "copy.before-1").exists()
    again.close()
    taken = resume_game(tmp_path / "copy", from_seed(b"ben"), published=True)
    wait_for(lambda: taken.may_write, [taken])
    assert taken.game.heads()["ben"] == first.game.heads()["ben"]
    assert (tmp_path / "copy.before-1" / ".git").is_dir()
    wait_for(lambda: ann.game.heads()["ben"] == first.game.heads()["ben"], [ann])
    assert not any(table.game.evidence for table in (ann, first, taken))
    close_all([ann, first, taken])
