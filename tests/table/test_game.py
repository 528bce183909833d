"""Games between seats: the same position everywhere, and nothing but what the logs say."""

from __future__ import annotations

from random import Random

import pytest

from tests.table.tables import Table


@pytest.mark.parametrize("dice", ["joint", "seeded"])
@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small"])
def test_all_seats_come_to_the_same_position(edition: str, dice: str) -> None:
    table = Table(3, edition, dice=dice).start()
    for _ in table.rounds(Random(5), 250):
        pass
    table.exchange()
    assert len(table.seats[0].game.log) > 40
    assert len({seat.position.to_yaml() for seat in table.seats}) == 1


def test_a_game_starts_when_all_have_joined() -> None:
    table = Table(3)
    table.seats[0].join()
    table.seats[1].join()
    table.exchange()
    assert table.seats[0].tidy() == []
    assert table.seats[1].game.waiting_for() == ["cleo"]
    table.seats[2].join()
    table.exchange()
    assert [event.sentence for event in table.seats[0].tidy()] == ["ann starts the game."]


def test_seats_that_wish_the_same_token_get_different_ones() -> None:
    table = Table(3)
    for seat in table.seats:
        seat.join("top hat")
    table.exchange()
    table.seats[0].tidy()
    table.exchange()
    given = [place.token for place in table.seats[2].game.file.places]
    assert given[0] == "top hat"
    assert len(set(given)) == 3
