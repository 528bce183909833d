"""One class runs a seat's game, whoever plays it and however its moves travel."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

import pytest

from gitopoly.errors import GameUnavailable
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.table import driver as driver_module
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Event
from gitopoly.table.local_game import StorePeers, copy_of
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import AutoPlay, Seat
from tests.table.tables import Table, act_at_random, fetch

OPTIONS = {"opening_throw": 0}


def first_choice(seat: Seat) -> int:
    """The first plain choice."""
    return next(choice for choice in seat.choices() if isinstance(choice, int))


def ask_for_dice(driver: GameDriver) -> Event:
    """Begin a turn, and leave the throw to all."""
    driver.act("end pre-roll")
    return driver.act("roll")


def test_a_driver_is_what_front_ends_see() -> None:
    driver: OpenGame = Table(2).start().drivers[0]
    assert driver.may_write
    assert not driver.rests
    assert driver.status.published == "kept on this machine"
    assert driver.close()


def test_a_turn_hears_of_the_others_does_what_is_due_and_acts_once() -> None:
    table = Table(3, "classic", options=OPTIONS, dice="joint").start()
    ann, ben, cleo = table.drivers
    ask_for_dice(ann)
    heard = [event.seat for event in ben.take_turn(first_choice)]
    assert heard == ["ann", "ann", "ben"]  # his part of the draw, and nothing to choose
    cleo.take_turn(first_choice)
    events = ann.take_turn(first_choice)
    assert [event.seat for event in events] == ["ben", "cleo", "ann", "ann"]
    assert events[-1].id == ann.game.heads()["ann"]


def test_it_hears_only_of_whom_it_is_told_to() -> None:
    table = Table(3, "classic", options=OPTIONS, dice="joint").start()
    ann, ben, cleo = table.drivers
    ask_for_dice(ann)
    ben.advance()
    assert {event.seat for event in cleo.hear(among=["ann"])} == {"ann"}
    assert [event.seat for event in cleo.hear()] == ["ben"]
    assert cleo.hear() == []


def test_a_long_log_is_taken_in_by_several_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver_module, "AT_ONCE", 10)
    table = Table(2, "classic", options=OPTIONS, dice="joint").start()
    for seat in table.rounds(Random(4), 200):
        seat.run_automatic_moves()
    table.exchange()
    while any(driver.game.unfinished for driver in table.drivers):
        table.exchange()
    stores = {seat.name: seat.game.store for seat in table.seats}
    game = copy_of(table.seats[0].game, Store(MemoryJournal()))
    watching = GameDriver(game, None, StorePeers(game, "", stores))
    taken, events = [], []
    while len(game.log) < len(table.seats[0].game.log):
        before = len(game.log)
        events += watching.poll()
        taken.append(len(game.log) - before)
    assert len(game.log) > 80
    assert min(taken) > 0
    assert max(taken) <= 40  # each of two seats, as shown and where it ended before
    assert not game.unfinished
    assert len(events) == len(game.log) - 1  # the invitation was known
    assert watching.poll() == []


def test_a_poll_goes_on_until_there_is_something_to_see() -> None:
    table = Table(2, "classic", options=OPTIONS, dice="joint").start()

    class Answering(StorePeers):
        """Lets ben do what is due before ann looks."""

        def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
            table.drivers[1].advance()
            yield from super().arrivals(timeout, among)

    seat = table.seats[0]
    stores = {other.name: other.game.store for other in table.seats}
    ann = GameDriver(seat.game, seat, Answering(seat.game, "ann", stores))
    assert ask_for_dice(ann).quiet
    events = ann.poll()
    assert [event.seat for event in events] == ["ben", "ann"]
    assert [event.quiet for event in events] == [True, False]


def test_a_vote_binds_wherever_a_game_is_played() -> None:
    table = Table(3, "classic", options=OPTIONS, retire_after=60).start()
    ann, ben, cleo = table.drivers
    random = Random(3)
    while ann.game.waiting_for() != ["cleo"] or "cleo" not in table.seats[0].votable():
        for seat in table.seats[:2]:
            seat.run_automatic_moves()
            if "cleo" not in seat.game.waiting_for():
                act_at_random(seat, random)
        table.exchange()
        if ann.game.waiting_for() != ["cleo"]:
            table.seats[2].run_automatic_moves()
            act_at_random(table.seats[2], random)
            table.exchange()
    ann.vote("cleo")
    known = ann.game.heads()["cleo"]
    table.seats[2].run_automatic_moves() or act_at_random(table.seats[2], random)
    assert cleo.game.heads()["cleo"] != known
    ann.advance()
    assert ann.game.heads()["cleo"] == known
    ben.hear(among=["cleo"])
    ben.advance(among=["ann"])
    ann.advance(among=["ben"])
    assert ann.game.heads()["cleo"] != known


def test_whoever_watches_cannot_play() -> None:
    table = Table(2, "classic").start()
    seat = table.seats[0]
    stores = {other.name: other.game.store for other in table.seats}
    watching = GameDriver(seat.game, None, StorePeers(seat.game, "", stores))
    assert watching.poll() == []
    with pytest.raises(GameUnavailable, match="only watching"):
        watching.act("roll")


def test_automatic_play_can_be_switched_while_a_game_runs() -> None:
    table = Table(2, "classic", options=OPTIONS, dice="seeded", seed="c").start()
    ann = table.drivers[0]
    assert ann.advance() == []
    table.seats[0].auto_play = AutoPlay(single=True)
    while len(table.seats[0].choices()) > 1:
        ann.act(first_choice(table.seats[0]))
    assert ann.advance() != []


class Hours:
    """A clock that a test sets."""

    now = 0.0

    def time(self) -> float:
        return self.now

    monotonic = time


def test_who_moves_at_last_is_not_voted_out_because_it_has_to_move_again() -> None:
    """The same poll ends a silence and shows that it was long enough for a vote."""
    table = Table(2, "classic", options=OPTIONS, dice="seeded", retire_after=3600).start()
    ann, ben = table.drivers
    clock = Hours()
    peers = StorePeers(ben.game, "ben", {"ann": ann.game.store})
    watching = GameDriver(ben.game, ben.seat, peers, clock)
    assert [name for name, _ in watching.status.waiting] == ["ann"]
    clock.now = 3600.0
    ann.act("end pre-roll")
    peers.contacts = {"ann": Contact(clock.now, None, clock.now)}
    assert [event.seat for event in watching.advance()] == ["ann"]
    assert ben.game.waiting_for() == ["ann"]
    clock.now = 7200.0
    peers.contacts = {"ann": Contact(clock.now, None, clock.now)}
    assert [event.seat for event in watching.advance()][:1] == ["ben"]
    assert ben.game.position.retired[0] >= 0


class Elsewhere(StorePeers):
    """The own log was continued elsewhere, and is found there."""

    knows_own_log = False

    def own_log(self, now: bool = False) -> Arrival | None:
        self.knows_own_log = True
        head = self._news(self._own)
        return None if head is None else Arrival(self._own, head)


def test_who_cannot_read_its_own_log_yet_does_not_write() -> None:
    """It names somebody from whom this copy has heard nothing; without it, the log would fork."""
    table = Table(3)
    ann, ben, _ = table.seats
    ben.join()
    fetch(ann, ben)
    written = ann.join()[0].id
    assert ben.game.log.tips()["ben"] in ann.game.log[written].parents
    old = copy_of(ann.game, Store(MemoryJournal()))
    seat = Seat(old, "ann", ann.identity, table.clock)
    stores = {"ann": ann.game.store}
    driver = GameDriver(old, seat, Elsewhere(old, "ann", stores), None)
    driver.advance()
    assert not driver.may_write
    assert written not in old.log
    stores["ben"] = ben.game.store
    driver.advance()
    assert driver.may_write
    assert old.log.newest()["ann"] == (written,)
