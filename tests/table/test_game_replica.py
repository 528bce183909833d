"""Games between seats: the same position everywhere, and nothing but what the logs say."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.table.events import Event
from gitopoly.table.game_replica import GameReplica, find_invitation
from tests.table.tables import Table, copy


@pytest.mark.slow
@pytest.mark.parametrize("dice", ["joint", "seeded"])
@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small"])
def test_all_seats_come_to_the_same_position(edition: str, dice: str) -> None:
    table = Table(3, edition, dice=dice).start()
    for seat in table.rounds(Random(5), 3000):
        if len(seat.game.log) > 60:
            break
    table.exchange()
    assert len(table.seats[0].game.log) > 60
    assert len({seat.position.to_yaml() for seat in table.seats}) == 1


def test_a_game_starts_when_all_have_joined() -> None:
    table = Table(3)
    table.seats[0].join()
    table.seats[1].join()
    table.exchange()
    assert table.seats[0].run_automatic_moves() == []
    assert table.seats[1].game.waiting_for() == ["cleo"]
    table.seats[2].join()
    table.exchange()
    assert table.seats[0].run_automatic_moves() == []
    assert table.seats[0].game.waiting_for() == ["ben", "cleo"]
    assert [event.sentence for event in table.seats[1].run_automatic_moves()] == ["ben is ready."]
    assert table.seats[1].run_automatic_moves() == []
    table.agree()
    assert table.seats[1].game.waiting_for() == ["ann"]
    assert [event.sentence for event in table.seats[0].run_automatic_moves()] == [
        "ann starts the game of ann, ben, cleo."
    ]


def test_seats_that_wish_the_same_token_get_different_ones() -> None:
    table = Table(3)
    for seat in table.seats:
        seat.join("top hat")
    table.agree()
    table.seats[0].run_automatic_moves()
    table.exchange()
    given = [info.token for info in table.seats[2].game.file.seats]
    assert given[0] == "top hat"
    assert len(set(given)) == 3


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_what_is_shown_before_its_authors_were_heard_of_is_taken_later(
    order: tuple[int, ...],
) -> None:
    table = Table(3, "formal").start()
    for _ in table.rounds(Random(5), 80):
        pass
    table.exchange()
    first = table.seats[0]
    store = Store(MemoryJournal())
    copy(first, store)
    game = GameReplica(store, *find_invitation(store, first.game.root))
    game.receive("ann", game.root)
    accepted = []
    for number in order:
        other = table.seats[number]
        head = other.game.heads()[other.name]
        copy(other, store)
        # Everybody shows a log once, and nobody goes on.
        accepted += game.receive(other.name, head).accepted
    assert game.heads() == first.game.heads()
    assert len({entry.id for entry in accepted}) == len(accepted) == len(game.log) - 1


def test_what_a_vote_kept_out_is_taken_when_it_no_longer_does() -> None:
    """Whoever has shown it may have nothing else to show."""
    table = Table(3, "classic", options={"opening_throw": 0}).start()
    ann, ben, _ = table.drivers
    head = ann.act("end pre-roll").id
    assert ann.seat is not None
    copy(ann.seat, ben.game.store)
    ben.game.replica.bound = {"ann"}
    refused = ben.game.receive("ann", head).refused
    assert refused is not None
    assert refused.code == "bound"
    news: list[Event] = []
    ben.game.look_again(news)
    assert news == []
    ben.game.replica.bound = set()
    ben.game.look_again(news)
    assert [event.id for event in news] == [head]
    assert head in ben.game.log
