"""Symmetry: positions that differ only in who sits where are the same position.

The game does not depend on which seat is first, so the table can be rotated until the turn
player sits there.
"""

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def turned(player: int, turn: int, seats: int) -> int:
    """A seat's number when the turn player is called 0; NOBODY stays."""
    if player < 0:
        return player
    return (player - turn + seats) % seats


def turn_the_table(s: State, spare: State, rules: Rules) -> None:
    """Call the turn player 0 and the others by their distance; `spare` equals `s`."""
    seats = rules.num_players
    turn = spare.turn_player
    for seat in range(seats):
        old = (seat + turn) % seats
        s.money[seat] = spare.money[old]
        s.positions[seat] = spare.positions[old]
        s.in_jail[seat] = spare.in_jail[old]
        s.jail_time[seat] = spare.jail_time[old]
        s.is_bankrupt[seat] = spare.is_bankrupt[old]
        s.holdings[seat] = spare.holdings[old]
        s.free_4_all_order[seat] = turned(spare.free_4_all_order[seat], turn, seats)
    for i in range(rules.deed_count):
        s.owner[rules.deeds[i]] = turned(spare.owner[rules.deeds[i]], turn, seats)
    s.goojf_ch_owner = turned(spare.goojf_ch_owner, turn, seats)
    s.goojf_cc_owner = turned(spare.goojf_cc_owner, turn, seats)
    s.debtor[0] = turned(spare.debtor[0], turn, seats)
    s.creditor[0] = turned(spare.creditor[0], turn, seats)
    s.turn_player = 0
