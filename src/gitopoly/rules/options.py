"""Values of options as people write them, and house rules that need or rule out each other.

Each house rule is a single option of `Rules`, off in every edition; the rule book has them under
HOUSE.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gitopoly.declared import shown
from gitopoly.editions import Edition
from gitopoly.editions.files import AUCTIONS
from gitopoly.errors import InvalidRules
from gitopoly.rules.codes import FREE_PARKING, HOTEL, MOST_PLAYERS, RENTS
from gitopoly.words import worded

if TYPE_CHECKING:
    from gitopoly.rules.rules import Rules

WORDS = {"true": 1, "on": 1, "yes": 1, "false": 0, "off": 0, "no": 0}
"""What may be written for the value of a flag."""


def unknown_option(name: str, options: Sequence[str]) -> InvalidRules:
    """Answer a misspelt option with similar names, and any other with a list of them."""
    near = difflib.get_close_matches(name, options)
    if near:
        return worded(InvalidRules, "error.near_option", name=repr(name), near=", ".join(near))
    known = ", ".join(option for option in options if not option.startswith("defect_"))
    return worded(InvalidRules, "error.no_option", name=shown(name), known=known)


def checked_option(name: str, setting: Any, facts: Mapping[str, Any]) -> int:
    """The value of an option as a whole number within its bounds; flags also in words."""
    number = WORDS.get(setting.lower(), setting) if isinstance(setting, str) else setting
    if isinstance(number, str) and re.fullmatch(r"-?[0-9]{1,1000}", number):
        number = int(number)
    if not isinstance(number, int):
        raise worded(InvalidRules, "error.whole_number", name=name, given=shown(setting))
    if name == "num_players":
        raise worded(InvalidRules, "error.say_players")
    if "flag" in facts and number not in (0, 1):
        raise worded(InvalidRules, "error.on_or_off", name=name, given=shown(number))
    if not 0 <= number <= facts["most"]:
        bounds = {"name": name, "most": facts["most"], "given": shown(number)}
        raise worded(InvalidRules, "error.range", **bounds)
    return int(number)


def check_players(data: Edition, players: Any = None) -> int:
    """GAME-1: a number of players that an edition allows, by default the usual one."""
    number = data.usual_players if players is None else players
    if type(number) is not int:
        raise worded(InvalidRules, "error.player_count", given=shown(number))
    if data.least_players <= number <= data.most_players:
        return number
    count = number if abs(number) < 10**9 else shown(number)
    facts = {"edition": data.name, "count": count, "most": data.most_players}
    if data.least_players == data.most_players:
        raise worded(InvalidRules, "error.players.exactly", **facts)
    raise worded(InvalidRules, "error.players", least=data.least_players, **facts)


def nonsense_of(rules: Rules) -> Iterator[tuple[str, InvalidRules]]:
    """Every option that makes no sense with the others, or on this board, and why."""
    for option, key, facts in _contradictions(rules):
        yield option, worded(InvalidRules, key, **facts)


_Contradiction = tuple[str, str, dict[str, Any]]
"""An option, the key of what is said about it, and the facts."""


def _contradictions(rules: Rules) -> Iterator[_Contradiction]:
    """What the house rules need, and what they rule out."""
    edition = {"edition": rules.edition}
    if not 1 <= rules.dice_max <= 6:
        yield "dice_max", "error.faces", {"count": rules.dice_max}
    if rules.opening_throw and rules.dice_max == 1:
        yield "opening_throw", "error.one_face", {"name": "opening_throw"}
    if rules.opening_throw_moves and not rules.opening_throw:
        needed = {"name": "opening_throw_moves", "other": "opening_throw"}
        yield "opening_throw_moves", "error.needs", needed
    # HOUSE-1: no auction can be asked for where there are none.
    printed = rules.source.flags
    for name in AUCTIONS if rules.no_auctions else ():
        asked = name in rules.options and checked_option(name, rules.options[name], {"most": 1})
        if asked or (printed.get("no_auctions") and printed.get(name)):
            yield name, "rules.no_auctions", {"option": name}
    # PARK-1, HOUSE-3: a pot lies on Free Parking, and a seed in the pot.
    if rules.free_parking_seed and not rules.free_parking_pot:
        yield "free_parking_seed", "rules.seed_needs_pot", {"option": "free_parking_pot"}
    elif rules.free_parking_pot and FREE_PARKING not in rules.square_type[: rules.board_length]:
        yield "free_parking_pot", "rules.seed_needs_square", edition
    yield from _of_seats(rules)
    yield from _of_dealing(rules)
    if rules.double_salary_on_go and not rules.pass_go_reward:
        yield "double_salary_on_go", "rules.no_salary", edition
    if rules.no_mortgages and not rules.ruin_is_insolvency:
        yield "no_mortgages", "rules.mortgages_needed", edition
    if rules.hotel_after_three_houses and rules.max_level < HOTEL:
        yield "hotel_after_three_houses", "rules.no_hotels", edition


def _of_seats(rules: Rules) -> Iterator[_Contradiction]:
    """GAME-2, HOUSE-11: there is enough money for every seat, and a seat for every sum."""
    # An edition may name sums for seats that only its larger games have.
    largest = rules.num_players == rules.source.most_players
    for seat in range(rules.num_players, MOST_PLAYERS):
        option = f"starting_money_{seat + 1}"
        if getattr(rules, option) and (largest or option in rules.options):
            yield option, "rules.no_such_seat", {"option": option, "count": rules.num_players}
    needed = rules.free_parking_seed
    needed += sum(map(rules.starting_money_of, range(rules.num_players)))
    if needed > rules.total_money:
        facts = {"needed": needed, "total": rules.total_money, "currency": rules.currency}
        yield "total_money", "rules.too_little_money", {"option": "total_money", **facts}


def _of_dealing(rules: Rules) -> Iterator[_Contradiction]:
    """HOUSE-8: there are deeds for everybody, and everybody can pay whatever is dealt."""
    wanted = rules.starting_deeds * rules.num_players
    if wanted > rules.deed_count:
        yield "starting_deeds", "rules.too_few_deeds", {"count": wanted, "deeds": rules.deed_count}
        return
    prices = sorted(rules.value[square] for square in rules.deeds[: rules.deed_count])
    price = sum(prices[len(prices) - rules.starting_deeds :])
    poorest = min(range(rules.num_players), key=rules.starting_money_of)
    money = rules.starting_money_of(poorest)
    if price > money:
        facts = {"count": rules.starting_deeds, "price": price, "money": money}
        facts |= {"seat": poorest + 1}
        yield "starting_deeds", "rules.deeds_too_dear", {"currency": rules.currency, **facts}


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
