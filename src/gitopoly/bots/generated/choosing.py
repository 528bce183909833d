"""Which function chooses for each policy.

Written by `make generate` from the declarations in the bots; change those, not this.
"""

from gitopoly.bots.choice import choose_by_chance
from gitopoly.bots.generated.numbers import RANDOM, SENSIBLE
from gitopoly.bots.heuristics import choose_by_score
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.fields import Wide
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def choose(
    s: State, rules: Rules, policy: int, player: int, buffer: ActionBuffer, generator: Generator
) -> Wide:
    """The action that a policy takes among the legal ones of a player."""
    if policy == RANDOM or policy == SENSIBLE:
        return choose_by_chance(s, rules, policy, player, buffer, generator)
    return choose_by_score(s, rules, policy, player, buffer, generator)
