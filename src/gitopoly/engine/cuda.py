"""A GPU of this machine: machine code by NVIDIA's run-time compiler, and its driver."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.engine.builds import cached_file, find_cached
from gitopoly.errors import MissingExtra, MissingTool
from gitopoly.rules.record import Record, packed

OPTIONS = ("--std=c++17", "--fmad=false")
PURPOSE = "the gpu engine"
PACKAGE = "nvidia-cuda-nvrtc"


def build(source: str, architecture: str, options: tuple[str, ...] = ()) -> Path:
    """Machine code for an architecture such as `sm_90`, built now or cached."""
    given = _ingredients(source, architecture, options)

    def make(target: Path) -> None:
        target.write_bytes(_compiled(source, given[2:]))

    return cached_file(given, ".cubin", make)


def is_built(source: str, architecture: str, options: tuple[str, ...] = ()) -> bool:
    """Whether it is cached; building it takes a minute."""
    return find_cached(_ingredients(source, architecture, options), ".cubin") is not None


def _ingredients(source: str, architecture: str, options: tuple[str, ...]) -> tuple[str, ...]:
    return (source, version(), f"--gpu-architecture={architecture}", *OPTIONS, *options)


def version() -> str:
    """The version of the compiler."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    library().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    return f"{major.value}.{minor.value}"


@cache
def library() -> Any:
    """The compiler, from its package or from a toolkit on this machine."""
    for place in _places():
        with suppress(OSError):
            return ctypes.CDLL(place)
    raise MissingExtra(PURPOSE, PACKAGE, "gpu")


def _places() -> list[str]:
    found: list[str] = []
    package = importlib.util.find_spec("nvidia")
    folders = [Path(folder) for folder in (package and package.submodule_search_locations) or ()]
    for folder in folders:
        found += map(str, sorted(folder.glob("*/lib/libnvrtc.so*"), reverse=True))
        found += map(str, sorted(folder.glob("*/bin/**/nvrtc64_*_0.dll"), reverse=True))
    toolkit = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    found += map(str, sorted(toolkit.glob("lib64/libnvrtc.so*"), reverse=True))
    if by_name := ctypes.util.find_library("nvrtc"):
        found.append(by_name)
    return found


def _compiled(source: str, options: tuple[str, ...]) -> bytes:
    nvrtc = library()
    program = ctypes.c_void_p()
    text = source.encode()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, b"translated.cu", 0, None, None)
    try:
        given = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        if nvrtc.nvrtcCompileProgram(program, len(options), given):
            log = _taken(nvrtc, "ProgramLog", program).decode(errors="replace")
            errors = [line for line in log.splitlines() if "error" in line]
            reason = errors[0] if errors else "no reason is given"
            raise MissingTool(f"NVRTC {version()} cannot compile the translated rules: {reason}")
        return _taken(nvrtc, "CUBIN", program)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def _taken(nvrtc: Any, what: str, program: ctypes.c_void_p) -> bytes:
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    room = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, room)
    return room.raw


ABSENT = "no NVIDIA GPU can be used here"
OTHERWISE = "choose another engine, the results are the same"
MULTIPROCESSORS = 16
MAJOR, MINOR = 75, 76
"""Numbers of attributes of a device: `CU_DEVICE_ATTRIBUTE_…`."""
SHARED_MEMORY = 9
"""Number of an attribute of a function: `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`."""


def device() -> Device:
    """The first GPU of this machine, for the thread that asks."""
    found = _device()
    # Every thread has a context of its own, at first none.
    found.call("cuCtxSetCurrent", found.context)
    return found


@cache
def _device() -> Device:
    return Device()


