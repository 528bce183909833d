"""Writing files: completely or not at all, and never over someone's work."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from gitopoly.errors import InvalidRulebook

__all__ = ["read_present", "replace_file", "write_new"]


def write_new(path: Path, text: str, *, force: bool = False) -> bool:
    """Write a file; one that exists and differs is only replaced with `force`.

    Returns whether anything was written.
    """
    present = read_present(path)
    if present == text:
        return False
    if present is not None and not force:
        raise InvalidRulebook(f"{path} exists and differs; use --force to replace it")
    replace_file(path, text)
    return True


def replace_file(path: Path, text: str) -> None:
    """Replace a file atomically, so that nobody ever sees half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
        try:
            with open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
                file.write(text)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InvalidRulebook(f"cannot write {path}: {error.strerror or error}") from None


def read_present(path: Path) -> str | None:
    """The current content of a file; None if there is no such file."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidRulebook(f"cannot read {path}: {error.strerror or error}") from None
