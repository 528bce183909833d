"""What holds in every reachable state. Each check returns True if it holds.

The first six have the specification's names; the others cover what it does not model.
"""

from gitopoly.kernel.auction import beats
from gitopoly.kernel.board import (
    highest_level,
    live_players,
    lowest_level,
    owns_all_of_set,
)
from gitopoly.kernel.codes import (
    ABSENT,
    AUCTION,
    BANKRUPTCY_PREVENTION,
    CARD_ADVANCE,
    CARD_BACK_TO,
    CHEST_DECK,
    DEALING,
    GROUP_SIZE,
    LAST_PHASE,
    LEAVE_JAIL,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_PLAYERS,
    NO_AUCTION,
    NOBODY,
    NONE,
    OPENING,
    POT,
    RAIL_GROUP,
    TRADE,
)
from gitopoly.kernel.idle import inv_idle_fields
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def type_ok(s: State, rules: Rules) -> bool:
    """Every field is within its range."""
    everything = rules.total_money + s.issued
    if s.turn_player < 0 or s.turn_player >= rules.num_players:
        return False
    if s.phase < 0 or s.phase > LAST_PHASE or s.doubles_count < 0 or s.doubles_count > 2:
        return False
    if s.bank_money < 0 or s.bank_money > everything or s.pot < 0 or s.issued < 0:
        return False
    for player in range(rules.num_players):
        if s.positions[player] < 0 or s.positions[player] >= rules.board_length:
            return False
        if s.money[player] < 0 or s.money[player] > everything:
            return False
        if s.in_jail[player] != 0 and s.in_jail[player] != 1:
            return False
        if s.is_bankrupt[player] != 0 and s.is_bankrupt[player] != 1:
            return False
        if s.jail_time[player] < 0 or s.jail_time[player] > 2:
            return False
    if not is_seat(rules, s.goojf_ch_owner) or not is_seat(rules, s.goojf_cc_owner):
        return False
    return board_ok(s, rules) and order_ok(s, rules) and debts_ok(s, rules) and cards_ok(rules)


def is_seat(rules: Rules, player: int) -> bool:
    """A seat of the game, or NOBODY."""
    return NOBODY <= player < rules.num_players


def board_ok(s: State, rules: Rules) -> bool:
    """Only deeds have owners, only streets have levels, and a mortgage is 0 or 1."""
    for square in range(rules.board_length):
        if not is_seat(rules, s.owner[square]):
            return False
        if s.mortgaged[square] != 0 and s.mortgaged[square] != 1:
            return False
        if rules.group[square] == NOBODY and s.owner[square] != NOBODY:
            return False
        highest = 0
        if NOBODY < rules.group[square] < RAIL_GROUP:
            highest = rules.max_level
        if s.level[square] < 0 or s.level[square] > highest:
            return False
    return sets_ok(s, rules)


def sets_ok(s: State, rules: Rules) -> bool:
    """The sets of deeds agree with the squares."""
    unowned = rules.deed_count
    for player in range(MOST_PLAYERS):
        unowned -= s.holdings[player].bit_count()
    mortgages = 0
    developed = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] == NOBODY:
            unowned -= 1
        elif not s.holdings[s.owner[square]] >> i & 1:
            return False
        if s.mortgaged[square]:
            mortgages |= 1 << i
        if s.level[square] > 0:
            developed |= rules.group_deeds[rules.group[square]]
    return unowned == 0 and mortgages == s.mortgages and developed == s.developed


def order_ok(s: State, rules: Rules) -> bool:
    """The free-4-all order names seats at most once, without gaps."""
    ended = False
    seen = 0
    for i in range(rules.num_players):
        player = s.free_4_all_order[i]
        if player == NOBODY:
            ended = True
            continue
        if ended or not is_seat(rules, player) or seen >> player & 1:
            return False
        seen |= 1 << player
    return True


