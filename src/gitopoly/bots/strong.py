"""`strong` for front ends: its budget, its workspace, and single decisions or whole games.

A budget counts playouts, so that a seeded game is reproducible on any machine.
Compiled and interpreted searches choose alike; interpreted ones are some hundred times slower.
If nothing can be compiled there are no playouts, and static evaluation decides.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from gitopoly.bots import MODULES, STRONG, TRADER, playout, search
from gitopoly.bots.candidate_moves import list_candidates
from gitopoly.bots.candidates import Candidates
from gitopoly.bots.model_weights import shipped_model
from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import MOST_PLAYERS
from gitopoly.kernel.randomness import Generator, next_word, seeded

PLAYOUTS = 200
"""Default number of playouts per decision: some milliseconds on a current core."""
TURNS = 5
"""Turns of each seat after which a playout is cut off and judged."""
WITHOUT_SEARCH = "strong needs the extra `fast` to look ahead; without it, it does not search"


class Positions(list[State]):
    """A list of positions in which assignment copies, as it does for records."""

    def __setitem__(self, place: Any, s: Any) -> None:
        super().__setitem__(place, s.copy())


def able() -> bool:
    """Whether searches can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def without_search(policies: Iterable[str]) -> str:
    """A note for people if a policy cannot search here; empty if all can."""
    return WITHOUT_SEARCH if "strong" in policies and not able() else ""


def compiled_kernel() -> Any:
    """The compiled policies and games."""
    from gitopoly.bots import (
        batch,
        candidate_moves,
        candidates,
        exchanges,
        fixed_point,
        keyed_playouts,
        model_features,
        observation,
        round_playouts,
        static_evaluation,
        trade_pricing,
        win_model,
        worth,
    )
    from gitopoly.bots.generated import choosing
    from gitopoly.kernel import compiled

    policies = [importlib.import_module(f"gitopoly.bots.{name}") for name in MODULES]
    return compiled.compiled_kernel(
        worth,
        trade_pricing,
        *policies,
        choosing,
        observation,
        playout,
        batch,
        static_evaluation,
        fixed_point,
        model_features,
        win_model,
        keyed_playouts,
        round_playouts,
        candidates,
        exchanges,
        candidate_moves,
        search,
    )


PLAIN = SimpleNamespace(
    carry_out=playout.carry_out,
    list_candidates=list_candidates,
    next_word=next_word,
    play_on=playout.play_on,
    search=search.search,
)
"""The interpreted functions, under the names of the compiled ones."""


class Workspace:
    """Everything that a search needs, interpreted or compiled."""

    def __init__(self, rules: Rules, playouts: int, engine: str) -> None:
        self.compiled = engine == "compiled"
        self.budget = self.carried(search.SearchBudget(playouts if able() else 0, TURNS))
        self.model = self.carried(shipped_model())
        self.dice, self.choices = self.carried(seeded(0)), self.carried(seeded(0))
        self.buffer = self.carried(ActionBuffer())
        self.candidates = self.carried(Candidates())
        self.tally = self.carried(playout.PlayoutTally())
        self.policies = self.numbers([TRADER] * MOST_PLAYERS)
        s = initial(rules)
        if self.compiled:
            from gitopoly.kernel import compiled

            self.functions = compiled_kernel()
            self.rules: Any = compiled.rules_record(rules)
            self.states: Any = compiled.records(s, 2)
        else:
            self.functions = PLAIN
            self.rules = rules
            self.states = Positions([s, s])

    def numbers(self, values: list[int]) -> Any:
        """A list of numbers, interpreted or compiled."""
        if not self.compiled:
            return values
        from gitopoly.kernel import compiled

        return compiled.numbers(values)

    def carried(self, source: Any) -> Any:
        """A state, a generator, a buffer …, interpreted or compiled."""
        if not self.compiled:
            return source
        from gitopoly.kernel import compiled

        return compiled.record(source)

    def decide(self, player: int, buffer: Any, generator: Any) -> int:
        """The choice of `strong` in `states[0]` among those listed; forced moves cost nothing."""
        call = self.functions
        call.list_candidates(
            self.states,
            self.rules,
            player,
            buffer,
            self.candidates,
            generator,
        )
        if self.candidates.count == 1:
            return int(self.candidates.actions[0])
        low, high = call.next_word(generator), call.next_word(generator)
        chosen = call.search(
            self.states,
            self.rules,
            self.policies,
            player,
            self.candidates,
            self.budget,
            self.model,
            low,
            high,
            self.dice,
            self.choices,
            self.buffer,
            self.tally,
        )
        return int(chosen)