class Memory:
    """Memory on the GPU, freed when no longer referenced."""

    def __init__(self, owner: Device, size: int) -> None:
        self.device = owner
        self.address = ctypes.c_uint64()
        owner.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(size))

    def write(self, content: bytes | bytearray) -> None:
        """Copy bytes to the GPU."""
        source = (ctypes.c_char * len(content)).from_buffer_copy(content)
        size = ctypes.c_size_t(len(content))
        self.device.call("cuMemcpyHtoD_v2", self.address, ctypes.byref(source), size)

    def read(self, size: int) -> bytes:
        """The first bytes, copied from the GPU once all pending work is done."""
        target = (ctypes.c_char * size)()
        self.device.call(
            "cuMemcpyDtoH_v2", ctypes.byref(target), self.address, ctypes.c_size_t(size)
        )
        return bytes(target)

    def clear(self, size: int) -> None:
        """Fill the first bytes with 0, after all work that was started before."""
        self.device.call("cuMemsetD8_v2", self.address, ctypes.c_ubyte(0), ctypes.c_size_t(size))

    def __del__(self) -> None:
        if self.address.value:
            self.device.driver.cuMemFree_v2(self.address)


def _driver() -> Any:
    for name in ("libcuda.so.1", "nvcuda.dll"):
        with suppress(OSError):
            return ctypes.CDLL(name)
    raise MissingTool(f"{ABSENT}: its driver is not installed; {OTHERWISE}")


class Device:
    """One GPU."""

    def __init__(self) -> None:
        self.driver = _driver()
        self.call("cuInit", 0)
        self.handle, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(self.handle), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.handle)
        self.multiprocessors = self._attribute(MULTIPROCESSORS)
        self.architecture = f"sm_{self._attribute(MAJOR)}{self._attribute(MINOR)}"

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver; a failure becomes a one-line error."""
        if code := getattr(self.driver, name)(*arguments):
            text = ctypes.c_char_p()
            self.driver.cuGetErrorString(code, ctypes.byref(text))
            reason = (text.value or b"unknown error").decode()
            raise MissingTool(f"{ABSENT}: {name}: {reason} ({code}); {OTHERWISE}")

    def _attribute(self, number: int) -> int:
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.handle)
        return value.value

    def free_memory(self) -> int:
        """How many bytes of its memory nobody uses."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value

    def room(self, size: int) -> Memory:
        """This many uninitialised bytes on the GPU."""
        return Memory(self, size)

    def memory(self, source: Record | bytes) -> Memory:
        """Room on the GPU for a record or bytes, with a copy of it."""
        content = packed(source) if isinstance(source, Record) else source
        room = self.room(len(content))
        room.write(content)
        return room

    def function(self, cubin: Path, name: str) -> DeviceFunction:
        """A function of some machine code."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), cubin.read_bytes())
        self.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return DeviceFunction(self, function)


class DeviceFunction:
    """A function that runs on the GPU."""

    def __init__(self, owner: Device, handle: ctypes.c_void_p) -> None:
        self.device = owner
        self.handle = handle

    def prefer_cache(self, shared: int) -> None:
        """Leave this percentage of the fast memory to what threads share, the rest to the cache."""
        self.device.call("cuFuncSetAttribute", self.handle, SHARED_MEMORY, shared)

    def blocks_at_once(self, threads: int, most: int | None = None) -> int:
        """How many blocks of this many threads the GPU runs at a time, `most` on each processor."""
        blocks = ctypes.c_int()
        query = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
        self.device.call(query, ctypes.byref(blocks), self.handle, threads, ctypes.c_size_t(0))
        return min(blocks.value, most or blocks.value) * self.device.multiprocessors

    def launch(self, blocks: int, threads: int, *arguments: Any) -> None:
        """Run it, and wait until it is done."""
        self.enqueue(blocks, threads, None, *arguments)
        self.device.call("cuCtxSynchronize")

    def enqueue(self, blocks: int, threads: int, stream: Any, *arguments: Any) -> None:
        """Run it in its turn on a stream, without waiting."""
        values = [given.address if isinstance(given, Memory) else given for given in arguments]
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values)
        )
        shape = (blocks, 1, 1, threads, 1, 1)
        self.device.call("cuLaunchKernel", self.handle, *shape, 0, stream, pointers, None)
