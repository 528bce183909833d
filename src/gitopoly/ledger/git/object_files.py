"""Writes objects where others can read them: loose, or as one pack when there are many."""

from __future__ import annotations

import itertools
import os
import zlib
from collections.abc import Sequence
from pathlib import Path

from gitopoly.ledger.entry import Object
from gitopoly.ledger.git.pack import write_pack
from gitopoly.ledger.git.untrusted import make_folder, write_new

LOOSE_AT_MOST = 120
"""More new objects than this at once are written as one pack."""
_counter = itertools.count()


def write_objects(
    folder: Path | str,
    objects: Sequence[Object],
    *,
    loose_at_most: int = LOOSE_AT_MOST,
    sync: bool = True,
) -> Path | None:
    """Add objects to a folder; those that others are built on come first.

    Returns the pack, if there are many; only then does `sync` make them durable.
    """
    if len(objects) > loose_at_most:
        return write_pack(Path(folder) / "pack", objects, sync=sync)
    for kind, name, content in objects:
        write_loose(str(folder), kind, name, content)
    return None


def write_loose(folder: str, kind: str, name: str, content: bytes) -> None:
    """Write one object unless it is there; readers see all of it or nothing."""
    place = f"{folder}/{name[:2]}"
    path = f"{place}/{name[2:]}"
    try:
        if os.stat(path).st_size > 0:
            return
    except OSError:
        pass  # the usual case, in which `suppress` costs more
    plain = b"%s %d\0" % (kind.encode(), len(content)) + content
    # Git removes files of such names when it tidies up after a crash.
    temporary = f"{place}/tmp_obj_{os.getpid()}_{next(_counter)}"
    make_folder(place)
    write_new(temporary, zlib.compress(plain, 1), sync=False)
    os.replace(temporary, path)
