"""``retire_after``: who is silent for so long is voted out, and only who is."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.entry import MAX_COMMIT
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.transports import poller as poller_module
from gitopoly.peers.position import STAYS
from gitopoly.table import driver
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Told
from gitopoly.table.seat import Seat
from gitopoly.table.votes import why_out
from tests.ledger.packs import Pack, copy, difference
from tests.ledger.repositories import (
    FILE,
    Repository,
    own_head,
    raw,
    raw_commit,
    raw_tree,
    set_branch,
)
from tests.table.repositories import act, invitation, open_all, play, publish, wait_for
from tests.table.tables import Table, act_at_random, fetch
from tests.table.test_forks import meet, play_to_the_end, same

PATIENCE = 3600
"""Seconds of silence that all tests allow; a busy machine is silent for many by itself."""


class Clock:
    """The time of the seats, which a test may let pass."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of everything that asks how long somebody has been silent."""
    made = Clock()
    monkeypatch.setattr(driver, "SYSTEM", made)
    monkeypatch.setattr(poller_module, "time", made)
    return made


def waiting_for_last(folder: Path, players: int) -> list[GameDriver]:
    """A game in which everybody has been told that the last seat is waited for."""
    seats = open_all(folder, invitation(folder, players, retire_after=PATIENCE))
    last = seats[-1].game.names[-1]
    random = Random(1)

    def is_waited_for() -> bool:
        same = all(s.game.heads() == seats[0].game.heads() for s in seats)
        return same and all([n for n, _ in s.status.waiting] == [last] for s in seats)

    deadline = time.monotonic() + 120
    while not is_waited_for():
        assert time.monotonic() < deadline, "there is no such moment"
        for seat in seats[:-1]:
            seat.poll(0.01)
            act(seat, random)
        seats[-1].poll(0.01)
        if seats[-1].game.waiting_for() != [last]:
            act(seats[-1], random)
    return seats


def retired(seat: GameDriver) -> list[bool]:
    return [last != STAYS for last in seat.game.position.retired]


def close_all(seats: list[GameDriver]) -> None:
    for seat in seats:
        seat.close()


@pytest.mark.slow
def test_a_seat_that_stays_silent_is_voted_out_by_all_others(tmp_path: Path, clock: Clock) -> None:
    seats = waiting_for_last(tmp_path, 3)
    seats[2].close()
    clock.ahead += 2 * PATIENCE
    wait_for(lambda: all(retired(s) == [False, False, True] for s in seats[:2]), seats[:2])
    assert seats[0].status.out is None
    assert why_out(seats[0].game, 2) == Told("out.voted", {})
    play(seats[:2], Random(2), len(seats[0].game.log) + 15)
    close_all(seats[:2])


@pytest.mark.slow
def test_the_vote_of_another_is_no_reason_to_vote(tmp_path: Path, clock: Clock) -> None:
    """An honest program votes only on silence that it has observed itself."""
    seats = waiting_for_last(tmp_path, 3)
    vote = seats[1].vote("cleo").id
    wait_for(lambda: vote in seats[0].game.log, seats[:2])
    polled(seats[0], 0.3)
    assert not any(
        entry.trailers["Action"] == "Retire" and entry.seat == "ann" for entry in seats[0].game.log
    )
    assert retired(seats[0]) == [False, False, False]
    # Its own patience comes to an end all the same, if cleo stays silent.
    seats[2].close()
    clock.ahead += 2 * PATIENCE
    wait_for(lambda: retired(seats[0]) == [False, False, True], seats[:2])
    close_all(seats[:2])


