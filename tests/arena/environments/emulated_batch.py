"""An environment's CUDA source built for the processor, which runs one thread after the other."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy

from tests.bots.emulated_gpu import Memory, emulation_of


class Tensors:
    """NumPy's arrays in place of PyTorch's tensors."""

    def zeros(self, shape: tuple[int, ...], kind: str) -> Any:
        return numpy.zeros(shape, kind)

    def address(self, array: Any) -> ctypes.c_uint64:
        return ctypes.c_uint64(array.ctypes.data)

    def stream(self) -> None:
        return None

    def content(self, array: Any) -> bytes:
        return bytes(array.tobytes())

    def whole_numbers(self, actions: Any, size: int) -> Any:
        given = numpy.asarray(actions)
        if given.shape != (size,) or given.dtype.kind not in "iu":
            return None
        return numpy.ascontiguousarray(given, numpy.int64)


class Function:
    """A function of the library, called once for each thread."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self.library = library
        self.name = name

    def enqueue(self, blocks: int, threads: int, stream: None, *arguments: Any) -> None:
        given = [
            ctypes.byref(value.kept) if isinstance(value, Memory) else value for value in arguments
        ]
        block = ctypes.c_int.in_dll(self.library, "blockIdx")
        for thread in range(blocks * threads):
            block.value = thread  # the emulated blocks have one thread each
            self.library[self.name](*given)


class Functions:
    """In place of the functions on a GPU; an access outside an array ends the process."""

    def __init__(self, text: str) -> None:
        library = emulation_of(text)
        self.step = Function(library, "step_games")
        self.check = Function(library, "check_actions")
        self.sample = Function(library, "sample_actions")
