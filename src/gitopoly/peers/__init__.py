"""What runs between peers: dice that nobody can load, auctions, trades, and absent seats.

Each seat writes moves to its own log. A move is checked in the position that its author saw
(`check`), and carried out in any position that includes at least those moves (`carry_out`).
Moves that can be concurrent commute, so that every order of the same moves gives one position.

Start reading at `play`, then the modules, each named after its TLA+ module.
"""

from gitopoly.peers.absence import (
    Objection,
    Resign,
    Retire,
    bound,
    can_be_overruled,
    owed_objections,
    voted,
    voters_on,
)
from gitopoly.peers.dice import RESERVE, Chain, Recommit, Reveal
from gitopoly.peers.moves import Entered, Move, P, move_from_trailers
from gitopoly.peers.orders import GiveOrder
from gitopoly.peers.play import (
    Act,
    Finish,
    carry_out,
    check,
    choices,
    owes_confirmation,
    required_move,
    skip,
    waits_for,
)
from gitopoly.peers.position import STAYS, Draw, Order, ProtocolPosition, Setting
from gitopoly.peers.trade import ANSWERS, SettleTrade

__all__ = [
    "ANSWERS",
    "RESERVE",
    "STAYS",
    "Act",
    "Chain",
    "Draw",
    "Entered",
    "Finish",
    "GiveOrder",
    "Move",
    "Objection",
    "Order",
    "P",
    "ProtocolPosition",
    "Recommit",
    "Resign",
    "Retire",
    "Reveal",
    "Setting",
    "SettleTrade",
    "bound",
    "can_be_overruled",
    "carry_out",
    "check",
    "choices",
    "move_from_trailers",
    "owed_objections",
    "owes_confirmation",
    "required_move",
    "skip",
    "voted",
    "voters_on",
    "waits_for",
]
