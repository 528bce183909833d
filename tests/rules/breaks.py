"""Rules broken on purpose: what replaces what, and how the break is installed."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from gitopoly import rules as room
from gitopoly.rules import Rules, State, auction, board, money, moving
from gitopoly.rules.actions import ACTIONS
from gitopoly.rules.board import change_level
from gitopoly.rules.catalogue import REGISTERED_CARDS
from gitopoly.rules.codes import DOUBLES_CHECK, FREE_4_ALL, HOTEL, MOST_CARDS, RENTS

RuleTest = Callable[..., None]


def modules_of_rules() -> list[ModuleType]:
    """The modules of the rules; a name may live in several of them."""
    found = pkgutil.walk_packages(room.__path__, "gitopoly.rules.")
    return [room, *(importlib.import_module(module.name) for module in found)]


def _replace(patch: pytest.MonkeyPatch, known: Any, name: str, by: Any) -> None:
    """Set an attribute of a frozen declaration until the test is over."""
    patch.setattr(type(known), "__setattr__", object.__setattr__)
    patch.setattr(known, name, by)


@dataclass(frozen=True)
class Break:
    """One rule broken: what replaces what, and who has to notice."""

    name: str
    noticed_by: tuple[RuleTest, ...]
    replaced: Callable[..., Any] | None = None
    """The function of the kernel that is replaced …"""
    by: Callable[..., Any] | None = None
    """… and what stands in its place."""
    rules: dict[str, int] = field(default_factory=dict)
    """Constants and flags with a wrong value."""
    violated: str = ""
    """The invariant that random games violate, if the break spoils the state."""

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Break the rule wherever its function is known."""
        if self.replaced is not None:
            places = 0
            for module in modules_of_rules():
                for name, value in list(vars(module).items()):
                    if value is self.replaced:
                        patch.setattr(module, name, self.by)
                        places += 1
            for known in (*ACTIONS, *REGISTERED_CARDS.values()):
                if getattr(known, "rule", None) is self.replaced:
                    _replace(patch, known, "rule", self.by)
                elif getattr(known, "effect", None) is self.replaced:
                    _replace(patch, known, "effect", self.by)
            assert places > 0
        if self.rules:
            original = Rules.of

            def broken(edition: str, players: int | None = None, **options: Any) -> Rules:
                rules = original(edition, players, **options)
                for name, value in self.rules.items():
                    setattr(rules, name, value)
                return rules

            patch.setattr(Rules, "of", broken)


def street_rent_never_doubled(s: State, rules: Rules, square: int) -> int:
    """Against RENT-2."""
    return rules.rent[square * RENTS + s.level[square]]


def every_railroad_25(s: State, rules: Rules, square: int) -> int:
    """Against RENT-4."""
    return rules.base_rail_rent


def tenth_rounded_down(rules: Rules, amount: int) -> int:
    """Against BANK-3."""
    return amount // 10


ORIGINAL_ROLL_AND_MOVE = moving.roll_and_move


def third_doubles_move_on(
    s: State, rules: Rules, player: int, code: int, outcome: int, act: bool
) -> int:
    """Against DOUBLES-2."""
    if act:
        s.doubles_count = min(s.doubles_count, 1)
    return ORIGINAL_ROLL_AND_MOVE(s, rules, player, code, outcome, act)


ORIGINAL_GO_TO_JAIL = moving.go_to_jail


def jail_past_go(s: State, rules: Rules, outcome: int) -> None:
    """Against GO-4."""
    ORIGINAL_GO_TO_JAIL(s, rules, outcome)
    money.collect_from_bank(s, rules, s.turn_player, rules.pass_go_reward)


ORIGINAL_LEAVE_WITH_ROLL = moving.leave_with_roll


def jail_doubles_throw_again(s: State, rules: Rules, amount: int) -> None:
    """Against JAIL-4."""
    ORIGINAL_LEAVE_WITH_ROLL(s, rules, amount)
    s.doubles_count = 1


