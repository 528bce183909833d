"""All legal actions of a state, in the order of their numbers.

Candidates come from sets of deeds. Each is checked by its own rule, unless its set already implies
what the rule asks; tests compare the list with everything that the rules allow.
"""

from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.board import terminated
from gitopoly.kernel.generated.listing import list_while_playing as list_while_playing
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def list_actions(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """Write the legal actions of one player; a seat that is not at the table has none."""
    buffer.count = 0
    if 0 <= player < rules.num_players and not terminated(s, rules):
        list_while_playing(s, rules, player, buffer)