def debts_ok(s: State, rules: Rules) -> bool:
    """There are debts exactly while somebody has to raise money for them."""
    if s.debt_count < 0 or s.debt_count > MOST_DEBTS:
        return False
    for i in range(s.debt_count):
        if s.debtor[i] < 0 or s.debtor[i] >= rules.num_players:
            return False
        if s.creditor[i] < POT or s.creditor[i] >= rules.num_players:
            return False
        if s.debt_amount[i] <= 0 or s.next_phase[i] > LEAVE_JAIL:
            return False
    if rules.defect_stale_debt or rules.defect_go_to_jail_in_any_phase:
        return True
    # Several debts come from one card, so the turn player is a party to each; the bank waits for
    # nobody (BANKRUPT-2), so only the first debtor can owe it.
    for i in range(1, s.debt_count):
        if s.debtor[i] != s.turn_player and s.creditor[i] != s.turn_player:
            return False
        if s.creditor[i] < 0 or s.creditor[i] == s.debtor[i]:
            return False
    raising = s.phase == BANKRUPTCY_PREVENTION or s.offer_next_phase == BANKRUPTCY_PREVENTION
    raising = raising or s.auction_next_phase == BANKRUPTCY_PREVENTION
    return (s.debt_count > 0) == raising


def cards_ok(rules: Rules) -> bool:
    """Cards that name a square lead to squares of the board (TypeOK of both decks)."""
    for deck in range(2):
        for card in range(rules.deck_size[deck]):
            kind = rules.card_kind[deck * MOST_CARDS + card]
            if kind != CARD_ADVANCE and kind != CARD_BACK_TO:
                continue
            place = deck * MOST_CARDS + card
            if rules.defect_type_ok_reads_chance_cards:
                place = card
            square = rules.card_square[place]
            if square < 0 or square >= rules.board_length:
                return False
    return True


def inv_no_possessions_if_bankrupt(s: State, rules: Rules) -> bool:
    """BANKRUPT-1, BANKRUPT-3: a player who is out of the game owns nothing."""
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            continue
        if s.money[player] != 0 or s.goojf_ch_owner == player or s.goojf_cc_owner == player:
            return False
        if s.holdings[player] != 0:
            return False
    return True


def inv_no_actions_possible_if_bankrupt(s: State, rules: Rules) -> bool:
    """BANKRUPT-4: a player who is out of the game has neither the turn nor a place in any order."""
    if s.is_bankrupt[s.turn_player]:
        return False
    for player in range(rules.num_players):
        if not s.is_bankrupt[player]:
            continue
        for i in range(rules.num_players):
            if s.free_4_all_order[i] == player:
                return False
        if s.phase == BANKRUPTCY_PREVENTION and s.debtor[0] == player:
            return False
        if s.phase == AUCTION and s.winner[player] != ABSENT:
            return False
        if s.offer_from == player or s.offer_to == player:
            return False
    return True


def inv_no_debt_to_bankrupt_player(s: State, rules: Rules) -> bool:
    """DEBT-5: nobody owes anything to a player who is out of the game."""
    for i in range(s.debt_count):
        if s.creditor[i] >= 0 and s.is_bankrupt[s.creditor[i]]:
            return False
    return True


def inv_conservation_of_money(s: State, rules: Rules) -> bool:
    """BANK-1, BANK-2: money is only moved, or issued and counted."""
    total = s.bank_money + s.pot
    for player in range(rules.num_players):
        total += s.money[player]
    return total == rules.total_money + s.issued


def inv_street_level_range(s: State, rules: Rules) -> bool:
    """BUILD-1, SELL-2: levels of a group are never more than one apart; HOUSE-5: they may be."""
    if rules.defect_level_compared_with_itself or rules.uneven_building:
        return True
    for group in range(RAIL_GROUP):
        if s.developed & rules.group_deeds[group]:
            if highest_level(s, rules, group) - lowest_level(s, rules, group) > 1:
                return False
    return True


