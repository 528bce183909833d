"""What holds in every reachable state. Each check returns True if it holds.

The first six have the specification's names; the others cover what it does not model.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gitopoly.rules.auction import leads
from gitopoly.rules.board import (
    highest_level,
    is_building_auction,
    live_players,
    lowest_level,
    owns_all_of_set,
    set_has_buildings,
    squares_of,
)
from gitopoly.rules.cards import CARD_ADVANCE, CARD_BACK_TO
from gitopoly.rules.catalogue import called_from, camel_case
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CARD_CHOICE,
    DEALING,
    DOUBLES_CHECK,
    ESTATE_AUCTION,
    FREE_4_ALL,
    LAST_PHASE,
    LEAVE_JAIL,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    POT,
    PRE_ROLL,
    RAIL,
    RAIL_GROUP,
    RENT_AS_PRINTED,
    RENT_TWICE,
    TRADE,
    UNKNOWN,
    UTIL,
)
from gitopoly.rules.record import differing
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State


def turn_ok(s: State, rules: Rules) -> bool:
    """It is some seat's turn, in a phase of the game."""
    return (
        0 <= s.turn_player < rules.num_players
        and 0 <= s.phase <= LAST_PHASE
        and 0 <= s.doubles_count <= 2
    )


def money_ok(s: State, rules: Rules) -> bool:
    """Nobody has less than nothing, or more than there is."""
    everything = rules.total_money + s.issued
    return (
        0 <= s.bank_money <= everything
        and s.pot >= 0
        and s.issued >= 0
        and all(0 <= s.money[player] <= everything for player in range(rules.num_players))
    )


def seats_ok(s: State, rules: Rules) -> bool:
    """Every token stands on the board, and who holds a jail card is a seat."""
    return all(
        0 <= s.positions[player] < rules.board_length
        and 0 <= s.in_jail[player] <= 1
        and 0 <= s.is_bankrupt[player] <= 1
        and 0 <= s.jail_time[player] <= 2
        for player in range(rules.num_players)
    ) and all(is_seat(rules, s.jail_card_owner[deck]) for deck in range(2))


def is_street(rules: Rules, square: int) -> bool:
    """Whether a square can be built on."""
    return NOBODY < rules.group[square] < RAIL_GROUP


def is_seat(rules: Rules, player: int) -> bool:
    """A seat of the game, or NOBODY."""
    return NOBODY <= player < rules.num_players


def owners_ok(s: State, rules: Rules) -> bool:
    """Only deeds have owners, and the sets of what seats hold agree with the squares."""
    held = sum(s.holdings[player].bit_count() for player in range(MOST_PLAYERS))
    owned = 0
    for square in range(rules.board_length):
        owner = s.owner[square]
        if owner != NOBODY:
            owned += 1
            if not is_seat(rules, owner) or rules.group[square] == NOBODY:
                return False
            if not s.holdings[owner] >> rules.deed_index[square] & 1:
                return False
    return owned == held


def levels_ok(s: State, rules: Rules) -> bool:
    """Only streets have levels, and the set of built groups agrees with the squares."""
    developed = 0
    for square in range(rules.board_length):
        if not 0 <= s.level[square] <= (rules.max_level if is_street(rules, square) else 0):
            return False
        if s.level[square] > 0:
            developed |= rules.group_deeds[rules.group[square]]
    return developed == s.developed


def mortgages_ok(s: State, rules: Rules) -> bool:
    """Only deeds are mortgaged, and the set of mortgaged ones agrees with the squares."""
    marked = 0
    for square in range(rules.board_length):
        if s.mortgaged[square] != 0:
            if s.mortgaged[square] != 1 or rules.group[square] == NOBODY:
                return False
            marked |= 1 << rules.deed_index[square]
    return marked == s.mortgages


def order_ok(s: State, rules: Rules) -> bool:
    """The free-4-all order names seats at most once, without gaps."""
    seen = 0
    for i in range(rules.num_players):
        player = s.free_4_all_order[i]
        if player == NOBODY:
            return all(s.free_4_all_order[j] == NOBODY for j in range(i, rules.num_players))
        if not is_seat(rules, player) or seen >> player & 1:
            return False
        seen |= 1 << player
    return True


