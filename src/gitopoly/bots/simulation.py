"""Series of games in memory: the same results interpreted and compiled, in one process or many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gitopoly.bots import POLICIES, playout
from gitopoly.bots.batch import RESULT_LENGTH, WINNER, summarise
from gitopoly.bots.counters import Counters, Observer, lists_of
from gitopoly.bots.observation import finish_observing, observe, start_observing
from gitopoly.bots.strong import PLAIN, PLAYOUTS, PolicyGame, able, compiled_kernel
from gitopoly.editions import Edition
from gitopoly.errors import InvalidBot, InvalidEngine
from gitopoly.kernel import Rules, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import NAMES as ACTION_NAMES
from gitopoly.kernel.codes import MOST_KINDS, MOST_PLAYERS
from gitopoly.kernel.invariants import NAMES as INVARIANT_NAMES
from gitopoly.kernel.randomness import seeded

ENGINES = ("auto", "interpreted", "compiled", "native", "gpu")
TRANSLATED = ("native", "gpu")
"""Engines whose rules are C++ or CUDA."""
WORTH_COMPILING = 50
"""Minimum number of games for the compiled engine to pay off."""
PROGRESS = "Progress"
"""Name of the violation when nobody can act in an unfinished game."""


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

    @property
    def edition_name(self) -> str:
        """What the edition is called."""
        return self.edition if isinstance(self.edition, str) else self.edition.name

    @property
    def searches(self) -> bool:
        """Whether a seat looks ahead."""
        return "strong" in self.policies

    def rules(self) -> Rules:
        """The rules of the series."""
        return Rules.of(self.edition, self.players, **dict(self.options))

    def policy_numbers(self) -> list[int]:
        """The policy number of each possible seat."""
        unknown = [name for name in self.policies if name not in POLICIES]
        if unknown:
            raise InvalidBot(
                f"there is no policy {unknown[0]!r}; choose one of {', '.join(POLICIES)}"
            )
        seats = self.rules().num_players
        if len(self.policies) not in (1, seats):
            raise InvalidBot(f"give one policy, or one for each of the {seats} seats")
        given = [POLICIES[name] for name in self.policies]
        return (given * seats)[:seats] + [0] * (MOST_PLAYERS - seats)


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
    if engine in TRANSLATED and searches:
        raise InvalidEngine(
            f"strong looks ahead, which the engine {engine} does not; choose compiled"
        )
    if engine != "auto":
        return engine
    return "compiled" if able() and (searches or games >= WORTH_COMPILING) else "interpreted"


def play_chunk(series: Series, engine: str, first: int, count: int) -> Chunk:
    """Play the games `first` to `first + count - 1`."""
    if series.searches:
        return _play_searched(series, engine, first, count)
    if engine == "compiled":
        return _play_compiled(series, first, count)
    if engine in TRANSLATED:
        return _play_translated(series, engine, first, count)
    return _play_interpreted(series, first, count)


def play_series(
    series: Series, engine: str, first: int, games: int, jobs: int, size: int
) -> Iterator[Chunk]:
    """Play in chunks of `size` games, on `jobs` processes, in the order of the games."""
    starts = range(first, first + games, size)
    counts = [min(size, first + games - start) for start in starts]
    if jobs <= 1:
        for start, count in zip(starts, counts, strict=True):
            yield play_chunk(series, engine, start, count)
        return
    from gitopoly.processes import processes

    if engine in ("compiled", "native"):
        prepare(engine, series)  # once here, so that the workers find it in the cache
    with processes(jobs) as pool:
        number = len(counts)
        yield from pool.map(
            play_chunk, [series] * number, [engine] * number, starts, counts, chunksize=1
        )


def steps_to_compile(searches: bool = False) -> list[Callable[[], None]]:
    """The steps left before the compiled engine can start: a few, or hundreds the first time."""
    needed = vars(PLAIN) if searches else ["play_many"]
    return list(compiled_kernel().steps(*needed))


def prepare_compiled() -> Any:
    """Compile, or load from the cache, what the compiled engine needs."""
    return compiled_kernel().play_many


def prepare(engine: str, series: Series) -> None:
    """Build what an engine needs, or load it from the cache."""
    if engine == "compiled":
        prepare_compiled()
    elif engine == "native":
        from gitopoly.bots.native import player

        player()
    elif engine == "gpu":
        from gitopoly.bots import gpu

        gpu.player(series)


def _play_interpreted(series: Series, first: int, count: int) -> Chunk:
    rules = series.rules()
    policies = series.policy_numbers()
    results: list[list[int]] = []
    kinds = [0] * MOST_KINDS
    observer, counters = Observer(), Counters()
    for game in range(first, first + count):
        s = initial(rules)
        tally = playout.PlayoutTally()
        generator, buffer = seeded(series.seed, game), ActionBuffer()
        given = (s, rules, policies, generator, buffer)
        bounds = (series.max_turns, playout.ENDLESS, series.check)
        if series.observed:
            start_observing(s, rules, observer)
            status = playout.play_observed(*given, *bounds, tally, observer, counters)
        else:
            status = playout.play_on(*given, *bounds, tally)
        result = [0] * RESULT_LENGTH
        summarise(s, rules, status, tally, result)
        if series.observed:
            finish_observing(rules, result[WINNER], observer, counters)
        results.append(result)
        kinds = [old + new for old, new in zip(kinds, tally.kinds, strict=True)]
    return _chunk(first, results, kinds, counters if series.observed else None)


def _play_searched(series: Series, engine: str, first: int, count: int) -> Chunk:
    """Play one game after the other: a search is so slow that calls between games do not matter."""
    rules = series.rules()
    results: list[list[int]] = []
    kinds = [0] * MOST_KINDS
    counters = Counters()
    for number in range(first, first + count):
        game = policy_game_of(series, number, engine)
        if series.observed:
            status, observer = _observe_game(game, series, counters)
        else:
            status = game.play(series.max_turns, playout.ENDLESS, series.check)
        result = [0] * RESULT_LENGTH
        summarise(game.state(), rules, status, game.tally, result)
        if series.observed:
            finish_observing(rules, result[WINNER], observer, counters)
        results.append([int(value) for value in result])
        kinds = [old + int(new) for old, new in zip(kinds, game.tally.kinds, strict=True)]
    return _chunk(first, results, kinds, counters if series.observed else None)


def _observe_game(game: PolicyGame, series: Series, counters: Counters) -> tuple[int, Observer]:
    """Play a game action by action and count; returns why it stopped, and what was seen of it."""
    observer = Observer()
    start_observing(game.state(), game.plain_rules, observer)
    while True:
        done = int(game.tally.actions)
        status = game.play(series.max_turns, 1, series.check)
        if game.tally.actions > done and status != playout.STUCK:
            observe(game.state(), game.plain_rules, *game.last, observer, counters)
        if status != playout.INTERRUPTED:
            return status, observer


def policy_game_of(series: Series, number: int, engine: str) -> PolicyGame:
    """One game of a series, to be played step by step."""
    return PolicyGame(
        series.rules(),
        series.policy_numbers(),
        seeded(series.seed, number),
        series.playouts,
        engine,
    )


def _play_compiled(series: Series, first: int, count: int) -> Chunk:
    from gitopoly.kernel import compiled

    rules = series.rules()
    results = compiled.numbers([0] * (count * RESULT_LENGTH))
    kinds = compiled.numbers([0] * MOST_KINDS)
    counters = compiled.record(Counters())
    prepare_compiled()(
        compiled.records(initial(rules), 2),
        compiled.rules_record(rules),
        compiled.numbers(series.policy_numbers()),
        series.seed & 0xFFFFFFFF,
        series.seed >> 32 & 0xFFFFFFFF,
        first,
        count,
        series.max_turns,
        series.check,
        compiled.record(seeded(0)),
        compiled.record(ActionBuffer()),
        compiled.record(playout.PlayoutTally()),
        compiled.numbers([0] * RESULT_LENGTH),
        results,
        kinds,
        series.observed,
        compiled.record(Observer()),
        counters,
    )
    rows = results.reshape(count, RESULT_LENGTH).tolist()
    return _chunk(first, rows, kinds.tolist(), counters if series.observed else None)


def _play_translated(series: Series, engine: str, first: int, count: int) -> Chunk:
    if engine == "gpu":
        from gitopoly.bots.gpu import play_on_gpu as play
    else:
        from gitopoly.bots.native import play_natively as play
    results, kinds, counters = play(series, first, count)
    columns = (results[place::RESULT_LENGTH] for place in range(RESULT_LENGTH))
    return _chunk(first, zip(*columns, strict=True), kinds, counters)


def _chunk(
    first: int, results: Iterable[Sequence[int]], kinds: list[int], counters: Counters | None
) -> Chunk:
    games = [
        BotGame(game, status, winner, turns, actions, longest, _violation(status, violation))
        for game, (status, winner, turns, actions, violation, longest) in enumerate(results, first)
    ]
    counted = None if counters is None else lists_of(counters)
    return Chunk(games, dict(zip(ACTION_NAMES, kinds, strict=False)), counted)


def _violation(status: int, invariant: int) -> str:
    if status == playout.VIOLATED:
        return INVARIANT_NAMES[invariant]
    return PROGRESS if status == playout.STUCK else ""
