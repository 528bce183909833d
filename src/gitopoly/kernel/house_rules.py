"""House rules that need each other, rule each other out, or follow from one option.

Each is a single option of `Rules`, off in every edition; the rule book has them under HOUSE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitopoly.errors import InvalidRules
from gitopoly.kernel.codes import FREE_PARKING, HOTEL, MOST_PLAYERS, RENTS
from gitopoly.words import worded

if TYPE_CHECKING:
    from gitopoly.kernel.rules import Rules

AUCTIONS = ("estate_auction", "shortage_auction")
"""The flags of auctions other than that of a declined deed."""
OFF = (0, False, "0", "off", "no", "false")


def refuse_nonsense(rules: Rules) -> None:
    """Raise `InvalidRules` if the options make no sense together."""
    _refuse_auctions(rules)
    _refuse_seed(rules)
    _refuse_seats(rules)
    _refuse_dealing(rules)
    if rules.no_mortgages and not rules.ruin_is_insolvency:
        raise worded(InvalidRules, "rules.mortgages_needed", edition=rules.edition)
    if rules.hotel_after_three_houses and rules.max_level < HOTEL:
        raise worded(InvalidRules, "rules.no_hotels", edition=rules.edition)


def _refuse_auctions(rules: Rules) -> None:
    """HOUSE-1: no auction can be asked for where there are none."""
    for name in AUCTIONS:
        given = rules.options.get(name, 0)
        if rules.no_auctions and str(given).lower() not in map(str, OFF):
            raise worded(InvalidRules, "rules.no_auctions", option=name)


def _refuse_seed(rules: Rules) -> None:
    """HOUSE-3: a seed lies on Free Parking, in the pot."""
    if not rules.free_parking_seed:
        return
    if not rules.free_parking_pot:
        raise worded(InvalidRules, "rules.seed_needs_pot", option="free_parking_pot")
    if FREE_PARKING not in rules.square_type[: rules.board_length]:
        raise worded(InvalidRules, "rules.seed_needs_square", edition=rules.edition)


def _refuse_seats(rules: Rules) -> None:
    """GAME-2, HOUSE-11: there is enough money for every seat, and a seat for every sum."""
    for seat in range(rules.num_players, MOST_PLAYERS):
        option = f"starting_money_{seat + 1}"
        if getattr(rules, option):
            facts = {"option": option, "count": rules.num_players}
            raise worded(InvalidRules, "rules.no_such_seat", **facts)
    needed = rules.free_parking_seed
    needed += sum(map(rules.starting_money_of, range(rules.num_players)))
    if needed > rules.total_money:
        raise worded(
            InvalidRules,
            "rules.too_little_money",
            needed=needed,
            total=rules.total_money,
            currency=rules.currency,
            option="total_money",
        )


def _refuse_dealing(rules: Rules) -> None:
    """HOUSE-8: there are deeds for everybody, and everybody can pay whatever is dealt."""
    wanted = rules.starting_deeds * rules.num_players
    if wanted > rules.deed_count:
        facts = {"count": wanted, "deeds": rules.deed_count}
        raise worded(InvalidRules, "rules.too_few_deeds", **facts)
    prices = sorted(rules.value[square] for square in rules.deeds[: rules.deed_count])
    price = sum(prices[len(prices) - rules.starting_deeds :])
    poorest = min(range(rules.num_players), key=rules.starting_money_of)
    money = rules.starting_money_of(poorest)
    if price > money:
        raise worded(
            InvalidRules,
            "rules.deeds_too_dear",
            count=rules.starting_deeds,
            price=price,
            money=money,
            seat=poorest + 1,
            currency=rules.currency,
        )


def carry_out(rules: Rules) -> None:
    """Set what follows from a house rule in the flags and tables of the edition."""
    rules.hotel_level = HOTEL
    limit = rules.bankruptcy_limit
    rules.last_players = max(1, rules.num_players - limit) if limit else 1
    if rules.no_auctions:
        rules.played_auctions = 1
        for name in AUCTIONS:
            setattr(rules, name, 0)
    if rules.hotel_after_three_houses:
        rules.max_level = rules.hotel_level = HOTEL - 1
        for square in range(rules.board_length):
            first = square * RENTS
            rules.rent[first + HOTEL - 1] = rules.rent[first + HOTEL]
            rules.rent[first + HOTEL] = 0