def debts_ok(s: State, rules: Rules) -> bool:
    """There are debts exactly while somebody has to raise money for them."""
    are_debts = 0 <= s.debt_count <= MOST_DEBTS and all(
        0 <= s.debtor[i] < rules.num_players
        and POT <= s.creditor[i] < rules.num_players
        and s.debt_amount[i] > 0
        and s.next_phase[i] <= LEAVE_JAIL
        for i in range(s.debt_count)
    )
    if not are_debts or rules.defect_stale_debt or rules.defect_go_to_jail_in_any_phase:
        return are_debts
    is_raising = BANKRUPTCY_PREVENTION in (s.phase, s.offer_next_phase, s.auction_next_phase)
    # Several debts come from one card, so the turn player is a party to each; the bank waits for
    # nobody (BANKRUPT-2), so only the first debtor can owe it.
    return (s.debt_count > 0) == is_raising and all(
        (s.debtor[i] == s.turn_player or s.creditor[i] == s.turn_player)
        and s.creditor[i] >= 0
        and s.creditor[i] != s.debtor[i]
        for i in range(1, s.debt_count)
    )


def cards_ok(s: State, rules: Rules) -> bool:
    """Cards that name a square lead to squares of the board (TypeOK of both decks)."""
    return all(
        0 <= square_looked_at(rules, place) < rules.board_length
        for deck in range(2)
        for place in range(deck * MOST_CARDS, deck * MOST_CARDS + rules.deck_size[deck])
        if rules.card_kind[place] in (CARD_ADVANCE, CARD_BACK_TO)
    )


def square_looked_at(rules: Rules, place: int) -> int:
    """Where a card leads; the published TypeOK looks at the chance card of the same number."""
    if rules.defect_type_ok_reads_chance_cards:
        return rules.card_square[place % MOST_CARDS]
    return rules.card_square[place]


RANGES = (
    turn_ok,
    money_ok,
    seats_ok,
    owners_ok,
    levels_ok,
    mortgages_ok,
    order_ok,
    debts_ok,
    cards_ok,
)


def type_ok(s: State, rules: Rules) -> bool:
    """Every field is within its range."""
    return all(part(s, rules) for part in RANGES)


def inv_no_possessions_if_bankrupt(s: State, rules: Rules) -> bool:
    """BANKRUPT-1, BANKRUPT-3: a player who is out of the game owns nothing."""
    return not any(
        s.is_bankrupt[player]
        and (
            s.money[player] != 0
            or s.holdings[player] != 0
            or player in (s.jail_card_owner[0], s.jail_card_owner[1])
        )
        for player in range(rules.num_players)
    )


def inv_no_actions_possible_if_bankrupt(s: State, rules: Rules) -> bool:
    """BANKRUPT-4: a player who is out of the game has neither the turn nor a place in any order."""
    return not s.is_bankrupt[s.turn_player] and not any(
        s.is_bankrupt[player]
        and (
            (s.phase == BANKRUPTCY_PREVENTION and s.debtor[0] == player)
            or (s.phase == AUCTION and s.winner[player] != ABSENT)
            or player in (s.offer_from, s.offer_to)
            or any(s.free_4_all_order[i] == player for i in range(rules.num_players))
        )
        for player in range(rules.num_players)
    )


def inv_no_debt_to_bankrupt_player(s: State, rules: Rules) -> bool:
    """DEBT-5: nobody owes anything to a player who is out of the game."""
    return not any(s.creditor[i] >= 0 and s.is_bankrupt[s.creditor[i]] for i in range(s.debt_count))


def inv_conservation_of_money(s: State, rules: Rules) -> bool:
    """BANK-1, BANK-2: money is only moved, or issued and counted."""
    held = sum(s.money[player] for player in range(rules.num_players))
    return held + s.bank_money + s.pot == rules.total_money + s.issued


def inv_street_level_range(s: State, rules: Rules) -> bool:
    """BUILD-1, SELL-2: levels of a group are never more than one apart; HOUSE-5: they may be."""
    if rules.defect_level_compared_with_itself or rules.uneven_building:
        return True
    return all(
        highest_level(s, rules, group) - lowest_level(s, rules, group) <= 1
        for group in range(RAIL_GROUP)
        if set_has_buildings(s, rules, group)
    )


