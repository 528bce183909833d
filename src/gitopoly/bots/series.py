"""Series of games in memory: the same results whatever plays them, in one thread or many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gitopoly.bots import TRADER
from gitopoly.bots.desk import ENDLESS, Desk, Run, clear_run, new_run, policy_numbers
from gitopoly.bots.observation import (
    Counters,
    Observer,
    finish_observing,
    lists_of,
    observe,
    start_observing,
)
from gitopoly.bots.play import INTERRUPTED, STUCK, TERMINATED, VIOLATED, play_on
from gitopoly.bots.win_model import set_weights
from gitopoly.editions import Edition
from gitopoly.engine import ENGINES as CALLED, can_compile, engine_for, entry
from gitopoly.errors import InvalidEngine
from gitopoly.rules import INVARIANTS, State, Taken, initial, tell
from gitopoly.rules.actions import NAMES
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS, NOBODY
from gitopoly.rules.money import winner_of_game
from gitopoly.rules.randomness import Generator, restart, seeded
from gitopoly.rules.record import Wide, become
from gitopoly.rules.rules import Rules

ENGINES = ("auto", *CALLED, "gpu")
WORTH_COMPILING = 5
"""Minimum number of games for the compiled engine to pay off."""
PROGRESS = "Progress"
"""Name of the violation when nobody can act in an unfinished game."""
PLAYOUTS = 200
"""Default number of playouts per decision of `strong`: some milliseconds on a current core."""
FEW_GAMES, PATIENCE = 4, 10
"""Under rules of others, so many games are played in a call, which may take ten times as long:
games of `strong` take seconds."""
HORIZON = 5
"""Turns of each seat after which a playout is cut off and judged."""
WITHOUT_SEARCH = "strong needs the extra `fast` to look ahead; without it, it does not search"

STATUS, WINNER, GAME_TURNS, GAME_ACTIONS, GAME_VIOLATION, LONGEST_TURN = range(6)
"""Places in the result of a game."""
RESULT_LENGTH = 6


@entry
def play_games(
    start: State,
    s: State,
    rules: Rules,
    run: Run,
    low: Wide,
    high: Wide,
    first: Wide,
    count: Wide,
    generator: Generator,
    buffer: ActionBuffer,
    desk: Desk,
    results: list[Wide],
    observed: bool,
    observer: Observer,
    counters: Counters,
) -> None:
    """Play `count` games from a position, with a generator for each, and write their results.

    With `observed`, what happens in them is added to the counters.
    """
    for i in range(count):
        become(s, start)
        clear_run(run)
        restart(generator, low, high, first + i)
        if observed:
            start_observing(s, rules, observer)
            status = play_observed(s, rules, run, generator, buffer, desk, observer, counters)
        else:
            status = play_on(s, rules, run, generator, generator, buffer, desk)
        summarise(s, rules, run, status, i * RESULT_LENGTH, results)
        if observed:
            winner = int(results[i * RESULT_LENGTH + WINNER])
            finish_observing(rules, winner, observer, counters)


def play_observed(
    s: State,
    rules: Rules,
    run: Run,
    generator: Generator,
    buffer: ActionBuffer,
    desk: Desk,
    observer: Observer,
    counters: Counters,
) -> int:
    """Play on as `play_on` does, action by action, and count what happens."""
    most = run.most_actions
    while True:
        done = run.actions
        run.most_actions = done + 1
        status = play_on(s, rules, run, generator, generator, buffer, desk)
        if run.actions > done and status != STUCK:
            observe(s, rules, run.last_action, run.last_outcome, observer, counters)
        if status != INTERRUPTED or run.actions >= most:
            run.most_actions = most
            return status


def summarise(
    s: State, rules: Rules, run: Run, status: int, place: Wide, results: list[Wide]
) -> None:
    """Write the result of a finished game, from a place on."""
    results[place + STATUS] = status
    results[place + WINNER] = winner_of_game(s, rules) if terminated(s, rules) else NOBODY
    results[place + GAME_TURNS] = run.turns
    results[place + GAME_ACTIONS] = run.actions
    results[place + GAME_VIOLATION] = run.violation
    results[place + LONGEST_TURN] = run.longest_turn


@dataclass(frozen=True)
class Series:
    """What to play: everything that the results depend on."""

    edition: str | Edition = "classic"
    players: int | None = None
    policies: tuple[str, ...] = ("random",)
    """One policy for all seats, or one for each."""
    seed: int = 0
    max_turns: int = 1000
    check: bool = True
    options: tuple[tuple[str, Any], ...] = ()
    playouts: int = PLAYOUTS
    """Budget of each decision of `strong`."""
    observed: bool = False
    """Whether to count what happens in the games; the games are the same."""
    max_actions: int = ENDLESS

    @property
    def searches(self) -> bool:
        """Whether a seat looks ahead."""
        return "strong" in self.policies

    def rules(self) -> Rules:
        """The rules of the series."""
        return Rules.of(self.edition, self.players, **dict(self.options))

    def policy_numbers(self) -> tuple[int, ...]:
        """The policy number of each possible seat."""
        return policy_numbers(self.policies, self.rules().num_players)

    def new_run(self) -> Run:
        """How its games are played."""
        return new_run(self.policy_numbers(), self.max_turns, self.max_actions, self.check)


class BotGame(NamedTuple):
    """The result of one game."""

    game: int
    """Its number in the series."""
    status: int
    winner: int
    turns: int
    actions: int
    longest_turn: int
    """Actions in its longest turn."""
    violation: str = ""
    """Name of the invariant that failed, if any."""


@dataclass
class Chunk:
    """Some consecutive games of a series, played."""

    games: list[BotGame] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)
    """How often each action was taken, by its name in the specification."""
    counted: dict[str, list[int]] | None = None
    """What happened in the games, if they were observed: see `Counters`."""


def choose_engine(engine: str, games: int, searches: bool = False) -> str:
    """Choose an engine: `auto` compiles if possible and worth it, as it always is for a search."""
    if engine not in ENGINES:
        raise InvalidEngine(f"there is no engine {engine!r}; choose one of {', '.join(ENGINES)}")
    if engine == "gpu" and searches:
        raise InvalidEngine("strong looks ahead, which the engine gpu does not; choose compiled")
    if engine != "auto":
        return engine
    worth_it = searches or games >= WORTH_COMPILING
    return "compiled" if worth_it and can_compile() else "interpreted"


def without_search(policies: Iterable[str]) -> str:
    """A note for people if a policy cannot search here; empty if all can."""
    return WITHOUT_SEARCH if "strong" in policies and not can_compile() else ""


def new_desk(policies: Sequence[int] = (), playouts: int = PLAYOUTS) -> Desk:
    """A desk for playouts of policies, by default `trader` for all, with dice by turns.

    If nothing can be compiled there are no playouts: interpreted ones take too long.
    """
    desk = Desk()
    desk.playouts = playouts if can_compile() else 0
    desk.horizon = HORIZON
    desk.run.is_keyed = 1
    desk.run.policies = list(policies) or [TRADER] * MOST_PLAYERS
    set_weights(desk.model)
    return desk


def play_chunk(series: Series, engine: str, first: int, count: int) -> Chunk:
    """Play the games `first` to `first + count - 1`."""
    if engine == "gpu":
        from gitopoly.bots.gpu import play_on_gpu

        results, kinds, counters = play_on_gpu(series, first, count)
    else:
        results, kinds, counters = _play(series, engine, first, count)
    rows = zip(*(results[place::RESULT_LENGTH] for place in range(RESULT_LENGTH)), strict=True)
    games = [
        BotGame(game, status, winner, turns, actions, longest, violation_of(status, violation))
        for game, (status, winner, turns, actions, violation, longest) in enumerate(rows, first)
    ]
    counted = lists_of(counters) if series.observed else None
    return Chunk(games, dict(zip(NAMES, kinds, strict=True)), counted)


def _play(
    series: Series, engine: str, first: int, count: int
) -> tuple[list[int], list[int], Counters]:
    """The results of some games one after the other, how often each kind was taken, counters."""
    rules, run = series.rules(), series.new_run()
    results: list[int] = []
    counters = Counters()
    at_once = count if rules.is_shipped else FEW_GAMES
    for begun in range(0, count, at_once):
        found = [0] * (min(at_once, count - begun) * RESULT_LENGTH)
        engine_for(engine, rules, PATIENCE).call(
            play_games,
            initial(rules),
            initial(rules),
            rules,
            run,
            *halves(series.seed),
            first + begun,
            len(found) // RESULT_LENGTH,
            Generator(),
            ActionBuffer(),
            new_desk(playouts=series.playouts),
            found,
            series.observed,
            Observer(),
            counters,
        )
        results += found
    return results, run.kinds, counters


def halves(seed: int) -> tuple[int, int]:
    """The two halves of a seed, as compiled code takes them."""
    return seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF


def violation_of(status: int, invariant: int) -> str:
    """The name of what a game violated, if it did."""
    if status == VIOLATED:
        return INVARIANTS[invariant]
    return PROGRESS if status == STUCK else ""


def play_series(
    series: Series, engine: str, first: int, games: int, jobs: int, size: int
) -> Iterator[Chunk]:
    """Play in chunks of `size` games, `jobs` at a time, in the order of the games.

    Compiled code keeps no lock of Python's, so threads are enough for it.
    """
    starts = range(first, first + games, size)
    counts = [min(size, first + games - start) for start in starts]
    given = [series] * len(starts), [engine] * len(starts), starts, counts
    if jobs <= 1:
        yield from map(play_chunk, *given)
        return
    from gitopoly.processes import processes

    workers = processes if engine == "interpreted" else threads
    with workers(jobs) as pool:
        yield from pool.map(play_chunk, *given)


@contextmanager
def threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """So many threads to submit work to; what has not begun when this is left is dropped."""
    with ThreadPoolExecutor(count) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def moves(series: Series, game: int, start: State | None = None) -> Iterator[Taken]:
    """The moves of a game, one after the other; also from a position that was set up."""
    rules = start.rules if start else series.rules()
    engine = engine_for(choose_engine("auto", 1, series.searches), rules)
    s = start.copy() if start else initial(rules)
    run = series.new_run()
    generator, buffer = seeded(series.seed, game), ActionBuffer()
    desk = new_desk(playouts=series.playouts)
    status = INTERRUPTED
    while status == INTERRUPTED and run.actions < series.max_actions:
        before, done = s.copy(), run.actions
        run.most_actions = done + 1
        status = engine.call(play_on, s, rules, run, generator, generator, buffer, desk)
        if run.actions > done:
            yield Taken(before, run.last_action, run.last_outcome, s.copy())


AT_A_TIME = {"interpreted": 1, "compiled": 100, "native": 100}
"""Behaviours that an engine runs in one call."""


@dataclass
class Behaviours:
    """The results of some random behaviours."""

    engine: str
    count: int = 0
    terminated: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    violation: str = ""
    """Name of the first invariant that failed, if one did."""
    violated_by: int = -1
    """The number of the behaviour in which it did."""


def run_behaviours(series: Series, engine: str, go_on: Callable[[Behaviours], bool]) -> Behaviours:
    """Run the behaviours of a series while `go_on` returns true, or until one fails."""
    found = Behaviours(engine)
    while not found.violation:
        chunk = play_chunk(series, engine, found.count, AT_A_TIME[engine])
        found.count += len(chunk.games)
        found.terminated += sum(game.status == TERMINATED for game in chunk.games)
        found.actions.update(chunk.kinds)
        if broken := next((game for game in chunk.games if game.violation), None):
            found.violation, found.violated_by = broken.violation, broken.game
        if not go_on(found):
            break
    return found


def tell_behaviour(series: Series, number: int) -> list[str]:
    """One behaviour in words, a sentence for each action."""
    return [tell(*move) for move in moves(series, number)]
