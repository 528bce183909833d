"""What hands games to the threads of a GPU, built for the processor: one thread plays them all."""

from __future__ import annotations

import ctypes
from typing import Any

from gitopoly.bots import gpu
from gitopoly.bots.simulation import Series
from gitopoly.translation.native import CHECKED, OVERFLOW, build

CUDA_WORDS = """
#define __global__
#define __device__
#define __launch_bounds__(threads, blocks)
#define __shared__ static
#define __syncthreads()
#define __syncwarp()
#define __reduce_add_sync(warp, number) (number)
#define __ballot_sync(warp, truth) ((truth) ? 1u : 0u)
#define __popc __builtin_popcount
struct uint4 { unsigned x, y, z, w; };
struct Place { int x; } threadIdx = {0}, blockDim = {1}, blockIdx = {0};
static int atomicMin(int* place, int number) {
    int before = *place;
    if (number < before) *place = number;
    return before;
}
static unsigned long long atomicAdd(unsigned long long* place, unsigned long long more) {
    unsigned long long before = *place;
    *place += more;
    return before;
}
"""


class Memory:
    """Memory that a processor can read itself."""

    def __init__(self, source: Any) -> None:
        self.kept = type(source).from_buffer_copy(source)

    def read(self, target: Any) -> Any:
        ctypes.memmove(ctypes.byref(target), ctypes.byref(self.kept), ctypes.sizeof(target))
        return target


class Emulated:
    """In the place of a device, and of its one function."""

    def __init__(self, series: Series, *options: str) -> None:
        self.pooled = gpu.is_pooled(series)
        source = CUDA_WORDS + gpu.source_for(series)
        self.library = build(source, (*CHECKED, *OVERFLOW, "-DLANES=1", *options))

    @staticmethod
    def memory(source: Any) -> Memory:
        return Memory(source)

    @staticmethod
    def room(size: int) -> Memory:
        return Memory((ctypes.c_uint64 * (-(-size // 8) + 1))())

    def blocks_at_once(self, threads: int) -> int:
        return 1

    def launch(self, blocks: int, threads: int, *arguments: Any) -> None:
        assert (blocks, threads) == (1, gpu.threads_of_a_block(self.pooled))
        given = [
            ctypes.byref(value.kept) if isinstance(value, Memory) else value for value in arguments
        ]
        ctypes.CDLL(str(self.library)).play_games(*given)
