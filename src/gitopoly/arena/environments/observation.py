"""A position as a row of numbers, as one seat sees it.

Written like the kernel, so that it compiles with it. Seats count from the viewer: 0 is the
viewer, 1 the next clockwise. Where there may be no seat, the number is one higher and 0 means
none.
Everything in the game is public; only a drafted offer is visible to its author alone.
"""

from __future__ import annotations

from array import array

from gitopoly.arena.environments.episode import Episode, Quads
from gitopoly.rules.auction import lowest_bid
from gitopoly.rules.codes import AUCTION, MOST_CARDS, MOST_DEBTS, MOST_DEEDS, MOST_PLAYERS, NOBODY
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

TABLE_COLUMNS = (
    *("players", "is_actor", "phase", "doubles_count", "first_die", "second_die", "rent_rule"),
    *("houses_left", "hotels_left", "pot", "bank_money", "issued", "turns", "offers_made"),
    *("auction_kind", "auction_deed", "auction_initiator", "auction_next_phase", "lowest_bid"),
    *("offer_from", "offer_to", "offer_cash", "offer_cards", "offer_next_phase"),
    *("draft_to", "draft_cards", "draft_next", "dropped"),
)
"""The first numbers: kernel fields, the viewer's lowest bid in an auction, and its draft."""
SEAT_COLUMNS = (
    *("present", "money", "position", "in_jail", "jail_time", "is_bankrupt"),
    *("chance_jail_card", "chest_jail_card", "has_turn", "free_4_all_place", "opening", "owes"),
    *("bid", "last_bid", "round", "passed", "winner"),
)
"""Next, for each of eight seats; zero for absent ones."""
DEED_COLUMNS = (
    *("owner", "level", "mortgaged", "interest_paid", "in_estate", "in_offer", "in_draft"),
)
"""Next, for each of 28 deeds, in board order."""
CARD_COLUMNS = ("unseen", "place")
"""Next, for each card of both decks: not yet drawn; its place from the top, if known."""
DEBT_COLUMNS = ("debtor", "creditor", "amount", "next_phase")
"""Next, for each of eight debts; a creditor is a seat, 0 for the bank or -1 for the pot."""

SEATS_AT = len(TABLE_COLUMNS)
DEEDS_AT = SEATS_AT + MOST_PLAYERS * len(SEAT_COLUMNS)
CARDS_AT = DEEDS_AT + MOST_DEEDS * len(DEED_COLUMNS)
DEBTS_AT = CARDS_AT + 2 * MOST_CARDS * len(CARD_COLUMNS)
OBSERVATION_LENGTH = DEBTS_AT + MOST_DEBTS * len(DEBT_COLUMNS)


def write_observation(s: State, rules: Rules, episode: Episode, viewer: int, row: Quads) -> None:
    """Write all numbers of a row; those of absent seats are already zero.

    Slices are written through: outside compiled code a row is a `memoryview`; see `observed`.
    """
    write_table(s, rules, viewer, row)
    write_draft_columns(rules, episode, viewer, row)
    for distance in range(rules.num_players):
        place = SEATS_AT + distance * len(SEAT_COLUMNS)
        write_seat(s, rules, viewer, distance, row[place:DEEDS_AT])
    write_queues(s, rules, viewer, row)
    drafted = episode.draft_deeds if viewer == episode.actor else 0
    for deed in range(MOST_DEEDS):
        place = DEEDS_AT + deed * len(DEED_COLUMNS)
        write_deed(s, rules, viewer, deed, drafted, row[place:CARDS_AT])
    for deck in range(2):
        place = CARDS_AT + deck * MOST_CARDS * len(CARD_COLUMNS)
        write_deck(s, deck, row[place:DEBTS_AT])
    for i in range(MOST_DEBTS):
        place = DEBTS_AT + i * len(DEBT_COLUMNS)
        write_debt(s, rules, viewer, i, row[place:OBSERVATION_LENGTH])


def observed(s: State, rules: Rules, episode: Episode, viewer: int) -> array[int]:
    """A row of its own, outside compiled code."""
    row = array("i", bytes(4 * OBSERVATION_LENGTH))
    write_observation(s, rules, episode, viewer, memoryview(row))
    return row


def seen_seat(rules: Rules, viewer: int, seat: int) -> int:
    """1 for the viewer, 2 for the next, and so on; NOBODY is 0."""
    distance = seat - viewer
    distance += rules.num_players if distance < 0 else 0
    return (distance if seat >= 0 else seat) + 1


