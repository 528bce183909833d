"""The carriers of the explorer, side by side: what one finds, all must find."""

from __future__ import annotations

import ctypes
import dataclasses
import mmap
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gitopoly.engine import native
from gitopoly.proof.explorer import gpu
from gitopoly.proof.explorer.program import source
from gitopoly.proof.explorer.run import explore, has_compiler
from gitopoly.proof.manifest import Model
from gitopoly.proof.specs.model_config import ExplorationSettings, Search, native_search
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc.output import CheckRun
from gitopoly.rules import Rules
from gitopoly.rules.record import Record, packed

SUITE = load_suite()
MEMORY = 1 << 30
BLOCKED = Rules.of(
    "formal-small", 3, defect_stale_debt=1, starting_money=1, total_money=40, jail_fine=1
)
"""Somebody who goes bankrupt leaves a debt behind, and nobody can move any more."""

Explores = Callable[..., CheckRun]


CUDA_WORDS = """
#include <cstdint>
#define LANES 1
#define __global__
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define __syncthreads()
struct Place { unsigned x; };
static thread_local Place threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};
extern "C" void take_part(unsigned block, unsigned blocks) {
    blockIdx.x = block;
    gridDim.x = blocks;
}
static unsigned long long add_to(unsigned long long* place, unsigned long long more) {
    return __atomic_fetch_add(place, more, __ATOMIC_RELAXED);
}
static uint32_t add_to_small(uint32_t* place, uint32_t more) {
    return __atomic_fetch_add(place, more, __ATOMIC_RELAXED);
}
static uint32_t add_shared(uint32_t* place, uint32_t more) {  // each thread has its own
    uint32_t before = *place;
    *place += more;
    return before;
}
static void set_bits(uint32_t* place, uint32_t bits) {
    __atomic_fetch_or(place, bits, __ATOMIC_RELAXED);
}
static unsigned long long count_one(unsigned long long* place) { return add_to(place, 1); }
static int bits_in(uint32_t bits) { return __builtin_popcount(bits); }
static int lowest_of(uint32_t bits) { return __builtin_ctz(bits); }
"""
"""What CUDA has and a processor has not; a block is one thread."""


class Memory:
    """Memory of this process in the place of a GPU's, given by the system when it is touched."""

    def __init__(self, size: int) -> None:
        self.pages = mmap.mmap(-1, size)
        self.first = ctypes.c_char.from_buffer(self.pages)
        self.address = ctypes.c_uint64(ctypes.addressof(self.first))

    def read(self, size: int) -> bytes:
        return self.pages[:size]

    def clear(self, size: int) -> None:
        assert size <= len(self.pages)
        ctypes.memset(self.address.value, 0, size)


class EmulatedGpu:
    """A device whose kernels are run by the threads of this machine's processor."""

    threads = os.cpu_count() or 1
    pool = ThreadPoolExecutor(threads)
    room = Memory

    def memory(self, source: Record | bytes) -> Memory:
        content = bytes(packed(source)) if isinstance(source, Record) else source
        found = Memory(len(content))
        found.pages[:] = content
        return found

    def function(self, program: ctypes.CDLL, name: str) -> EmulatedKernel:
        return EmulatedKernel(self, program, getattr(program, name))


@dataclasses.dataclass
class EmulatedKernel:
    """One function of a program for a GPU."""

    gpu: EmulatedGpu
    program: ctypes.CDLL
    run: Any

    def blocks_at_once(self, threads: int, most: int | None = None) -> int:
        return self.gpu.threads

    def enqueue(self, blocks: int, threads: int, stream: None, *arguments: Any) -> None:
        given = [each.address if isinstance(each, Memory) else each for each in arguments]

        def take_part(block: int) -> None:
            self.program.take_part(block, blocks)
            self.run(*given)

        list(self.gpu.pool.map(take_part, range(blocks)))


def emulated(
    search: Search, settings: ExplorationSettings | None = None, states: int = 200_000
) -> CheckRun:
    """A run by the kernels of a GPU, on the processor."""
    code, table = gpu.table_for(search, states, MEMORY)
    text = CUDA_WORDS + source(search, code)
    program = native.build(("kernels", text), lambda: text)
    explorer = gpu.GpuExplorer(search, EmulatedGpu(), program, code, table)
    return gpu.explore_and_compare(explorer, settings or ExplorationSettings())


def without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Explore in WebAssembly."""
    monkeypatch.setattr("gitopoly.proof.explorer.run.has_compiler", lambda: False)


@pytest.fixture(params=["threads", "wasm"])
def on_each(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Explores:
    """`explore`, by threads and in WebAssembly."""
    if request.param == "wasm":
        without_compiler(monkeypatch)
    elif not has_compiler():
        pytest.skip("no C++ compiler")
    return explore


def searched(name: str, **changes: object) -> Search:
    """A model of the manifest, or one that differs."""
    return dataclasses.replace(native_search(SUITE, SUITE[name]), **changes)  # type: ignore[arg-type]


def numbers(run: CheckRun) -> tuple[object, ...]:
    """What does not depend on the order of exploration."""
    taken = {branch: count.generated for branch, count in run.branches.items()}
    ends = run.ended, run.stuck
    return run.result, run.generated, run.distinct, run.depth, run.queue, run.levels, ends, taken


def expected(model: Model) -> tuple[int, int, int]:
    """What the manifest says."""
    return model.generated, model.distinct, model.depth
