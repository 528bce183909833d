"""Where compiled code is kept: a folder of the user, with one folder in it for each version."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from gitopoly.errors import NoRoom


def cache_folder() -> Path:
    """`GITOPOLY_CACHE`, or Gitopoly's place in the user's cache folder."""
    if chosen := os.environ.get("GITOPOLY_CACHE"):
        return Path(chosen)
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        raise NoRoom(
            "this user has no home folder; name a folder for compiled code with GITOPOLY_CACHE"
        ) from None
    return Path(base) / "gitopoly"


def version_folder(digest: str) -> Path | None:
    """The folder of one version, which is made if need be; None where nothing can be made."""
    folder = cache_folder() / digest[:16]
    try:
        if not folder.exists():
            _forget_old_versions(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def _forget_old_versions(base: Path, keep: int = 8) -> None:
    """Every version of the sources leaves a folder behind; only the newest ones stay."""
    folders = [folder for folder in base.glob("*") if re.fullmatch("[0-9a-f]{16}", folder.name)]
    folders.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)
