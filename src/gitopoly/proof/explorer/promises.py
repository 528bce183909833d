"""Every promise of the specifications as a check of a position or a step, under its TLA+ name.

A promise is declared once, by the decorator; its number is its place among them. A set of promises
is a number with one bit each. Models name the promises to check, as for TLC; on request all
invariants of the rules are checked as well, which also cover what the specification does not have.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from gitopoly.errors import InvalidModel
from gitopoly.rules.actions import ROLL_AND_MOVE, ROLL_IN_JAIL
from gitopoly.rules.board import set_has_buildings, set_is_mortgaged
from gitopoly.rules.catalogue import camel_case, code_of
from gitopoly.rules.chance import roll_is_possible
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION,
    BANKRUPTCY_PREVENTION,
    LAST_PHASE,
    LEAVE_JAIL,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    NONE,
    PLACING,
    POST_ROLL,
    POT,
    PRE_ROLL,
    RAIL_GROUP,
    RENT_TEN_TIMES_A_ROLL,
    ROLL,
    TRADE,
    UNKNOWN,
)
from gitopoly.rules.invariants import (
    NAMES as INVARIANTS,
    PREDICATES,
    cards_ok,
    inv_buildings_on_complete_groups,
    inv_offer_consistent,
    levels_ok,
    money_ok,
    mortgages_ok,
    order_ok,
    owners_ok,
    seats_ok,
    turn_ok,
    type_ok,
    window,
)
from gitopoly.rules.outcomes import dice
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import interest_for, refusal_of_contents

FORMAL, FULL = "Promises.tla", "ClassicPromises.tla"
"""Where promises stand besides `rules/invariants`, which may be asked for everywhere."""
Check = TypeVar("Check", bound=Callable[..., bool])


class Promise(NamedTuple):
    """A promise: its name, the check, whether that is of a step, and where it is so worded."""

    name: str
    check: Callable[..., bool]
    of_step: bool
    stands_in: tuple[str, ...]


DECLARED: list[Promise] = []


def promise(*stands_in: str, name: str = "", of_step: bool = False) -> Callable[[Check], Check]:
    """Declare a promise; its name is that of the function, unless another one is given."""

    def declare(check: Check) -> Check:
        named = name or camel_case(check.__name__)
        DECLARED.append(Promise(named, check, of_step, stands_in))
        return check

    return declare


@promise(FORMAL, name="TypeOK")
def type_ok_of_position(s: State, rules: Rules) -> bool:
    """Every variable of the published rules has a value of its type."""
    return (
        turn_ok(s, rules)
        and money_ok(s, rules)
        and seats_ok(s, rules)
        and owners_ok(s, rules)
        and levels_ok(s, rules)
        and mortgages_ok(s, rules)
        and order_ok(s, rules)
        and debt_ok(s, rules)
        and cards_ok(s, rules)
    )


def debt_ok(s: State, rules: Rules) -> bool:
    """TypeOK of debt: none, or one with creditor, amount and phase."""
    return s.debt_count == 0 or (
        s.debt_count == 1
        and POT <= s.creditor[0] < rules.num_players
        and s.debt_amount[0] >= 0
        and 0 <= s.next_phase[0] <= LAST_PHASE
    )


@promise(FULL, name="TypeOK")
def type_ok_in_full(s: State, rules: Rules) -> bool:
    """Every variable of the full game has a value of its type."""
    return (
        type_ok(s, rules)
        and s.houses_left >= 0
        and s.hotels_left >= 0
        and s.turns >= 0
        and 0 <= s.rent_rule <= RENT_TEN_TIMES_A_ROLL
        and 0 <= s.offers_made <= rules.offers_per_window
        and all(0 <= s.throw[i] <= rules.dice_max for i in range(2))
        and (s.interest_paid | s.estate) >> rules.deed_count == 0
        and (s.phase != AUCTION or type_ok_of_auction(s, rules))
    )


def type_ok_of_auction(s: State, rules: Rules) -> bool:
    """AuctionOK."""
    return (
        s.auction_asset >= 0
        and rules.deed_index[s.auction_asset] != NOBODY
        and 0 <= s.auction_initiator < rules.num_players
        and 0 <= s.auction_next_phase <= LAST_PHASE
        and all(
            s.bid[player] >= NO_BID
            and s.last_bid[player] >= 0
            and s.round[player] >= 0
            and ABSENT <= s.winner[player] < rules.num_players
            for player in range(rules.num_players)
        )
    )


for _check, _name in zip(PREDICATES, INVARIANTS, strict=True):
    promise(name=_name)(_check)
promise(FORMAL, name="InvBuildingsOnOwnedGroups")(inv_buildings_on_complete_groups)


@promise()
def inv_progress(s: State, rules: Rules) -> bool:
    """A position that is not the end has a step: checked where the steps are known."""
    return True


@promise(FORMAL)
def inv_debt_only_while_owed(s: State, rules: Rules) -> bool:
    """A debt exists exactly while its debtor deals with it."""
    return (s.debt_count > 0) == (s.phase == BANKRUPTCY_PREVENTION)


@promise(FORMAL, FULL)
def inv_jail(s: State, rules: Rules) -> bool:
    """Jail time is counted only in jail, and players in jail are on the jail square."""
    return all(
        (s.jail_time[player] == 0 or s.in_jail[player] != 0)
        and (s.in_jail[player] == 0 or s.positions[player] == rules.jail_index)
        for player in range(rules.num_players)
    )


@promise(FORMAL)
def inv_dice_are_free(s: State, rules: Rules) -> bool:
    """Whatever the dice show, the roll is possible."""
    if s.phase != ROLL:
        return True
    kind = ROLL_IN_JAIL if s.in_jail[s.turn_player] else ROLL_AND_MOVE
    code = code_of(kind, s.turn_player)
    for first in range(rules.dice_max):
        for second in range(rules.dice_max):
            if not roll_is_possible(s, rules, code, dice(first + 1, second + 1)):
                return False
    return True


@promise(FORMAL)
def inv_no_building_beside_mortgage(s: State, rules: Rules) -> bool:
    """Nobody builds in a partly mortgaged group."""
    return not any(
        set_has_buildings(s, rules, group) and set_is_mortgaged(s, rules, group)
        for group in range(RAIL_GROUP)
    )


@promise(FULL)
def inv_no_debt_without_debtor(s: State, rules: Rules) -> bool:
    """There is a debt exactly while somebody still in the game raises money for it."""
    return (s.debt_count > 0) == (window(s) == BANKRUPTCY_PREVENTION) and not any(
        s.is_bankrupt[s.debtor[i]] or s.debt_amount[i] <= 0 or s.debtor[i] == s.creditor[i]
        for i in range(s.debt_count)
    )


@promise(FULL)
def inv_nobody_below_zero(s: State, rules: Rules) -> bool:
    """Nobody has less than nothing."""
    return all(s.money[player] >= 0 for player in range(rules.num_players))


@promise(FULL)
def inv_one_window(s: State, rules: Rules) -> bool:
    """At most one thing interrupts a turn, and the phase says which."""
    return (
        (s.auction_asset != NOBODY) == (s.phase == AUCTION)
        and (s.auction_kind != NO_AUCTION) == (s.phase in (AUCTION, PLACING))
        and (s.offer_from != NOBODY) == (s.phase == TRADE)
    )


@promise(FULL, name="InvOfferConsistent")
def inv_offer_can_be_carried_out(s: State, rules: Rules) -> bool:
    """An offer can be carried out as long as it is open."""
    if not inv_offer_consistent(s, rules):
        return False
    if s.phase != TRADE:
        return True
    one = s.offer_from
    other = s.offer_to
    deeds = s.offer_deeds
    if refusal_of_contents(s, rules, one, other, deeds, s.offer_cards) != LEGAL:
        return False
    left = s.money[one] - s.offer_cash - interest_for(s, rules, one, other, deeds)
    return left >= 0 and s.money[other] + s.offer_cash >= interest_for(s, rules, other, one, deeds)


def nobody_leaves_jail(s: State, after: State, rules: Rules) -> bool:
    """Whether everybody who was in jail still is."""
    return not any(s.in_jail[i] and not after.in_jail[i] for i in range(rules.num_players))


@promise(FORMAL, of_step=True)
def leave_jail_in_time(s: State, after: State, rules: Rules) -> bool:
    """A player leaves jail before the roll, or by the roll."""
    if s.phase == PRE_ROLL or (s.phase == ROLL and after.phase != ROLL):
        return True
    return nobody_leaves_jail(s, after, rules)


@promise(FULL, name="LeaveJailInTime", of_step=True)
def leave_jail_in_full(s: State, after: State, rules: Rules) -> bool:
    """Before the roll, by the roll, or by the move after the fine."""
    return s.phase in (PRE_ROLL, ROLL, LEAVE_JAIL) or nobody_leaves_jail(s, after, rules)


@promise(FORMAL, FULL, of_step=True)
def no_rent_on_mortgage(s: State, after: State, rules: Rules) -> bool:
    """Landing on a mortgaged deed changes no money and no debt."""
    here = s.positions[s.turn_player]
    if s.phase != POST_ROLL or rules.deed_index[here] == NOBODY or not s.mortgaged[here]:
        return True
    return (
        s.debt_count == after.debt_count
        and all(s.money[player] == after.money[player] for player in range(rules.num_players))
        and all(
            s.debtor[i] == after.debtor[i]
            and s.creditor[i] == after.creditor[i]
            and s.debt_amount[i] == after.debt_amount[i]
            and s.next_phase[i] == after.next_phase[i]
            for i in range(s.debt_count)
        )
    )


# Auction2 for steps of a game: whether what a bidder did is one of its five actions. Written from
# the module, not from the rules of `gitopoly.rules.auction`, which it checks.


def takes_part(s: State, player: int) -> bool:
    """Whether a seat is one of the participants."""
    return s.winner[player] != ABSENT


def bidder_changed(s: State, after: State, player: int) -> bool:
    """Whether a step changed what a bidder has said."""
    return (
        s.bid[player] != after.bid[player]
        or s.last_bid[player] != after.last_bid[player]
        or s.round[player] != after.round[player]
        or s.passed[player] != after.passed[player]
        or s.winner[player] != after.winner[player]
    )


def precedes(s: State, rules: Rules, one: int, other: int) -> bool:
    """Precedence: the order of seats after the initiator, where ties have a leader."""
    seats = rules.num_players
    first = s.auction_initiator + 1
    return rules.ties_have_a_leader == 1 and (one - first) % seats < (other - first) % seats


def beats_in_auction2(s: State, rules: Rules, one: int, other: int) -> bool:
    """Beats(p, q)."""
    if s.last_bid[one] == s.last_bid[other]:
        return s.last_bid[one] > 0 and precedes(s, rules, one, other)
    return s.last_bid[one] > s.last_bid[other]


def leads_in_auction2(s: State, rules: Rules, player: int) -> bool:
    """Leads(p)."""
    return all(
        other == player or not takes_part(s, other) or beats_in_auction2(s, rules, player, other)
        for other in range(rules.num_players)
    )


def is_due(s: State, rules: Rules, player: int) -> bool:
    """Due(p): undecided, still in, not yet heard in this round, level with the others."""
    if s.winner[player] != UNKNOWN or s.passed[player] or s.bid[player] != NO_BID:
        return False
    return any(
        other != player and takes_part(s, other) and s.round[other] == s.round[player]
        for other in range(rules.num_players)
    ) and all(
        s.passed[other] or s.round[other] == s.round[player]
        for other in range(rules.num_players)
        if takes_part(s, other)
    )


def is_a2_bid(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2Bid or A2Stand, as far as the bid is concerned."""
    amount = after.bid[player]
    if amount == s.last_bid[player] and leads_in_auction2(s, rules, player):
        return True
    return amount <= s.money[player] and all(
        s.last_bid[other] < amount for other in range(rules.num_players) if takes_part(s, other)
    )


