"""What chance decides, as whole numbers: a roll or a card, and the order of a free-4-all.

bits 0..5  the roll, (first - 1) * 6 + (second - 1), or the number of the card
bits 6..   the rank of the order among the permutations of the live players

And what follows from it in a position: which cards can come next, and who is when in the order.
"""

from collections.abc import Sequence

from gitopoly.rules.board import live_players, next_live_player
from gitopoly.rules.codes import DEED_DECK, FREE_4_ALL, MOST_CARDS, MOST_PLAYERS, NOBODY
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

DRAW_BITS = 6
LARGEST_DRAW = (1 << DRAW_BITS) - 1


def dice(first: int, second: int, rank: int = 0) -> int:
    """The outcome in which the dice show `first` and `second`."""
    return (first - 1) * 6 + second - 1 + (rank << DRAW_BITS)


def card(number: int, rank: int = 0) -> int:
    """The outcome in which card `number` of the deck is drawn."""
    return number + (rank << DRAW_BITS)


def first_die(outcome: int) -> int:
    """What the first die shows."""
    return (outcome & LARGEST_DRAW) // 6 + 1


def second_die(outcome: int) -> int:
    """What the second die shows."""
    return (outcome & LARGEST_DRAW) % 6 + 1


def card_drawn(outcome: int) -> int:
    """The number of the drawn card in its deck."""
    return outcome & LARGEST_DRAW


def order_rank(outcome: int) -> int:
    """The rank of the free-4-all order."""
    return outcome >> DRAW_BITS


# The decks.


def jail_card_is_held(s: State, deck: int) -> bool:
    """Whether somebody holds the deck's jail card."""
    return s.jail_card_owner[deck] != NOBODY


def cards_in(rules: Rules, deck: int) -> int:
    """How many cards a deck has in all."""
    return rules.deed_count if deck == DEED_DECK else rules.deck_size[deck]


def can_be_drawn(s: State, rules: Rules, deck: int, card: int) -> bool:
    """CARD-2: any unseen card on the first pass, then the top one; or any that is not held.

    HOUSE-8: any deed of the bank.
    """
    if deck == DEED_DECK:
        return 0 <= card < rules.deed_count and s.owner[rules.deeds[card]] == NOBODY
    if card < 0 or card >= rules.deck_size[deck]:
        return False
    if not rules.decks_keep_order:
        return card != rules.jail_card[deck] or not jail_card_is_held(s, deck)
    if s.unseen[deck] != 0:
        return (s.unseen[deck] >> card & 1) == 1
    return s.deck[deck * MOST_CARDS] == card


def draw_card(s: State, rules: Rules, deck: int, card: int) -> None:
    """CARD-2, CARD-3: the card goes to the bottom of its deck, a jail card to its drawer."""
    if not rules.decks_keep_order:
        return
    first = deck * MOST_CARDS
    if s.unseen[deck] != 0:
        s.unseen[deck] &= ~(1 << card)
    else:
        last = first + s.deck_length[deck] - 1
        for i in range(first, last):
            s.deck[i] = s.deck[i + 1]
        s.deck[last] = NOBODY
        s.deck_length[deck] -= 1
    if card != rules.jail_card[deck]:
        put_at_the_bottom(s, deck, card)


def put_at_the_bottom(s: State, deck: int, card: int) -> None:
    """Put a card under the deck."""
    s.deck[deck * MOST_CARDS + s.deck_length[deck]] = card
    s.deck_length[deck] += 1


def return_jail_card(s: State, rules: Rules, deck: int) -> None:
    """CARD-3: a used jail card, or one that falls to the bank, goes under its own deck."""
    if rules.decks_keep_order:
        put_at_the_bottom(s, deck, rules.jail_card[deck])


# The order of a free-4-all.


def count_of_orders(s: State, rules: Rules) -> int:
    """TIME-3: how many orders a free-4-all that starts now can have."""
    return 1 if rules.order_is_clockwise else factorial(live_players(s, rules))


def factorial(number: int) -> int:
    """In how many orders so many players can come."""
    orders = 1
    for i in range(2, number + 1):
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
    orders = factorial(live)
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


def order_of(s: State, outcome: int) -> tuple[int, ...]:
    """The order of the free-4-all that an outcome gives; empty if there is none."""
    if order_rank(outcome) >= count_of_orders(s, s.rules):
        return ()
    trial = s.copy()
    trial.free_4_all_order = [NOBODY] * MOST_PLAYERS
    arrange_by_rank(trial, s.rules, order_rank(outcome))
    return tuple(seat for seat in trial.free_4_all_order if seat != NOBODY)


def rank_of(s: State, order: Sequence[int]) -> int:
    """The rank of an order; NOBODY if it is not one of all the live players."""
    left = [seat for seat in range(s.rules.num_players) if not s.is_bankrupt[seat]]
    if sorted(order) != left:
        return NOBODY
    rank = 0
    for seat in order:
        rank = rank * len(left) + left.index(seat)
        left.remove(seat)
    return rank