def inv_buildings_on_complete_groups(s: State, rules: Rules) -> bool:
    """BUILD-1, TRADE-3: buildings stand on complete groups, never on mortgaged streets."""
    return all(
        s.owner[square] != NOBODY
        and owns_all_of_set(s, rules, s.owner[square], rules.group[square])
        and not (s.mortgaged[square] and (s.level[square] > 0 or rules.group_must_be_unmortgaged))
        for square in squares_of(rules, s.developed)
    )


def inv_conservation_of_buildings(s: State, rules: Rules) -> bool:
    """BUILD-3: houses and hotels are on the board or in the bank."""
    if not rules.buildings_are_limited:
        return s.houses_left == rules.houses and s.hotels_left == rules.hotels
    hotels = sum(s.level[square] == rules.hotel_level for square in squares_of(rules, s.developed))
    levels = sum(s.level[square] for square in squares_of(rules, s.developed))
    return (
        s.houses_left >= 0
        and s.hotels_left >= 0
        and s.houses_left + levels - hotels * rules.hotel_level == rules.houses
        and s.hotels_left + hotels == rules.hotels
    )


def inv_conservation_of_cards(s: State, rules: Rules) -> bool:
    """CARD-2, CARD-3: every card is unseen, in its deck's known part, or held."""
    if not rules.decks_keep_order:
        return s.deck_length[0] == 0 and s.deck_length[1] == 0
    for deck in range(2):
        found = s.unseen[deck]
        for i in range(s.deck_length[deck]):
            card = s.deck[deck * MOST_CARDS + i]
            if card < 0 or found >> card & 1:
                return False
            found |= 1 << card
        if s.jail_card_owner[deck] != NOBODY:
            if found >> rules.jail_card[deck] & 1:
                return False
            found |= 1 << rules.jail_card[deck]
        if found != (1 << rules.deck_size[deck]) - 1:
            return False
    return True


def inv_auction_consistent(s: State, rules: Rules) -> bool:
    """AUCTION-3, AUCTION-4: no bid exceeds the cash, and all name the same winner."""
    if s.phase != AUCTION:
        return True
    # Below 0 until somebody has named a seat.
    chosen = max(s.winner[player] for player in range(rules.num_players))
    return (
        s.auction_kind != NO_AUCTION
        and s.auction_initiator != NOBODY
        and all(
            s.bid[player] <= s.money[player]
            and s.last_bid[player] <= s.money[player]
            and ABSENT <= s.winner[player] < rules.num_players
            for player in range(rules.num_players)
        )
        and (chosen < 0 or is_named_by_all(s, rules, chosen))
    )


def is_named_by_all(s: State, rules: Rules, seat: int) -> bool:
    """A seat leads an auction, and whoever has named a winner named it."""
    return all(
        s.winner[player] in (seat, UNKNOWN, ABSENT) for player in range(rules.num_players)
    ) and leads(s, rules, seat)


def inv_offer_consistent(s: State, rules: Rules) -> bool:
    """TRADE-4, TRADE-5: an offer goes from one player to another, and offers are counted."""
    return 0 <= s.offers_made <= rules.offers_per_window and (
        s.phase != TRADE or (s.offer_from != s.offer_to and s.offer_from >= 0 and s.offer_to >= 0)
    )


def inv_somebody_is_live(s: State, rules: Rules) -> bool:
    """END-1: a game never loses its last player, and play starts after the opening."""
    return (
        (s.phase != OPENING or rules.opening_throw != 0)
        and (s.phase != DEALING or rules.starting_deeds > 0)
        and live_players(s, rules) >= 1
    )


# Fields that are not in use hold their idle value from `FIELDS`: so equal positions are equal
# field by field, and no stale value can come back.


def window(s: State) -> int:
    """The phase beneath an open offer and an auction, to which both return."""
    phase = s.phase
    if phase == TRADE:
        phase = s.offer_next_phase
    if phase == AUCTION or phase == PLACING:
        phase = s.auction_next_phase
    return phase


def course(s: State) -> int:
    """The phase of the turn beneath whatever interrupts it."""
    phase = window(s)
    if phase == BANKRUPTCY_PREVENTION:
        return s.next_phase[0]
    return phase


