"""Write what is shipped as WebAssembly, from the sources as they are.

`rules.wasm` is all that is called from outside compiled code, `explorer.wasm` the explorer of
models.

    python -m tools.generate

The same sources and the same compiler give the same bytes. The compiler is `ziglang` from PyPI, in
the version that `constraints.txt` pins; nobody else needs one.
"""

from __future__ import annotations

import hashlib
import importlib
import subprocess
import sys
import tempfile
from pathlib import Path

import gitopoly
from gitopoly.engine import ENTRIES, wasm
from gitopoly.engine.program import source_in_parts
from gitopoly.errors import GitopolyError
from gitopoly.proof.explorer.explorer import ShippedEngine
from gitopoly.proof.explorer.program import shipped_source

SERIES = "gitopoly.bots.series"
MODULES = (SERIES, "gitopoly.arena.environments.rows")
"""Where functions are marked with `@entry`."""
FLAGS = (
    *("c++", "-O2", "-g0", "-std=c++17", "-w", "-fwrapv", "-fno-strict-aliasing"),
    *("-fno-exceptions", "-fno-rtti", "-mbulk-memory", "-fno-jump-tables"),
    *("-Wl,--strip-all", "-Wl,--initial-memory=2097152"),
    *("-Wl,--export=frame", "-Wl,--export=__heap_base"),
)
ALONE = (
    *("-target", "wasm32-freestanding", "-nostdlib", "-Wl,--no-entry"),
    *("-mllvm", "-inline-threshold=350"),
)
"""For a program that needs no library."""
WITH_LIBRARY = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-Wl,-z,stack-size=1048576")
"""For one that has memory and rows of C++; it calls nothing of a system."""
ROOT = Path(gitopoly.__file__).parent
SECTION = b"\0\x50\x0fgitopoly.source"
"""How the section begins that names the digest of the source: its kind, its size, its name."""


def source() -> str:
    """What the rules are made from."""
    for name in MODULES:
        importlib.import_module(name)
    entries = sorted(ENTRIES, key=lambda function: function.__name__)
    # Series of games, which people wait for, are up to a fifth faster in a part of their own.
    return source_in_parts(
        series=[each for each in entries if each.__module__ == SERIES],
        other=[each for each in entries if each.__module__ != SERIES],
    )


def digest_of(text: str) -> str:
    """What the file says of the source that it was built from."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_in(code: bytes) -> str:
    """The digest that some WebAssembly names, behind its first 8 bytes; empty if it names none."""
    named = code[8:].startswith(SECTION)
    return code[8 + len(SECTION) :][:64].decode() if named else ""


def built(text: str, flags: tuple[str, ...] = ALONE) -> bytes:
    """A file, built anew."""
    with tempfile.TemporaryDirectory() as folder:
        file, made = Path(folder, "rules.cpp"), Path(folder, "rules.wasm")
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "ziglang", *FLAGS, *flags, "-o", made.name, file.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit("\n".join(done.stderr.splitlines()[:20]))
        code = made.read_bytes()
        return code[:8] + SECTION + digest_of(text).encode() + code[8:]


def main() -> None:
    """Write each file, unless it is made from these sources already."""
    for name, (written, flags) in FILES.items():
        try:
            text, target = written(), ROOT / name
        except GitopolyError as error:
            raise SystemExit(str(error)) from None
        if target.exists() and digest_in(wasm.shipped(name)) == digest_of(text):
            print(f"{target.name} is up to date")
            continue
        target.write_bytes(built(text, flags))
        print(f"wrote {target.name}: {target.stat().st_size:,} bytes")


FILES = {
    wasm.FILE: (source, ALONE),
    ShippedEngine.file: (shipped_source, WITH_LIBRARY),
}
"""What is shipped: how each is written in C++, and built."""

if __name__ == "__main__":
    main()