def inv_buildings_on_complete_groups(s: State, rules: Rules) -> bool:
    """BUILD-1, TRADE-3: buildings stand on complete groups, never on mortgaged streets."""
    for group in range(RAIL_GROUP):
        if not s.developed & rules.group_deeds[group]:
            continue
        first = rules.group_square[group * GROUP_SIZE]
        if s.owner[first] == NOBODY or not owns_all_of_set(s, rules, s.owner[first], group):
            return False
        for place in range(rules.group_size[group]):
            square = rules.group_square[group * GROUP_SIZE + place]
            if s.mortgaged[square] and (s.level[square] > 0 or rules.group_must_be_unmortgaged):
                return False
    return True


def inv_conservation_of_buildings(s: State, rules: Rules) -> bool:
    """BUILD-3: houses and hotels are on the board or in the bank."""
    if not rules.buildings_are_limited:
        return s.houses_left == rules.houses and s.hotels_left == rules.hotels
    houses = s.houses_left
    hotels = s.hotels_left
    for i in range(rules.deed_count):
        level = s.level[rules.deeds[i]]
        if level == rules.hotel_level:
            hotels += 1
        else:
            houses += level
    if s.houses_left < 0 or s.hotels_left < 0:
        return False
    return houses == rules.houses and hotels == rules.hotels


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
        held = s.goojf_ch_owner != NOBODY
        if deck == CHEST_DECK:
            held = s.goojf_cc_owner != NOBODY
        if held:
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
    chosen = NOBODY
    for player in range(rules.num_players):
        if s.bid[player] > s.money[player] or s.last_bid[player] > s.money[player]:
            return False
        if s.winner[player] >= 0 or s.winner[player] == NONE:
            if chosen != NOBODY and s.winner[player] != chosen:
                return False
            chosen = s.winner[player]
    if chosen >= 0:
        for player in range(rules.num_players):
            if player != chosen and not beats(s, rules, chosen, player):
                return False
    return s.auction_kind != NO_AUCTION and s.auction_initiator != NOBODY


def inv_offer_consistent(s: State, rules: Rules) -> bool:
    """TRADE-4, TRADE-5: an offer goes from one player to another, and offers are counted."""
    if s.offers_made < 0 or s.offers_made > rules.offers_per_window:
        return False
    if s.phase != TRADE:
        return True
    return s.offer_from != s.offer_to and s.offer_from >= 0 and s.offer_to >= 0


def inv_somebody_is_live(s: State, rules: Rules) -> bool:
    """END-1: a game never loses its last player, and play starts after the opening."""
    if s.phase == OPENING and not rules.opening_throw:
        return False
    if s.phase == DEALING and rules.starting_deeds == 0:
        return False
    return live_players(s, rules) >= 1


def first_violation(s: State, rules: Rules) -> int:
    """The number of the first invariant in NAMES that does not hold; NOBODY if all do."""
    if not type_ok(s, rules):
        return 0
    if not inv_no_possessions_if_bankrupt(s, rules):
        return 1
    if not inv_no_actions_possible_if_bankrupt(s, rules):
        return 2
    if not inv_no_debt_to_bankrupt_player(s, rules):
        return 3
    if not inv_conservation_of_money(s, rules):
        return 4
    if not inv_street_level_range(s, rules):
        return 5
    if not inv_buildings_on_complete_groups(s, rules):
        return 6
    if not inv_conservation_of_buildings(s, rules):
        return 7
    if not inv_conservation_of_cards(s, rules):
        return 8
    if not inv_auction_consistent(s, rules):
        return 9
    if not inv_offer_consistent(s, rules):
        return 10
    if not inv_somebody_is_live(s, rules):
        return 11
    if not inv_idle_fields(s, rules):
        return 12
    return NOBODY


NAMES = (
    "TypeOK",
    "InvNoPossessionsIfBankrupt",
    "InvNoActionsPossibleIfBankrupt",
    "InvNoDebtToBankruptPlayer",
    "InvConservationOfMoney",
    "InvStreetLevelRange",
    "InvBuildingsOnCompleteGroups",
    "InvConservationOfBuildings",
    "InvConservationOfCards",
    "InvAuctionConsistent",
    "InvOfferConsistent",
    "InvSomebodyIsLive",
    "InvIdleFields",
)

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
