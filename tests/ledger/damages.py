"""What may befall the folder of a game: to its repository, and to its journal."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from gitopoly.ledger.git import files
from tests.ledger.servers import git


def contents(folder: Path) -> dict[Path, bytes]:
    """Every file below a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def garble(path: Path) -> None:
    """Change a byte in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.chmod(0o644)
    path.write_bytes(data)


def remove_everything(git_dir: Path) -> None:
    """Leave a repository without an object and a ref."""
    for name in ("objects", "refs"):
        shutil.rmtree(git_dir / name)
        (git_dir / name).mkdir()
    (git_dir / "packed-refs").unlink(missing_ok=True)


def for_packs(act: Callable[[Path], object], end: str) -> Callable[[Path], None]:
    """Do something to the first pack, or to its index."""
    return lambda git_dir: void(act(min((git_dir / "objects/pack").glob(f"*{end}"))))


def void(_: object) -> None:
    """Say nothing."""


DAMAGES: dict[str, Callable[[Path], None]] = {
    "everything gone": remove_everything,
    "pack gone": for_packs(Path.unlink, ".pack"),
    "pack garbled": for_packs(garble, ".pack"),
    "pack emptied": for_packs(lambda path: (path.chmod(0o644), path.write_bytes(b"")), ".pack"),
    "index gone": for_packs(Path.unlink, ".idx"),
    "index garbled": for_packs(garble, ".idx"),
    "collected": lambda git_dir: void(git("gc", "-q", "--prune=now", at=git_dir)),
    "collected and garbled": lambda git_dir: (
        void(git("gc", "-q", "--prune=now", at=git_dir)),
        for_packs(garble, ".pack")(git_dir),
    )[1],
    "loose gone": lambda git_dir: files.remove_all_loose(git_dir / "objects"),
}


def cut(journal: Path, records: int, more: int = 0) -> None:
    """Take the last records of a journal away, and some bytes more or less."""
    data, ends = journal.read_bytes(), []
    while (at := data.find(b"GPJ1", ends[-1] + 1 if ends else 0)) >= 0:
        ends.append(at)
    journal.write_bytes(data[: ends[-records] + more])


def flip(journal: Path, record: int) -> None:
    """Change a bit in a record."""
    data, at = bytearray(journal.read_bytes()), -1
    for _ in range(record):
        at = data.index(b"GPJ1", at + 1)
    data[at + 60] ^= 1
    journal.write_bytes(data)


TORN: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda journal: journal.write_bytes(b""),
    "rubbish": lambda journal: journal.write_bytes(os.urandom(5000)),
    "rubbish behind": lambda journal: journal.write_bytes(journal.read_bytes() + bytes(99)),
    "first flipped": lambda journal: flip(journal, 1),
    "third flipped": lambda journal: flip(journal, 3),
    "twelfth flipped": lambda journal: flip(journal, 12),
    "an answer cut off": lambda journal: cut(journal, 1),
    "last halved": lambda journal: cut(journal, 1, 99),
    "three cut off": lambda journal: cut(journal, 3),
    "three halved": lambda journal: cut(journal, 3, 99),
    "all but two cut off": lambda journal: cut(journal, 12),
}