class Searcher:
    """`strong` for one decision at a time."""

    def __init__(self, playouts: int = PLAYOUTS, engine: str = "auto") -> None:
        self.playouts = playouts
        fastest = "compiled" if able() else "interpreted"
        self.engine = fastest if engine == "auto" else engine
        self._rules: Rules | None = None

    def prepare(self, rules: Rules) -> None:
        """Allocate positions of a game, and compile or load what the first search needs."""
        if self._rules is not rules:
            self._rules = rules
            self.workspace = Workspace(rules, self.playouts, self.engine)
            for name in vars(PLAIN):
                getattr(self.workspace.functions, name)

    def choose(self, s: State, player: int, buffer: ActionBuffer, generator: Generator) -> int:
        """The best of the listed choices, within the budget."""
        self.prepare(s.rules)
        workspace = self.workspace
        workspace.states[0] = workspace.carried(s)
        drawn = workspace.carried(generator)
        code = workspace.decide(player, workspace.carried(buffer), drawn)
        for name in generator.FIELDS:
            setattr(generator, name, int(getattr(drawn, name)))
        return code


class PolicyGame:
    """A game between any policies, played step by step; the same interpreted and compiled."""

    def __init__(
        self, rules: Rules, policies: list[int], generator: Generator, playouts: int, engine: str
    ) -> None:
        self.plain_rules = rules
        self.workspace = workspace = Workspace(rules, playouts, engine)
        self.s = workspace.carried(initial(rules))
        self.tally = workspace.carried(playout.PlayoutTally())
        self._generator = workspace.carried(generator)
        self._policies = workspace.numbers(policies)

    def play(self, most_turns: int, most_actions: int, check: bool) -> int:
        """Continue the game; return why it stopped, as `play_on` does."""
        workspace, call, s, tally = self.workspace, self.workspace.functions, self.s, self.tally
        target = int(tally.actions) + most_actions
        while True:
            status = call.play_on(
                s,
                workspace.rules,
                self._policies,
                self._generator,
                workspace.buffer,
                most_turns,
                target - int(tally.actions),
                check,
                tally,
            )
            if status != playout.ASKED:
                return int(status)
            workspace.states[0] = s
            code = workspace.decide(int(tally.asked), workspace.buffer, self._generator)
            status = call.carry_out(s, workspace.rules, code, self._generator, check, tally)
            if status != playout.PLAYING:
                return int(status)

    @property
    def last(self) -> tuple[int, int]:
        """The last action and its outcome."""
        return int(self.tally.last_action), int(self.tally.last_outcome)

    def state(self) -> State:
        """An independent copy of the current position."""
        if not self.workspace.compiled:
            return State.copy(self.s)
        from gitopoly.kernel import compiled

        return compiled.from_record(self.plain_rules, self.s)


def seconds_of_playouts(clock: Callable[[], float]) -> float:
    """Measure the seconds per playout on this machine, overhead included.

    Classic games of two searching seats are played for a while.
    """
    rules = Rules.of("classic", 2)
    timed = 0.0
    played = 0
    for number in range(2):
        game = PolicyGame(rules, [STRONG] * MOST_PLAYERS, seeded(1, number), PLAYOUTS, "compiled")
        started = clock()
        game.play(24, 1 << 60, False)
        if number > 0:  # the first one loads compiled code
            timed += clock() - started
            played += int(game.workspace.budget.played)
    return timed / max(played, 1)