def nothing_is_built(s: State, rules: Rules, group: int) -> bool:
    """Against MORT-1 and TRADE-3."""
    return False


def always_even(s: State, rules: Rules, group: int) -> int:
    """Against BUILD-1."""
    return HOTEL


def debts_stay(s: State, rules: Rules, player: int) -> None:
    """Against DEBT-5 and BANKRUPT-4."""


def hotel_keeps_its_houses(s: State, rules: Rules, square: int, level: int) -> None:
    """Against BUILD-3."""
    change_level(s, rules, square, level)
    if rules.buildings_are_limited:
        if s.level[square] == HOTEL:
            s.hotels_left -= 1
        else:
            s.houses_left -= 1


def card_on_top(s: State, deck: int, card: int) -> None:
    """Against CARD-2."""
    first = deck * MOST_CARDS
    for i in range(s.deck_length[deck], 0, -1):
        s.deck[first + i] = s.deck[first + i - 1]
    s.deck[first] = card
    s.deck_length[deck] += 1


def card_thrown_away(s: State, deck: int, card: int) -> None:
    """Against CARD-2 and CARD-3."""


def bankrupt_keeps_deeds(s: State, rules: Rules, player: int, creditor: int) -> int:
    """Against BANKRUPT-1 and BANKRUPT-3."""
    money.pay(s, player, creditor, s.money[player])
    return 0


def turn_player_first(s: State, rules: Rules, outcome: int) -> None:
    """Against TIME-3."""
    s.phase = FREE_4_ALL
    player = s.turn_player
    for place in range(board.live_players(s, rules)):
        s.free_4_all_order[place] = player
        player = board.next_live_player(s, rules, player)


def bank_pays_from_nowhere(s: State, rules: Rules, player: int, amount: int) -> None:
    """Against BANK-1 and BANK-2."""
    s.money[player] += amount


ORIGINAL_BID = auction.bid


def bid_on_credit(s: State, rules: Rules, player: int, code: int, outcome: int, act: bool) -> int:
    """Against AUCTION-3."""
    s.money[player] += 1000
    refusal = ORIGINAL_BID(s, rules, player, code, outcome, act)
    s.money[player] -= 1000
    return refusal


def initiator_first(s: State, rules: Rules, player: int) -> int:
    """Against AUCTION-7."""
    return (player - s.auction_initiator) % rules.num_players


def ruin_at_will(s: State, rules: Rules, player: int) -> bool:
    """Against DEBT-4."""
    return True


def hotel_repaired_as_five_houses(
    s: State, rules: Rules, player: int, house: int, hotel: int
) -> int:
    """Against CARD-8."""
    return sum(house * s.level[q] for q in range(rules.board_length) if s.owner[q] == player)


def opera_against_the_clock(
    s: State, rules: Rules, player: int, deck: int, place: int, outcome: int
) -> None:
    """Against CARD-6 and DEBT-5."""
    amount = rules.card_amount[place]
    s.phase = DOUBLES_CHECK
    for step in range(1, rules.num_players):
        other = (player - step) % rules.num_players
        if s.is_bankrupt[other]:
            continue
        if s.money[other] >= amount:
            money.pay_player(s, other, player, amount)
        else:
            money.owe(s, rules, other, player, amount, DOUBLES_CHECK)


def buildings_stay_at_ruin(s: State, rules: Rules, player: int) -> None:
    """Against BANKRUPT-1."""


def interest_never_remembered(s: State, rules: Rules, square: int) -> int:
    """Against MORT-4."""
    mortgage = board.mortgage_value(rules, square)
    return mortgage + money.tenth(rules, mortgage)


def bankrupt_keeps_the_turn(s: State, rules: Rules, player: int) -> int:
    """Against BANKRUPT-5."""
    return (player + 1) % rules.num_players
