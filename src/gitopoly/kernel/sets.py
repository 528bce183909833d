"""Sets of deeds, one bit per deed: who owns which, which are mortgaged, which are built on.

They follow from `owner`, `mortgaged` and `level`, and are kept so that no rule has to go through
the whole board. Only these functions change an owner, a mortgage or a level.
"""

from gitopoly.kernel.codes import GROUP_SIZE, NOBODY
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def first_of(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return (members & -members).bit_length() - 1


def change_owner(s: State, rules: Rules, square: int, owner: int) -> None:
    """A deed gets a new owner, a seat or NOBODY."""
    deed = 1 << rules.deed_index[square]
    if s.owner[square] != NOBODY:
        s.holdings[s.owner[square]] &= ~deed
    if owner != NOBODY:
        s.holdings[owner] |= deed
    s.owner[square] = owner


def change_mortgage(s: State, rules: Rules, square: int, mortgaged: int) -> None:
    """A deed is mortgaged (1), or its mortgage lifted (0)."""
    deed = 1 << rules.deed_index[square]
    s.mortgages &= ~deed
    if mortgaged:
        s.mortgages |= deed
    s.mortgaged[square] = mortgaged


def change_level(s: State, rules: Rules, square: int, level: int) -> None:
    """Buildings up to `level` stand on a street."""
    s.level[square] = level
    group = rules.group[square]
    first = group * GROUP_SIZE
    s.developed &= ~rules.group_deeds[group]
    for place in range(first, first + rules.group_size[group]):
        if s.level[rules.group_square[place]] > 0:
            s.developed |= rules.group_deeds[group]


def renew_sets(s: State, rules: Rules) -> None:
    """Rebuild all sets, for a position whose squares were written one by one."""
    for player in range(rules.num_players):
        s.holdings[player] = 0
    s.mortgages = 0
    s.developed = 0
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] != NOBODY:
            s.holdings[s.owner[square]] |= 1 << i
        if s.mortgaged[square]:
            s.mortgages |= 1 << i
        if s.level[square] > 0:
            s.developed |= rules.group_deeds[rules.group[square]]
