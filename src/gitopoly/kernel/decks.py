"""The decks: which cards can come next, drawing one, putting one back."""

from gitopoly.kernel.codes import (
    CARD_GO_TO_JAIL,
    CHANCE_CARD,
    CHANCE_DECK,
    DEED_DECK,
    MOST_CARDS,
    NOBODY,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def jail_card_is_held(s: State, deck: int) -> bool:
    """Whether somebody holds the deck's jail card."""
    if deck == CHANCE_DECK:
        return s.goojf_ch_owner != NOBODY
    return s.goojf_cc_owner != NOBODY


def deck_of(draw: int) -> int:
    """The deck of an action that draws a card."""
    return draw - CHANCE_CARD


def cards_in(rules: Rules, deck: int) -> int:
    """How many cards a deck has in all."""
    if deck == DEED_DECK:
        return rules.deed_count
    return rules.deck_size[deck]


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


def sends_to_jail(rules: Rules, deck: int, card: int) -> bool:
    """DOUBLES-3: whether a card of the deck sends the player to jail; other numbers do not."""
    if card >= rules.deck_size[deck]:
        return False
    return rules.card_kind[deck * MOST_CARDS + card] == CARD_GO_TO_JAIL
