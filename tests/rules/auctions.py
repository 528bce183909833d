"""The steps of a played auction that decide nothing, so that tests show the bids only."""

from __future__ import annotations

from tests.rules.scenario import Scenario

FORMALITIES = ("next round", "choose winner", "close auction")


def settle(game: Scenario) -> Scenario:
    """Take rounds, winner and closing up to the next decision or the end of this auction."""
    while game.phase == "auction":
        due = [
            f"p{seat}: {move}"
            for seat in range(1, game.rules.num_players + 1)
            for move in FORMALITIES
            if move in game.choices(seat)
        ]
        if not due:
            break
        game.do(due[0])
    return game


def bidders(game: Scenario) -> list[int]:
    """The seats that may still pass or stand, which all who take part can at first."""
    return [
        seat
        for seat in range(1, game.rules.num_players + 1)
        if {"pass", "stand"} & set(game.choices(seat))
    ]


def sell_to(game: Scenario, buyer: int, amount: int) -> Scenario:
    """One seat bids, everybody else passes."""
    others = [seat for seat in bidders(game) if seat != buyer]
    game.do(f"p{buyer}: bid {amount}", *(f"p{seat}: pass" for seat in others))
    return settle(game)


def sell_to_nobody(game: Scenario) -> Scenario:
    """Everybody passes."""
    return settle(game.do(*(f"p{seat}: pass" for seat in bidders(game))))
