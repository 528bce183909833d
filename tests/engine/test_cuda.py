"""Every thread that asks for the GPU may use it: a driver that remembers who has a context."""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gitopoly.engine import cuda
from gitopoly.errors import MissingTool

NO_CONTEXT = 201


class Library:
    """The functions of a driver that need a context, or give one to a thread."""

    def __init__(self) -> None:
        self.current = threading.local()

    def __getattr__(self, name: str) -> Any:
        return lambda *_: 0

    def cuCtxSetCurrent(self, context: ctypes.c_void_p) -> int:
        """Give a context to the thread that calls."""
        self.current.context = context
        return 0

    def cuMemGetInfo_v2(self, *_: object) -> int:
        """Tell how much memory is free."""
        return 0 if getattr(self.current, "context", None) is not None else NO_CONTEXT


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
