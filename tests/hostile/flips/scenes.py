"""Repositories to damage, all of one finished game, each in another of the forms that Git knows."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.hostile.program import gitopoly
from tests.hostile.wire.objects import GitObject, parents_of
from tests.hostile.wire.packs import packed
from tests.hostile.wire.repositories import MAIN, Repository

SEED = 5
OTHER = "p1"
LOOSE = 40
READABLE = ("loose", "packed", "ref-deltas", "old-index", "stock")
"""Published repositories: bare, as peers read them."""
OWN = ("own", "journal")
"""Folders of a seat, as their owner opens them: after an orderly end, and after a crash."""


def make_scenes(folder: Path) -> None:
    """Play a short game with the real program, and keep it in every form below a folder."""
    played = folder / "played"
    gitopoly(
        *("simulate", "--on", "git", "--games", "1", "--dice", "joint", "--seed", str(SEED)),
        *("--edition", "formal", "--players", "2", "--option", "turn_limit=2"),
        *("--out", str(played)),
    ).expect(0)
    game = played / "monopoly_0"
    write_key(folder / "identity")
    shutil.copytree(game / "m0_p0", folder / "own")
    source = Repository(game / "m0_p0" / ".git")
    head = source.head()
    assert head is not None
    objects = source.history(head)
    for name in READABLE:
        _published(folder / name, name, objects, head)
    commits = [item for item in objects if item.kind == "commit"]
    middle = _own_entries(commits, head)[-4]
    older = source.history(middle)
    for name in ("earlier", "reader"):
        _published(folder / name, "packed", older, middle)
    _after_a_crash(folder / "journal", source, middle)
    shutil.rmtree(played)


def write_key(path: Path) -> None:
    """The key of the owner, which a simulation derives from its seed."""
    secret = hashlib.sha256(b"gitopoly identity\0" + f"{SEED} 0 0".encode()).digest()
    key = Ed25519PrivateKey.from_private_bytes(secret)
    form = serialization.PrivateFormat.OpenSSH
    nothing = serialization.NoEncryption()
    path.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, nothing))
    path.chmod(0o600)


def _own_entries(commits: Sequence[GitObject], head: str) -> list[str]:
    """The log that a head stands on, oldest first."""
    by_id = {commit.id: commit for commit in commits}
    log = [head]
    while parents := parents_of(by_id[log[-1]].data):
        log.append(parents[0])
    return log[::-1]


def _published(path: Path, name: str, objects: Sequence[GitObject], head: str) -> None:
    made = Repository.make(path)
    half = len(objects) // 2
    if name == "packed":
        made.write_pack(packed(objects[:half], "offset"))
        made.write_pack(packed(objects[half:], "offset"))
        refs = f"# pack-refs with: peeled fully-peeled sorted \n{head} {MAIN}\n"
        (path / "packed-refs").write_text(refs, encoding="ascii")
        return
    if name == "ref-deltas":
        made.write_pack(packed(objects, "id"))
    elif name == "old-index":
        made.write_pack(packed(objects, "offset"), version=1)
    elif name == "stock":
        made.write(*objects)
    else:
        # Not all of them: each needs a folder, and making those would take most of the time.
        made.write_pack(packed(objects[:-LOOSE]))
        made.write(*objects[-LOOSE:])
    made.show(head)
    if name == "stock":
        for arguments in (
            ("repack", "-a", "-d", "-q", "--write-midx", "--write-bitmap-index"),
            ("commit-graph", "write", "--reachable"),
            ("pack-refs", "--all"),
        ):
            one_thread = ("-c", "pack.threads=1")
            subprocess.run(
                ["git", *one_thread, "-C", path, *arguments], check=True, capture_output=True
            )


def _after_a_crash(path: Path, source: Repository, middle: str) -> None:
    """A seat's folder whose newest entries are in the journal and in loose objects only."""
    shutil.copytree(source.path.parent, path)
    made = Repository(path / ".git")
    made.drop_objects()
    safe = source.history(middle)
    made.write_pack(packed(safe, "offset"))
    known = {item.id for item in safe}
    for name in (MAIN, f"refs/remotes/{OTHER}/main"):
        head = made.head(name)
        assert head is not None
        news = [item for item in source.history(head) if item.id not in known]
        made.write(*news)
        known |= {item.id for item in news}
