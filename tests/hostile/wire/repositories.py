"""A Git repository as a folder of files, made, read and spoilt without Git."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.hostile.wire.objects import GitObject, parents_of, tree_of, tree_rows
from tests.hostile.wire.packs import Pack, read_pack

MAIN = "refs/heads/main"
CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"


class Repository:
    """The Git folder of a repository; an object is read once, when it is first wanted."""

    def __init__(self, path: Path, known: dict[str, GitObject] | None = None) -> None:
        """Several repositories may share what they have read: an id means the same everywhere."""
        self.path = path
        self._known = {} if known is None else known
        self._packs: set[str] = set()

    @classmethod
    def make(cls, path: Path, config: str = CONFIG) -> Repository:
        """An empty bare one."""
        for part in ("objects/info", "objects/pack", "refs/heads", "refs/tags"):
            (path / part).mkdir(parents=True)
        (path / "HEAD").write_text(f"ref: {MAIN}\n", encoding="ascii")
        (path / "config").write_text(config, encoding="utf-8")
        return cls(path)

    # Reading.

    def head(self, name: str = MAIN) -> str | None:
        """Where a branch is."""
        with contextlib.suppress(FileNotFoundError):
            return (self.path / name).read_text(encoding="ascii").strip()
        with contextlib.suppress(FileNotFoundError):
            for line in (self.path / "packed-refs").read_text(encoding="ascii").splitlines():
                if line.endswith(f" {name}"):
                    return line[:40]
        return None

    def read(self, name: str) -> GitObject:
        """An object, loose or packed; KeyError if there is none."""
        if name not in self._known:
            with contextlib.suppress(FileNotFoundError):
                self._known[name] = _expanded(self._loose(name).read_bytes())
        if name not in self._known:
            for path in sorted((self.path / "objects" / "pack").glob("*.pack")):
                if path.name not in self._packs:
                    with contextlib.suppress(FileNotFoundError):  # it was just replaced
                        self._known.update((i.id, i) for i in read_pack(path.read_bytes()))
                        self._packs.add(path.name)
        return self._known[name]

    def holds(self, name: str) -> bool:
        """Whether an object is here."""
        try:
            self.read(name)
        except KeyError:
            return False
        return True

    def history(self, head: str, known: Callable[[str], bool] = lambda _: False) -> list[GitObject]:
        """All that a commit stands on, each object after those that it names."""
        order: dict[str, GitObject] = {}
        waiting = [(head, False)]
        while waiting:
            name, done = waiting.pop()
            if name in order or known(name):
                continue
            item = self.read(name)
            if done or item.kind == "blob":
                order[name] = item
                continue
            waiting.append((name, True))
            if item.kind == "commit":
                waiting += [(tree_of(item.data), False)]
                waiting += [(parent, False) for parent in reversed(parents_of(item.data))]
            else:
                waiting += [(row[2], False) for row in tree_rows(item.data)]
        return list(order.values())

    # Writing.

    def write(self, *objects: GitObject) -> None:
        """Add objects in files of their own."""
        for item in objects:
            self._known[item.id] = item
            path = self._loose(item.id)
            if not path.exists():
                self.write_file(path, item.loose)

    def write_loose(self, name: str, content: bytes) -> None:
        """Put any bytes where the object of a name is looked for."""
        self.write_file(self._loose(name), content)

    def write_pack(self, pack: Pack, *, version: int = 2, index: bytes | None = None) -> Path:
        """Add a pack, with its own index or another; its path, without the ending."""
        content = pack.content()
        stem = self.path / "objects" / "pack" / f"pack-{content[-20:].hex()}"
        self.write_file(stem.with_suffix(".pack"), content)
        self.write_file(stem.with_suffix(".idx"), pack.index(version) if index is None else index)
        return stem

    def show(self, head: str, name: str = MAIN) -> None:
        """Move a branch, without asking anybody."""
        self.write_file(self.path / name, f"{head}\n".encode())

    def write_file(self, path: Path, content: bytes) -> None:
        """Write a file that appears whole under its name."""
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"tmp_{path.name}_{os.getpid()}")
        draft.write_bytes(content)
        draft.replace(path)

    def drop_objects(self) -> None:
        """Remove all objects."""
        for path in sorted((self.path / "objects").rglob("*"), reverse=True):
            if path.is_file() or path.is_symlink():
                path.unlink()

    def _loose(self, name: str) -> Path:
        return self.path / "objects" / name[:2] / name[2:]


def _expanded(content: bytes) -> GitObject:
    header, _, data = zlib.decompress(content).partition(b"\0")
    return GitObject(header.split(b" ")[0].decode(), data)


def repository_with(path: Path, objects: Iterable[GitObject], head: str) -> Repository:
    """A bare repository of loose objects."""
    made = Repository.make(path)
    made.write(*objects)
    made.show(head)
    return made