def landing_is_idle(s: State, rules: Rules) -> bool:
    """TIME-10: a roll and what a card says about the rent last until the landing is resolved."""
    phase = course(s)
    resolving = phase in (POST_ROLL, DOUBLES_CHECK, CARD_CHOICE)
    is_kept = rules.utility_uses_throw != 0 or rules.fine_before_move != 0
    if s.throw[0] != 0 or s.throw[1] != 0:
        if not is_kept or not (resolving or phase == LEAVE_JAIL):
            return False
    if s.rent_rule == RENT_AS_PRINTED:
        return True
    kind = RAIL if s.rent_rule == RENT_TWICE else UTIL
    return resolving and rules.square_type[s.positions[s.turn_player]] == kind


def turn_is_idle(s: State, rules: Rules) -> bool:
    """TIME-3, DOUBLES-3, JAIL-9, GAME-5: orders, doubles, misses and rolls for the start."""
    return (
        (s.free_4_all_order[0] == NOBODY or window(s) == FREE_4_ALL)
        and (s.doubles_count == 0 or (s.phase != OPENING and not s.in_jail[s.turn_player]))
        and all(
            (s.in_jail[player] or s.jail_time[player] == 0)
            and (s.phase == OPENING or s.opening[player] == 0)
            for player in range(rules.num_players)
        )
    )


def debts_are_idle(s: State, rules: Rules) -> bool:
    """DEBT-5: the queue is empty behind its last debt."""
    return all(
        s.debtor[i] == NOBODY
        and s.creditor[i] == NOBODY
        and s.debt_amount[i] == 0
        and s.next_phase[i] == PRE_ROLL
        for i in range(s.debt_count, MOST_DEBTS)
    )


def auction_is_idle(s: State, rules: Rules) -> bool:
    """AUCTION-6, SHORT-3: an auction leaves behind at most a building to be placed."""
    if s.phase == AUCTION:
        return s.estate == 0 or s.auction_kind == ESTATE_AUCTION
    is_forgotten = (
        s.auction_kind == NO_AUCTION
        and s.auction_initiator == NOBODY
        and s.auction_next_phase == PRE_ROLL
    )
    return (
        (is_forgotten or s.phase == PLACING)
        and s.estate == 0
        and s.auction_asset == NOBODY
        and all(bids_are_idle(s, rules, player) for player in range(rules.num_players))
    )


def bids_are_idle(s: State, rules: Rules, player: int) -> bool:
    """A seat has nothing left from an auction but the price of a building that it is to place."""
    is_placing = s.phase == PLACING and player == s.auction_initiator
    return (
        s.bid[player] == NO_BID
        and (s.last_bid[player] != 0) == (is_placing and rules.placing_by_price != 0)
        and s.round[player] == 0
        and not s.passed[player]
        and s.winner[player] == UNKNOWN
    )


def offer_is_idle(s: State, rules: Rules) -> bool:
    """TRADE-4, TRADE-5: no offer outside a trade, and none counted outside a window."""
    return (s.offers_made == 0 or offers_are_counted(s, rules)) and (
        s.phase == TRADE
        or (
            s.offer_from == NOBODY
            and s.offer_to == NOBODY
            and s.offer_deeds == 0
            and s.offer_cards == 0
            and s.offer_cash == 0
            and s.offer_next_phase == PRE_ROLL
        )
    )


def offers_are_counted(s: State, rules: Rules) -> bool:
    """TRADE-1: the windows in which offers are made, and the building auctions within them."""
    phase = window(s)
    if s.phase == AUCTION and not is_building_auction(s):
        return False
    if phase == POST_ROLL:
        return rules.purchase_window != 0 and s.owner[s.positions[s.turn_player]] == NOBODY
    if phase == FREE_4_ALL:
        return s.free_4_all_order[0] != NOBODY
    return phase == PRE_ROLL or phase == BANKRUPTCY_PREVENTION


