"""Files that take long to build, cached by the digest of their inputs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from gitopoly.errors import NoRoom
from gitopoly.posix import home_folder, is_private

MOST_CACHED = 200
"""How many files are kept; the least recently used go first."""


def cache_folder() -> Path:
    """`GITOPOLY_CACHE`, or Gitopoly's place in the user's cache folder."""
    if chosen := os.environ.get("GITOPOLY_CACHE"):
        return Path(chosen).absolute()
    # Programs are loaded from there, so a relative one is ignored, as its standard demands.
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not given.is_absolute():
        given = home_folder("compiled code", "GITOPOLY_CACHE") / ".cache"
    return given / "gitopoly"


def cached_file(ingredients: tuple[str, ...], suffix: str, make: Callable[[Path], None]) -> Path:
    """The file built from `ingredients`; `make` writes it if it is missing or damaged.

    Another process's file may be truncated or overwritten, so its name ends in the digest of
    its content: a damaged one counts as missing. That does not tell who wrote it, and it is
    loaded as code, so the folder must be one that only this user can write into.
    """
    folder, key = _place(ingredients)
    try:
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        if found := find_cached(ingredients, suffix):
            return found
        keep_newest(folder, "*-*.*", MOST_CACHED - 1)
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
    """The cached file built from `ingredients`, if any; a damaged one is removed if possible."""
    folder, key = _place(ingredients)
    if folder.exists() and not is_private(folder):
        raise NoRoom(
            f"others than you may write into {folder}, from where code is loaded; remove it, "
            "or set GITOPOLY_CACHE to a folder of your own"
        )
    for found in folder.glob(f"{key}-*{suffix}"):
        with contextlib.suppress(OSError):  # another process removes it, or it cannot be read
            if found.name != _name(key, found, suffix):
                found.unlink()
                continue
            with contextlib.suppress(OSError):  # it cannot be written
                os.utime(found)
            return found
    return None


def _place(ingredients: tuple[str, ...]) -> tuple[Path, str]:
    key = hashlib.sha256(repr(ingredients).encode()).hexdigest()[:32]
    return cache_folder() / "translated", key


def _name(key: str, file: Path, suffix: str) -> str:
    return f"{key}-{hashlib.sha256(file.read_bytes()).hexdigest()[:32]}{suffix}"


def may_be_loaded(file: Path) -> bool:
    """Whether a file is there, and nobody but this user can have written it."""
    return file.is_file() and is_private(file.parent)


def keep_newest(folder: Path, pattern: str, most: int) -> None:
    """Remove all files of a pattern but the most recently used ones."""
    used = {}
    for file in folder.glob(pattern):
        with contextlib.suppress(OSError):  # another process removes it too
            used[file] = file.stat().st_mtime
    for file in sorted(used, key=used.__getitem__, reverse=True)[most:]:
        with contextlib.suppress(OSError):  # or it is a folder
            file.unlink()
