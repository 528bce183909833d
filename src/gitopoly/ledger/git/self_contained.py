"""Whether a game's folder holds all that opening it reads and writes, and nothing that blocks.

A folder may be a copy that somebody else has prepared. Git reads whatever its settings name,
and waits for ever at a pipe; a link in the place of a file makes us write elsewhere.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git.ref_files import LARGEST_CONFIG
from gitopoly.ledger.git.untrusted import Damaged, read_regular

READ_BY_GIT = (
    *("HEAD", "config", "config.worktree", "packed-refs", "shallow", "index"),
    *("info/grafts", "info/attributes", "info/exclude"),
)
"""Files that it opens without looking what they are."""
BORROWED = ("objects/info/alternates", "objects/info/http-alternates", "commondir")
"""Files that lead to another repository's objects."""
_SETTING = re.compile(
    rb"(?:^(?:\xef\xbb\xbf)?|\])\s*(\[\s*include|(?:worktree|worktreeconfig|attributesfile"
    rb"|excludesfile)\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""Sections and settings of a repository that let Git read or write elsewhere."""

CONFIG = """[core]
\trepositoryformatversion = 0
\tbare = {bare}
\tlogAllRefUpdates = false
[gc]
\tauto = 0
"""
"""The settings of a repository of ours: Git writes nothing here by itself."""


def refuse_odd_files(path: Path, git_dir: Path) -> None:
    """Refuse a repository that Git must not open: it would wait, or look elsewhere."""
    try:
        for name in READ_BY_GIT:
            read_regular(f"{git_dir}/{name}", 0)
        settings = read_regular(git_dir / "config", LARGEST_CONFIG + 1) or b""
    except Damaged as error:
        raise InvalidRepository(
            f"the game in {path} is damaged: {error}; restore a copy of the file"
        ) from None
    if len(settings) > LARGEST_CONFIG:
        raise InvalidRepository(
            f"the game in {path} is damaged: its config has more than {LARGEST_CONFIG:,} bytes; "
            "restore a copy of the file"
        )
    if found := _SETTING.search(settings):
        name = found[1].decode("ascii").lstrip("[ \t\r\n")
        raise InvalidRepository(
            f"the game in {path} is not self-contained: the setting {name} in its config "
            "leads elsewhere; remove it"
        )
    for name in BORROWED:
        if os.path.lexists(f"{git_dir}/{name}"):
            raise InvalidRepository(
                f"the game in {path} is not self-contained: {name} leads to another repository; "
                "copy the folder with everything that it needs"
            )


def refuse_settings_of_others(path: Path) -> None:
    """Refuse a repository to be served by Git if it has a setting that we have not made.

    Git obeys them, and some of them run programs or write elsewhere.
    """
    refuse_odd_files(path, path)
    found = (read_regular(path / "config", LARGEST_CONFIG) or b"").decode("latin-1")
    ours = CONFIG.format(bare="true").splitlines()
    for line in found.splitlines():
        if line not in ours:
            raise InvalidRepository(
                f"the repository {path} has the setting {line.strip()[:60]!r}, which is not ours; "
                "remove it from its config"
            )


def refuse_links(path: Path, git_dir: Path) -> None:
    """Refuse a game in which something that is written or removed lies elsewhere, or blocks."""
    for place, mode in _listed(path, git_dir):
        if stat.S_ISLNK(mode):
            raise InvalidRepository(
                f"the game in {path} is not self-contained: {place} is a symbolic link; "
                "put what it leads to in its place"
            )
        # Branches that are no files are replaced when the game is mended.
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) and f"{git_dir}/refs/" not in place:
            raise InvalidRepository(
                f"the game in {path} is damaged: {place} is not a regular file; remove it"
            )


def _listed(path: Path, git_dir: Path) -> list[tuple[str, int]]:
    try:
        return list(_contents(git_dir))
    except OSError as error:
        raise InvalidRepository(
            f"the game in {path} cannot be opened: {error.strerror} in {git_dir}; "
            "restore a copy of the folder"
        ) from None


def _contents(git_dir: Path) -> Iterator[tuple[str, int]]:
    """Everything below a Git folder but hooks, which never run; with its mode."""
    waiting = [str(git_dir)]
    yield waiting[0], os.lstat(git_dir).st_mode
    while waiting:
        try:
            found = list(os.scandir(waiting.pop()))
        except (FileNotFoundError, NotADirectoryError):
            continue
        for item in found:
            if item.path != f"{git_dir}/hooks":
                try:
                    mode = item.stat(follow_symlinks=False).st_mode
                except FileNotFoundError:  # the program that has the game open removed it
                    continue
                yield item.path, mode
                if stat.S_ISDIR(mode):
                    waiting.append(item.path)
