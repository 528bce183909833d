"""House rules that need each other, rule each other out, or follow from one option.

Each is a single option of `Rules`, off in every edition; the rule book has them under HOUSE.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from gitopoly.editions.files import AUCTIONS
from gitopoly.editions.problems import EditionProblem
from gitopoly.errors import InvalidRules
from gitopoly.kernel.codes import FREE_PARKING, HOTEL, MOST_PLAYERS, RENTS
from gitopoly.words import worded

if TYPE_CHECKING:
    from gitopoly.kernel.rules import Rules

OFF = (0, False, "0", "off", "no", "false")

Nonsense = tuple[str, InvalidRules]
"""The option that makes no sense, and why."""


def refuse_nonsense(rules: Rules) -> None:
    """Raise `InvalidRules` if the options make no sense together."""
    for _, refusal in nonsense_of(rules):
        raise refusal


def problems_of(rules: Rules, flags: Collection[str]) -> list[EditionProblem]:
    """The same as problems of the edition, each at the option that it is about."""
    return [
        EditionProblem(
            ("flags" if option in flags else "constants", option),
            f"makes no sense here: {refusal}",
        )
        for option, refusal in nonsense_of(rules)
    ]


def nonsense_of(rules: Rules) -> Iterator[Nonsense]:
    """Every option that makes no sense with the others, or on this board."""
    edition = rules.edition
    yield from _of_dice(rules)
    yield from _of_auctions(rules)
    yield from _of_pot(rules)
    yield from _of_seats(rules)
    yield from _of_dealing(rules)
    if rules.double_salary_on_go and not rules.pass_go_reward:
        yield "double_salary_on_go", worded(InvalidRules, "rules.no_salary", edition=edition)
    if rules.no_mortgages and not rules.ruin_is_insolvency:
        yield "no_mortgages", worded(InvalidRules, "rules.mortgages_needed", edition=edition)
    if rules.hotel_after_three_houses and rules.max_level < HOTEL:
        yield "hotel_after_three_houses", worded(InvalidRules, "rules.no_hotels", edition=edition)


def _of_dice(rules: Rules) -> Iterator[Nonsense]:
    if not 1 <= rules.dice_max <= 6:
        yield "dice_max", worded(InvalidRules, "error.faces", count=rules.dice_max)
    if rules.opening_throw and rules.dice_max == 1:
        yield "opening_throw", worded(InvalidRules, "error.one_face", name="opening_throw")
    if rules.opening_throw_moves and not rules.opening_throw:
        facts = {"name": "opening_throw_moves", "other": "opening_throw"}
        yield "opening_throw_moves", worded(InvalidRules, "error.needs", **facts)


def _of_auctions(rules: Rules) -> Iterator[Nonsense]:
    """HOUSE-1: no auction can be asked for where there are none."""
    printed = rules.source.flags
    for name in AUCTIONS if rules.no_auctions else ():
        asked = str(rules.options.get(name, 0)).lower() not in map(str, OFF)
        if asked or (printed.get("no_auctions") and printed.get(name)):
            yield name, worded(InvalidRules, "rules.no_auctions", option=name)


def _of_pot(rules: Rules) -> Iterator[Nonsense]:
    """PARK-1, HOUSE-3: a pot lies on Free Parking, and a seed in the pot."""
    if rules.free_parking_seed and not rules.free_parking_pot:
        refusal = worded(InvalidRules, "rules.seed_needs_pot", option="free_parking_pot")
        yield "free_parking_seed", refusal
    elif rules.free_parking_pot and FREE_PARKING not in rules.square_type[: rules.board_length]:
        refusal = worded(InvalidRules, "rules.seed_needs_square", edition=rules.edition)
        yield "free_parking_pot", refusal


def _of_seats(rules: Rules) -> Iterator[Nonsense]:
    """GAME-2, HOUSE-11: there is enough money for every seat, and a seat for every sum."""
    # An edition may name sums for seats that only its larger games have.
    largest = rules.num_players == rules.source.most_players
    for seat in range(rules.num_players, MOST_PLAYERS):
        option = f"starting_money_{seat + 1}"
        if getattr(rules, option) and (largest or option in rules.options):
            facts = {"option": option, "count": rules.num_players}
            yield option, worded(InvalidRules, "rules.no_such_seat", **facts)
    needed = rules.free_parking_seed
    needed += sum(map(rules.starting_money_of, range(rules.num_players)))
    if needed > rules.total_money:
        facts = {"needed": needed, "total": rules.total_money, "currency": rules.currency}
        refusal = worded(InvalidRules, "rules.too_little_money", option="total_money", **facts)
        yield "total_money", refusal


def _of_dealing(rules: Rules) -> Iterator[Nonsense]:
    """HOUSE-8: there are deeds for everybody, and everybody can pay whatever is dealt."""
    wanted = rules.starting_deeds * rules.num_players
    if wanted > rules.deed_count:
        facts = {"count": wanted, "deeds": rules.deed_count}
        yield "starting_deeds", worded(InvalidRules, "rules.too_few_deeds", **facts)
        return
    prices = sorted(rules.value[square] for square in rules.deeds[: rules.deed_count])
    price = sum(prices[len(prices) - rules.starting_deeds :])
    poorest = min(range(rules.num_players), key=rules.starting_money_of)
    money = rules.starting_money_of(poorest)
    if price > money:
        facts = {"count": rules.starting_deeds, "price": price, "money": money}
        facts |= {"seat": poorest + 1}
        refusal = worded(InvalidRules, "rules.deeds_too_dear", currency=rules.currency, **facts)
        yield "starting_deeds", refusal


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
