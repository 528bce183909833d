"""The rules of Monopoly: pure functions over a flat state; dice and cards are inputs.

Start reading at `game` (what can be done from outside), then `transition` (one step), then the
module whose name says what you look for: `moving`, `landing`, `auction`, `trade` and so on.
"""

from gitopoly.kernel.game import (
    INVARIANTS,
    BidRange,
    Choice,
    OfferTemplate,
    actors,
    apply,
    card,
    chance_outcomes,
    check_legal,
    dice,
    floor,
    is_legal,
    is_over,
    is_quiet,
    leave,
    legal_actions,
    liquid,
    ranked,
    refusal,
    seat_of,
    turn_number,
    violated_invariants,
    winner,
    worth,
)
from gitopoly.kernel.parsing import parse_action, parse_outcome
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import renew_sets
from gitopoly.kernel.state import State, initial
from gitopoly.kernel.story import tell
from gitopoly.kernel.text import format_action, format_outcome
from gitopoly.kernel.yaml_form import from_yaml, to_yaml

__all__ = [
    "INVARIANTS",
    "BidRange",
    "Choice",
    "OfferTemplate",
    "Rules",
    "State",
    "actors",
    "apply",
    "card",
    "chance_outcomes",
    "check_legal",
    "dice",
    "floor",
    "format_action",
    "format_outcome",
    "from_yaml",
    "initial",
    "is_legal",
    "is_over",
    "is_quiet",
    "leave",
    "legal_actions",
    "liquid",
    "parse_action",
    "parse_outcome",
    "ranked",
    "refusal",
    "renew_sets",
    "seat_of",
    "tell",
    "to_yaml",
    "turn_number",
    "violated_invariants",
    "winner",
    "worth",
]
