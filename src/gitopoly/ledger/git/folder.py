"""The folder of a game: creating it, finding it, and locking it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import GameInUse, InvalidRepository, NoRoom
from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.ref_files import LARGEST_CONFIG, git_folder
from gitopoly.ledger.git.self_contained import CONFIG, refuse_odd_files
from gitopoly.ledger.git.untrusted import Damaged, read_regular

LONGEST_NAME = 1024
KEPT_FILES = ("name", "journal", "exported")
"""What the folder of a seat holds for this program alone, one of which may be damaged."""


def init_repository(folder: Path, *, bare: bool) -> Path:
    """Make an empty repository as Git would, without running it; give its Git folder."""
    git_dir = folder if bare else folder / ".git"
    for part in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
        (git_dir / part).mkdir(parents=True, exist_ok=True)
    for name, text in first_files(bare=bare).items():
        (git_dir / name).write_text(text, encoding="ascii")
    return git_dir


def first_files(*, bare: bool) -> dict[str, str]:
    """The files of an empty repository."""
    return {"HEAD": "ref: refs/heads/main\n", "config": CONFIG.format(bare=str(bare).lower())}


def make_repository(path: Path, seat: str, *, bare: bool, durable: bool) -> None:
    """Create a repository for a seat in a folder without one."""
    if not is_seat(seat):
        raise InvalidRepository(f"{seat!r} cannot be the name of a seat")
    if (path / ".git").exists() or (path / "HEAD").exists():
        raise InvalidRepository(f"{path} already holds a repository; name another folder")
    try:
        git_dir = init_repository(path, bare=bare)
        (git_dir / "gitopoly").mkdir()
        write_durably(git_dir / "gitopoly" / "name", seat + "\n")
        if durable:
            for folder, _, names in os.walk(git_dir):
                for name in names:
                    posix.sync_file(Path(folder) / name)
                posix.sync_folder(Path(folder))
            posix.sync_folder(path)
    except OSError as error:
        raise no_room(path, error) from error


def configure(git_dir: Path, settings: Mapping[str, str]) -> None:
    """Add settings to a repository so that a crash leaves the old or the new ones."""
    place, lock = git_dir / "config", git_dir / "config.lock"
    with lock.open("xb") as draft:  # the lock of stock Git, which has the new settings in it, too
        before = place.read_bytes()
        draft.write(before)
        if not before.endswith(b"\n"):  # as an editor may have left it
            draft.write(b"\n")
        for name, value in settings.items():
            draft.write(f"{setting_of(name, value)}\n".encode())
    try:
        posix.sync_file(lock)
        lock.replace(place)
    finally:
        lock.unlink(missing_ok=True)
    posix.sync_folder(git_dir)


def is_configured(git_dir: Path, name: str, value: str) -> bool:
    """Whether `configure` has added a setting."""
    found = read_regular(git_dir / "config", LARGEST_CONFIG) or b""
    return setting_of(name, value).encode() in found


def setting_of(name: str, value: str) -> str:
    """A setting as Git reads it, with its section.

    >>> setting_of("remote.ann.url", "../ann.git")
    '[remote "ann"]\\n\\turl = "../ann.git"'
    """
    section, _, key = name.rpartition(".")
    kind, _, which = section.partition(".")
    quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    header = f'{kind} "{which}"' if which else kind
    return f'[{header}]\n\t{key} = "{quoted}"'


def find_game(path: Path) -> tuple[Path, str]:
    """Give the Git folder of the game in a folder, and whose copy it is."""
    git_dir = path / ".git"
    try:
        found = git_folder(path)
        if found is None:
            raise _no_repository(path)
        refuse_odd_files(path, found[0])
        git_dir = found[0]
        seat = (read_regular(git_dir / "gitopoly" / "name", LONGEST_NAME) or b"").decode().strip()
    except (OSError, ValueError, Damaged):
        seat = ""
    if not is_seat(seat):
        if looks_like_game(path):
            raise wrong_name(path, git_dir)
        raise _no_repository(path)
    return git_dir, seat


def _no_repository(path: Path) -> InvalidRepository:
    """The refusal of a folder without objects and refs, or where these are links."""
    if looks_like_game(path):
        return InvalidRepository(
            f"the game in {path} cannot be opened: objects and refs are not both folders in it; "
            "restore a copy of the folder"
        )
    return InvalidRepository(f"there is no game in {path}; name a game's folder")


def wrong_name(path: Path, git_dir: Path) -> InvalidRepository:
    """The refusal of a game's folder that does not name its seat; nothing else is lost."""
    place = git_dir / "gitopoly" / "name"
    mend = f"git -C {shlex.quote(str(path))} log -1 --format=%an main > {shlex.quote(str(place))}"
    return InvalidRepository(
        f"the game in {path} is damaged: gitopoly/name does not say whose seat it is; "
        f"keep the folder, and repair it: {mend}"
    )


def looks_like_game(path: Path) -> bool:
    """Whether a folder belongs to a seat, judging by its files."""
    try:
        private = [path / part / "gitopoly" for part in (".git", "")]
        return any((folder / kept).exists() for folder in private for kept in KEPT_FILES)
    except (OSError, ValueError):
        return False


def take_lock(path: Path, lock_file: Path) -> int:
    """Keep all other processes out of a game; give the open file that holds the lock."""
    try:
        lock = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise no_room(path, error) from error
    if not posix.try_lock(lock):
        os.close(lock)
        raise GameInUse(
            f"the game in {path} is open in another process; continue there or end it first"
        )
    return lock


def no_room(path: Path, error: OSError) -> NoRoom:
    """The refusal, in one line, of a game's folder that cannot be written."""
    return NoRoom(f"cannot write the game in {path}: {error.strerror or error}")
