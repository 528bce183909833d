"""The rules of Monopoly: functions that check and carry out actions; dice and cards are inputs.

Start reading at `game` (what can be done from outside), then `step` (one step), then the module
whose name says what you look for: `moving`, `landing`, `auction`, `trade` and so on.
"""

from gitopoly.rules import actions
from gitopoly.rules.board import renew_sets
from gitopoly.rules.game import (
    INVARIANTS,
    LEFT,
    AmountRange,
    Choice,
    OfferTemplate,
    Step,
    Taken,
    actors,
    apply,
    chance_outcomes,
    check_legal,
    floor,
    is_legal,
    is_over,
    leave,
    legal_actions,
    liquid,
    ranked,
    refusal,
    steps,
    turn_number,
    violated_invariant,
    violated_invariants,
    winner,
    worth,
)
from gitopoly.rules.outcomes import card, dice
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State, initial
from gitopoly.rules.story import aside, facts_of, tell
from gitopoly.rules.text import (
    format_action,
    format_outcome,
    from_canonical,
    parse_action,
    to_canonical,
)
from gitopoly.rules.yaml import from_yaml, to_yaml

__all__ = [
    "INVARIANTS",
    "LEFT",
    "AmountRange",
    "Choice",
    "OfferTemplate",
    "Rules",
    "State",
    "Step",
    "Taken",
    "actions",
    "actors",
    "apply",
    "aside",
    "card",
    "chance_outcomes",
    "check_legal",
    "dice",
    "facts_of",
    "floor",
    "format_action",
    "format_outcome",
    "from_canonical",
    "from_yaml",
    "initial",
    "is_legal",
    "is_over",
    "leave",
    "legal_actions",
    "liquid",
    "parse_action",
    "ranked",
    "refusal",
    "renew_sets",
    "steps",
    "tell",
    "to_canonical",
    "to_yaml",
    "turn_number",
    "violated_invariant",
    "violated_invariants",
    "winner",
    "worth",
]
