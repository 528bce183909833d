"""One step of the game: the action that a code means, checked or carried out.

With `act` false a step only answers whether the action is legal, and if not, why not;
with `act` true it also carries it out. So guards and effects stand together, in the rule's
own function, and nothing else decides what is legal.
"""

from gitopoly.kernel.board import terminated
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.generated.dispatch import attempt as attempt
from gitopoly.kernel.refusals import GAME_OVER
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def step(s: State, rules: Rules, code: Wide, outcome: int, act: bool) -> int:
    """Check an action, or carry it out. Returns LEGAL or the refusal."""
    if terminated(s, rules):
        return GAME_OVER
    return attempt(s, rules, code, outcome, act)
