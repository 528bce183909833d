"""Java's AOT cache: TLC's classes, loaded and verified once for all later runs.

Most models take a second, most of which is Java's start-up.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from gitopoly.engine.builds import cache_folder, may_be_loaded
from gitopoly.errors import NoRoom

MOST_KEPT = 4
"""Java ties a file to the path of its jar, so every environment leaves tens of megabytes behind,
and a killed run leaves half of that."""
MODULE = "Start"
TEXT = """---- MODULE Start ----
EXTENDS Integers, Sequences, FiniteSets, TLC
VARIABLES n, f
Init == n = 0 /\\ f = [p \\in 1..3 |-> {}]
Next == \\E p \\in 1..3 : n < 9 /\\ n' = n + 1 /\\ f' = [f EXCEPT ![p] = @ \\cup {<<n, "n">>}]
TypeOK == n \\in Nat /\\ \\A p \\in DOMAIN f : Cardinality(f[p]) <= n
Spec == Init /\\ [][Next]_<<n, f>> /\\ WF_<<n, f>>(Next)
Ends == <>(n = 9)
Few == n < 5
====
"""
"""A module that makes TLC do a little of everything, and fail in the end."""
CONFIG = "SPECIFICATION Spec\nINVARIANTS TypeOK Few\nPROPERTY Ends\n"


def place_of(java: Path, jar: Path) -> Path | None:
    """The file for this Java and this TLC; another version has another file.

    None for a user without a home folder, and so without a cache.
    """
    marks = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in (java, jar)]
    digest = hashlib.sha256(repr(marks).encode()).hexdigest()[:16]
    try:
        return cache_folder() / f"tlc-{digest}.aot"
    except NoRoom:
        return None


def options_of(place: Path | None) -> list[str]:
    """Java's options to use the cache, silently ignoring one that does not fit.

    Java checks a file's length by default, but crashes on other damage unless told to check. It
    loads code from there, so nothing is used that others may have written.
    """
    silent = ["-Xlog:disable", "-XX:+IgnoreUnrecognizedVMOptions"]
    checked = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifySharedSpaces"]
    if place is None or not may_be_loaded(place):
        return []
    with contextlib.suppress(OSError):
        os.utime(place)
    return [*silent, *checked, f"-XX:AOTCache={place}"]


def options_to_keep(place: Path) -> list[str]:
    """Java's options to write its start-up cache to a file."""
    return ["-Xlog:disable", "-XX:+IgnoreUnrecognizedVMOptions", f"-XX:AOTCacheOutput={place}"]
