"""Seeded games, and what positions are worth, stay what they were.

Whoever changes one of these numbers on purpose says in the changelog why.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from gitopoly.bots.desk import WinModel
from gitopoly.bots.series import Series, play_chunk
from gitopoly.bots.trade_pricing import asking_price, best_offer, least_cash
from gitopoly.bots.win_model import score_seats, set_weights
from gitopoly.bots.worth import strength, worth_of_denying, worth_to
from gitopoly.rules import State
from tests.bots.positions import EDITIONS, positions

MIXED = ("trader", "builder", "cautious", "sensible", "random")
GAMES = {
    ("classic", 4, ("trader",), 300): "f8c42cb8adc6",
    ("classic", 5, MIXED, 300): "504118789fdd",
    ("classic", 4, ("builder", "cautious"), 300): "a55713ad771e",
    ("london", 5, MIXED, 300): "d516a031f0da",
    ("formal", 5, MIXED, 300): "040452f40d35",
    ("formal-small", 3, MIXED[2:], 300): "ac47106857f6",
    ("arena", 2, ("trader", "random"), 300): "00d4c1f3c783",
    ("classic", 2, ("strong", "trader"), 60): "280d238e0768",
}
POSITIONS = {
    "classic": "ce6ccea8137b",
    "formal": "7f5c5a22fdd3",
    "formal-small": "738b67e950b6",
    "arena": "af99924d647e",
}


def digest(found: object) -> str:
    """A few letters that stand for many numbers."""
    return sha256(repr(found).encode()).hexdigest()[:12]


@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("edition", "players", "policies", "turns"), GAMES)
def test_seeded_games(edition: str, players: int, policies: tuple[str, ...], turns: int) -> None:
    seats = (policies * players)[:players]
    series = Series(edition, players, seats, 34, turns, playouts=24)
    chunk = play_chunk(series, "compiled", 0, 3 if series.searches else 12)
    kinds = {name: count for name, count in chunk.kinds.items() if count}
    found = digest(([tuple(game) for game in chunk.games], kinds))
    assert found == GAMES[edition, players, policies, turns]


def worths(s: State) -> list[object]:
    """What a position, its deeds and exchanges of them are worth to its seats."""
    rules, model = s.rules, set_weights(WinModel())
    seats = range(rules.num_players)
    score_seats(s, rules, model)
    found: list[object] = [model.row, model.scores, [strength(s, rules, seat) for seat in seats]]
    for seat in seats:
        for square in rules.deeds[: rules.deed_count]:
            if s.owner[square] < 0:
                found += worth_to(s, rules, seat, square), worth_of_denying(s, rules, seat, square)
        for other in seats:
            if other != seat and not s.is_bankrupt[seat] and not s.is_bankrupt[other]:
                deeds = s.holdings[seat] & 0x5555555 | s.holdings[other] & 0x2AAAAAA
                found += [
                    asking_price(s, rules, seat, other, deeds, 0),
                    least_cash(s, rules, seat, other, deeds),
                    best_offer(s, rules, seat, other),
                ]
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_positions(edition: str) -> None:
    assert digest([worths(s) for s in positions(edition, 5, 17, 40)]) == POSITIONS[edition]
