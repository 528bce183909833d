"""Packs what we published in a folder, without running Git there.

The folder may be somebody else's, with settings that make Git run programs.
The packed bytes come from our own repository; only file names are taken from the folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from gitopoly.ledger.entry import Object, links
from gitopoly.ledger.git.object_files import write_pack
from gitopoly.ledger.git.own import OwnRepository

_FIRST = re.compile(r"[0-9a-f]{2}")
_REST = re.compile(r"[0-9a-f]{38}")


def repack_loose(objects: Path, own: OwnRepository, head: str) -> None:
    """Pack our loose objects in `objects`, then remove them.

    Concurrent readers find each of them in one of the two places.
    """
    loose = dict(_loose(objects))
    packed = list(_ours(own, head, loose))
    write_pack(objects / "pack", packed)
    for item in packed:
        os.unlink(loose[item.id])


def _loose(objects: Path) -> Iterator[tuple[str, str]]:
    for folder in os.scandir(objects):
        if _FIRST.fullmatch(folder.name) and folder.is_dir(follow_symlinks=False):
            for file in os.scandir(folder.path):
                if _REST.fullmatch(file.name) and file.is_file(follow_symlinks=False):
                    yield folder.name + file.name, file.path


def _ours(own: OwnRepository, head: str, loose: dict[str, str]) -> Iterator[Object]:
    """The objects that our commits are built on, oldest first.

    Everything below a packed commit is already packed.
    """
    done: set[str] = set()
    waiting: list[tuple[str, Object | None]] = [(head, None)]
    while waiting:
        name, item = waiting.pop()
        if item is not None:
            yield item
        elif name in loose and name not in done:
            done.add(name)
            kind, data = own.read(name)
            waiting.append((name, Object(kind, name, data)))
            waiting += [(below, None) for below in links(kind, data)]  # parents come first
