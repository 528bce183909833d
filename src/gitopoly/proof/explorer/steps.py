"""Every step from a position, and other names for the seats: plain functions for every carrier.

An action that is listed may stand for several steps: one for each outcome of chance, for each bid
or each offer that the model tries. They are numbered, so that any of them can be asked for alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gitopoly.errors import InvalidModel
from gitopoly.rules import apply
from gitopoly.rules.actions import ACTIONS, BID
from gitopoly.rules.board import renew_sets, terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import addressee_of, code_of, kind_of, number_of, offer, player_of
from gitopoly.rules.chance import deck_of, draw_of, is_possible
from gitopoly.rules.codes import DICE, MOST_ACTIONS, NO_DRAW, NOBODY
from gitopoly.rules.invariants import order_ok
from gitopoly.rules.outcomes import DRAW_BITS, cards_in, count_of_orders
from gitopoly.rules.record import Record, Wide, quad, quads
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.trade import offer_trade, tradable_deeds

MOST_SUMS = 16
"""Room for bids, and for sums that offers add or want."""
MOST_OFFERS = 8192
"""From one position; four players and six-sided dice give fewer than 1,000 other steps."""
SETS_OF_CARDS = 4
ANY = -1
"""No bound on the money that the bank issues."""


@dataclass(frozen=True)
class Bounds:
    """What a model tries, and where it stops."""

    bids: tuple[int, ...] = ()
    cash: tuple[int, ...] = ()
    """The sums that offers add or want."""
    depth: int | None = None
    """The last depth to expand, counting the first position as 1; None: until nothing is left."""
    issued: int | None = None
    """The most that the bank may have issued; positions beyond it are not part of the space."""


class Tried(Record):
    """What a model tries where the rules leave a choice of sums, and where it stops."""

    bids: list[int] = quads(MOST_SUMS)
    sums: list[int] = quads(MOST_SUMS)
    """The cash that offers add or want."""
    bid_count: int = quad()
    sum_count: int = quad()
    most_issued: int = quad(ANY)
    """Positions in which the bank has issued more are not kept."""


def tried_by(rules: Rules, bounds: Bounds | None) -> Tried:
    """The bounds of a model for compiled code; refuses more than there is room for."""
    found = Tried()
    if bounds is None:
        return found
    if max(len(bounds.bids), len(bounds.cash)) > MOST_SUMS:
        raise InvalidModel(f"the native engine tries at most {MOST_SUMS} bids, and as many sums")
    offers = (1 << rules.deed_count) * SETS_OF_CARDS * len(bounds.cash) * (rules.num_players - 1)
    if rules.offers_per_window and offers + MOST_ACTIONS * MOST_SUMS > MOST_OFFERS:
        raise InvalidModel(
            f"a position may have {offers:,} offers, which are too many for the native engine; "
            "take fewer deeds, players or sums"
        )
    found.bids, found.bid_count = _row(bounds.bids), len(bounds.bids)
    found.sums, found.sum_count = _row(bounds.cash), len(bounds.cash)
    found.most_issued = ANY if bounds.issued is None else bounds.issued
    return found


def _row(sums: Iterable[int]) -> list[int]:
    return [*sums, *[0] * MOST_SUMS][:MOST_SUMS]


def trials(s: State, rules: Rules, tried: Tried, code: Wide, limit: int) -> int:
    """How many numbers `step_of_trial` is to be asked for."""
    if is_tried(rules, limit):
        if kind_of(code) == BID:
            return tried.bid_count
        return SETS_OF_CARDS * tried.sum_count << rules.deed_count
    draw = draw_of(s, rules, code)
    count = 1
    if draw == DICE:
        count = rules.dice_max * rules.dice_max
    elif draw != NO_DRAW:
        count = cards_in(rules, deck_of(draw))
    if ACTIONS[kind_of(code)].free_4_all is None:
        return count
    return count * count_of_orders(s, rules)


def is_tried(rules: Rules, limit: int) -> bool:
    """Whether a listed action stands for bids or offers."""
    return (rules.played_auctions != 0 or rules.offers_per_window > 0) and limit != 0


def action_of_trial(
    s: State, rules: Rules, tried: Tried, code: Wide, limit: int, trial: int
) -> Wide:
    """The action of a step by its number among those to try; NOBODY if it is not legal."""
    if not is_tried(rules, limit):
        return code
    player = player_of(code)
    if kind_of(code) == BID:
        amount = tried.bids[trial]
        if number_of(code) <= amount <= limit:
            return code_of(BID, player, 0, amount)
        return NOBODY
    other = addressee_of(code)
    deeds = trial & (1 << rules.deed_count) - 1
    if deeds & ~tradable_deeds(s, player, other):
        return NOBODY
    rest = trial >> rules.deed_count
    found = offer(player, other, deeds, rest % SETS_OF_CARDS, tried.sums[rest // SETS_OF_CARDS])
    return found if offer_trade(s, rules, player, found, 0, False) == LEGAL else NOBODY


def outcome_of_trial(s: State, rules: Rules, code: Wide, limit: int, trial: int) -> int:
    """The outcome of a step by its number among those to try; NOBODY if it is impossible."""
    kind = kind_of(code)
    known = ACTIONS[kind]
    if is_tried(rules, limit) or (known.draws == NO_DRAW and known.free_4_all is None):
        return 0
    orders = 1 if known.free_4_all is None else count_of_orders(s, rules)
    outcome = trial // orders
    if draw_of(s, rules, code) == DICE:
        outcome = outcome // rules.dice_max * 6 + outcome % rules.dice_max
    outcome += trial % orders << DRAW_BITS
    return outcome if is_possible(s, rules, code, outcome) else NOBODY


def steps_from(s: State, tried: Tried) -> Iterator[tuple[int, int, State]]:
    """Every step from a position: action, outcome, and where it leads."""
    rules, buffer = s.rules, ActionBuffer()
    for player in range(rules.num_players):
        list_while_playing(s, rules, player, buffer)
        listed = zip(buffer.actions[: buffer.count], buffer.limits, strict=False)
        for code, limit in list(listed):
            for trial in range(trials(s, rules, tried, code, limit)):
                action = action_of_trial(s, rules, tried, code, limit, trial)
                outcome = outcome_of_trial(s, rules, code, limit, trial)
                if action != NOBODY and outcome != NOBODY:
                    after = s.copy()
                    apply(after, action, outcome)
                    yield action, outcome, after


def can_move(s: State, rules: Rules, tried: Tried, buffer: ActionBuffer) -> bool:
    """Whether there is a step from a position."""
    for player in range(rules.num_players):
        list_while_playing(s, rules, player, buffer)
        for i in range(buffer.count):
            code = buffer.actions[i]
            limit = buffer.limits[i]
            for trial in range(trials(s, rules, tried, code, limit)):
                action = action_of_trial(s, rules, tried, code, limit, trial)
                if action != NOBODY and outcome_of_trial(s, rules, code, limit, trial) != NOBODY:
                    return True
    return False


def keeps_moving(s: State, rules: Rules, tried: Tried, buffer: ActionBuffer) -> bool:
    """InvProgress: whether a position is the end, or has a step."""
    return terminated(s, rules) or can_move(s, rules, tried, buffer)


def is_beyond(s: State, tried: Tried) -> bool:
    """Whether a position is not kept, because the bank has issued too much."""
    return tried.most_issued != ANY and s.issued > tried.most_issued


def type_ok_of_packed(s: State, rules: Rules) -> bool:
    """What is left of TypeOK of the published rules where every value fits its range."""
    return s.bank_money >= 0 and order_ok(s, rules)


def restore_sets_and_bank(s: State, rules: Rules) -> None:
    """BANK-2: the bank has the money that is nowhere else; and the sets of deeds."""
    held = sum(s.money[player] for player in range(rules.num_players))
    s.bank_money = rules.total_money + s.issued - s.pot - held
    renew_sets(s, rules)


def turned(player: int, turn: int, seats: int) -> int:
    """A seat's number when the turn player is called 0; NOBODY stays."""
    if player < 0:
        return player
    return (player - turn + seats) % seats


