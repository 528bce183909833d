"""Players for the tests, as files: each one misbehaves in its own way."""

from pathlib import Path

SOURCE = '''
import os, sys
import gitopoly


class Saver(gitopoly.Player):
    def decide(self, game, actions):
        return actions[0]


class Drawing(gitopoly.Player):
    """Chooses by its own dice, and looks at everything that a view offers."""

    def decide(self, game, actions):
        assert actions == game.actions_of(actions[0].seat), (actions, game.legal_actions)
        assert len(game.history) == game.steps
        str(game), game.to_yaml(), [str(step) for step in game.history]
        return self.random.choice(actions)


class Raising(gitopoly.Player):
    def decide(self, game, actions):
        raise ValueError("no idea")


class Illegal(gitopoly.Player):
    def decide(self, game, actions):
        return "go bankrupt"


class Junk(gitopoly.Player):
    def decide(self, game, actions):
        return {"castle": 1}


class Nothing(gitopoly.Player):
    def decide(self, game, actions):
        pass


class Reading(gitopoly.Player):
    """Reads the cards, and makes one offer again and again."""

    trade = None

    def decide(self, game, actions):
        for step in game.history:
            if step.outcome is not None and step.outcome.card is not None:
                assert step.outcome.card_text
        for seat in game.trade_partners:
            if self.trade is None and game.seats[seat].deeds:
                self.trade = game.offer(to=seat, want=game.seats[seat].deeds[:1])
        return self.trade or "pass"


class Slow(gitopoly.Player):
    def decide(self, game, actions):
        while True:
            pass


class Greedy(gitopoly.Player):
    def decide(self, game, actions):
        return "x" * (1 << 40)


class Dying(gitopoly.Player):
    def decide(self, game, actions):
        os._exit(3)


class Exiting(gitopoly.Player):
    def decide(self, game, actions):
        sys.exit("enough")


class Unmade(Saver):
    def __init__(self):
        raise RuntimeError("not today")


class NoPlayer:
    pass
'''


def written(folder: Path) -> str:
    """The file with these players, in a folder; its path."""
    path = folder / "players.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)
