"""Files that take long to build, cached by the digest of their inputs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from gitopoly.errors import NoRoom
from gitopoly.kernel.cache import cache_folder

MOST_CACHED = 200
"""How many files are kept; the least recently used go first."""


def cached_file(ingredients: tuple[str, ...], suffix: str, make: Callable[[Path], None]) -> Path:
    """The file built from `ingredients`; `make` writes it if it is missing or damaged.

    Another process's file may be truncated or overwritten, so its name ends in the digest of
    its content: a damaged one counts as missing.
    """
    if found := find_cached(ingredients, suffix):
        return found
    folder, key = _place(ingredients)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _forget(folder)
        with tempfile.TemporaryDirectory(dir=folder, prefix="making-") as making:
            new = Path(making, f"new{suffix}")
            make(new)
            return new.replace(folder / _name(key, new, suffix))
    except OSError as error:
        raise NoRoom(
            f"cannot keep translated code in {folder}: {error.strerror}; free some space, set "
            "GITOPOLY_CACHE to another folder, or use another engine"
        ) from None


def find_cached(ingredients: tuple[str, ...], suffix: str) -> Path | None:
    """The cached file built from `ingredients`, if any; a damaged one is removed."""
    folder, key = _place(ingredients)
    for found in folder.glob(f"{key}-*{suffix}"):
        if found.name == _name(key, found, suffix):
            with contextlib.suppress(OSError):
                os.utime(found)
            return found
        found.unlink(missing_ok=True)
    return None


def _place(ingredients: tuple[str, ...]) -> tuple[Path, str]:
    key = hashlib.sha256(repr(ingredients).encode()).hexdigest()[:32]
    return cache_folder() / "translated", key


def _name(key: str, file: Path, suffix: str) -> str:
    return f"{key}-{hashlib.sha256(file.read_bytes()).hexdigest()[:32]}{suffix}"


def _forget(folder: Path) -> None:
    used = {}
    for file in folder.glob("*-*.*"):
        with contextlib.suppress(FileNotFoundError):  # another process removes it too
            used[file] = file.stat().st_mtime
    for file in sorted(used, key=used.__getitem__, reverse=True)[MOST_CACHED - 1 :]:
        if file.is_file():
            file.unlink(missing_ok=True)