def turn_the_table(s: State, spare: State, rules: Rules) -> None:
    """Symmetry: call the turn player 0 and the others by their distance; `spare` equals `s`.

    The game does not depend on which seat is first, so positions that differ only in who sits
    where are the same position.
    """
    seats = rules.num_players
    turn = spare.turn_player
    for seat in range(seats):
        old = (seat + turn) % seats
        s.money[seat] = spare.money[old]
        s.positions[seat] = spare.positions[old]
        s.in_jail[seat] = spare.in_jail[old]
        s.jail_time[seat] = spare.jail_time[old]
        s.is_bankrupt[seat] = spare.is_bankrupt[old]
        s.holdings[seat] = spare.holdings[old]
        s.free_4_all_order[seat] = turned(spare.free_4_all_order[seat], turn, seats)
    for i in range(rules.deed_count):
        s.owner[rules.deeds[i]] = turned(spare.owner[rules.deeds[i]], turn, seats)
    s.jail_card_owner[0] = turned(spare.jail_card_owner[0], turn, seats)
    s.jail_card_owner[1] = turned(spare.jail_card_owner[1], turn, seats)
    s.debtor[0] = turned(spare.debtor[0], turn, seats)
    s.creditor[0] = turned(spare.creditor[0], turn, seats)
    s.turn_player = 0
