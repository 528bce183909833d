"""A position as a row of numbers, as one seat sees it.

Written like the kernel, so that it compiles with it. Seats count from the viewer: 0 is the
viewer, 1 the next clockwise. Where there may be no seat, the number is one higher and 0 means
none.
Everything in the game is public; only a drafted offer is visible to its author alone.
"""

from gitopoly.arena.environments.episode import Episode, Quads
from gitopoly.kernel.auction import lowest_bid
from gitopoly.kernel.codes import (
    AUCTION,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_DEEDS,
    MOST_PLAYERS,
    NOBODY,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

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
    """Write all numbers of a row; those of absent seats are already zero."""
    write_table(s, rules, viewer, row)
    write_draft_columns(rules, episode, viewer, row)
    for distance in range(rules.num_players):
        place = SEATS_AT + distance * len(SEAT_COLUMNS)
        write_seat(s, rules, viewer, distance, row, place)
    write_queues(s, rules, viewer, row)
    drafted = episode.draft_deeds if viewer == episode.actor else 0
    for deed in range(MOST_DEEDS):
        place = DEEDS_AT + deed * len(DEED_COLUMNS)
        square = rules.deeds[deed]
        row[place] = seen_seat(rules, viewer, s.owner[square])
        row[place + 1] = s.level[square]
        row[place + 2] = s.mortgaged[square]
        row[place + 3] = s.interest_paid >> deed & 1
        row[place + 4] = s.estate >> deed & 1
        row[place + 5] = s.offer_deeds >> deed & 1
        row[place + 6] = drafted >> deed & 1
    write_cards(s, row, CARDS_AT)
    write_debts(s, rules, viewer, row, DEBTS_AT)


def seen_seat(rules: Rules, viewer: int, seat: int) -> int:
    """1 for the viewer, 2 for the next, and so on; NOBODY is 0."""
    if seat < 0:
        return seat + 1
    distance = seat - viewer
    return (distance if distance >= 0 else distance + rules.num_players) + 1


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


def write_seat(s: State, rules: Rules, viewer: int, distance: int, row: Quads, place: int) -> None:
    """The columns of the seat this many places after the viewer; `write_queues` adds the rest."""
    seat = viewer + distance
    if seat >= rules.num_players:
        seat -= rules.num_players
    row[place] = 1
    row[place + 1] = s.money[seat]
    row[place + 2] = s.positions[seat]
    row[place + 3] = s.in_jail[seat]
    row[place + 4] = s.jail_time[seat]
    row[place + 5] = s.is_bankrupt[seat]
    row[place + 6] = 1 if s.goojf_ch_owner == seat else 0
    row[place + 7] = 1 if s.goojf_cc_owner == seat else 0
    row[place + 8] = 1 if s.turn_player == seat else 0
    row[place + 9] = 0
    row[place + 10] = s.opening[seat]
    row[place + 11] = 0
    row[place + 12] = s.bid[seat]
    row[place + 13] = s.last_bid[seat]
    row[place + 14] = s.round[seat]
    row[place + 15] = s.passed[seat]
    row[place + 16] = seen_seat(rules, viewer, s.winner[seat])


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


def write_cards(s: State, row: Quads, place: int) -> None:
    """What is known of the decks."""
    for deck in range(2):
        first = place + deck * MOST_CARDS * len(CARD_COLUMNS)
        for card in range(MOST_CARDS):
            row[first + 2 * card] = s.unseen[deck] >> card & 1
            row[first + 2 * card + 1] = 0
        for i in range(s.deck_length[deck]):
            row[first + 2 * s.deck[deck * MOST_CARDS + i] + 1] = i + 1


def write_debts(s: State, rules: Rules, viewer: int, row: Quads, place: int) -> None:
    """The queue of debts, the first one first."""
    for i in range(MOST_DEBTS):
        first = place + i * len(DEBT_COLUMNS)
        owed = i < s.debt_count
        row[first] = seen_seat(rules, viewer, s.debtor[i]) if owed else 0
        row[first + 1] = seen_seat(rules, viewer, s.creditor[i]) if owed else 0
        row[first + 2] = s.debt_amount[i] if owed else 0
        row[first + 3] = s.next_phase[i] if owed else 0
