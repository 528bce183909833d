"""The state of a game: one flat set of named fields, on two carriers.

`State` is a slotted object whose fields are ints and lists: what play and the ledger use.
`compiled.record` makes a NumPy record with the same field names for compiled code.
A field that is not in use holds its idle value from `FIELDS`,
so that two equal positions are equal field by field, and byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator

from gitopoly.kernel.codes import (
    DEALING,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_BID,
    NOBODY,
    OPENING,
    PRE_ROLL,
)
from gitopoly.kernel.fields import Field
from gitopoly.kernel.rules import Rules

# Widest first, so that every field of the compiled record is aligned.
FIELDS = {
    "money": Field("i4", MOST_PLAYERS, 0),
    "bid": Field("i4", MOST_PLAYERS, NO_BID),
    "last_bid": Field("i4", MOST_PLAYERS, 0),
    "debt_amount": Field("i4", MOST_DEBTS, 0),
    "unseen": Field("i4", 2, 0),
    "bank_money": Field("i4", 0, 0),
    "issued": Field("i4", 0, 0),
    "pot": Field("i4", 0, 0),
    "offer_cash": Field("i4", 0, 0),
    "offer_deeds": Field("i4", 0, 0),
    "estate": Field("i4", 0, 0),
    "interest_paid": Field("i4", 0, 0),
    "turns": Field("i4", 0, 0),
    "mortgages": Field("i4", 0, 0),
    "developed": Field("i4", 0, 0),
    "holdings": Field("i4", MOST_PLAYERS, 0),
    "round": Field("i4", MOST_PLAYERS, 0),
    "owner": Field("i1", MOST_SQUARES, NOBODY),
    "level": Field("i1", MOST_SQUARES, 0),
    "mortgaged": Field("i1", MOST_SQUARES, 0),
    "deck": Field("i1", 2 * MOST_CARDS, NOBODY),
    "deck_length": Field("i1", 2, 0),
    "positions": Field("i1", MOST_PLAYERS, 0),
    "in_jail": Field("i1", MOST_PLAYERS, 0),
    "jail_time": Field("i1", MOST_PLAYERS, 0),
    "is_bankrupt": Field("i1", MOST_PLAYERS, 0),
    "free_4_all_order": Field("i1", MOST_PLAYERS, NOBODY),
    "opening": Field("i1", MOST_PLAYERS, 0),
    "passed": Field("i1", MOST_PLAYERS, 0),
    "winner": Field("i1", MOST_PLAYERS, NOBODY),
    "debtor": Field("i1", MOST_DEBTS, NOBODY),
    "creditor": Field("i1", MOST_DEBTS, NOBODY),
    "next_phase": Field("i1", MOST_DEBTS, 0),
    "throw": Field("i1", 2, 0),
    "turn_player": Field("i1", 0, 0),
    "phase": Field("i1", 0, PRE_ROLL),
    "doubles_count": Field("i1", 0, 0),
    "goojf_ch_owner": Field("i1", 0, NOBODY),
    "goojf_cc_owner": Field("i1", 0, NOBODY),
    "debt_count": Field("i1", 0, 0),
    "rent_rule": Field("i1", 0, 0),
    "houses_left": Field("i1", 0, 0),
    "hotels_left": Field("i1", 0, 0),
    "auction_kind": Field("i1", 0, 0),
    "auction_asset": Field("i1", 0, NOBODY),
    "auction_initiator": Field("i1", 0, NOBODY),
    "auction_next_phase": Field("i1", 0, 0),
    "offer_from": Field("i1", 0, NOBODY),
    "offer_to": Field("i1", 0, NOBODY),
    "offer_cards": Field("i1", 0, 0),
    "offer_next_phase": Field("i1", 0, 0),
    "offers_made": Field("i1", 0, 0),
}


class State:
    """A position in a game. Seats and squares are numbered from 0; NOBODY is -1.

    Make one with `initial`, and change it only with `apply`.
    """

    __slots__ = (*FIELDS, "rules")

    rules: Rules
    """The rules of the game, which never change."""

    turn_player: int
    phase: int
    doubles_count: int
    """Doubles rolled in a row by the turn player."""
    turns: int
    """Turns that have passed; part of the position only where a turn limit is in force."""

    money: list[int]
    positions: list[int]
    in_jail: list[int]
    jail_time: list[int]
    """Rolls that a jailed player has missed."""
    is_bankrupt: list[int]

    owner: list[int]
    level: list[int]
    """Building level of each square: 0 bare, 1 to 4 houses, 5 a hotel."""
    mortgaged: list[int]
    holdings: list[int]
    """Set of each seat's deeds (by deed index), as `owner` says; see `sets`."""
    mortgages: int
    """Set of the mortgaged deeds, as `mortgaged` says."""
    developed: int
    """Set of the deeds of all groups on which a building stands, as `level` says."""
    interest_paid: int
    """Set of mortgaged deeds (by deed index) whose transfer interest was paid in this turn."""

    bank_money: int
    issued: int
    """Money that the bank had to make (BANK-1)."""
    pot: int
    houses_left: int
    hotels_left: int

    goojf_ch_owner: int
    goojf_cc_owner: int
    unseen: list[int]
    """Set of cards of each deck that nobody has drawn yet."""
    deck: list[int]
    """Cards of each deck whose place is known, top first; seventeen entries per deck."""
    deck_length: list[int]

    free_4_all_order: list[int]
    """Who still has to conclude, the head first; NOBODY fills the rest."""
    throw: list[int]
    """The roll that is being resolved, where a rule needs it later."""
    rent_rule: int
    """What the card that moved the token says about the rent."""
    opening: list[int]
    """Rolls for the start as 8 * first + second; 0 not rolled yet, NOBODY out of it."""

    debt_count: int
    debtor: list[int]
    creditor: list[int]
    """A seat, BANK or POT."""
    debt_amount: list[int]
    next_phase: list[int]
    """The phase in which the game continues once the debt is paid."""

    auction_kind: int
    auction_asset: int
    auction_initiator: int
    auction_next_phase: int
    bid: list[int]
    """Bid of this round, NO_BID while there is none."""
    last_bid: list[int]
    """Bid of the previous round."""
    round: list[int]
    passed: list[int]
    winner: list[int]
    """Whom each seat names as the winner: a seat, UNKNOWN, NONE or ABSENT."""
    estate: int
    """Set of deeds (by deed index) that wait for their estate auction."""

    offer_from: int
    offer_to: int
    offer_deeds: int
    """Set of deeds (by deed index) that change hands."""
    offer_cards: int
    """1: the chance jail card changes hands, 2: the community chest one."""
    offer_cash: int
    """What the proposer adds; negative: what the proposer wants."""
    offer_next_phase: int
    offers_made: int
    """Offers in the current window."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        for name, field in FIELDS.items():
            setattr(self, name, [field.idle] * field.length if field.length else field.idle)

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if value.__class__ is list else value)
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._compared())

    __hash__ = None  # type: ignore[assignment]

    def difference(self, other: State) -> dict[str, tuple[object, object]]:
        """The fields in which two states differ, for messages and tests."""
        return {
            name: (getattr(self, name), getattr(other, name))
            for name in self._compared()
            if getattr(self, name) != getattr(other, name)
        }

    def _compared(self) -> Iterator[str]:
        """The fields that make a position what it is."""
        return (name for name in FIELDS if name != "turns" or self.rules.turn_limit)


def initial(rules: Rules) -> State:
    """GAME-7, GAME-8: the state before the first action (TLA+: Init).

    Every token stands on GO; deeds, buildings and jail cards are with the bank.
    HOUSE-3, HOUSE-11: so is all money that neither a player nor Free Parking has.
    """
    s = State(rules)
    for player in range(rules.num_players):
        s.money[player] = rules.starting_money_of(player)
    s.pot = rules.free_parking_seed
    s.bank_money = rules.total_money - sum(s.money) - s.pot
    s.houses_left = rules.houses
    s.hotels_left = rules.hotels
    if rules.decks_keep_order:
        for deck in (0, 1):
            s.unseen[deck] = (1 << rules.deck_size[deck]) - 1
    if rules.starting_deeds:
        s.phase = DEALING
    elif rules.opening_throw:
        s.phase = OPENING
    return s
