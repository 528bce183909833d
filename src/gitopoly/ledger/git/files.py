"""The files of a Git repository that a store writes without Git: loose objects, leftovers, refs."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git.ref_files import is_ref_name, locked, packed_refs, read_ref
from gitopoly.ledger.git.untrusted import Damaged, files_below, write_new

OWN_REF = "refs/heads/main"
KEPT = "refs/gitopoly/kept/"
PEER = re.compile(r"refs/remotes/([^/]+)/main")
TEMPORARY = "gitopoly/temporary"
"""Where conversations with hosts have folders of their own."""


def remove_loose(objects: Path, object_id: str) -> None:
    """Remove the file of an object, if there is one."""
    path = objects / object_id[:2] / object_id[2:]
    if _is_no_folder(path):
        path.unlink(missing_ok=True)


def remove_all_loose(objects: Path) -> None:
    """Remove all files of objects, and what killed writers left."""
    for folder in objects.iterdir():
        if re.fullmatch(r"[0-9a-f]{2}", folder.name):
            for path in filter(_is_no_folder, folder.iterdir()):
                path.unlink()
            with contextlib.suppress(OSError):  # something else is in it
                folder.rmdir()
        elif folder.is_file():
            folder.unlink()


def remove_leftovers(git_dir: Path) -> None:
    """Remove what killed writers left; only the process that has the game open may do this."""
    with contextlib.suppress(RecursionError):
        shutil.rmtree(git_dir / TEMPORARY, ignore_errors=True)
    locks = [git_dir / f"{name}.lock" for name in ("HEAD", "packed-refs", "config", "index")]
    below = (item for item in files_below(git_dir / "refs") if item.name.endswith(".lock"))
    for path in filter(_is_no_folder, (*locks, *(Path(item.path) for item in below))):
        path.unlink(missing_ok=True)


def remove_packs(folder: Path) -> None:
    """Remove everything in the folder of packs."""
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        if path.is_file():
            path.unlink()


def write_durably(
    path: Path, content: str | bytes, *, private: bool = False, sync: bool = True
) -> None:
    """Replace a file so that a crash leaves the old or the new one.

    A private one can be read by its owner alone, from its first byte on.
    """
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)  # it may be a link that leads elsewhere
    try:
        data = content.encode() if isinstance(content, str) else content
        write_new(str(draft), data, sync=sync, mode=0o600 if private else 0o666)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    if sync:
        posix.sync_folder(path.parent)


def ref_target(git_dir: Path, name: str) -> str | None:
    """Read where a ref points; a damaged one points nowhere."""
    try:
        return read_ref(git_dir, name)
    except Damaged:
        return None


def ref_names(git_dir: Path) -> Iterator[str]:
    """List the refs, including those with damaged files."""
    items = (item.path for item in files_below(git_dir / "refs") if item.is_file())
    found = {Path(path).relative_to(git_dir).as_posix() for path in items}
    with contextlib.suppress(Damaged):
        found.update(name for _, name in packed_refs(git_dir))
    yield from sorted(filter(is_ref_name, found))


def logs_shown(
    git_dir: Path, owner: str, target: Callable[[Path, str], str | None]
) -> list[tuple[str, str]]:
    """The logs that a repository shows: its branch main, those of others, and proofs of forks.

    Of each its alleged owner, "" if that is unknown, and its newest commit.
    """
    found = [(owner, target(git_dir, OWN_REF))]
    for name in ref_names(git_dir):
        if peer := PEER.fullmatch(name):
            found.append((peer[1], target(git_dir, name)))
        elif name.startswith(KEPT):
            found.append(("", target(git_dir, name)))
    return [(seat, head) for seat, head in found if head is not None]


def force_ref(git_dir: Path, name: str, target: str | None) -> None:
    """Put a ref where it belongs, whatever it was."""
    try:
        if read_ref(git_dir, name) == target:
            return
    except Damaged:
        # Git cannot replace everything, and blocks on a named pipe.
        _make_way(git_dir / name)
        if read_ref(git_dir, name) == target:
            return
    try:
        if target is None:
            _remove_ref(git_dir, name)
            return
        if not os.path.lexists((git_dir / name).parent):
            os.makedirs((git_dir / name).parent, exist_ok=True)
        with locked(f"{git_dir}/{name}", sync=False, is_ours=True) as file:
            file.write(f"{target}\n".encode())
    except FileExistsError as error:
        raise InvalidRepository(
            f"another program holds {error.filename}; end it, or open the game again"
        ) from None


def _remove_ref(git_dir: Path, name: str) -> None:
    (git_dir / name).unlink(missing_ok=True)
    place = git_dir / "packed-refs"
    with locked(str(place), sync=False, is_ours=True) as packed:
        rows = place.read_bytes().splitlines() if place.exists() else []
        kept = [row for row in rows if not row.endswith(b" " + name.encode())]
        if kept and kept != rows:
            packed.write(b"\n".join(kept) + b"\n")
        elif rows and not kept:  # Git does not read a file with an empty line
            place.unlink()


def _make_way(path: Path) -> None:
    """Remove what cannot be a ref; of folders, as Git does, an empty one."""
    if _is_no_folder(path):
        path.unlink(missing_ok=True)
        return
    try:
        path.rmdir()
    except OSError:
        raise InvalidRepository(
            f"{path} is a folder where a branch belongs; move it away"
        ) from None


def _is_no_folder(path: Path) -> bool:
    """Whether it can be removed as a file; a folder in its place is nothing that we have made."""
    return path.is_symlink() or not path.is_dir()
