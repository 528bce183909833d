"""Ways to compile the games for a GPU, timed side by side: `python -m bench.gpu_variants`."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

from bench.gpu import SERIES, compare
from gitopoly.bots import gpu
from gitopoly.bots.observation import lists_of
from gitopoly.engine import cuda
from gitopoly.engine.cuda import device
from gitopoly.errors import MissingTool

VARIANTS: dict[str, tuple[str, ...]] = {
    "as it is": (),
    "slices of 16 actions": ("-DSLICE=16",),
    "slices of 64 actions": ("-DSLICE=64",),
    "1,024 threads for each multiprocessor": ("-DBLOCKS=1024/THREADS",),
    "1,280 threads": ("-DBLOCKS=1280/THREADS",),
    "1,536 threads": ("-DBLOCKS=1536/THREADS",),
    "inlined where the compiler likes": ("-DINLINE=",),
    "loops unrolled where the compiler likes": ("-DUNROLL_NOT=",),
}
WAYS = {
    "random, a game for each thread": ("random", False),
    "random, a pool for each warp": ("random", True),
    "trader, a game for each thread": ("trader", False),
    "trader, a pool for each warp": ("trader", True),
}
GAMES = 1_048_576


def built(source: str, architecture: str, options: tuple[str, ...]) -> float:
    """Compile a variant, which is then kept; how long it took."""
    started = time.perf_counter()
    cuda.build(source, architecture, options)
    return time.perf_counter() - started


def main() -> None:
    """Compile all variants at once, compare, then time one after the other."""
    try:
        device()
    except MissingTool as missing:
        raise SystemExit(f"nothing is measured; {missing}") from None
    sources = {
        way: gpu.source(replace(SERIES[policy], check=False), pooled, True)
        for way, (policy, pooled) in WAYS.items()
    }
    tried = [(way, name) for way in WAYS for name in VARIANTS]
    texts = [sources[way] for way, _ in tried]
    options = [VARIANTS[name] for _, name in tried]
    architectures = [device().architecture] * len(tried)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        times = list(pool.map(built, texts, architectures, options))
    compare()
    expected: dict[str, Any] = {}
    for (way, name), seconds in zip(tried, times, strict=True):
        policy, pooled = WAYS[way]
        function = gpu.player_of(sources[way], pooled, *VARIANTS[name])
        blocks = function.blocks_at_once(gpu.threads_of_a_block(pooled))
        print(f"{way}, {name}: compiled in {seconds:.0f} s, {blocks} blocks", flush=True)
        games = gpu.Games(replace(SERIES[policy], check=False), 0, GAMES)
        started = time.perf_counter()
        games.play(function, pooled)
        seconds = time.perf_counter() - started
        results, kinds, counters = games.read()
        found = results, kinds, lists_of(counters)
        same = expected.setdefault(policy, found) == found
        print(
            f"    {sum(found[1]) / seconds / 1e6:,.1f} M actions/s, "
            f"{GAMES / seconds:,.0f} games/s, {'same' if same else 'OTHER'} results",
            flush=True,
        )


if __name__ == "__main__":
    main()
