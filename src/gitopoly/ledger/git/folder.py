"""The folder of a game: creating it, finding it, judging it, and locking it.

It may be a copy that somebody else has prepared. Git reads whatever its settings name, and waits
for ever at a pipe; a link in the place of a file makes us write elsewhere. So it must hold all that
opening it reads and writes, and nothing that blocks.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
from collections.abc import Mapping
from pathlib import Path

from gitopoly import posix
from gitopoly.errors import GameInUse, InvalidRepository, NoRoom
from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.ref_files import LARGEST_CONFIG, git_folder, locked
from gitopoly.ledger.git.untrusted import Damaged, files_below, mode_of, read_regular

LONGEST_NAME = 1024
KEPT_FILES = ("name", "journal")
"""What the folder of a seat holds for this program alone, either of which may be damaged."""
READ_BY_GIT = (
    *("HEAD", "config", "config.worktree", "packed-refs", "shallow", "index"),
    *("info/grafts", "info/attributes", "info/exclude"),
)
"""Files that it opens without looking what they are."""
BORROWED = ("objects/info/alternates", "objects/info/http-alternates", "commondir")
"""Files that lead to another repository's objects."""
_SETTING = re.compile(
    rb"(?:^(?:\xef\xbb\xbf)?|\])\s*(\[\s*include|(?:worktree|worktreeconfig|attributesfile"
    rb"|excludesfile)\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""Sections and settings of a repository that let Git read or write elsewhere."""

CONFIG = """[core]
\trepositoryformatversion = 0
\tbare = {bare}
\tlogAllRefUpdates = false
[gc]
\tauto = 0
"""
"""The settings of a repository of ours: Git writes nothing here by itself."""


def init_repository(folder: Path, *, bare: bool) -> Path:
    """Make an empty repository as Git would, without running it; give its Git folder."""
    git_dir = folder if bare else folder / ".git"
    for part in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
        (git_dir / part).mkdir(parents=True, exist_ok=True)
    (git_dir / "HEAD").write_text("ref: refs/heads/main\n", encoding="ascii")
    (git_dir / "config").write_text(CONFIG.format(bare=str(bare).lower()), encoding="ascii")
    return git_dir


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
    """Add settings that a repository lacks, so that a crash leaves the old or the new ones."""
    place, added = git_dir / "config", [setting_of(*one).encode() for one in settings.items()]
    found = read_regular(place, LARGEST_CONFIG) or b""
    if all(setting in found for setting in added):
        return
    with locked(str(place), sync=True, is_ours=True) as draft:
        # As an editor may have left it, its last line may not end.
        draft.write(place.read_bytes().removesuffix(b"\n") + b"\n")
        draft.writelines(setting + b"\n" for setting in added)
    posix.sync_folder(git_dir)


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


# What leads elsewhere, or blocks.


def refuse_odd_files(path: Path, git_dir: Path) -> None:
    """Refuse a repository that Git must not open: it would wait, or look elsewhere."""
    try:
        for name in READ_BY_GIT:
            read_regular(f"{git_dir}/{name}", 0)
        settings = read_regular(git_dir / "config", LARGEST_CONFIG + 1) or b""
    except Damaged as error:
        raise InvalidRepository(
            f"the game in {path} is damaged: {error}; restore a copy of the file"
        ) from None
    if len(settings) > LARGEST_CONFIG:
        raise InvalidRepository(
            f"the game in {path} is damaged: its config has more than {LARGEST_CONFIG:,} bytes; "
            "restore a copy of the file"
        )
    if found := _SETTING.search(settings):
        name = found[1].decode("ascii").lstrip("[ \t\r\n")
        raise InvalidRepository(
            f"the game in {path} is not self-contained: the setting {name} in its config "
            "leads elsewhere; remove it"
        )
    for name in BORROWED:
        if os.path.lexists(f"{git_dir}/{name}"):
            raise InvalidRepository(
                f"the game in {path} is not self-contained: {name} leads to another repository; "
                "copy the folder with everything that it needs"
            )


def refuse_settings_of_others(path: Path) -> None:
    """Refuse a repository to be served by Git if it has a setting that we have not made.

    Git obeys them, and some of them run programs or write elsewhere.
    """
    refuse_odd_files(path, path)
    found = (read_regular(path / "config", LARGEST_CONFIG) or b"").decode("latin-1")
    ours = CONFIG.format(bare="true").splitlines()
    for line in found.splitlines():
        if line not in ours:
            raise InvalidRepository(
                f"the repository {path} has the setting {line.strip()[:60]!r}, which is not ours; "
                "remove it from its config"
            )


def refuse_links(path: Path, git_dir: Path) -> None:
    """Refuse a game in which something that is written or removed lies elsewhere, or blocks."""
    try:
        below = list(files_below(git_dir, f"{git_dir}/hooks", strict=True))  # which never run
    except OSError as error:
        raise InvalidRepository(
            f"the game in {path} cannot be opened: {error.strerror} in {git_dir}; "
            "restore a copy of the folder"
        ) from None
    for place in (str(git_dir), *(item.path for item in below)):
        mode = mode_of(place)  # 0 if the program that has the game open removed it
        if stat.S_ISLNK(mode):
            raise InvalidRepository(
                f"the game in {path} is not self-contained: {place} is a symbolic link; "
                "put what it leads to in its place"
            )
        is_plain = stat.S_ISREG(mode) or stat.S_ISDIR(mode) or not mode
        # Branches that are no files are replaced when the game is mended.
        if not is_plain and f"{git_dir}/refs/" not in place:
            raise InvalidRepository(
                f"the game in {path} is damaged: {place} is not a regular file; remove it"
            )
