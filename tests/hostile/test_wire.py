"""The harness's own Git: what it writes is what stock Git reads, and it imports nothing of ours."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.objects import GitObject
from tests.hostile.wire.packs import apply_delta, delta, packed, read_pack
from tests.hostile.wire.repositories import Repository, repository_with
from tests.hostile.wire.signing import Key

HERE = Path(__file__).parent
PROGRAM_IN_PROCESS = {"flips/readers.py", "test_twins.py"}
"""What calls the program by its insides: the readers of flips, and the twin of its source."""


def history(length: int = 30) -> tuple[list[GitObject], str]:
    """A log of signed entries."""
    key, objects, head = Key("ann"), [], ""
    for number in range(length):
        files = two_files(b"game\n" * 50, f"state {number}\n".encode() * 40)
        said = message(f"Move {number}.", {"Action": "EndTurn"})
        made = entry("ann", [head] if head else [], said, files, 1_700_000_000 + number, key)
        objects += made.objects
        head = made.id
    return list(dict.fromkeys(objects)), head


def git(path: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", path, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("deltas", "version"), [("", 2), ("offset", 2), ("offset", 1), ("id", 2), ("id", 1)]
)
def test_stock_git_finds_our_packs_sound(tmp_path: Path, deltas: str, version: int) -> None:
    objects, head = history()
    made = Repository.make(tmp_path / "x.git")
    stem = made.write_pack(packed(objects, deltas), version=version)
    made.show(head)
    assert git(made.path, "fsck", "--full", "--strict") == ""
    assert len(git(made.path, "log", "--format=%H", "main").split()) == 30
    git(made.path, "verify-pack", str(stem.with_suffix(".idx")))
    assert set(read_pack(stem.with_suffix(".pack").read_bytes())) == set(objects)


def test_stock_git_accepts_our_signatures(tmp_path: Path) -> None:
    objects, head = history(2)
    made = repository_with(tmp_path / "x.git", objects, head)
    signers = tmp_path / "signers"
    signers.write_text(f"ann@gitopoly {Key('ann').text}\n", encoding="ascii")
    settings = ("-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={signers}")
    git(made.path, *settings, "verify-commit", head)


def test_what_stock_git_packs_we_read(tmp_path: Path) -> None:
    objects, head = history()
    made = repository_with(tmp_path / "x.git", objects, head)
    git(made.path, "repack", "-a", "-d", "-q")
    assert set(Repository(made.path).history(head)) == set(objects)


def test_a_delta_makes_its_target() -> None:
    for base, target in ((b"", b"abc"), (b"abc" * 99, b"abd" * 70_000), (b"x" * 300, b"x" * 9)):
        assert apply_delta(base, delta(base, target)) == target


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", sorted(HERE.rglob("*.py")), ids=lambda p: str(p.relative_to(HERE)))
def test_nothing_is_shared_with_the_program(path: Path) -> None:
    """Neither directly nor through other tests."""
    if str(path.relative_to(HERE)) in PROGRAM_IN_PROCESS:
        return
    for name in imported(path):
        assert name.split(".")[0] != "gitopoly", name
        assert not name.startswith("tests.") or name.startswith("tests.hostile"), name
        if path.name not in ("worker.py", "test_flips.py"):
            assert name != "tests.hostile.flips.readers", name