def write_table(s: State, rules: Rules, viewer: int, row: Quads) -> None:
    """The columns that belong to no seat."""
    row[0] = rules.num_players
    row[2] = s.phase
    row[3] = s.doubles_count
    row[4] = s.throw[0]
    row[5] = s.throw[1]
    row[6] = s.rent_rule
    row[7] = s.houses_left
    row[8] = s.hotels_left
    row[9] = s.pot
    row[10] = s.bank_money
    row[11] = s.issued
    row[12] = s.turns if rules.turn_limit > 0 else 0
    row[13] = s.offers_made
    row[14] = s.auction_kind
    asset = s.auction_asset
    row[15] = 0 if asset == NOBODY else rules.deed_index[asset] + 1
    row[16] = seen_seat(rules, viewer, s.auction_initiator)
    row[17] = s.auction_next_phase
    row[18] = lowest_bid(s, rules, viewer) if s.phase == AUCTION else 0
    row[19] = seen_seat(rules, viewer, s.offer_from)
    row[20] = seen_seat(rules, viewer, s.offer_to)
    row[21] = s.offer_cash
    row[22] = s.offer_cards
    row[23] = s.offer_next_phase


def write_draft_columns(rules: Rules, episode: Episode, viewer: int, row: Quads) -> None:
    """Whether the viewer is to act, and the viewer's drafted offer."""
    if viewer == episode.actor:
        row[1] = 1
        row[24] = seen_seat(rules, viewer, episode.draft_to)
        row[25] = episode.draft_cards
        row[26] = episode.draft_next
        row[27] = episode.dropped
    else:
        row[1] = 0
        for column in range(24, 28):
            row[column] = 0


def write_deed(s: State, rules: Rules, viewer: int, deed: int, drafted: int, row: Quads) -> None:
    """The columns of a deed."""
    square = rules.deeds[deed]
    row[0] = seen_seat(rules, viewer, s.owner[square])
    row[1] = s.level[square]
    row[2] = s.mortgaged[square]
    row[3] = s.interest_paid >> deed & 1
    row[4] = s.estate >> deed & 1
    row[5] = s.offer_deeds >> deed & 1
    row[6] = drafted >> deed & 1


def write_seat(s: State, rules: Rules, viewer: int, distance: int, row: Quads) -> None:
    """The columns of the seat this many places after the viewer; `write_queues` adds the rest."""
    seat = viewer + distance
    if seat >= rules.num_players:
        seat -= rules.num_players
    row[0] = 1
    row[1] = s.money[seat]
    row[2] = s.positions[seat]
    row[3] = s.in_jail[seat]
    row[4] = s.jail_time[seat]
    row[5] = s.is_bankrupt[seat]
    row[6] = 1 if s.jail_card_owner[0] == seat else 0
    row[7] = 1 if s.jail_card_owner[1] == seat else 0
    row[8] = 1 if s.turn_player == seat else 0
    row[9] = 0
    row[10] = s.opening[seat]
    row[11] = 0
    row[12] = s.bid[seat]
    row[13] = s.last_bid[seat]
    row[14] = s.round[seat]
    row[15] = s.passed[seat]
    row[16] = seen_seat(rules, viewer, s.winner[seat])


def write_queues(s: State, rules: Rules, viewer: int, row: Quads) -> None:
    """Which seats still have to conclude in the free-4-all, and which owe something."""
    for i in range(rules.num_players):
        seat = s.free_4_all_order[i]
        if seat != NOBODY:
            distance = seen_seat(rules, viewer, seat) - 1
            row[SEATS_AT + distance * len(SEAT_COLUMNS) + 9] = i + 1
    for i in range(s.debt_count):
        distance = seen_seat(rules, viewer, s.debtor[i]) - 1
        row[SEATS_AT + distance * len(SEAT_COLUMNS) + 11] += s.debt_amount[i]


def write_deck(s: State, deck: int, row: Quads) -> None:
    """What is known of a deck."""
    for card in range(MOST_CARDS):
        row[2 * card] = s.unseen[deck] >> card & 1
        row[2 * card + 1] = 0
    for i in range(s.deck_length[deck]):
        row[2 * s.deck[deck * MOST_CARDS + i] + 1] = i + 1


def write_debt(s: State, rules: Rules, viewer: int, i: int, row: Quads) -> None:
    """One debt in the queue, the first one first."""
    owed = i < s.debt_count
    row[0] = seen_seat(rules, viewer, s.debtor[i]) if owed else 0
    row[1] = seen_seat(rules, viewer, s.creditor[i]) if owed else 0
    row[2] = s.debt_amount[i] if owed else 0
    row[3] = s.next_phase[i] if owed else 0
