"""A small model of win chances: a weighted sum of each seat's features, and shares by its power.

How much a feature weighs depends on the stage of the game. The weights are data (`model.json`),
fitted to games between `trader`s by `make win-chances`.
Written like the kernel, so that it compiles with it.
"""

from gitopoly.bots.fixed_point import ONE, exponential
from gitopoly.bots.model_features import OF_STAGES, ROW, WinModel, stage_at, write_features
from gitopoly.bots.static_evaluation import CERTAIN
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State


def score_seats(s: State, rules: Rules, model: WinModel) -> None:
    """Write the score of every seat that is still in the game."""
    for place in range(ROW):
        model.current[place] = 0
    for stage in range(OF_STAGES):
        share = stage_at(s, rules, stage)
        for place in range(ROW):
            model.current[place] += model.weights[place * OF_STAGES + stage] * share // ONE
    write_features(s, rules, model)
    for player in range(rules.num_players):
        model.scores[player] = 0
        for place in range(ROW):
            product = model.current[place] * model.row[player * ROW + place]
            model.scores[player] += product // ONE


def chance_by_model(s: State, rules: Rules, player: int, model: WinModel) -> int:
    """A seat's chance of winning if all play like `trader`, out of CERTAIN."""
    if s.is_bankrupt[player]:
        return 0
    score_seats(s, rules, model)
    total = 0
    for seat in range(rules.num_players):
        if not s.is_bankrupt[seat]:
            total += exponential(model.scores[seat] - model.scores[player])
    return CERTAIN * ONE // max(total, 1)
