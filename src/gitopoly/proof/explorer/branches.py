"""The branches of every action: which case a step was, judging by the positions around it.

They are the alternatives in the actions of Monopoly.tla: IF, CASE, a choice of winners, and the
helpers that decide about salary, rent and heir. An action without an entry has one branch.
"""

from gitopoly.rules.actions import (
    AUCTION_PROPERTY,
    CARD_COLLECT,
    CARD_PAY,
    DOUBLES_CHECK_ACTION,
    DRAW_AND_EXECUTE_CHANCE_CARD,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD,
    GO_BANKRUPT,
    PAY_OFF_DEBT,
    PAY_RAIL_RENT,
    PAY_STREET_RENT,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT,
    PREVENT_BANKRUPTCY_ON_STREET_RENT,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
    TRY_PAY_UTIL_RENT,
)
from gitopoly.rules.board import owns_all_of_set
from gitopoly.rules.catalogue import kind_of, place_of, player_of
from gitopoly.rules.codes import (
    BANKRUPTCY_PREVENTION,
    CHANCE_DECK,
    CHEST_DECK,
    FREE_4_ALL,
    GROUP_SIZE,
    MOST_CARDS,
    POST_ROLL,
)
from gitopoly.rules.outcomes import card_drawn, first_die, second_die
from gitopoly.rules.record import Wide
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State

MOST_BRANCHES = 8
"""Room for the branches of one action."""

_MOVES = ("moves", "moves past Go")
_STREETS = ("bare", "bare in a whole group", "built")
_RAILS = ("one railroad", "several railroads")
_CARDS = (
    "collects",
    "collects what the bank has",
    "pays",
    "owes",
    *("advances", "advances past Go"),
    "goes to jail",
    "keeps the jail card",
)

BRANCHES = {
    ROLL_AND_MOVE: (*_MOVES, "doubles", "doubles past Go", "third doubles"),
    ROLL_IN_JAIL: (
        *("doubles", "doubles past Go"),
        "waits",
        *("pays at the third miss", "pays at the third miss, past Go"),
        *("owes at the third miss", "owes at the third miss, past Go"),
    ),
    PAY_STREET_RENT: _STREETS,
    PREVENT_BANKRUPTCY_ON_STREET_RENT: _STREETS,
    PAY_RAIL_RENT: _RAILS,
    PREVENT_BANKRUPTCY_ON_RAIL_RENT: _RAILS,
    TRY_PAY_UTIL_RENT: ("pays for one", "pays for both", "owes for one", "owes for both"),
    AUCTION_PROPERTY: ("nobody wins", "the turn player wins", "another wins"),
    DRAW_AND_EXECUTE_CHANCE_CARD: _CARDS,
    DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD: _CARDS,
    DOUBLES_CHECK_ACTION: ("ends in a free-4-all", "rolls again"),
    PAY_OFF_DEBT: ("to the bank", "to the bank, before the square", "to a player"),
    GO_BANKRUPT: ("to the bank", "to a player"),
}
"""The names of an action's branches, in the order of their numbers."""


def branch_of(before: State, after: State, rules: Rules, code: Wide, outcome: int) -> int:
    """The number of the branch that led from one position to the other."""
    kind = kind_of(code)
    if kind > GO_BANKRUPT:
        return 0
    player = player_of(code)
    if kind == ROLL_AND_MOVE:
        return branch_of_move(before, after, player, outcome)
    if kind == ROLL_IN_JAIL:
        return branch_in_jail(before, after, player, outcome)
    if kind in (PAY_STREET_RENT, PREVENT_BANKRUPTCY_ON_STREET_RENT):
        return branch_on_street(before, rules, before.positions[player])
    if kind in (PAY_RAIL_RENT, PREVENT_BANKRUPTCY_ON_RAIL_RENT):
        return owns_several(before, rules, before.positions[player])
    if kind == TRY_PAY_UTIL_RENT:
        owes = after.phase == BANKRUPTCY_PREVENTION
        return 2 * owes + owns_several(before, rules, before.positions[player])
    if kind == AUCTION_PROPERTY:
        winner = place_of(code)
        return (winner > 0) + (winner > 0 and winner - 1 != player)
    if kind == DRAW_AND_EXECUTE_CHANCE_CARD:
        return branch_of_card(before, after, rules, player, CHANCE_DECK, card_drawn(outcome))
    if kind == DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return branch_of_card(before, after, rules, player, CHEST_DECK, card_drawn(outcome))
    if kind == DOUBLES_CHECK_ACTION:
        return after.phase != FREE_4_ALL
    if kind == PAY_OFF_DEBT:
        return 2 if before.creditor[0] >= 0 else after.phase == POST_ROLL
    return kind == GO_BANKRUPT and before.creditor[0] >= 0


def branch_of_move(before: State, after: State, player: int, outcome: int) -> int:
    """A roll outside jail."""
    if after.in_jail[player]:
        return 4
    doubles = first_die(outcome) == second_die(outcome)
    return 2 * doubles + (after.positions[player] < before.positions[player])


def branch_in_jail(before: State, after: State, player: int, outcome: int) -> int:
    """A roll in jail."""
    past_go = after.positions[player] < before.positions[player]
    if first_die(outcome) == second_die(outcome):
        return 0 + past_go
    if after.in_jail[player]:
        return 2
    if after.phase == BANKRUPTCY_PREVENTION:
        return 5 + past_go
    return 3 + past_go


def branch_on_street(s: State, rules: Rules, square: int) -> int:
    """What a street's rent depends on."""
    if s.level[square] > 0:
        return 2
    return 0 + owns_all_of_set(s, rules, s.owner[square], rules.group[square])


def owns_several(s: State, rules: Rules, square: int) -> int:
    """1 if the owner of a railroad or utility has another one."""
    group = rules.group[square]
    found = 0
    for place in range(rules.group_size[group]):
        if s.owner[rules.group_square[group * GROUP_SIZE + place]] == s.owner[square]:
            found += 1
    return 0 + (found > 1)


def branch_of_card(
    before: State, after: State, rules: Rules, player: int, deck: int, card: int
) -> int:
    """What a card did."""
    kind = rules.card_kind[deck * MOST_CARDS + card]
    if kind == CARD_COLLECT:
        return 0 + (before.bank_money < rules.card_amount[deck * MOST_CARDS + card])
    if kind == CARD_PAY:
        return 2 + (after.phase == BANKRUPTCY_PREVENTION)
    if after.phase == POST_ROLL:
        return 4 + (after.positions[player] < before.positions[player])
    return 6 + (after.phase != FREE_4_ALL)


def name_of_branch(kind: int, branch: int) -> str:
    """A branch in words that follow the action's name; empty if it is the only one."""
    return BRANCHES[kind][branch] if kind in BRANCHES else ""
