"""Which function chooses for each policy.

Written by `make generate` from the declarations in the bots; change those, not this.
"""

from gitopoly.bots.choice import choose_randomly, choose_sensibly
from gitopoly.bots.generated.numbers import RANDOM, SENSIBLE
from gitopoly.bots.judgement import judge
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.randomness import Generator
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def choose(
    s: State, rules: Rules, policy: int, player: int, choices: Choices, generator: Generator
) -> int:
    """The action that a policy takes among the legal ones of a player."""
    if policy == RANDOM:
        return choose_randomly(s, rules, choices, generator)
    if policy == SENSIBLE:
        return choose_sensibly(s, rules, player, choices, generator)
    return judge(s, rules, policy, player, choices, generator)
