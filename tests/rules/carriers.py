"""Two engines side by side: one game interpreted, the same one on another engine."""

from __future__ import annotations

from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from gitopoly.bots.desk import Desk, Run, new_run
from gitopoly.bots.play import play_on
from gitopoly.engine import engine_for
from gitopoly.rules import Rules, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import Generator, seeded


class Pair:
    """The same game twice."""

    def __init__(
        self, rules: Rules, engine: str, policy: int = 0, seed: int = 0, game: int = 0
    ) -> None:
        self.rules = rules
        self.plain, self.other = (
            SimpleNamespace(
                engine=engine_for(name, rules),
                s=initial(rules),
                run=new_run([policy] * MOST_PLAYERS, 1000),
                dice=seeded(seed, game),
                choices=seeded(seed + 1, game),
                buffer=ActionBuffer(),
                desk=Desk(),
            )
            for name in ("interpreted", engine)
        )

    def play(self, actions: int, check: bool = False) -> tuple[int, int]:
        """Play on with both; what each says of the end."""
        return self._play(self.plain, actions, check), self._play(self.other, actions, check)

    def _play(self, side: Any, actions: int, check: bool) -> int:
        side.run.most_actions = side.run.actions + actions
        side.run.checks = int(check)
        given = (side.s, self.rules, side.run, side.dice, side.choices, side.buffer, side.desk)
        return int(side.engine.call(play_on, *given))

    def difference(self) -> dict[str, Any]:
        """Whatever differs between the two; empty if nothing does."""
        found: dict[str, Any] = dict(self.plain.s.difference(self.other.s))
        for part, cls in (("dice", Generator), ("choices", Generator), ("run", Run)):
            one, other = getattr(self.plain, part), getattr(self.other, part)
            for path in cls.NUMBERS:
                both = attrgetter(path)(one), attrgetter(path)(other)
                if both[0] != both[1]:
                    found[f"{part}.{path}"] = both
        return found
