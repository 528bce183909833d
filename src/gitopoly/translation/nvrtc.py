"""Machine code for a GPU from CUDA source, by NVIDIA's run-time compiler; no GPU is needed."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
from functools import cache
from pathlib import Path
from typing import Any

from gitopoly.errors import MissingExtra, MissingTool
from gitopoly.translation.build_cache import cached_file, find_cached

OPTIONS = ("--std=c++17", "--fmad=false")
PURPOSE = "the gpu engine"
PACKAGE = "nvidia-cuda-nvrtc"


def build(source: str, architecture: str, options: tuple[str, ...] = ()) -> Path:
    """Machine code for an architecture such as `sm_90`, built now or cached."""
    given = _given(architecture, options)

    def make(target: Path) -> None:
        target.write_bytes(_compiled(source, given))

    return cached_file((source, *given, version()), ".cubin", make)


def is_built(source: str, architecture: str, options: tuple[str, ...] = ()) -> bool:
    """Whether it is cached; building it takes a minute."""
    kept = (source, *_given(architecture, options), version())
    return find_cached(kept, ".cubin") is not None


def _given(architecture: str, options: tuple[str, ...]) -> tuple[str, ...]:
    return (f"--gpu-architecture={architecture}", *OPTIONS, *options)


def version() -> str:
    """The version of the compiler."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    library().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    return f"{major.value}.{minor.value}"


@cache
def library() -> Any:
    """The compiler, from its package or from a toolkit on this machine."""
    for place in _places():
        try:
            return ctypes.CDLL(place)
        except OSError:
            continue
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
