"""What can stand in a repository in the place of sound files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.hostile.wire.objects import GitObject
from tests.hostile.wire.packs import Pack
from tests.hostile.wire.repositories import Repository


def without_file(repository: Repository, name: str) -> Path:
    """The path of an object of its own, which is removed."""
    path = repository.path / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    return path


def pipe(path: Path) -> None:
    """A named pipe, in which nobody writes."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def link(path: Path, target: str) -> None:
    """A symbolic link in the place of whatever is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def only_packed(repository: Repository, item: GitObject, pack: Pack, index: bytes) -> None:
    """Show an object that is in a pack alone, as an index of any content tells it."""
    without_file(repository, item.id)
    repository.write_pack(pack, index=index)
    repository.show(item.id)
