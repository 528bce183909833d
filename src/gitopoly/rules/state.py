"""The state of a game: one flat record of named fields.

A field that is not in use holds its idle value, so that two equal positions are equal field by
field, and byte by byte.
"""

from __future__ import annotations

from gitopoly.rules.codes import (
    DEALING,
    MOST_CARDS,
    MOST_DEBTS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NO_BID,
    NOBODY,
    OPENING,
)
from gitopoly.rules.record import Record, clear, octet, octets, quad, quads
from gitopoly.rules.rules import Rules


class State(Record):
    """A position in a game. Seats and squares are numbered from 0; NOBODY is -1.

    Make one with `initial`, and change it only with `apply`.
    """

    rules: Rules
    """The rules of the game, which never change."""

    turn_player: int = octet()
    phase: int = octet()
    doubles_count: int = octet()
    """Doubles rolled in a row by the turn player."""
    turns: int = quad()
    """Turns that have passed; part of the position only where a turn limit is in force."""

    money: list[int] = quads(MOST_PLAYERS)
    positions: list[int] = octets(MOST_PLAYERS)
    in_jail: list[int] = octets(MOST_PLAYERS)
    jail_time: list[int] = octets(MOST_PLAYERS)
    """Rolls that a jailed player has missed."""
    is_bankrupt: list[int] = octets(MOST_PLAYERS)

    owner: list[int] = octets(MOST_SQUARES, NOBODY)
    level: list[int] = octets(MOST_SQUARES)
    """Building level of each square: 0 bare, 1 to 4 houses, 5 a hotel."""
    mortgaged: list[int] = octets(MOST_SQUARES)
    holdings: list[int] = quads(MOST_PLAYERS)
    """Set of each seat's deeds (by deed index), as `owner` says; see `board`."""
    mortgages: int = quad()
    """Set of the mortgaged deeds, as `mortgaged` says."""
    developed: int = quad()
    """Set of the deeds of all groups on which a building stands, as `level` says."""
    interest_paid: int = quad()
    """Set of mortgaged deeds (by deed index) whose transfer interest was paid in this turn."""

    bank_money: int = quad()
    issued: int = quad()
    """Money that the bank had to make (BANK-1)."""
    pot: int = quad()
    houses_left: int = octet()
    hotels_left: int = octet()

    jail_card_owner: list[int] = octets(2, NOBODY)
    """Who holds the jail card of each deck."""
    unseen: list[int] = quads(2)
    """Set of cards of each deck that nobody has drawn yet."""
    deck: list[int] = octets(2 * MOST_CARDS, NOBODY)
    """Cards of each deck whose place is known, top first; seventeen entries per deck."""
    deck_length: list[int] = octets(2)

    free_4_all_order: list[int] = octets(MOST_PLAYERS, NOBODY)
    """Who still has to conclude, the head first; NOBODY fills the rest."""
    throw: list[int] = octets(2)
    """The roll that is being resolved, where a rule needs it later."""
    rent_rule: int = octet()
    """What the card that moved the token says about the rent."""
    opening: list[int] = octets(MOST_PLAYERS)
    """Rolls for the start as 8 * first + second; 0 not rolled yet, NOBODY out of it."""

    debt_count: int = octet()
    debtor: list[int] = octets(MOST_DEBTS, NOBODY)
    creditor: list[int] = octets(MOST_DEBTS, NOBODY)
    """A seat, BANK or POT."""
    debt_amount: list[int] = quads(MOST_DEBTS)
    next_phase: list[int] = octets(MOST_DEBTS)
    """The phase in which the game continues once the debt is paid."""

    auction_kind: int = octet()
    auction_asset: int = octet(NOBODY)
    auction_initiator: int = octet(NOBODY)
    auction_next_phase: int = octet()
    bid: list[int] = quads(MOST_PLAYERS, NO_BID)
    """Bid of this round, NO_BID while there is none."""
    last_bid: list[int] = quads(MOST_PLAYERS)
    """Bid of the previous round."""
    round: list[int] = quads(MOST_PLAYERS)
    passed: list[int] = octets(MOST_PLAYERS)
    winner: list[int] = octets(MOST_PLAYERS, NOBODY)
    """Whom each seat names as the winner: a seat, UNKNOWN, NONE or ABSENT."""
    estate: int = quad()
    """Set of deeds (by deed index) that wait for their estate auction."""

    offer_from: int = octet(NOBODY)
    offer_to: int = octet(NOBODY)
    offer_deeds: int = quad()
    """Set of deeds (by deed index) that change hands."""
    offer_cards: int = octet()
    """1: the chance jail card changes hands, 2: the community chest one."""
    offer_cash: int = quad()
    """What the proposer adds; negative: what the proposer wants."""
    offer_next_phase: int = octet()
    offers_made: int = octet()
    """Offers in the current window."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        clear(self)

    def copy(self) -> State:
        """An independent copy."""
        twin = State.__new__(State)
        twin.rules = self.rules
        for name in State.FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value[:] if value.__class__ is list else value)
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and not self.difference(other)

    __hash__ = None  # type: ignore[assignment]

    def difference(self, other: State) -> dict[str, tuple[object, object]]:
        """The fields in which two states differ, for messages and tests."""
        return {
            name: (getattr(self, name), getattr(other, name))
            for name in State.FIELDS
            if getattr(self, name) != getattr(other, name)
            and (name != "turns" or self.rules.turn_limit)
        }


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
