"""DEBT-5: several debts at once, paid one after the other, each with its own amount."""

from __future__ import annotations

import pytest

from gitopoly.rules import from_yaml, to_yaml
from gitopoly.rules.codes import BANK, MOST_DEBTS, PHASES
from tests.rules.scenario import Scenario

OPERA = 6
CHAIRMAN = 14
# Each of these is mortgaged for at least $100, and no two belong to one group of streets.
DEEDS = (
    *("Boardwalk", "Pacific Avenue", "Reading Railroad", "Short Line"),
    *("Pennsylvania Railroad", "B. & O. Railroad", "Atlantic Avenue"),
)
Debt = tuple[int, int, int, str]
"""Debtor, creditor (0: the bank), amount, and the phase that follows."""


def queue(game: Scenario) -> list[Debt]:
    """The debts from first to last."""
    s = game.s
    return [
        (s.debtor[i] + 1, s.creditor[i] + 1, s.debt_amount[i], PHASES[s.next_phase[i]])
        for i in range(s.debt_count)
    ]


def heir_of_a_mortgage() -> Scenario:
    """Seat 2 is ruined by the opera of seat 1, who inherits a mortgage and owes its interest."""
    game = Scenario(players=4).cash(0, 0, 0, 0).give(2, "Boardwalk", mortgaged=True)
    game.give(1, "Baltic Avenue").give(3, "Short Line").give(4, "Reading Railroad")
    game.at(1, "Community Chest 1").turn(1, "post-roll").draw(OPERA)
    return game.do("go bankrupt")


def test_debt_5_a_new_first_debt_leaves_the_others_as_they_are() -> None:
    assert queue(heir_of_a_mortgage()) == [
        (1, BANK + 1, 20, "doubles-check"),
        (3, 1, 50, "doubles-check"),
        (4, 1, 50, "doubles-check"),
    ]


def test_debt_5_unequal_debts_keep_their_amounts_when_the_first_is_paid() -> None:
    game = heir_of_a_mortgage().do('mortgage "Baltic Avenue"', "pay debt")
    assert queue(game) == [(3, 1, 50, "doubles-check"), (4, 1, 50, "doubles-check")]
    game.do('mortgage "Short Line"', "pay debt")
    assert queue(game) == [(4, 1, 50, "doubles-check")]
    game.do('mortgage "Reading Railroad"', "pay debt")
    assert queue(game) == []
    assert [game.money(seat) for seat in (1, 2, 3, 4)] == [30 - 20 + 100, 0, 50, 50]


def seven_debts(card: int, square: str) -> Scenario:
    """Eight players, and seven debts by one card; everybody has a deed to mortgage."""
    game = Scenario(players=8).cash(*[0] * 8).at(1, square).turn(1, "post-roll")
    for seat, deed in enumerate(DEEDS, start=2):
        game.give(seat, deed)
    game.give(1, "Ventnor Avenue", "Marvin Gardens", "North Carolina Avenue", "Park Place")
    return game.draw(card)


def test_debt_5_seven_players_owe_at_once() -> None:
    game = seven_debts(OPERA, "Community Chest 1")
    assert queue(game) == [(seat, 1, 50, "doubles-check") for seat in range(2, 9)]
    for seat, deed in enumerate(DEEDS, start=2):
        assert (game.phase, game.floor) == ("bankruptcy-prevention", seat)
        game.do(f'mortgage "{deed}"', "pay debt")
    assert (game.phase, game.money(1)) == ("doubles-check", 7 * 50)


def test_debt_5_one_player_owes_seven() -> None:
    game = seven_debts(CHAIRMAN, "Chance 1")
    assert queue(game) == [(1, seat, 50, "doubles-check") for seat in range(2, 9)]
    for deed in ("Park Place", "North Carolina Avenue", "Ventnor Avenue"):
        game.do(f'mortgage "{deed}"')
        while "pay debt" in game.choices():
            game.do("pay debt")
    # 175 + 150 + 130 dollars, and none left over that would have paid for more.
    assert (game.phase, game.money(1)) == ("doubles-check", 455 - 350)
    assert [game.money(seat) for seat in range(2, 9)] == [50] * 7


def test_debt_5_the_interest_of_an_heir_finds_room_beside_six_debts() -> None:
    game = Scenario(players=8).cash(*[0] * 8).at(1, "Community Chest 1").turn(1, "post-roll")
    game.give(2, "Boardwalk", mortgaged=True).draw(OPERA).do("go bankrupt")
    assert [debt[:3] for debt in queue(game)] == [
        (1, BANK + 1, 20),
        *((seat, 1, 50) for seat in range(3, 9)),
    ]
    assert game.s.debt_count < MOST_DEBTS


@pytest.mark.parametrize(("card", "square"), [(OPERA, "Community Chest 1"), (CHAIRMAN, "Chance 1")])
def test_debt_5_seven_debts_survive_being_written_and_read(card: int, square: str) -> None:
    game = seven_debts(card, square)
    assert from_yaml(to_yaml(game.s), game.rules) == game.s
