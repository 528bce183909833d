"""Trades between peers: Trade3 on logs.

An offer is answered by its number. An acceptance alone moves nothing: the trade takes effect
when the offerer settles it. A withdrawal without the acceptance in its past wins.
"""

from __future__ import annotations

from gitopoly.errors import IllegalAction
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import TRADE
from gitopoly.protocols.position import ProtocolPosition

SETTLE_TRADE = a.LARGEST_KIND
"""The offerer settles an accepted trade; the Monopoly rules have no such action."""
ANSWERS = {
    "AcceptTrade": a.ACCEPT_TRADE,
    "DeclineTrade": a.DECLINE_TRADE,
    "WithdrawTrade": a.WITHDRAW_TRADE,
    "SettleTrade": SETTLE_TRADE,
}
"""Moves about an offer, which they name by its number."""
ANSWER_KINDS = tuple(ANSWERS.values())


def is_open(position: ProtocolPosition, offer: int) -> bool:
    """Whether this offer is still open."""
    return position.state.phase == TRADE and offer == position.offers


def check_answer(position: ProtocolPosition, seat: int, action: int, offer: int) -> None:
    """T3AcceptTrade, T3DeclineTrade, T3WithdrawTrade and T3SettleTrade."""
    s = position.state
    kind = a.kind_of(action)
    if not is_open(position, offer):
        raise IllegalAction(
            "answer", "T3AcceptTrade", f"offer {offer} is not open", key="offer_closed"
        )
    if kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE):
        if seat != s.offer_to:
            raise IllegalAction(
                "answer", "TRADE-4", "the offer was not made to this seat", key="not_addressed"
            )
        if position.accepted:
            raise IllegalAction(
                *("answer", "T3AcceptTrade", "the offer has already been accepted"),
                key="offer_accepted",
            )
        return
    if seat != s.offer_from:
        raise IllegalAction(
            "answer", "TRADE-4", "the offer was not made by this seat", key="not_proposed"
        )
    if kind == SETTLE_TRADE and not position.accepted:
        raise IllegalAction(
            "settle", "T3SettleTrade", "the offer has not been accepted", key="offer_not_accepted"
        )
    if kind == a.WITHDRAW_TRADE and position.accepted:
        raise IllegalAction(
            *("withdraw", "T3WithdrawTrade", "the offer has been accepted, so it must be settled"),
            key="offer_accepted",
        )


def carry_out_answer(position: ProtocolPosition, action: int, offer: int) -> None:
    """Apply an answer; it has no effect if the offer has ended in the meantime."""
    if not is_open(position, offer):
        return
    kind = a.kind_of(action)
    if kind == a.ACCEPT_TRADE:
        position.accepted = True
        return
    s = position.state
    if kind == SETTLE_TRADE:
        end_offer(position, a.action(a.ACCEPT_TRADE, s.offer_to))
    else:
        end_offer(position, action)


def end_offer(position: ProtocolPosition, action: int) -> None:
    """Close an offer that was settled, declined or withdrawn."""
    position.accepted = False
    position.perform(action)
