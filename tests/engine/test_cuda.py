"""What the driver of a GPU is told: by one that remembers contexts, and has memory here."""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gitopoly.engine import cuda
from gitopoly.errors import MissingTool
from gitopoly.rules.record import packed
from tests.engine.samples import Box

NO_CONTEXT = 201


class Library:
    """The functions of a driver that need a context, give one to a thread, or use memory."""

    def __init__(self) -> None:
        self.current = threading.local()
        self.kept: list[Any] = []
        self.launched: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *_: 0

    def cuCtxSetCurrent(self, context: ctypes.c_void_p) -> int:
        """Give a context to the thread that calls."""
        self.current.context = context
        return 0

    def cuMemGetInfo_v2(self, *_: object) -> int:
        """Tell how much memory is free."""
        return 0 if getattr(self.current, "context", None) is not None else NO_CONTEXT

    def cuDeviceGet(self, handle: Any, number: int) -> int:
        """Choose a device."""
        handle._obj.value = number
        return 0

    def cuMemAlloc_v2(self, place: Any, size: Any) -> int:
        """Give memory of this process."""
        self.kept.append((ctypes.c_char * size.value)())
        place._obj.value = ctypes.addressof(self.kept[-1])
        return 0

    def cuMemcpyHtoD_v2(self, place: Any, source: Any, size: Any) -> int:
        """Copy into it."""
        ctypes.memmove(place.value, source, size.value)
        return 0

    def cuMemcpyDtoH_v2(self, target: Any, place: Any, size: Any) -> int:
        """Copy out of it."""
        ctypes.memmove(target, place.value, size.value)
        return 0

    def cuMemsetD8_v2(self, place: Any, value: Any, size: Any) -> int:
        """Fill it."""
        ctypes.memset(place.value, value.value, size.value)
        return 0

    def cuLaunchKernel(self, _: Any, *given: Any) -> int:
        """Note the shape, the shared memory, the stream, and what the arguments hold."""
        *told, pointers, more = given
        held = [ctypes.cast(each, ctypes.POINTER(ctypes.c_uint64)).contents for each in pointers]
        self.launched.append((*told, [each.value for each in held], more))
        return 0


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A driver without a GPU behind it."""
    library = Library()
    monkeypatch.setattr(cuda.ctypes, "CDLL", lambda _: library)
    cuda._device.cache_clear()
    monkeypatch.setattr(cuda, "_device", cuda._device.__wrapped__)
    return library


def test_every_thread_that_asks_has_a_context(library: Library) -> None:
    assert cuda.device().free_memory() == 0
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: cuda.device().free_memory()).result() == 0


def test_without_a_context_a_call_fails_in_one_line(library: Library) -> None:
    found = cuda.device()
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(MissingTool, match=r"cuMemGetInfo_v2: .* \(201\); choose another engine"),
    ):
        pool.submit(found.free_memory).result()


@pytest.mark.usefixtures("library")
def test_memory_holds_what_is_written() -> None:
    first = cuda.device()
    assert first.handle.value == 0
    memory = first.memory(b"abcdef")
    assert memory.read(4) == b"abcd"
    memory.clear(2)
    assert memory.read(6) == b"\0\0cdef"
    box = Box()
    box.row[1] = 7
    assert first.memory(box).read(Box.SIZE) == packed(box)


def test_a_launch_gives_its_shape_and_its_arguments(library: Library) -> None:
    found = cuda.device()
    memory = found.room(8)
    cuda.DeviceFunction(found, ctypes.c_void_p()).launch(3, 64, memory, ctypes.c_int64(7))
    shape = (3, 1, 1, 64, 1, 1)
    assert library.launched == [(*shape, 0, None, [memory.address.value, 7], None)]
