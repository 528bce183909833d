"""Trading between peers: Trade3 on logs.

An offer is answered by its number. An acceptance alone moves nothing: the trade takes effect
when the offerer settles it. A withdrawal without the acceptance in its past wins.
"""

from __future__ import annotations

from gitopoly.errors import IllegalAction
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import TRADE
from gitopoly.protocols.position import ProtocolPosition

SETTLE_TRADE = a.LARGEST_KIND
"""The offerer carries out an accepted trade; Monopoly as such has no such action."""
ANSWERS = {
    "AcceptTrade": a.ACCEPT_TRADE,
    "DeclineTrade": a.DECLINE_TRADE,
    "WithdrawTrade": a.WITHDRAW_TRADE,
    "SettleTrade": SETTLE_TRADE,
}
"""Moves that are about an offer, which they name by its number."""
ANSWER_KINDS = tuple(ANSWERS.values())


def is_open(position: ProtocolPosition, offer: int) -> bool:
    """Whether this offer waits for its end."""
    return position.state.phase == TRADE and offer == position.offers


def check_answer(position: ProtocolPosition, seat: int, action: int, offer: int) -> None:
    """T3AcceptTrade, T3DeclineTrade, T3WithdrawTrade and T3SettleTrade."""
    s = position.state
    kind = a.kind_of(action)
    if not is_open(position, offer):
        raise IllegalAction("answer", "T3AcceptTrade", f"offer {offer} is not open")
    if kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE):
        if seat != s.offer_to:
            raise IllegalAction("answer", "TRADE-4", "the offer is not made to this seat")
        if position.accepted:
            raise IllegalAction("answer", "T3AcceptTrade", "the offer is accepted already")
        return
    if seat != s.offer_from:
        raise IllegalAction("answer", "TRADE-4", "the offer is not this seat's")
    if kind == SETTLE_TRADE and not position.accepted:
        raise IllegalAction("settle", "T3SettleTrade", "the offer is not accepted")
    if kind == a.WITHDRAW_TRADE and position.accepted:
        raise IllegalAction(
            "withdraw", "T3WithdrawTrade", "the offer is accepted, so it is settled"
        )


def carry_out_answer(position: ProtocolPosition, action: int, offer: int) -> None:
    """What an answer does; to an offer that has ended meanwhile it does nothing."""
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
    """The offer is carried out, declined or withdrawn."""
    position.accepted = False
    position.perform(action)
