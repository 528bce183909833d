"""Two agents under an adjudicator: matches, records, tournaments and ratings.

Start reading at `adjudicator` (what can be done from outside), then `match` (one game), then
`calls` (how an agent is called, and what becomes of its failures).
"""

from gitopoly.arena.adjudicator import Adjudicator
from gitopoly.arena.calls import FAULTS, Fault, Limits
from gitopoly.arena.static import FIELDS, STATIC

__all__ = ["FAULTS", "FIELDS", "STATIC", "Adjudicator", "Fault", "Limits"]
