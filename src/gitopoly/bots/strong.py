"""`strong` for front ends: its budget, its room to work in, and single decisions or whole games.

A budget counts playouts, so that a game with a seed repeats on any machine.
Compiled and interpreted searches choose alike; interpreted ones are some hundred times slower.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from gitopoly.bots import STRONG, TRADER, playout, search
from gitopoly.bots.candidates import Candidates
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.choices import Choices
from gitopoly.kernel.phases import MOST_PLAYERS
from gitopoly.kernel.randomness import Generator, seeded

PLAYOUTS = 160
"""Playouts for a decision, if nothing else is asked for."""
TURNS = 40
"""Turns of all seats together after which a playout is cut off and judged."""
WITHOUT_SEARCH = "strong needs the extra `fast` to look ahead and plays as trader without it"


class Positions(list[State]):
    """Room for positions where putting one in copies it, as it does for records."""

    def __setitem__(self, place: Any, s: Any) -> None:
        super().__setitem__(place, s.copy())


def able() -> bool:
    """Whether searches can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def twins() -> Any:
    """The compiled policies, and the games that are played by them."""
    from gitopoly.bots import bargain, batch, candidates, choice, judgement, worth
    from gitopoly.kernel import compiled

    return compiled.twins(worth, bargain, judgement, choice, playout, batch, candidates, search)


class Bench:
    """Everything that a search works with, on one of the two carriers."""

    def __init__(self, rules: Rules, playouts: int, engine: str) -> None:
        self.compiled = engine == "compiled"
        self.look = self.carried(search.Look(playouts, TURNS))
        self.inner = self.carried(seeded(0))
        self.choices = self.carried(Choices())
        self.candidates = self.carried(Candidates())
        self.tally = self.carried(playout.Tally())
        s = initial(rules)
        if self.compiled:
            from gitopoly.kernel import compiled

            self.functions = twins()
            self.rules: Any = compiled.rules_record(rules)
            self.states: Any = compiled.records(s, 2)
            self.policies: Any = compiled.numbers([TRADER] * MOST_PLAYERS)
        else:
            self.functions = SimpleNamespace(
                decide=search.decide, play_searching=search.play_searching
            )
            self.rules = rules
            self.states = Positions([s, s])
            self.policies = [TRADER] * MOST_PLAYERS

    def carried(self, source: Any) -> Any:
        """A state, a generator, a sheet … on this bench's carrier."""
        if not self.compiled:
            return source
        from gitopoly.kernel import compiled

        return compiled.record(source)


class Searcher:
    """`strong` for one decision at a time."""

    def __init__(self, playouts: int = PLAYOUTS, engine: str = "compiled") -> None:
        self.playouts = playouts
        self.engine = engine
        self._rules: Rules | None = None

    def choose(self, s: State, player: int, choices: Choices, generator: Generator) -> int:
        """The best of the choices that are listed, by the playouts that it has."""
        if self._rules is not s.rules:
            self._rules = s.rules
            self.bench = Bench(s.rules, self.playouts, self.engine)
        bench = self.bench
        bench.states[0] = bench.carried(s)
        drawn = bench.carried(generator)
        code = bench.functions.decide(
            bench.states,
            bench.rules,
            bench.policies,
            player,
            bench.candidates,
            bench.look,
            drawn,
            bench.inner,
            bench.carried(choices),
            bench.tally,
        )
        for name in generator.FIELDS:
            setattr(generator, name, int(getattr(drawn, name)))
        return int(code)


class SearchedGame:
    """A game in which seats search, played as far as one likes."""

    def __init__(
        self, rules: Rules, policies: list[int], generator: Generator, playouts: int, engine: str
    ) -> None:
        self.plain_rules = rules
        self.bench = bench = Bench(rules, playouts, engine)
        self.s = bench.carried(initial(rules))
        self.tally = bench.carried(playout.Tally())
        self._generator = bench.carried(generator)
        self._policies: Any = policies
        if bench.compiled:
            from gitopoly.kernel import compiled

            self._policies = compiled.numbers(policies)

    def play(self, most_turns: int, most_actions: int, check: bool) -> int:
        """Play on; says why it stopped, as `play_on` does."""
        bench = self.bench
        return int(
            bench.functions.play_searching(
                self.s,
                bench.states,
                bench.rules,
                self._policies,
                bench.policies,
                self._generator,
                bench.inner,
                bench.choices,
                bench.candidates,
                bench.look,
                most_turns,
                most_actions,
                check,
                self.tally,
                bench.tally,
            )
        )

    def state(self) -> State:
        """The position now, as a state of its own."""
        if not self.bench.compiled:
            return State.copy(self.s)
        from gitopoly.kernel import compiled

        return compiled.from_record(self.plain_rules, self.s)


def playouts_within(seconds: float, clock: Callable[[], float]) -> int:
    """How many playouts a decision can have in a time on this machine: measure it once.

    Classic games of two searching seats are played for a while, and the time is shared out.
    """
    rules = Rules.of("classic", 2)
    timed = 0.0
    played = 0
    for number in range(4):
        game = SearchedGame(rules, [STRONG] * MOST_PLAYERS, seeded(1, number), 64, "compiled")
        started = clock()
        game.play(50, 1 << 60, False)
        if number > 0:  # the first one loads what is compiled
            timed += clock() - started
            played += int(game.bench.look.played)
    return max(1, int(played * seconds / timed))
