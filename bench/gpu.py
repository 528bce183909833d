"""Games and models on a GPU: compared with the processor, then timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from bench.harness import Bench, Figure
from gitopoly.arena.environments import batch_environment
from gitopoly.bots import gpu
from gitopoly.bots.series import Series, play_chunk
from gitopoly.engine.cuda import device
from gitopoly.errors import MissingTool
from gitopoly.proof.explorer.gpu import explore_on_gpu
from gitopoly.proof.specs.model_config import native_search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc.output import Progress

SERIES = {
    "random": Series("classic", 4, ("random",), 1),
    "trader": Series("classic", 4, ("trader",), 1),
    "mixed": Series("classic", 4, ("trader", "random", "builder", "sensible"), 1),
    "formal": Series("formal", 4, ("random",), 1, max_turns=300),
    "formal-small": Series("formal-small", 4, ("trader", "random", "cautious", "builder"), 1),
    "harbour": Series("harbour", 3, ("builder",), 1, observed=True),
    "london, counted": Series("london", 5, ("random",), 1, observed=True),
    "classic, counted": Series("classic", 4, ("trader",), 1, observed=True),
    "arena": Series("arena", 2, ("trader", "random"), 1),
}
LARGE = "MCMonopolyThirtyPublished"
FIRST, LAST = 1_000_000_000, 8_000_000_000
COMPARED = 2000
"""Games of each series that are compared with the native engine."""
TIMED = 2_097_152
"""Games of a timed run: so many that the last and longest ones hardly matter."""
ROWS = 131_072
"""Games of the environment."""
STEPS = 300


def run(bench: Bench) -> None:
    """Compare, then measure; without a GPU, say so."""
    try:
        device()
    except MissingTool as missing:
        print(f"gpu: nothing is measured; {missing}")
        return
    compare()
    bench.rates(
        {"classic, 4 players, random, GPU, unchecked": (_actions("random"), 1_200_000_000)},
        "actions/s",
    )
    bench.rates(
        {"classic, 4 players, trader, GPU, unchecked": (_games("trader"), 350_000)}, "games/s"
    )
    name = f"environment on a GPU, classic, 4 players, {ROWS:,} games"
    bench.rates({name: (_steps(), 200_000_000)}, "steps/s")
    explore(bench)


def explore(bench: Bench) -> None:
    """A large complete space; `explore_on_gpu` compares its first levels with the processor's."""
    suite = load_suite()
    model = suite[LARGE]
    times: list[tuple[float, int]] = []

    def note(now: Progress) -> None:
        if FIRST <= now.distinct <= LAST:
            times.append((time.perf_counter(), now.distinct))

    run = explore_on_gpu(native_search(suite, model), model.distinct, on_progress=note)
    if (run.generated, run.distinct, run.depth) != (model.generated, model.distinct, model.depth):
        raise SystemExit(f"gpu: {LARGE}: {run.message or 'not the states of the manifest'}")
    (start, first), (end, last) = times[0], times[-1]
    rate = (last - first) / (end - start)
    name = f"{LARGE}, GPU, 1 to 8 billion states, distinct"
    bench.add(Figure(name, (rate,), "states/s", at_least=1e9))
    size = run.bytes_per_state or 0.0
    bench.add(Figure("memory at its end", (size,), "bytes/state", at_most=9.0))


def compare() -> None:
    """Every result of some games, on the GPU and on the processor; a difference ends the run."""
    for name, series in SERIES.items():
        if not same(series):
            raise SystemExit(f"gpu: {name}: the GPU plays other games than the processor")
        print(f"{name}: {COMPARED:,} games on the GPU are those of the processor", flush=True)


def same(series: Series) -> bool:
    """Whether the GPU plays and counts as the processor does."""
    return play_chunk(series, "gpu", 0, COMPARED) == play_chunk(series, "native", 0, COMPARED)


def _played(name: str) -> gpu.Games:
    games = gpu.Games(replace(SERIES[name], check=False), 0, TIMED)
    games.play()
    return games


def _actions(name: str) -> Callable[[], int]:
    return lambda: sum(_played(name).read_kinds())


def _steps() -> Callable[[], int]:
    """Games that are played on from sample to sample, observations and masks included."""
    games = batch_environment(ROWS, "classic", 4, device="cuda")
    games.reset(seed=1)
    for _ in range(STEPS):  # away from the beginning, where little can be done
        games.step(games.sample())

    def play() -> int:
        for _ in range(STEPS):
            shown = games.step(games.sample())
        int(shown.actors[0])  # waits until all is done
        return ROWS * STEPS

    return play


def _games(name: str) -> Callable[[], int]:
    return lambda: _played(name).count
