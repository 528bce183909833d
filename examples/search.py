"""A search agent: it tries every action on copies of the game and keeps the best on average.

`gitopoly simulate --player examples/search.py:Searcher --player sensible --games 10`
"""

import gitopoly

TRIALS = 4
"""Copies for each action, all with the same dice for every action."""
STEPS = 30
"""Choices that a copy is played on for."""


class Searcher(gitopoly.Player):
    """Looks some choices ahead; in its thoughts everybody plays by a simple rule."""

    def decide(self, game, actions):
        me = actions[0].seat
        options = [
            action for action in actions if action.kind not in ("mortgage", "sell")
        ] or actions
        if len(options) == 1:
            return options[0]
        seeds = [self.random.randrange(1 << 30) for _ in range(TRIALS)]
        return max(options, key=lambda action: sum(self.tried(game, action, me, s) for s in seeds))

    def tried(self, game, action, me, seed):
        """What an action is worth in one copy of the game."""
        trial = game.copy(seed=seed)
        trial.push(action)
        for _ in range(STEPS):
            if not trial.legal_actions:
                break
            trial.push(simple(trial))
        return worth(trial, me) - max(worth(trial, seat) for seat in trial.seats if seat != me)


def simple(game):
    """Buys and builds while it can, and does nothing else that it need not do."""
    wanted = ("buy", "build", "unmortgage", "decline", "pass", "stand", "conclude", "end pre-roll")
    actions = game.legal_actions
    for kind in wanted:
        for action in actions:
            if action.kind == kind:
                return action
    return actions[0]


def worth(game, seat):
    """Cash, deeds at list price, and what their rents promise."""
    if game.seats[seat].bankrupt:
        return -5000
    deeds = [game.board[name] for name in game.seats[seat].deeds]
    return game.seats[seat].cash + sum(deed.price + 4 * (deed.rent or 0) for deed in deeds)
