"""Two agents under an adjudicator: matches, records, tournaments and ratings.

Start reading at `adjudicator` (the public interface), then `matches.match` (one game), then
`matches.calls` (how agents are called, and how their failures are handled).
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gitopoly.arena.adjudicator import Adjudicator
    from gitopoly.arena.matches.calls import FAULTS, AgentFault, ResourceLimits
    from gitopoly.arena.static import FIELDS, STATIC

__all__ = ["FAULTS", "FIELDS", "STATIC", "Adjudicator", "AgentFault", "ResourceLimits"]

_HOMES = {
    "Adjudicator": "adjudicator",
    "FAULTS": "matches.calls",
    "FIELDS": "static",
    "AgentFault": "matches.calls",
    "ResourceLimits": "matches.calls",
    "STATIC": "static",
}


def __getattr__(name: str) -> Any:
    """Import on first use, so that an isolated agent's process starts without the adjudicator."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
