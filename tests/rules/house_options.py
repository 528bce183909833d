"""Every house rule by itself, and some together: options that any test can play with."""

from __future__ import annotations

ALONE: dict[str, dict[str, int]] = {
    "no auctions": {"no_auctions": 1},
    "double salary": {"double_salary_on_go": 1},
    "seeded pot": {"free_parking_pot": 1, "free_parking_seed": 500},
    "no rent in jail": {"no_rent_in_jail": 1},
    "uneven building": {"uneven_building": 1},
    "no mortgages": {"no_mortgages": 1},
    "no double rent": {"no_double_rent": 1},
    "dealt deeds": {"starting_deeds": 2},
    "early hotels": {"hotel_after_three_houses": 1},
    "second bankruptcy": {"bankruptcy_limit": 2},
    "different money": {"starting_money_1": 900, "starting_money_3": 2500},
}
"""One house rule each."""

MIXED: dict[str, dict[str, int]] = {
    "money": ALONE["no auctions"]
    | ALONE["double salary"]
    | ALONE["seeded pot"]
    | ALONE["no rent in jail"],
    "building": ALONE["uneven building"] | ALONE["early hotels"] | {"houses": 5, "hotels": 2},
    "short": ALONE["dealt deeds"] | ALONE["early hotels"] | ALONE["second bankruptcy"],
    "all": {name: value for options in ALONE.values() for name, value in options.items()},
}
"""Several at once."""

EVERY = ALONE | MIXED

NONSENSE: dict[str, dict[str, int]] = {
    "makes no sense in a game without auctions": {"no_auctions": 1, "estate_auction": 1},
    "no salary": {"double_salary_on_go": 1, "pass_go_reward": 0},
    "needs the pot of fines": {"free_parking_seed": 500},
    "neither pay nor go bankrupt": {"no_mortgages": 1, "ruin_is_insolvency": 0},
    "deeds cannot be dealt": {"starting_deeds": 14, "starting_money": 10_000},
    "more than the $100 that seat 1 starts with": {"starting_deeds": 1, "starting_money_1": 100},
    "for a seat that a game of 3 players does not have": {"starting_money_4": 900},
    "more than the $4,000 there is": {"total_money": 4_000},
    "needs opening_throw": {"opening_throw_moves": 1, "opening_throw": 0},
}
"""What makes no sense together in a game of three on `classic`, by a part of the reason."""
