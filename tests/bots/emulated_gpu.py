"""What hands games to the threads of a GPU, built for the processor: one thread plays them all."""

from __future__ import annotations

import ctypes
import hashlib
from typing import Any

from gitopoly.bots import gpu
from gitopoly.bots.series import Series
from gitopoly.engine.native import build
from gitopoly.rules.record import Record, packed
from tests.engine.carriers import CHECKED, OVERFLOW

CUDA_WORDS = """
#define SPACED_VIEWS
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

    def __init__(self, content: bytes | bytearray) -> None:
        self.kept = (ctypes.c_char * len(content)).from_buffer_copy(content)

    def read(self, size: int) -> bytes:
        return bytes(self.kept[:size])


def emulation_of(source: str, *options: str) -> ctypes.CDLL:
    """A program for a GPU as a library; an access outside an array ends the process."""
    digest = hashlib.sha256(source.encode()).hexdigest()
    return build(("emulated", digest), lambda: CUDA_WORDS + source, (*CHECKED, *OVERFLOW, *options))


class Emulated:
    """In the place of a device, and of its one function."""

    def __init__(self, series: Series, *options: str) -> None:
        self.pooled = gpu.is_pooled(series)
        self.library = emulation_of(gpu.source_for(series), "-DLANES=1", *options)

    @staticmethod
    def memory(source: Record | bytes) -> Memory:
        return Memory(packed(source) if isinstance(source, Record) else source)

    @staticmethod
    def room(size: int) -> Memory:
        return Memory(bytes(size + 8))

    def blocks_at_once(self, threads: int) -> int:
        return 1

    def launch(self, blocks: int, threads: int, *arguments: Any) -> None:
        assert (blocks, threads) == (1, gpu.threads_of_a_block(self.pooled))
        given = [
            ctypes.byref(value.kept) if isinstance(value, Memory) else value for value in arguments
        ]
        ctypes.CDLL(self.library._name).play_games(*given)
