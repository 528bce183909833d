"""What runs between peers: dice that nobody can load, auctions, trades, and absent seats.

Each seat writes moves to its own log. A move is checked in the position that its author saw
(`check`), and carried out in any position that includes at least those moves (`carry_out`).
Moves that can be concurrent commute, so that every order of the same moves gives one position.

Start reading at `play`, then the modules, each named after its TLA+ module.
"""

from gitopoly.peers.absence import Objection, Resign, Retire
from gitopoly.peers.dice import Chain, Recommit, Reveal
from gitopoly.peers.moves import Move, move_from_trailers
from gitopoly.peers.orders import GiveOrder
from gitopoly.peers.play import (
    Act,
    Finish,
    carry_out,
    check,
    choices,
    required_move,
    skip,
    waits_for,
)
from gitopoly.peers.position import Draw, ProtocolPosition, Setting
from gitopoly.peers.trade import ANSWERS, SettleTrade

__all__ = [
    "ANSWERS",
    "Act",
    "Chain",
    "Draw",
    "Finish",
    "GiveOrder",
    "Move",
    "Objection",
    "ProtocolPosition",
    "Recommit",
    "Resign",
    "Retire",
    "Reveal",
    "Setting",
    "SettleTrade",
    "carry_out",
    "check",
    "choices",
    "move_from_trailers",
    "required_move",
    "skip",
    "waits_for",
]