def is_a2_next_round(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2NextRound: everyone still in has bid in this round, or is past it."""
    if s.winner[player] != UNKNOWN or s.bid[player] == NO_BID:
        return False
    return (
        after.last_bid[player] == s.bid[player]
        and after.bid[player] == NO_BID
        and after.round[player] == s.round[player] + 1
        and all(
            s.round[other] > s.round[player]
            or (s.round[other] == s.round[player] and s.bid[other] != NO_BID)
            for other in range(rules.num_players)
            if takes_part(s, other) and not s.passed[other]
        )
    )


def is_a2_choice(s: State, after: State, rules: Rules, player: int) -> bool:
    """A2ChooseWinner: all have passed, or all but one who is ahead with the best bid."""
    best = after.winner[player]
    if s.winner[player] != UNKNOWN or (best < 0 and best != NONE) or best >= rules.num_players:
        return False
    if best == NONE:
        return all(s.passed[other] for other in range(rules.num_players) if takes_part(s, other))
    return not s.passed[best] and all(
        s.passed[other]
        and s.round[other] < s.round[best]
        and beats_in_auction2(s, rules, best, other)
        for other in range(rules.num_players)
        if takes_part(s, other) and other != best
    )


@promise(FULL, of_step=True)
def bidding_is_auction2(s: State, after: State, rules: Rules) -> bool:
    """BiddingIsAuction2: a step within an auction is A2Next for exactly one bidder."""
    if s.phase != AUCTION or after.phase != AUCTION or s.estate != after.estate:
        return True
    player = NOBODY
    for seat in range(rules.num_players):
        if takes_part(s, seat) and s.money[seat] != after.money[seat]:
            return False
        if takes_part(s, seat) and bidder_changed(s, after, seat):
            if player != NOBODY:
                return False
            player = seat
    if player == NOBODY:
        return False
    if s.winner[player] != after.winner[player]:
        return is_a2_choice(s, after, rules, player)
    if s.round[player] != after.round[player]:
        return is_a2_next_round(s, after, rules, player)
    if not is_due(s, rules, player) or s.last_bid[player] != after.last_bid[player]:
        return False
    if s.passed[player] != after.passed[player]:
        bound = rules.ties_have_a_leader == 1 and leads_in_auction2(s, rules, player)
        left = after.passed[player] == 1 and s.bid[player] == after.bid[player]
        return left and not bound
    return is_a2_bid(s, after, rules, player)


PROMISES = tuple(DECLARED)
"""All promises; the place of one is its number."""


def promises_in(module: str) -> dict[str, int]:
    """The promises that a module's models can name, each as a set of one; all if it is empty.

    What a module words in its own way stands in the place of what the rules call the same.
    """
    rows = [(each, 1 << number) for number, each in enumerate(PROMISES)]
    of_rules = {each.name: bit for each, bit in rows if not each.stands_in}
    return of_rules | {each.name: bit for each, bit in rows if module in each.stands_in}


def promises_named(names: Iterable[str], module: str = FORMAL) -> int:
    """The set of the named promises."""
    asked, known = 0, promises_in(module)
    for name in names:
        if name not in known:
            raise InvalidModel(
                f"the native engine has no check for {name}; it knows {', '.join(known)}"
            )
        asked |= known[name]
    return asked


STEPS = sum(1 << number for number, each in enumerate(PROMISES) if each.of_step)
"""The promises of steps."""
OF_THE_RULES = sum(1 << number for number, each in enumerate(PROMISES) if not each.stands_in)
"""What is checked when no model says otherwise: all invariants of the rules, and progress."""
TYPE_OK = promises_in(FORMAL)["TypeOK"]
MONEY = promises_in(FORMAL)["InvConservationOfMoney"]
PROGRESS = promises_in(FORMAL)["InvProgress"]
JAIL = promises_in(FORMAL)["InvJail"]


def count_asked(asked: int) -> tuple[int, int]:
    """How many invariants and how many promises of steps are in a set."""
    return (asked & ~STEPS).bit_count(), (asked & STEPS).bit_count()


def first_broken(asked: int, *states: State) -> int:
    """The number of the first requested promise that a position breaks, or a step between two.

    NOBODY if there is none.
    """
    for number, each in enumerate(PROMISES):
        concerned = asked >> number & 1 and each.of_step == (len(states) > 1)
        if concerned and not each.check(*states, states[0].rules):
            return number
    return NOBODY
