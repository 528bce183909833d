"""An exploration in a file: saved between two steps, and resumed in another process.

The file is a line of JSON, runs of 64-bit words, and a checksum of it all. It is written under
another name first, so the old checkpoint stays until the new one is complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gitopoly import kernel
from gitopoly.errors import InvalidCheckpoint, NoRoom
from gitopoly.kernel import compiled
from gitopoly.verify.native.checker import BLOCK, Explorer, Share, np

FORMAT = "gitopoly checkpoint 3"
CHECKSUM = 32
LONGEST_HEADER = 1 << 17
KINDS = {
    "format": "another version of this program",
    "kernel": "another version of the rules' code",
    "rules": "another model",
    "exact": "a run with another choice of --exact",
    "symmetric": "a run with another choice of --symmetry",
    "asked": "a run that checks other promises",
    "bound": "a run to another depth",
    "tried": "a run that tries other bids, offers or sums",
}
"""What must be the same when an exploration resumes, and the wording if it is not."""


def save(explorer: Explorer, path: Path) -> None:
    """Write everything needed to resume."""
    temporary = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            checksum = hashlib.blake2b(digest_size=CHECKSUM)
            for part in _parts(explorer):
                checksum.update(part)
                file.write(part)
            file.write(checksum.digest())
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise NoRoom(
            f"cannot save a checkpoint in {path.parent}: {error.strerror or error}; name another "
            "folder with --checkpoint"
        ) from None


def load(explorer: Explorer, path: Path) -> None:
    """Restore a saved exploration into a new explorer; refuse a file of another kind."""
    try:
        with path.open("rb") as file:
            _load(explorer, _Reader(file, path.name))
    except FileNotFoundError:
        raise InvalidCheckpoint(f"no checkpoint {path}; omit --resume to start") from None
    except OSError as error:
        raise InvalidCheckpoint(f"cannot read the checkpoint {path}: {error.strerror}") from None


def _header(explorer: Explorer) -> dict[str, Any]:
    """What kind of exploration it is, and its numbers."""
    sources = sorted(Path(kernel.__file__).parent.glob("*.py"))
    rules = compiled.rules_record(explorer.rules).tobytes()
    return {
        "format": FORMAT,
        "kernel": hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest(),
        "rules": hashlib.sha256(rules).hexdigest(),
        "exact": explorer.seen.width > 0,
        "symmetric": explorer.symmetric,
        "asked": explorer.asked,
        "bound": explorer.bound,
        "tried": repr(explorer.bounds),
        "depth": explorer.depth,
        "distinct": explorer.distinct,
        "generated": explorer.generated - 1,
        "generated_by": explorer.total("generated_by").tolist(),
        "distinct_by": explorer.total("distinct_by").tolist(),
    }


def _parts(explorer: Explorer) -> Iterator[Any]:
    """The file without its checksum, part by part."""
    width = explorer.width
    present = [s.block[s.first * width : s.last * width] for s in explorer.shares]
    lengths = {
        "seen": explorer.seen.used,
        "present": sum(map(len, present)),
        "next": sum(map(len, explorer.next_blocks)),
    }
    yield json.dumps(_header(explorer) | lengths).encode() + b"\n"
    for fingerprints, bodies in explorer.seen.pieces():
        yield np.uint64(len(fingerprints)).tobytes()
        yield fingerprints
        yield bodies
    yield from present
    yield from explorer.next_blocks


def _load(explorer: Explorer, reader: _Reader) -> None:
    header, own = reader.header(), _header(explorer)
    for name, what in KINDS.items():
        if header.get(name) != own[name]:
            raise InvalidCheckpoint(
                f"{reader.name} is of {what}; omit --resume to start over, "
                "or name another folder with --checkpoint"
            )
    try:
        _fill(explorer, header, reader)
    except (KeyError, TypeError, ValueError):
        raise reader.damaged() from None
    reader.check()


def _fill(explorer: Explorer, header: dict[str, Any], reader: _Reader) -> None:
    seen, width = explorer.seen, explorer.width
    seen.clear()
    if not seen.make_room(header["seen"], explorer.memory):
        raise InvalidCheckpoint(f"{reader.name} needs more memory than allowed; raise --memory")
    while seen.used < header["seen"]:
        count = int(reader.words(1)[0])
        if count > header["seen"] - seen.used:
            raise reader.damaged()
        seen.add(reader.words(count), reader.words(count * seen.width))
    explorer.shares = [
        Share(block, 0, len(block) // width) for block in reader.blocks(header["present"], width)
    ]
    explorer.next_blocks = list(reader.blocks(header["next"], width))
    explorer.depth, explorer.distinct = int(header["depth"]), int(header["distinct"])
    tally = explorer.workers[0].tally
    tally["generated"] = header["generated"]
    tally["generated_by"][:] = header["generated_by"]
    tally["distinct_by"][:] = header["distinct_by"]


class _Reader:
    """Reads a checkpoint from start to end, computing its checksum."""

    def __init__(self, file: Any, name: str) -> None:
        self.file = file
        self.name = name
        self.checksum = hashlib.blake2b(digest_size=CHECKSUM)

    def damaged(self) -> InvalidCheckpoint:
        """The refusal of a file that was changed or truncated."""
        return InvalidCheckpoint(
            f"the checkpoint {self.name} is damaged; omit --resume to start over"
        )

    def header(self) -> dict[str, Any]:
        """The first line."""
        line = self.file.readline(LONGEST_HEADER)
        self.checksum.update(line)
        try:
            header = json.loads(line)
        except ValueError:
            raise self.damaged() from None
        if not isinstance(header, dict):
            raise self.damaged()
        return header

    def words(self, count: int) -> Any:
        """Read this many words."""
        words = np.empty(count, np.uint64)
        if self.file.readinto(words) < words.nbytes:
            raise self.damaged()
        self.checksum.update(words)
        return words

    def blocks(self, count: int, width: int) -> Iterator[Any]:
        """Read this many words as blocks of a level."""
        for first in range(0, count, BLOCK * width):
            yield self.words(min(BLOCK * width, count - first))

    def check(self) -> None:
        """Require that the checksum follows, and nothing else."""
        if self.file.read(CHECKSUM + 1) != self.checksum.digest():
            raise self.damaged()
