"""What actions cost, which are shown when closed, and which variant of their words fits.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

from gitopoly.kernel.actions import kind_of, player_of, square_of
from gitopoly.kernel.board import mortgage_value
from gitopoly.kernel.cards import fine_of_choice
from gitopoly.kernel.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    NOBODY,
    PLACING,
    POST_ROLL,
    PRE_ROLL,
    TAX,
)
from gitopoly.kernel.generated.kinds import (
    AUCTION_PROPERTY,
    BANKRUPTCY_PREVENTION_DOWNGRADE,
    BANKRUPTCY_PREVENTION_MORTGAGE,
    BUY_PROPERTY,
    CLOSE_AUCTION,
    CONCLUDE_FREE_4_ALL_ACTIONS,
    DO_NOTHING_ON_MORTGAGED_PROPERTY,
    END_PRE_ROLL,
    F4A_DOWNGRADE,
    F4A_MORTGAGE,
    F4A_UNMORTGAGE,
    F4A_UPGRADE,
    GO_BANKRUPT,
    KINDS,
    PASS,
    PAY_CARD_FINE,
    PAY_JAIL_FINE,
    PAY_OFF_DEBT,
    PAY_RAIL_RENT,
    PAY_STREET_RENT,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PLAY_GOOJF_CC,
    PLAY_GOOJF_CH,
    POST_ROLL_DOWNGRADE,
    POST_ROLL_MORTGAGE,
    POST_ROLL_UNMORTGAGE,
    POST_ROLL_UPGRADE,
    PRE_ROLL_DOWNGRADE,
    PRE_ROLL_MORTGAGE,
    PRE_ROLL_UNMORTGAGE,
    PRE_ROLL_UPGRADE,
    ROLL_IN_JAIL,
    THROW_FOR_START,
    TRY_PAY_UTIL_RENT,
)
from gitopoly.kernel.landing import rent_of, utility_needs_roll
from gitopoly.kernel.management import cost_of_lifting, price_of_sale
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State

HIDDEN_COSTS = (PAY_TENTH_OF_WORTH,)
"""Actions whose price nobody is shown before they have chosen (TAX-1)."""
VARIED = frozenset(
    (
        ROLL_IN_JAIL,
        DO_NOTHING_ON_MORTGAGED_PROPERTY,
        TRY_PAY_UTIL_RENT,
        AUCTION_PROPERTY,
        CLOSE_AUCTION,
        THROW_FOR_START,
    )
)
"""Actions whose story has variants."""


def cost_of(s: State, rules: Rules, code: int) -> int:
    """What an action costs its player, as far as that is certain; negative: what it brings."""
    kind = kind_of(code)
    player = player_of(code)
    square = square_of(code)
    if kind == PAY_JAIL_FINE:
        return rules.jail_fine
    if kind in (PAY_STREET_RENT, PAY_RAIL_RENT):
        return rent_of(s, rules, s.positions[player])
    if kind in (PAY_TAX, BUY_PROPERTY):
        return rules.value[s.positions[player]]
    if kind == PAY_OFF_DEBT:
        return s.debt_amount[0]
    if kind in (PRE_ROLL_UNMORTGAGE, POST_ROLL_UNMORTGAGE, F4A_UNMORTGAGE):
        return cost_of_lifting(s, rules, square)
    if kind in (PRE_ROLL_UPGRADE, POST_ROLL_UPGRADE, F4A_UPGRADE):
        return rules.house_cost[square]
    if kind in (
        PRE_ROLL_MORTGAGE,
        POST_ROLL_MORTGAGE,
        F4A_MORTGAGE,
        BANKRUPTCY_PREVENTION_MORTGAGE,
    ):
        return -mortgage_value(rules, square)
    if kind in (
        PRE_ROLL_DOWNGRADE,
        POST_ROLL_DOWNGRADE,
        F4A_DOWNGRADE,
        BANKRUPTCY_PREVENTION_DOWNGRADE,
    ):
        return -price_of_sale(s, rules, square)
    if kind == PAY_CARD_FINE:
        return fine_of_choice(rules)
    return 0


def usual_kinds(s: State, rules: Rules, player: int) -> list[int]:
    """What people look for in a position, even when it is closed to them."""
    square = s.positions[player]
    square_type = rules.square_type[square]
    found = []
    if s.phase == PRE_ROLL and (s.in_jail[player]):
        found.append(PLAY_GOOJF_CH)
    if s.phase == PRE_ROLL and (s.in_jail[player]):
        found.append(PLAY_GOOJF_CC)
    if s.phase == PRE_ROLL and (s.in_jail[player]):
        found.append(PAY_JAIL_FINE)
    if s.phase == POST_ROLL and (rules.tenth_allowed[square] or square_type == TAX):
        found.append(PAY_TAX)
    if s.phase == POST_ROLL and (s.owner[square] == NOBODY and rules.group[square] != NOBODY):
        found.append(BUY_PROPERTY)
    if s.phase == POST_ROLL and (s.owner[square] == NOBODY and rules.group[square] != NOBODY):
        found.append(AUCTION_PROPERTY)
    if s.phase == BANKRUPTCY_PREVENTION:
        found.append(PAY_OFF_DEBT)
    if s.phase == BANKRUPTCY_PREVENTION:
        found.append(GO_BANKRUPT)
    if s.phase == AUCTION:
        found.append(PASS)
    if s.phase == POST_ROLL and (rules.tenth_allowed[square]):
        found.append(PAY_TENTH_OF_WORTH)
    return found


def button_of(s: State, code: int) -> str:
    """The key of what stands on an action's button."""
    kind = kind_of(code)
    player = player_of(code)
    if kind == END_PRE_ROLL and (s.in_jail[player]):
        return "EndPreRoll.jail"
    if kind == END_PRE_ROLL and (s.doubles_count > 0):
        return "EndPreRoll.again"
    if kind == AUCTION_PROPERTY and (s.rules.no_auctions):
        return "AuctionProperty.declined"
    if kind == CONCLUDE_FREE_4_ALL_ACTIONS and (player == s.turn_player and s.doubles_count > 0):
        return "ConcludeFree4AllActions.again"
    if kind == CONCLUDE_FREE_4_ALL_ACTIONS and (player == s.turn_player):
        return "ConcludeFree4AllActions.mine"
    return KINDS[kind].key


