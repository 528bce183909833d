"""Ways to compile the games for a GPU, timed side by side: `python -m bench.gpu_variants`."""

from __future__ import annotations

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
    "slices of 4 actions": ("-DSLICE=4",),
    "at most 64 registers": ("--maxrregcount=64",),
    "inlined where the compiler likes": ("-DINLINE=",),
    "nothing inlined": ("-DINLINE=__noinline__",),
    "numbers of the rules as constants": (),
    "the same, at most 64 registers": ("--maxrregcount=64",),
}
FOR_ALL_RULES = 5
"""So many of the variants are for all rules, the others for those of the timed games."""
GAMES = 131_072


def sources() -> list[str]:
    """The source of each variant."""
    own = gpu.source(SERIES["random"].rules())
    return [gpu.source()] * FOR_ALL_RULES + [own] * (len(VARIANTS) - FOR_ALL_RULES)


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
    architectures = [device().architecture] * len(VARIANTS)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        times = pool.map(built, sources(), architectures, VARIANTS.values())
        for name, seconds in zip(VARIANTS, times, strict=True):
            print(f"compiled: {name}, {seconds:.0f} s", flush=True)
    compare()
    expected: dict[str, Any] = {}
    for (name, options), source in zip(VARIANTS.items(), sources(), strict=True):
        function = gpu.player_of(source, *options)
        print(f"{name}, {function.blocks_at_once(gpu.THREADS)} blocks", flush=True)
        for policy in ("random", "trader"):
            for check in (True, False):
                games = gpu.Games(replace(SERIES[policy], check=check), 0, GAMES)
                started = time.perf_counter()
                games.play(function)
                seconds = time.perf_counter() - started
                found = games.read()
                actions = sum(found[1]) / seconds / 1e6
                how = "checked" if check else "unchecked"
                same = expected.setdefault(policy, found) == found
                print(
                    f"    {policy}, {how}: {actions:,.1f} M actions/s, "
                    f"{GAMES / seconds:,.0f} games/s, {'same' if same else 'OTHER'} results",
                    flush=True,
                )


if __name__ == "__main__":
    main()
