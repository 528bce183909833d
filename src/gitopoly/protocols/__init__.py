"""What runs between peers: dice that nobody can load, auctions, trades, and absent seats.

Each seat writes moves to its own log. A move is checked in the position that its author saw
(`check`), and carried out in any position that includes at least those moves (`carry_out`).
Moves that can be concurrent commute, so that every order of the same moves gives one position.

Start reading at `play`, then the modules, each named after its TLA+ module.
"""

from gitopoly.protocols.absence import Objection, Resign, Retire
from gitopoly.protocols.acting import Act, Finish
from gitopoly.protocols.dice import Chain, Recommit, Reveal
from gitopoly.protocols.moves import Move, move_from_trailers, move_to_trailers
from gitopoly.protocols.orders import GiveOrder
from gitopoly.protocols.play import (
    carry_out,
    check,
    choices,
    required_move,
    skip,
    waits_for,
)
from gitopoly.protocols.position import Draw, ProtocolPosition, Setting

__all__ = [
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
    "carry_out",
    "check",
    "choices",
    "move_from_trailers",
    "move_to_trailers",
    "required_move",
    "skip",
    "waits_for",
]
