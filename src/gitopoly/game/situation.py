"""Auctions and debts in progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.rules import State
from gitopoly.rules.auction import leads
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION,
    AUCTION_KINDS,
    BANK,
    DEED_AUCTION,
    ESTATE_AUCTION,
    NO_BID,
    POT,
)


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction in progress.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    >>> game.push("roll", dice=(2, 1))
    >>> game.push("auction")
    >>> game.push("Ben: bid 40")
    >>> game.auction.asset, game.auction.bids, game.auction.leader
    ('Baltic Avenue', {'Ann': 0, 'Ben': 40}, 'Ben')
    """

    kind: str
    """The kind of asset: a `deed`, a deed of an `estate`, a `house` or a `hotel`."""
    asset: str
    """The deed, or `house` or `hotel`."""
    bids: dict[str, int]
    """The highest bid of each participant, 0 if none."""
    passed: tuple[str, ...]
    """Who has passed."""
    round: int
    """The round, counted from 1."""
    acted: tuple[str, ...]
    """Who has bid in this round."""
    leader: str | None
    """Whose bid beats all others: the highest one, and in a tie the first after the initiator.

    Nobody's before the first bid; in editions where ties have no leader, nobody's in a tie either.
    """


@dataclass(frozen=True, slots=True)
class Debt:
    """A debt that must be paid before the game continues.

    >>> import gitopoly
    >>> gitopoly.Game("classic").debt is None
    True
    """

    debtor: str
    creditor: str
    """A seat, `the bank` or `the pot`."""
    amount: int


def auction_of(s: State, names: Sequence[str]) -> Auction | None:
    """The auction of a position, if any."""
    if s.phase != AUCTION:
        return None
    asset = AUCTION_KINDS[s.auction_kind]
    if s.auction_kind in (DEED_AUCTION, ESTATE_AUCTION):
        asset = s.rules.names[s.auction_asset]
    present = [seat for seat in range(s.rules.num_players) if s.winner[seat] != ABSENT]
    known = s.copy()
    known.last_bid = [s.last_bid[p] if s.bid[p] == NO_BID else s.bid[p] for p in range(len(s.bid))]
    bids = {names[seat]: known.last_bid[seat] for seat in present}
    passed = tuple(names[seat] for seat in present if s.passed[seat])
    acted = tuple(names[seat] for seat in present if s.bid[seat] != NO_BID)
    leader = next((names[seat] for seat in present if leads(known, s.rules, seat)), None)
    return Auction(AUCTION_KINDS[s.auction_kind], asset, bids, passed, max(s.round), acted, leader)


def debts_of(s: State, names: Sequence[str]) -> tuple[Debt, ...]:
    """All debts of a position, the one due first in front."""
    found = []
    for place in range(s.debt_count):
        owed = s.creditor[place]
        creditor = {BANK: "the bank", POT: "the pot"}.get(owed) or names[owed]
        found.append(Debt(names[s.debtor[place]], creditor, s.debt_amount[place]))
    return tuple(found)
