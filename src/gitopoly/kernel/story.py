"""What an action did, as a sentence that a person reads: for logs, commits and the terminal.

Who did what comes from the action; what it moved comes from comparing the two states, so that a
sentence cannot promise a payment that did not happen.
"""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.kernel import actions as a
from gitopoly.kernel.chance import THROW, draw_of
from gitopoly.kernel.outcomes import card_drawn, first_die, second_die
from gitopoly.kernel.phases import AUCTION_KINDS, BANK, BANKRUPTCY_PREVENTION, PLACING, POT
from gitopoly.kernel.state import State
from gitopoly.kernel.text import format_action, seat_names

QUIET = frozenset(
    (
        a.END_PRE_ROLL,
        a.DOUBLES_CHECK_ACTION,
        a.CONCLUDE_FREE_4_ALL_ACTIONS,
        a.END_TURN,
        a.NEXT_ROUND,
        a.CHOOSE_WINNER,
    )
)
"""Actions that only move the game along; a short story leaves them out."""

_DOINGS = {
    a.END_PRE_ROLL: "takes the dice",
    a.PLAY_GOOJF_CH: "plays the chance jail card and leaves jail",
    a.PLAY_GOOJF_CC: "plays the community chest jail card and leaves jail",
    a.PAY_JAIL_FINE: "pays the fine and leaves jail",
    a.DO_NOTHING_ON_OWN_PROPERTY: "rests on {here}, a deed of their own",
    a.DO_NOTHING_ON_JAIL_SQUARE: "is just visiting",
    a.DO_NOTHING_ON_GO: "rests on {here}",
    a.DO_NOTHING_ON_FREE_PARKING: "rests on {here}",
    a.DO_NOTHING_ON_MORTGAGED_PROPERTY: "pays nothing on {here}, which is mortgaged",
    a.PAY_STREET_RENT: "pays the rent of {here}",
    a.PAY_RAIL_RENT: "pays the rent of {here}",
    a.PAY_TAX: "pays {here}",
    a.PAY_TENTH_OF_WORTH: "chooses to pay a tenth of all worth",
    a.BUY_PROPERTY: "buys {here}",
    a.LAND_ON_GO_TO_JAIL: "goes to jail",
    a.DOUBLES_CHECK_ACTION: "has finished the throw",
    a.PAY_OFF_DEBT: "pays the debt",
    a.GO_BANKRUPT: "goes bankrupt",
    a.CONCLUDE_FREE_4_ALL_ACTIONS: "concludes",
    a.END_TURN: "ends the turn",
    a.STAND: "stands",
    a.PASS: "passes",
    a.NEXT_ROUND: "goes on to the next round",
    a.CHOOSE_WINNER: "states who has won the auction",
    a.ACCEPT_TRADE: "accepts the trade",
    a.DECLINE_TRADE: "declines the trade",
    a.WITHDRAW_TRADE: "withdraws the offer",
    a.LEAVE_JAIL_ACTION: "leaves jail",
}


_MANAGING = {
    "sell group": "sells the buildings of the group of",
    "sell": "sells a building on",
    "build": "builds on",
    "mortgage": "mortgages",
    "unmortgage": "unmortgages",
}
"""What becomes of the order for an operation when its story is told."""


def tell(
    before: State, action: int, outcome: int, after: State, names: Sequence[str] | None = None
) -> str:
    """One sentence about one action.

    >>> from gitopoly.kernel import Rules, apply, initial, parse_action, throw
    >>> s = initial(Rules.of("formal", players=2))
    >>> apply(s, parse_action(s, "end pre-roll"))
    >>> before, roll = s.copy(), parse_action(s, "roll")
    >>> apply(s, roll, throw(3, 4))
    >>> tell(before, roll, throw(3, 4), s)
    'p1 throws 3 and 4: from GO to Chance 1.'
    """
    seats = seat_names(before, names)
    player = a.player_of(action)
    doing = _doing(before, action, outcome, after, seats)
    effects = [*_moves(before, action, after, seats), *_money(before, after, seats)]
    effects += _debts(before, after, seats)
    sentence = f"{seats[player]} {doing}"
    return sentence + (": " + ", ".join(effects) if effects else "") + "."


