"""Trades between peers: Trade3 on logs.

An offer is answered by its number. An acceptance alone moves nothing: the trade takes effect
when the offerer settles it. A withdrawal without the acceptance in its past wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.peers.dice import Chain
from gitopoly.peers.moves import ACT, Move, number, refuse_if
from gitopoly.peers.position import ProtocolPosition
from gitopoly.rules import actions as a
from gitopoly.rules.codes import TRADE

ANSWERS = (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE)
"""Actions about an offer, which they name by its number."""


def is_open(position: ProtocolPosition, offer: int) -> bool:
    """Whether this offer is still open."""
    return position.state.phase == TRADE and offer == position.offers


def check_answer(position: ProtocolPosition, seat: int, kind: int, offer: int) -> None:
    """T3AcceptTrade, T3DeclineTrade and T3WithdrawTrade."""
    s = position.state
    refuse_if(not is_open(position, offer), "answer", "T3AcceptTrade", "offer_closed")
    if kind == a.WITHDRAW_TRADE:
        refuse_if(seat != s.offer_from, "withdraw", "TRADE-4", "not_proposed")
        refuse_if(position.accepted, "withdraw", "T3WithdrawTrade", "offer_accepted")
    else:
        refuse_if(seat != s.offer_to, "answer", "TRADE-4", "not_addressed")
        refuse_if(position.accepted, "answer", "T3AcceptTrade", "offer_accepted")


def carry_out_answer(position: ProtocolPosition, action: int, offer: int) -> None:
    """Apply an answer; it has no effect if the offer has ended in the meantime."""
    if is_open(position, offer):
        if a.kind_of(action) == a.ACCEPT_TRADE:
            position.accepted = True
        else:
            position.end_offer(action)


@dataclass(frozen=True)
class SettleTrade(Move):
    """The offerer carries out what was accepted; the rules of Monopoly have no such action."""

    NAME = "SettleTrade"
    QUIET = True
    offer: int = number("Offer")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """T3SettleTrade: by the offerer, once the offer is accepted."""
        refuse_if(not is_open(position, self.offer), "settle", "T3SettleTrade", "offer_closed")
        refuse_if(seat != position.state.offer_from, "settle", "TRADE-4", "not_proposed")
        refuse_if(not position.accepted, "settle", "T3SettleTrade", "offer_not_accepted")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Move everything at once; a withdrawal may have won in the meantime."""
        if is_open(position, self.offer):
            position.end_offer(a.code_of(a.ACCEPT_TRADE, position.state.offer_to))

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> SettleTrade | None:
        """T3SettleTrade: due as soon as the offerer sees the acceptance."""
        s = position.state
        settles = position.draw is None and s.phase == TRADE and position.accepted
        return cls(position.offers) if settles and seat == s.offer_from else None

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """The text for it where the offer has ended; else the trade itself is told."""
        return f"{ACT}.late", {}