def test_two_of_three_who_agree_need_no_silence() -> None:
    """Not promised: nobody can show to others how long somebody was silent."""
    table = Table(3, "classic", options={"opening_throw": 0}, retire_after=3600).start()
    random = Random(3)
    for _ in range(400):
        ann, ben, _ = table.seats
        if "cleo" in ann.votable() and "cleo" in ben.votable():
            break
        seat = random.choice(table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
    ann.vote("cleo")
    ben.vote("cleo")
    table.exchange()
    assert why_out(table.seats[2].game, 2) == Told("out.voted", {})


def crossing(table: Table) -> list[Seat]:
    """Two seats of which each waits for the other, because one has moved unseen."""
    ann, ben = table.seats
    for seed in range(200):
        for _ in table.rounds(Random(seed), 1):
            pass
        table.exchange()
        act_at_random(ben, Random(seed))
        if (ann.votable(), ben.votable()) == (["ben"], ["ann"]):
            return [ann, ben]
        table.exchange()
    raise AssertionError("there is no such moment")


def test_two_who_vote_each_other_out_at_the_same_moment_come_to_the_same_end() -> None:
    table = Table(2, "classic", options={"opening_throw": 0}, retire_after=60).start()
    ann, ben = crossing(table)
    ann.vote("ben")
    ben.vote("ann")
    for seat in (ann, ben):
        for _ in range(20):
            seat.run_automatic_moves()
            act_at_random(seat, Random(1))
    assert ann.position.retired != ben.position.retired
    for _ in range(3):
        meet([ann, ben])
        for seat in (ann, ben):
            seat.run_automatic_moves()
    same([ann, ben])
    assert [last != STAYS for last in ann.position.retired] == [False, True]
    assert ben.choices() == []
    assert why_out(ann.game, 0) is None
    assert why_out(ben.game, 1) == Told("out.crossed", {})
    play_to_the_end([ann], Random(2))
    meet([ann, ben])
    same([ann, ben])
    assert ben.game.over
    assert {event.id for event in ann.game.story()} == {event.id for event in ben.game.story()}


def polled(seat: GameDriver, seconds: float) -> None:
    """Let a seat take in what arrives, and nothing else, for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seat.poll(0.05)


def test_nobody_is_voted_out_because_the_network_is_down(tmp_path: Path, clock: Clock) -> None:
    seats = waiting_for_last(tmp_path, 2)
    shutil.move(tmp_path / "ben.git", tmp_path / "away.git")
    wait_for(lambda: seats[0].status.contacts["ben"].error is not None, seats[:1])
    clock.ahead += 2 * PATIENCE
    polled(seats[0], 0.5)
    # Meanwhile ben has gone on; ann sees it before she may think of silence.
    act(seats[1], Random(1))
    moved = seats[1].game.heads()["ben"]
    store = seats[1].game.store
    assert isinstance(store, GitStore)
    publish(store, str(tmp_path / "away.git"))
    shutil.move(tmp_path / "away.git", tmp_path / "ben.git")
    wait_for(lambda: moved in seats[0].game.log, seats[:1])
    assert retired(seats[0]) == [False, False]
    close_all(seats)


def only_work(shown: Repository, name: str) -> str:
    """A long chain of differences, of which nothing comes; what is said about it."""
    pack = Pack()
    place = pack.whole("commit", b"x" * 4000)
    for number in range(2000):
        same = difference(4000, 4000, copy(0, 4000))
        place = pack.delta(name if number == 1999 else f"{number:040x}", place, same)
    pack.write(shown.objects / "pack")
    return "does not match its name"


def nothing(shown: Repository, name: str) -> str:
    """A branch that leads nowhere; what is said about it."""
    return f"object {name} is missing"


@pytest.mark.parametrize("put", [only_work, nothing])
def test_a_repository_in_which_nothing_can_be_read_is_no_news(
    tmp_path: Path, clock: Clock, put: Callable[[Repository, str], str]
) -> None:
    """Otherwise a seat that shows what cannot be read is never voted out."""
    seats = waiting_for_last(tmp_path, 2)
    seats[1].close()
    shown = Repository(tmp_path / "ben.git")
    said = put(shown, "33" * 20)
    set_branch(shown, "33" * 20)
    wait_for(lambda: said in str(seats[0].status.contacts["ben"].error), seats[:1])
    clock.ahead += 2 * PATIENCE
    wait_for(lambda: retired(seats[0]) == [False, True], seats[:1])
    close_all(seats[:1])


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_a_branch_that_is_rewritten_again_and_again_does_not_fill_the_disk(tmp_path: Path) -> None:
    seats = waiting_for_last(tmp_path, 2)
    seats[1].close()
    shown = Repository(tmp_path / "ben.git")
    store = seats[0].game.store
    assert isinstance(store, GitStore)
    before, folder = size_of(store.path), store.path
    honest, random = own_head(shown), Random(1)
    assert honest is not None
    for number in range(30):
        blob = raw(shown, "blob", random.randbytes(60_000))
        head = raw_commit(shown, raw_tree(shown, (FILE, "state.yml", blob)), honest)
        wait_for(lambda h=head: any(e.id == h for e in seats[0].game.evidence), seats[:1])  # type: ignore[misc]
        assert size_of(folder) < before + 200_000, number
    close_all(seats[:1])
    assert size_of(folder) < before + 200_000


def test_a_clock_that_is_set_is_no_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = waiting_for_last(tmp_path, 2)
    with monkeypatch.context() as patched:
        patched.setattr(time, "time", lambda: 4e9)
        polled(seats[0], 0.5)
    assert retired(seats[0]) == [False, False]
    close_all(seats)


def test_who_votes_on_a_seat_that_has_voted_it_out_learns_of_that() -> None:
    """A vote binds, but not so that its author never hears that the others went on."""
    table = Table(3, "classic", options={"opening_throw": 0}, retire_after=60).start()
    ann, ben, cleo = table.seats
    random = Random(1)

    def only_ann_is_missing() -> bool:
        draw = ben.position.draw
        return draw is not None and draw.asker == 0 and all(draw.links[1:])

    while not only_ann_is_missing():
        seat = random.choice([ben, cleo] if ann.position.draw else table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
    ben.vote("ann")
    cleo.vote("ann")
    fetch(ann, cleo)
    while "ben" not in ann.votable():
        assert ann.run_automatic_moves() or act_at_random(ann, random)
    ann.vote("ben")
    meet([ben, cleo])
    assert ben.position.retired[0] != STAYS
    for name in ("ben", "cleo"):
        table.drivers[0].hear(among=[name])
    assert ann.position.retired[0] == ben.position.retired[0]
    assert why_out(ann.game, 0) == Told("out.crossed", {})


def test_a_commit_that_is_too_large_to_be_read_is_refused_and_held_against_its_seat(
    tmp_path: Path,
) -> None:
    ann, ben = seats = waiting_for_last(tmp_path, 2)
    ben.close()
    shown = Repository(tmp_path / "ben.git")
    tree = raw_tree(shown)
    head = raw_commit(shown, tree, str(own_head(shown)), text="x" * MAX_COMMIT)
    wait_for(lambda: bool(ann.game.evidence), [ann])
    (evidence,) = ann.game.evidence
    assert (evidence.id, evidence.code, evidence.seat) == (head, "too-big", "ben")
    close_all(seats[:1])
