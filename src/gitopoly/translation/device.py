"""A GPU of this machine, used only through its driver: memory on it, and functions it runs."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.errors import MissingTool

ABSENT = "no NVIDIA GPU can be used here"
OTHERWISE = "choose another engine, the results are the same"
MULTIPROCESSORS = 16
MAJOR, MINOR = 75, 76
"""Numbers of attributes of a device: `CU_DEVICE_ATTRIBUTE_…`."""
SHARED_MEMORY = 9
"""Number of an attribute of a function: `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`."""


@cache
def device() -> Device:
    """The first GPU of this machine."""
    return Device()


class Memory:
    """Memory on the GPU, freed when no longer referenced."""

    def __init__(self, driver: Driver, size: int) -> None:
        self.driver = driver
        self.address = ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(size))

    def write(self, source: Any) -> None:
        """Copy a structure or an array to the GPU."""
        size = ctypes.c_size_t(ctypes.sizeof(source))
        self.driver.call("cuMemcpyHtoD_v2", self.address, ctypes.byref(source), size)

    def read(self, target: Any) -> Any:
        """Copy from the GPU into a structure or an array, once all pending work is done."""
        size = ctypes.c_size_t(ctypes.sizeof(target))
        self.driver.call("cuMemcpyDtoH_v2", ctypes.byref(target), self.address, size)
        return target

    def clear(self, size: int) -> None:
        """Fill the first bytes with 0, after all work that was started before."""
        self.driver.call("cuMemsetD8_v2", self.address, ctypes.c_ubyte(0), ctypes.c_size_t(size))

    def __del__(self) -> None:
        if self.address.value:
            self.driver.library.cuMemFree_v2(self.address)


class Driver:
    """The functions of the driver; a failure becomes a one-line error."""

    def __init__(self) -> None:
        for name in ("libcuda.so.1", "nvcuda.dll"):
            try:
                self.library = ctypes.CDLL(name)
            except OSError:
                continue
            return
        raise MissingTool(f"{ABSENT}: its driver is not installed; {OTHERWISE}")

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver."""
        if code := getattr(self.library, name)(*arguments):
            text = ctypes.c_char_p()
            self.library.cuGetErrorString(code, ctypes.byref(text))
            reason = (text.value or b"unknown error").decode()
            raise MissingTool(f"{ABSENT}: {name}: {reason} ({code}); {OTHERWISE}")


class Device:
    """One GPU."""

    def __init__(self) -> None:
        self.driver = Driver()
        self.driver.call("cuInit", 0)
        self.handle = ctypes.c_int()
        self.driver.call("cuDeviceGet", ctypes.byref(self.handle), 0)
        context = ctypes.c_void_p()
        self.driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.handle)
        self.driver.call("cuCtxSetCurrent", context)
        self.multiprocessors = self._attribute(MULTIPROCESSORS)
        self.architecture = f"sm_{self._attribute(MAJOR)}{self._attribute(MINOR)}"

    def _attribute(self, number: int) -> int:
        value = ctypes.c_int()
        self.driver.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.handle)
        return value.value

    def free_memory(self) -> int:
        """How many bytes of its memory nobody uses."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.driver.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value

    def room(self, size: int) -> Memory:
        """This many uninitialised bytes on the GPU."""
        return Memory(self.driver, size)

    def memory(self, source: Any) -> Memory:
        """Room on the GPU for a structure or an array, with a copy of it."""
        room = Memory(self.driver, ctypes.sizeof(source))
        room.write(source)
        return room

    def function(self, cubin: Path, name: str) -> DeviceFunction:
        """A function of some machine code."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self.driver.call("cuModuleLoadData", ctypes.byref(module), cubin.read_bytes())
        self.driver.call("cuModuleGetFunction", ctypes.byref(function), module, name.encode())
        return DeviceFunction(self, function)


class DeviceFunction:
    """A function that runs on the GPU."""

    def __init__(self, owner: Device, handle: ctypes.c_void_p) -> None:
        self.device = owner
        self.handle = handle

    def prefer_cache(self, shared: int) -> None:
        """Leave this percentage of the fast memory to what threads share, the rest to the cache."""
        self.device.driver.call("cuFuncSetAttribute", self.handle, SHARED_MEMORY, shared)

    def blocks_at_once(self, threads: int) -> int:
        """How many blocks of this many threads the whole GPU runs at a time."""
        blocks = ctypes.c_int()
        query = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
        size = ctypes.c_size_t(0)
        self.device.driver.call(query, ctypes.byref(blocks), self.handle, threads, size)
        return blocks.value * self.device.multiprocessors

    def launch(self, blocks: int, threads: int, *arguments: Any) -> None:
        """Run it, and wait until it is done."""
        self.enqueue(blocks, threads, None, *arguments)
        self.device.driver.call("cuCtxSynchronize")

    def enqueue(self, blocks: int, threads: int, stream: Any, *arguments: Any) -> None:
        """Run it in its turn on a stream, without waiting."""
        values = [given.address if isinstance(given, Memory) else given for given in arguments]
        pointers = (ctypes.c_void_p * len(values))(
            *(ctypes.cast(ctypes.byref(value), ctypes.c_void_p) for value in values)
        )
        shape = (blocks, 1, 1, threads, 1, 1)
        call = self.device.driver.call
        call("cuLaunchKernel", self.handle, *shape, 0, stream, pointers, None)
