"""Where an exploration runs: a GPU, or the processor with the same program built for it."""

from __future__ import annotations

import ctypes
import mmap
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from gitopoly.translation import native, nvrtc
from gitopoly.translation.device import device

THREADS = {"begin": 1, "gather": 256, "list_all": 128, "sort": 256, "step": 128, "last_step": 128}
"""Threads of a block of each kernel."""


class CarrierRoom(Protocol):
    """Memory of a carrier, which is 0 at first."""

    def read(self, target: Any) -> Any: ...
    def clear(self) -> None: ...
    @property
    def place(self) -> int: ...


class Carrier(Protocol):
    """What runs the kernels of a program."""

    def room(self, size: int) -> CarrierRoom: ...
    def copy(self, source: Any) -> CarrierRoom: ...
    def launch(self, kernel: str, *arguments: Any) -> None: ...


class GpuRoom:
    """Memory of a GPU."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.memory = device().room(size)
        self.clear()

    @property
    def place(self) -> int:
        return self.memory.address.value

    def read(self, target: Any) -> Any:
        return self.memory.read(target)

    def clear(self) -> None:
        self.memory.clear(self.size)


class Gpu:
    """The first GPU of this machine."""

    def __init__(self, text: str, *options: str) -> None:
        cubin = nvrtc.build(text, device().architecture, options)
        self.functions = {name: device().function(cubin, name) for name in THREADS}
        self.blocks = {
            name: function.blocks_at_once(THREADS[name])
            for name, function in self.functions.items()
        }

    def room(self, size: int) -> CarrierRoom:
        return GpuRoom(size)

    def copy(self, source: Any) -> CarrierRoom:
        found = GpuRoom(ctypes.sizeof(source))
        found.memory.write(source)
        return found

    def launch(self, kernel: str, *arguments: Any) -> None:
        self.functions[kernel].enqueue(self.blocks[kernel], THREADS[kernel], None, *arguments)


class ProcessorRoom:
    """Memory of this process, given by the system when it is first touched."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pages = mmap.mmap(-1, size)
        self.first = ctypes.c_char.from_buffer(self.pages)

    def clear(self) -> None:
        ctypes.memset(self.place, 0, self.size)

    @property
    def place(self) -> int:
        return ctypes.addressof(self.first)

    def read(self, target: Any) -> Any:
        ctypes.memmove(ctypes.byref(target), self.place, ctypes.sizeof(target))
        return target


class Processor:
    """The threads of this machine's processor."""

    def __init__(self, text: str, *flags: str, threads: int | None = None) -> None:
        self.library = ctypes.CDLL(str(native.build(text, flags or native.FAST)))
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads)

    def room(self, size: int) -> CarrierRoom:
        return ProcessorRoom(size)

    def copy(self, source: Any) -> CarrierRoom:
        found = ProcessorRoom(ctypes.sizeof(source))
        ctypes.memmove(found.place, ctypes.byref(source), ctypes.sizeof(source))
        return found

    def launch(self, kernel: str, *arguments: Any) -> None:
        def take_part(thread: int) -> None:
            self.library.take_part(thread, self.threads)
            getattr(self.library, kernel)(*arguments)

        list(self.pool.map(take_part, range(self.threads)))
