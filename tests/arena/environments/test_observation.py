"""A position as a row of numbers, from each seat's place."""

from __future__ import annotations

from gitopoly.arena.environments import observation as o
from gitopoly.arena.environments.game import SteppedGame
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import NOBODY
from tests.arena.random_play import new_game, position_with, positions


def seat_column(game: SteppedGame, viewer: int, distance: int, name: str) -> int:
    """One number about a seat."""
    place = o.SEATS_AT + distance * len(o.SEAT_COLUMNS) + o.SEAT_COLUMNS.index(name)
    return game.observation(viewer)[place]


def deed_column(game: SteppedGame, viewer: int, deed: int, name: str) -> int:
    """One number about a deed."""
    place = o.DEEDS_AT + deed * len(o.DEED_COLUMNS) + o.DEED_COLUMNS.index(name)
    return game.observation(viewer)[place]


def table_column(game: SteppedGame, viewer: int, name: str) -> int:
    """One number that belongs to no seat."""
    return game.observation(viewer)[o.TABLE_COLUMNS.index(name)]


def test_seats_count_from_the_viewer() -> None:
    game = new_game("classic", 3)
    game.state.money[:3] = [10, 20, 30]
    for viewer in range(3):
        seen = [seat_column(game, viewer, distance, "money") for distance in range(8)]
        assert seen == [10 * ((viewer + d) % 3 + 1) for d in range(3)] + [0] * 5
    assert [seat_column(game, 0, d, "present") for d in range(8)] == [1, 1, 1, 0, 0, 0, 0, 0]


def test_deeds_name_their_owner_as_seen_by_the_viewer() -> None:
    game = new_game("classic", 3)
    change_owner(game.state, game.rules, game.rules.deeds[5], 2)
    assert [deed_column(game, viewer, 5, "owner") for viewer in range(3)] == [3, 2, 1]
    assert deed_column(game, 0, 6, "owner") == 0


def test_an_offer_that_is_being_put_together_is_seen_by_its_author_only() -> None:
    game = position_with(new_game("classic", 3), lambda game: game.episode.draft_deeds)
    deed = game.episode.draft_deeds.bit_length() - 1
    other = (game.actor + 1) % 3
    assert deed_column(game, game.actor, deed, "in_draft") == 1
    assert table_column(game, game.actor, "draft_to") > 0
    assert deed_column(game, other, deed, "in_draft") == 0
    assert table_column(game, other, "draft_to") == 0


def test_the_order_of_the_free_4_all_is_seen() -> None:
    game = position_with(
        new_game("classic", 3), lambda game: game.state.free_4_all_order[1] != NOBODY
    )
    order = game.state.free_4_all_order
    for viewer in range(3):
        seen = [seat_column(game, viewer, d, "free_4_all_place") for d in range(3)]
        assert seen == [
            order.index((viewer + d) % 3) + 1 if (viewer + d) % 3 in order else 0 for d in range(3)
        ]
        assert sorted(seen)[1:] == [1, 2] or sorted(seen) == [1, 2, 3]


def test_debts_and_cards_are_seen() -> None:
    game = position_with(
        new_game("classic", 3, starting_money=200), lambda game: game.state.debt_count > 0
    )
    debtor, amount = game.state.debtor[0], game.state.debt_amount[0]
    row = game.observation(debtor)
    assert list(row[o.DEBTS_AT : o.DEBTS_AT + 3 : 2]) == [1, amount]
    assert seat_column(game, debtor, 0, "owes") >= amount
    fresh = new_game("classic", 2).observation(0)
    assert sum(fresh[o.CARDS_AT : o.DEBTS_AT : 2]) == 32, "sixteen unseen cards in each deck"


def test_every_number_of_the_table_moves_in_some_game() -> None:
    seen: list[set[int]] = [set() for _ in o.TABLE_COLUMNS]
    for edition, options in (("classic", {"houses": 3, "free_parking_pot": 1}), ("formal", {})):
        for game in positions(new_game(edition, 3, **options), 4000):
            for values, value in zip(seen, game.observation(game.actor), strict=False):
                values.add(value)
    still = {name for name, values in zip(o.TABLE_COLUMNS, seen, strict=True) if len(values) < 2}
    # No turn limit, no bank without money, and always the actor's own eyes.
    assert still <= {"players", "is_actor", "turns", "issued"}


def test_rows_have_the_length_that_is_promised() -> None:
    assert len(new_game("formal", 2).observation(1)) == o.OBSERVATION_LENGTH == 460
    assert new_game("formal", 2).episode.draft_to == NOBODY
