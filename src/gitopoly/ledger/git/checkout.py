"""The newest state of a game in the folder of its seat, for people who look there."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pygit2
from pygit2.enums import CheckoutStrategy

READ_ALONG = (".gitattributes", ".gitignore")
"""Files beside the state that libgit2 reads, whatever they are."""


def check_out(repository: pygit2.Repository) -> None:
    """Write the files of `main` beside the repository, if it is not bare.

    Somebody else may have prepared the folder: libgit2 would write through a link in the place of
    a file, and wait at a pipe.
    """
    if repository.is_bare:
        return
    folder = Path(repository.workdir)
    if any(_is_odd(folder / name) for name in READ_ALONG):
        return
    tree = repository[repository.references["refs/heads/main"].target].peel(pygit2.Tree)
    for name in (str(item.name) for item in tree):
        if _is_odd(folder / name):
            (folder / name).unlink()
    repository.checkout_head(strategy=CheckoutStrategy.FORCE)  # type: ignore[no-untyped-call]


def _is_odd(path: Path) -> bool:
    """Whether something that is neither a file nor a folder is there."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