def story_of(before: State, action: int, outcome: int, after: State) -> str:
    """The key of the story of a step."""
    kind = kind_of(action)
    if kind not in VARIED:
        return KINDS[kind].key
    player = player_of(action)
    rules = before.rules
    if kind == ROLL_IN_JAIL and (after.in_jail[player] and before.jail_time[player] == 2):
        return "RollInJail.third"
    if kind == ROLL_IN_JAIL and (after.in_jail[player]):
        return "RollInJail.stays"
    if kind == DO_NOTHING_ON_MORTGAGED_PROPERTY and (
        not before.mortgaged[before.positions[player]]
    ):
        return "DoNothingOnMortgagedProperty.jail"
    if kind == TRY_PAY_UTIL_RENT and (
        utility_needs_roll(before, rules) and after.phase == BANKRUPTCY_PREVENTION
    ):
        return "TryPayUtilRent.throw.owes"
    if kind == TRY_PAY_UTIL_RENT and (utility_needs_roll(before, rules)):
        return "TryPayUtilRent.throw"
    if kind == TRY_PAY_UTIL_RENT and (after.phase == BANKRUPTCY_PREVENTION):
        return "TryPayUtilRent.owes"
    if kind == AUCTION_PROPERTY and (rules.no_auctions):
        return "AuctionProperty.declined"
    if kind == AUCTION_PROPERTY and (not rules.played_auctions and square_of(action) == 0):
        return "AuctionProperty.nobody"
    if kind == AUCTION_PROPERTY and (not rules.played_auctions):
        return "AuctionProperty.sold"
    if kind == CLOSE_AUCTION and (before.winner[player] < 0):
        return "CloseAuction.nobody"
    if kind == CLOSE_AUCTION and (after.phase == PLACING):
        return "CloseAuction.placing"
    if kind == THROW_FOR_START and (after.phase != before.phase):
        return "ThrowForStart.starts"
    return KINDS[kind].key
