"""Where compiled code and other slow-to-build files are cached; needs no compiler."""

from __future__ import annotations

import os
from pathlib import Path

from gitopoly.errors import NoRoom


def cache_folder() -> Path:
    """`GITOPOLY_CACHE`, or Gitopoly's place in the user's cache folder."""
    if chosen := os.environ.get("GITOPOLY_CACHE"):
        return Path(chosen).absolute()
    try:
        # Programs are loaded from there, so a relative one is ignored, as its standard demands.
        given = Path(os.environ.get("XDG_CACHE_HOME", ""))
        base = given if given.is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        raise NoRoom(
            "this user has no home folder; name a folder for compiled code with GITOPOLY_CACHE"
        ) from None
    return base / "gitopoly"