def bank_is_idle(s: State, rules: Rules) -> bool:
    """PARK-1, BANK-1, MORT-4, HOUSE-6: what only some editions have."""
    return (
        (s.pot == 0 or rules.free_parking_pot != 0)
        and (s.mortgages == 0 or not rules.no_mortgages)
        and (s.issued == 0 or rules.bank_never_breaks != 0)
        and (s.interest_paid == 0 or rules.interest_on_transfer != 0)
        and s.interest_paid & ~s.mortgages == 0
    )


def decks_are_idle(s: State, rules: Rules) -> bool:
    """CARD-2: a deck is known up to its length, and only where decks keep their order."""
    return all(
        (s.unseen[deck] == 0 or rules.decks_keep_order != 0)
        and all(
            s.deck[deck * MOST_CARDS + i] == NOBODY for i in range(s.deck_length[deck], MOST_CARDS)
        )
        for deck in range(2)
    )


def seats_are_idle(s: State, rules: Rules) -> bool:
    """Seats beyond the last player are empty."""
    return all(
        s.money[seat] == 0
        and s.positions[seat] == 0
        and not s.is_bankrupt[seat]
        and not s.in_jail[seat]
        and s.jail_time[seat] == 0
        and s.opening[seat] == 0
        and s.bid[seat] == NO_BID
        and s.last_bid[seat] == 0
        and s.round[seat] == 0
        and not s.passed[seat]
        and s.winner[seat] == UNKNOWN
        and s.free_4_all_order[seat] == NOBODY
        for seat in range(rules.num_players, MOST_PLAYERS)
    )


def squares_are_idle(s: State, rules: Rules) -> bool:
    """MORT-6: the bank's deeds are not mortgaged; squares beyond the last one are unused."""
    held = 0
    for player in range(MOST_PLAYERS):
        held |= s.holdings[player]
    return s.mortgages & ~held == 0 and all(
        s.owner[square] == NOBODY and s.level[square] == 0 and not s.mortgaged[square]
        for square in range(rules.board_length, MOST_SQUARES)
    )


IDLE = (
    landing_is_idle,
    turn_is_idle,
    debts_are_idle,
    auction_is_idle,
    offer_is_idle,
    bank_is_idle,
    decks_are_idle,
    seats_are_idle,
    squares_are_idle,
)


def inv_idle_fields(s: State, rules: Rules) -> bool:
    """Nothing is left over from a roll, a debt, an auction, an offer or a stay in jail."""
    return all(part(s, rules) for part in IDLE)


PREDICATES = (
    type_ok,
    inv_no_possessions_if_bankrupt,
    inv_no_actions_possible_if_bankrupt,
    inv_no_debt_to_bankrupt_player,
    inv_conservation_of_money,
    inv_street_level_range,
    inv_buildings_on_complete_groups,
    inv_conservation_of_buildings,
    inv_conservation_of_cards,
    inv_auction_consistent,
    inv_offer_consistent,
    inv_somebody_is_live,
    inv_idle_fields,
)
"""What holds, in the order in which it is checked."""
NAMES = ("TypeOK", *(camel_case(each.__name__) for each in PREDICATES[1:]))


class Clause(NamedTuple):
    """A part of an invariant that can be looked at by itself."""

    of: int
    """The number of the invariant in NAMES."""
    holds: Any
    reads: int
    """The set of fields that it depends on, by their place in `State.FIELDS`."""


def _clauses() -> Iterator[Clause]:
    """All invariants in order, part by part."""
    bits = {name: 1 << place for place, name in enumerate(State.FIELDS)}
    for number, predicate in enumerate(PREDICATES):
        for part in {type_ok: RANGES, inv_idle_fields: IDLE}.get(predicate, (predicate,)):
            used = {name for _, names in called_from(part) for name in names}
            yield Clause(number, part, sum(bits[name] for name in bits.keys() & used))


CLAUSES = tuple(_clauses())


def first_violation(s: State, rules: Rules) -> int:
    """The number of the first invariant in NAMES that does not hold; NOBODY if all do."""
    for clause in CLAUSES:
        if not clause.holds(s, rules):
            return clause.of
    return NOBODY


def violation_since(s: State, rules: Rules, before: State) -> int:
    """The same, where everything held before: only what reads a field that differs can fail."""
    changed = differing(s, before)
    for clause in CLAUSES:
        if clause.reads & changed:
            if not clause.holds(s, rules):
                return clause.of
    return NOBODY