def _doing(before: State, action: int, outcome: int, after: State, seats: Sequence[str]) -> str:
    kind, player = a.kind_of(action), a.player_of(action)
    rules = before.rules
    here = rules.names[before.positions[player]]
    if kind in (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.THROW_FOR_START):
        throw = f"throws {first_die(outcome)} and {second_die(outcome)}"
        if kind == a.THROW_FOR_START:
            starts = after.phase != before.phase
            begins = f"; {seats[after.turn_player]} begins" if starts else ""
            return f"{throw} for the start{begins}"
        if kind == a.ROLL_IN_JAIL and after.in_jail[player]:
            misses = before.jail_time[player] + 1
            return f"{throw}, the third miss" if misses == 3 else f"{throw} and stays in jail"
        return throw
    if kind == a.TRY_PAY_UTIL_RENT:
        able = after.phase != BANKRUPTCY_PREVENTION
        rent = f"{'pays' if able else 'cannot pay'} the rent of {here}"
        if draw_of(before, rules, action) == THROW:
            return f"throws {first_die(outcome)} and {second_die(outcome)} and {rent}"
        return rent
    if kind in (a.PREVENT_BANKRUPTCY_ON_STREET_RENT, a.PREVENT_BANKRUPTCY_ON_RAIL_RENT):
        return f"cannot pay the rent of {here}"
    if kind == a.PREVENT_BANKRUPTCY_ON_TAX:
        return f"cannot pay {here}"
    if kind == a.DRAW_AND_EXECUTE_CHANCE_CARD:
        return f"draws chance, {_card(rules.card_texts[0][card_drawn(outcome)])}"
    if kind == a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD:
        return f"draws community chest, {_card(rules.card_texts[1][card_drawn(outcome)])}"
    if kind == a.AUCTION_PROPERTY:
        return f"does not buy {here}; {_sold(before, action, seats)}"
    if kind == a.CLOSE_AUCTION:
        return _closing(before, after, seats)
    if kind == a.BID:
        return f"bids ${a.number_of(action):,}"
    if kind == a.OFFER_TRADE:
        return "offers " + format_action(before, action, seats).removeprefix("offer ")
    if kind == a.PLACE_BUILDING:
        return f"builds on {rules.names[a.square_of(action)]}"
    if kind in _DOINGS:
        return _DOINGS[kind].format(here=here)
    return _managing(before, action, seats)


def _card(text: str) -> str:
    """What a card says, without the full stop that would end the sentence."""
    return f"“{text.removesuffix('.')}”"


def _sold(before: State, action: int, seats: Sequence[str]) -> str:
    """How a deed that was not bought is auctioned: played, or decided at once."""
    if before.rules.played_auctions:
        return "it is auctioned"
    winner = a.square_of(action) - 1
    return f"{seats[winner]} gets it by auction" if winner >= 0 else "nobody wants it"


def _managing(before: State, action: int, seats: Sequence[str]) -> str:
    """`mortgage "X"` becomes `mortgages X`."""
    text = format_action(before, action, seats).replace('"', "")
    for order, deed in _MANAGING.items():
        if text.startswith(order):
            return deed + text.removeprefix(order)
    return text


def _closing(before: State, after: State, seats: Sequence[str]) -> str:
    """Who got what in the auction that has just been closed."""
    thing = AUCTION_KINDS[before.auction_kind]
    if thing in ("deed", "estate"):
        thing = before.rules.names[before.auction_asset]
    else:
        thing = f"the {thing}"
    winner = before.winner[before.auction_initiator]
    if winner < 0:
        return f"closes the auction; nobody wants {thing}"
    verb = "may place" if after.phase == PLACING else "gets"
    return f"closes the auction; {seats[winner]} {verb} {thing}"


def _moves(before: State, action: int, after: State, seats: Sequence[str]) -> list[str]:
    names = before.rules.names
    moves = []
    for p in range(before.rules.num_players):
        if after.in_jail[p] and not before.in_jail[p] and a.kind_of(action) == a.ROLL_AND_MOVE:
            moves.append("the third doubles")
        if before.positions[p] != after.positions[p]:
            moves.append(f"from {names[before.positions[p]]} to {names[after.positions[p]]}")
    return moves


def _money(before: State, after: State, seats: Sequence[str]) -> list[str]:
    """What everybody paid, then what everybody got."""
    changes = [after.money[p] - before.money[p] for p in range(before.rules.num_players)]
    paid = [f"{seats[p]} -${-change:,}" for p, change in enumerate(changes) if change < 0]
    got = [f"{seats[p]} +${change:,}" for p, change in enumerate(changes) if change > 0]
    return paid + got


def _debts(before: State, after: State, seats: Sequence[str]) -> list[str]:
    if after.phase != BANKRUPTCY_PREVENTION or after.debt_count <= before.debt_count:
        return []
    owed = after.creditor[0]
    creditor = {BANK: "the bank", POT: "the pot"}.get(owed) or seats[owed]
    return [f"{seats[after.debtor[0]]} owes {creditor} ${after.debt_amount[0]:,}"]
