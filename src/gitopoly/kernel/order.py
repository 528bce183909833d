"""The order of the free-4-all: clockwise, or any permutation, given as its rank."""

from gitopoly.kernel.board import live_players, next_live_player
from gitopoly.kernel.codes import FREE_4_ALL, NOBODY
from gitopoly.kernel.outcomes import order_rank
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def count_of_orders(s: State, rules: Rules) -> int:
    """TIME-3: how many orders a free-4-all that starts now can have."""
    if rules.order_is_clockwise:
        return 1
    orders = 1
    for i in range(2, live_players(s, rules) + 1):
        orders *= i
    return orders


def start_free_4_all(s: State, rules: Rules, outcome: int) -> None:
    """TIME-3: everybody who is still in the game gets a place in the order."""
    s.phase = FREE_4_ALL
    if rules.order_is_clockwise:
        player = s.turn_player
        for place in range(live_players(s, rules)):
            player = next_live_player(s, rules, player)
            s.free_4_all_order[place] = player
    else:
        arrange_by_rank(s, rules, order_rank(outcome))


def arrange_by_rank(s: State, rules: Rules, rank: int) -> None:
    """Write the permutation of the live players that stands at `rank` in lexicographic order."""
    live = 0
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            s.free_4_all_order[live] = player
            live += 1
    orders = 1
    for i in range(2, live + 1):
        orders *= i
    # Each place takes the player its share of the rank points at; those before it move up.
    for place in range(live - 1):
        orders //= live - place
        chosen = place + rank // orders
        rank %= orders
        player = s.free_4_all_order[chosen]
        for step in range(chosen - place):
            s.free_4_all_order[chosen - step] = s.free_4_all_order[chosen - step - 1]
        s.free_4_all_order[place] = player


def leave_order(s: State, rules: Rules, player: int) -> None:
    """A bankrupt player loses their place in the order."""
    kept = 0
    for i in range(rules.num_players):
        seat = s.free_4_all_order[i]
        if seat != player:
            s.free_4_all_order[kept] = seat
            kept += 1
    for i in range(kept, rules.num_players):
        s.free_4_all_order[i] = NOBODY
