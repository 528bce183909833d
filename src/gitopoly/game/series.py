"""Many games between the same players: `simulate` and its results."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any

from gitopoly import editions
from gitopoly.bots.play import TERMINATED
from gitopoly.bots.series import Chunk, Series, choose_engine, play_series as play_policies
from gitopoly.editions import Edition
from gitopoly.errors import InvalidBot, InvalidRun
from gitopoly.game.counting import counted_in
from gitopoly.game.entrants import POLICY, PlayerSpec
from gitopoly.game.match import MOST_TURNS, Match, SeriesPlan, match_of, plan_of
from gitopoly.game.numbers import whole_number
from gitopoly.game.statistics import Statistics, statistics_of
from gitopoly.game.totals import SeriesTotals
from gitopoly.isolation.limits import MEMORY, ResourceLimits
from gitopoly.rules import Rules

CONFIDENCE = 1.96
"""Standard deviations to either side that cover 95 % of a normal distribution."""
IN_A_TASK = 5
"""Games per batch when several processes play."""
MOST_GAMES = 1 << 31
MOST_JOBS = 1024
MOST_TOLD = 20
"""Maximum number of faults described in words; all are counted."""


@dataclass(frozen=True)
class GameSummary:
    """Summary of one game of a series."""

    number: int
    winner: int | None
    """The seat that won; None for a tie or a capped game."""
    capped: bool
    """Whether it was stopped after the maximum number of turns."""
    turns: int
    steps: int
    ranking: tuple[int, ...] = ()
    """The seats, best first; empty where only policies took part."""
    fault_counts: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()
    violation: str = ""
    """An invariant that did not hold, if they were checked."""


@dataclass
class SomeGames:
    """Some consecutive games of a series, and what was counted in them, if anything was."""

    games: list[GameSummary]
    counted: list[dict[str, list[int]]] = field(default_factory=list)


@dataclass(frozen=True)
class SeatRecord:
    """The results of one player in a series.

    >>> import gitopoly
    >>> result = gitopoly.simulate(["sensible", "random"], "formal-small", games=20, seed=1)
    >>> seat = result.seats[0]
    >>> seat.name, seat.wins + result.seats[1].wins + result.ties + result.capped
    ('sensible', 20)
    >>> seat.low < seat.win_rate < seat.high
    True
    """

    name: str
    wins: int
    win_rate: float
    low: float
    """The lower end of the 95 % interval of the win rate (Wilson)."""
    high: float
    faults: int


@dataclass
class Simulation:
    """The results of a series of games; `print` shows them as a table.

    >>> import gitopoly
    >>> result = gitopoly.simulate(["sensible", "random"], "formal-small", games=20, seed=1)
    >>> 0 <= result.win_rate("sensible") <= 1
    True
    >>> print(result.table())  # doctest: +NORMALIZE_WHITESPACE
    20 games of formal-small, seed 1
    player    won  rate  95 % interval  faults
    sensible   ...
    """

    names: tuple[str, ...]
    edition: str
    seed: int
    games: list[GameSummary] = field(default_factory=list)
    plan: SeriesPlan | None = field(default=None, repr=False)
    """What was played, if statistics were asked for."""
    totals: SeriesTotals = field(default_factory=SeriesTotals, repr=False)

    def add(self, batch: SomeGames) -> None:
        """Add some games."""
        self.games += batch.games
        for game in batch.games:
            self.totals.add_game(game.winner, game.turns, game.capped)
        for counted in batch.counted:
            self.totals.add_counters(counted)

    @property
    def statistics(self) -> Statistics:
        """Win rates, landings, rents, income, groups, auctions, the advantage of going first.

        Raises `InvalidRun` if the games were played with `statistics=False`.
        """
        if self.plan is None or not self.plan.observed:
            raise InvalidRun("no statistics were collected; simulate with statistics=True")
        plan = self.plan
        rules = Rules.of(plan.edition, len(plan.who), **dict(plan.options))
        # Equal policies share a row, while players are told apart by their names.
        who = [each.target if each.kind == POLICY else each.name for each in plan.who]
        return statistics_of(self.totals, rules, plan.edition, who)

    @property
    def observed(self) -> bool:
        """Whether there are statistics."""
        return self.plan is not None and self.plan.observed

    @property
    def seats(self) -> tuple[SeatRecord, ...]:
        """Every player, in the order of the seats."""
        return tuple(self._seat(number) for number in range(len(self.names)))

    @property
    def ties(self) -> int:
        """Games tied at the turn limit."""
        ended = [game for game in self.games if not game.capped and not game.violation]
        return sum(game.winner is None for game in ended)

    @property
    def capped(self) -> int:
        """Games stopped after the maximum number of turns."""
        return sum(game.capped for game in self.games)

    @property
    def faults(self) -> tuple[str, ...]:
        """The first faults of players, in words."""
        told = dict.fromkeys(line for game in self.games for line in game.faults)
        return tuple(told)[:MOST_TOLD]

    def win_rate(self, name: str) -> float:
        """The share of all games that a player won; ties and capped games count for nobody."""
        if name not in self.names:
            raise InvalidBot(f"no player {name!r}; the players were {', '.join(self.names)}")
        return self._seat(self.names.index(name)).win_rate

    def table(self) -> str:
        """The result as a table."""
        return table_of(self)

    def __str__(self) -> str:
        return self.table()

    def _seat(self, number: int) -> SeatRecord:
        wins = sum(game.winner == number for game in self.games)
        low, high = interval(wins, len(self.games))
        faults = sum(game.fault_counts[number] for game in self.games if game.fault_counts)
        rate = wins / len(self.games) if self.games else 0.0
        return SeatRecord(self.names[number], wins, rate, low, high, faults)


def interval(wins: int, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share, valid also for few games or no wins.

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, CONFIDENCE**2
    middle = share + square / (2 * games)
    spread = CONFIDENCE * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def table_of(result: Simulation) -> str:
    """Format the results, one line per player."""
    width = max(len("player"), *(len(name) for name in result.names))
    number = len(result.games)
    lines = [
        f"{number:,} game{'' if number == 1 else 's'} of {result.edition}, seed {result.seed}",
        f"{'player':<{width}}  {'won':>6}  {'rate':>6}  {'95 % interval':<16}  faults",
    ]
    for seat in result.seats:
        ends = f"{seat.low:.1%} to {seat.high:.1%}"
        lines.append(
            f"{seat.name:<{width}}  {seat.wins:>6,}  {seat.win_rate:>6.1%}  {ends:<16}  "
            f"{seat.faults:>6,}"
        )
    if result.ties:
        lines.append(f"{'tied':<{width}}  {result.ties:>6,}")
    if result.capped:
        lines.append(f"{'capped':<{width}}  {result.capped:>6,}")
    return "\n".join(lines)


def simulate(
    players: Iterable[PlayerSpec],
    edition: str | PathLike[str] | Edition = "classic",
    *,
    games: int = 100,
    seed: int | None = None,
    jobs: int = 1,
    max_turns: int = MOST_TURNS,
    limits: ResourceLimits | None = None,
    memory: int = MEMORY,
    statistics: bool = True,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> Simulation:
    """Play many games between the same players, who keep their seats.

    A player is the name of a policy, a class, an instance, `file.py:Class` or `module:Class`.
    If all are policies, the kernel plays alone, compiled if that pays off. The same seed
    gives the same games with any number of `jobs`; several processes need players that they
    can import, and `if __name__ == "__main__":` in a script. `progress` is called with the
    number of games played. `statistics=False` leaves out what `result.statistics` tells, which
    takes a tenth of the time.

    >>> import gitopoly
    >>> class Saver(gitopoly.Player):
    ...     def decide(self, game, actions):
    ...         return actions[0]
    >>> result = gitopoly.simulate([Saver, "random"], "formal-small", games=10, seed=1)
    >>> len(result.games), result.seats[0].name
    (10, 'Saver')
    >>> result.statistics.squares[0].name
    'GO'
    """
    games = whole_number("games", games, 1, MOST_GAMES)
    jobs = whole_number("jobs", jobs, 1, MOST_JOBS)
    if progress is not None and not callable(progress):
        raise InvalidRun("progress must be a function that takes the number of games played")
    chosen = secrets.randbits(32) if seed is None else seed
    plan = plan_of(players, edition, chosen, max_turns, limits, memory, options)
    plan = replace(plan, observed=bool(statistics))
    plan.check_players()
    result = Simulation(plan.names, plan.edition.name, plan.seed, plan=plan)
    for batch in play_all(plan, range(games), jobs):
        result.add(batch)
        if progress is not None:
            progress(len(result.games))
    return result


def play_all(plan: SeriesPlan, numbers: range, jobs: int = 1) -> Iterator[SomeGames]:
    """Play the games of the given numbers, in batches, in order."""
    if by_the_kernel(plan):
        yield from _by_the_kernel(plan, numbers, jobs)
        return
    if jobs <= 1:
        with plan.processes() as isolated:
            for number in numbers:
                yield batch_of(plan, number, match_of(plan, number, isolated))
        return
    from gitopoly.processes import processes

    for entrant in plan.who:
        if entrant.in_process and getattr(entrant.target, "__module__", "") == "__main__":
            raise InvalidBot(
                f"{entrant.name} cannot be passed to other processes; give it as file.py:Class"
            )
    tasks = [numbers[i : i + IN_A_TASK] for i in range(0, len(numbers), IN_A_TASK)]
    with processes(min(jobs, len(tasks))) as pool:
        yield from pool.map(play_some, [plan] * len(tasks), tasks, chunksize=1)


def play_some(plan: SeriesPlan, numbers: range) -> SomeGames:
    """Some games of a plan, one after the other."""
    all_of_them = SomeGames([])
    for batch in play_all(plan, numbers):
        all_of_them.games += batch.games
        all_of_them.counted += batch.counted
    return all_of_them


def batch_of(plan: SeriesPlan, number: int, match: Match) -> SomeGames:
    """A game as a batch of its own."""
    counted = [counted_in(match.game)] if plan.observed else []
    return SomeGames([summary_of(plan, number, match)], counted)


def summary_of(plan: SeriesPlan, number: int, match: Match) -> GameSummary:
    """Summarize a game."""
    names, end = plan.names, match.result
    counts = tuple(match.fault_counts.get(name, 0) for name in names)
    return GameSummary(
        number,
        names.index(end.winner) if end is not None and end.winner is not None else None,
        end is None and not match.violation,
        match.turns,
        match.game.steps,
        tuple(map(names.index, match.game.ranking)),
        counts if any(counts) else (),
        tuple(map(str, match.faults[:MOST_TOLD])),
        match.violation,
    )


def by_the_kernel(plan: SeriesPlan) -> bool:
    """Whether the kernel can play alone: only policies take part."""
    return all(entrant.kind == POLICY for entrant in plan.who)


def _by_the_kernel(plan: SeriesPlan, numbers: Sequence[int], jobs: int) -> Iterator[SomeGames]:
    """Play policies only, without a `Game` for each."""
    policies = tuple(entrant.target for entrant in plan.who)
    shipped = editions.is_shipped(plan.edition, dict(plan.options))
    edition = plan.edition.name if shipped else plan.edition
    series = Series(
        edition,
        len(policies),
        policies,
        plan.seed,
        plan.max_turns,
        plan.check,
        plan.options,
        observed=plan.observed,
    )
    engine = choose_engine("auto", len(numbers), series.searches)
    size = 200 if engine == "compiled" else 2
    for chunk in play_policies(series, engine, numbers[0], len(numbers), jobs, size):
        yield SomeGames(_short(chunk), [chunk.counted] if chunk.counted else [])


def _short(chunk: Chunk) -> list[GameSummary]:
    return [
        GameSummary(
            game.game,
            game.winner if game.status == TERMINATED and game.winner >= 0 else None,
            game.status != TERMINATED and not game.violation,
            game.turns,
            game.actions,
            violation=game.violation,
        )
        for game in chunk.games
    ]
