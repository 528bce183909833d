"""An exploration in a file: saved between two steps, and resumed in another process.

The file is a line of JSON, what the program of the model writes, and a checksum of it all. It is
written under another name first, so the old checkpoint stays until the new one is complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import BinaryIO

from gitopoly.engine.native import state_of_sources
from gitopoly.errors import InvalidCheckpoint, NoRoom
from gitopoly.proof.explorer.explorer import Explorer
from gitopoly.proof.explorer.program import named

FORMAT = "gitopoly checkpoint 5"
CHECKSUM = 32
LONGEST_HEADER = 1 << 14
KINDS = {
    "format": "another version of this program",
    "code": "another version of the rules' code",
    "carrier": "a run on another carrier, with or without a C++ compiler",
    "rules": "another model",
    "asked": "a run that checks other promises",
    "symmetric": "a run with another choice of --symmetry",
    "tried": "a run that tries other bids, offers or sums",
    "bound": "a run to another depth",
}
"""What must be the same when an exploration resumes, and the wording if it is not."""


def save(explorer: Explorer, path: Path) -> None:
    """Write everything needed to resume."""
    new = path.with_name(f"{path.name}.new")
    header = json.dumps(_header(explorer)).encode() + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(header)
        explorer.save(new, len(header))
        with new.open("r+b") as file:
            file.write(_checksum(file, new.stat().st_size))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink()
        raise NoRoom(
            f"cannot save a checkpoint in {path.parent}: {error.strerror or error}; name another "
            "folder with --checkpoint"
        ) from None


def load(explorer: Explorer, path: Path) -> None:
    """Restore a saved exploration into a new explorer; refuse a file of another kind."""
    damaged = InvalidCheckpoint(
        f"the checkpoint {path.name} is damaged; omit --resume to start over"
    )
    try:
        with path.open("rb") as file:
            line = file.readline(LONGEST_HEADER)
            header = json.loads(line)
            own = _header(explorer)
            for name, what in KINDS.items():
                if header.get(name) != own[name]:
                    raise InvalidCheckpoint(
                        f"{path.name} is of {what}; omit --resume to start over, "
                        "or name another folder with --checkpoint"
                    )
            checksum = _checksum(file, path.stat().st_size - CHECKSUM)
            if file.read() != checksum or not explorer.load(path, len(line)):
                raise damaged
    except FileNotFoundError:
        raise InvalidCheckpoint(f"no checkpoint {path}; omit --resume to start") from None
    except OSError as error:
        raise InvalidCheckpoint(f"cannot read the checkpoint {path}: {error.strerror}") from None
    except (ValueError, AttributeError):
        raise damaged from None


def _header(explorer: Explorer) -> dict[str, str]:
    """What kind of exploration it is."""
    search = explorer.search
    _, rules, asked, symmetric, tried = named(search)
    asked_for = rules, asked, symmetric, tried, str(search.depth)
    kind = FORMAT, state_of_sources(), explorer.carrier.engine.name, *asked_for
    return dict(zip(KINDS, kind, strict=True))


def _checksum(file: BinaryIO, size: int) -> bytes:
    """Of the first bytes of a file; its place is behind them afterwards."""
    found = hashlib.blake2b(digest_size=CHECKSUM)
    file.seek(0)
    while size > 0 and (part := file.read(min(size, 1 << 24))):
        found.update(part)
        size -= len(part)
    return found.digest()
