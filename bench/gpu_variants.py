"""Ways to compile the games for a GPU, timed side by side: `python -m bench.gpu_variants`."""

from __future__ import annotations

import itertools
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

from bench.gpu import SERIES, compare
from gitopoly.bots import gpu
from gitopoly.errors import MissingTool
from gitopoly.translation import nvrtc
from gitopoly.translation.device import device

VARIANTS: dict[str, tuple[str, ...]] = {
    "as it is": (),
    "slices of 8 actions": ("-DSLICE=8",),
    "six blocks for each multiprocessor": ("-DBLOCKS=6",),
    "twelve blocks": ("-DBLOCKS=12",),
    "inlined where the compiler likes": ("-DINLINE=",),
    "loops unrolled where the compiler likes": ("-DUNROLL_NOT=",),
}
WAYS = {"a game for each thread": False, "a pool for each warp": True}
GAMES = 1_048_576


def sources() -> list[str]:
    """The source of each way to hand games to threads."""
    return [gpu.source(SERIES["random"].rules(), pooled, True) for pooled in WAYS.values()]


def built(source: str, architecture: str, options: tuple[str, ...]) -> float:
    """Compile a variant, which is then kept; how long it took."""
    started = time.perf_counter()
    nvrtc.build(source, architecture, options)
    return time.perf_counter() - started


def main() -> None:
    """Compile all variants at once, compare, then time one after the other."""
    try:
        device()
    except MissingTool as missing:
        raise SystemExit(f"nothing is measured; {missing}") from None
    ways = list(itertools.product(zip(WAYS, sources(), strict=True), VARIANTS.items()))
    texts = [source for (_, source), _ in ways]
    options = [given for _, (_, given) in ways]
    architectures = [device().architecture] * len(ways)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        times = list(pool.map(built, texts, architectures, options))
    compare()
    expected: dict[str, Any] = {}
    for ((way, source), (name, given)), seconds in zip(ways, times, strict=True):
        function = gpu.player_of(source, *given)
        blocks = function.blocks_at_once(gpu.THREADS)
        print(f"{way}, {name}: compiled in {seconds:.0f} s, {blocks} blocks", flush=True)
        for policy in ("random", "trader"):
            games = gpu.Games(replace(SERIES[policy], check=False), 0, GAMES)
            started = time.perf_counter()
            games.play(function, WAYS[way])
            seconds = time.perf_counter() - started
            found = games.read()
            same = expected.setdefault(policy, found) == found
            print(
                f"    {policy}: {sum(found[1]) / seconds / 1e6:,.1f} M actions/s, "
                f"{GAMES / seconds:,.0f} games/s, {'same' if same else 'OTHER'} results",
                flush=True,
            )


if __name__ == "__main__":
    main()
