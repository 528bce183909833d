"""Repositories for the tests: honest moves, and raw objects that no honest Git would write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git.files import OWN_REF, ref_names
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.object_files import write_loose
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.transports.remote import Remote, transport
from gitopoly.ledger.transports.transport import Fetched, Probe
from tests.ledger.servers import git

WHO = "anna <anna@gitopoly> 1700000000 +0000"
FILE = "100644"
nobody: Callable[[str], bool] = ().__contains__
"""Whoever knows no commit, so that all are brought."""


class Repository(OwnRepository):
    """A repository that a test writes to."""

    def holds(self, wanted: str) -> bool:
        """Whether stock Git finds an object."""
        every = ("--batch-all-objects", "--batch-check=%(objectname)")
        return wanted in git("cat-file", *every, at=self.path).split()

    @property
    def branches(self) -> list[str]:
        """The names of all refs."""
        return list(ref_names(self.path))


def game(path: Path) -> Repository:
    """An empty repository with a working copy, as a seat has it."""
    return Repository(init_repository(path, bare=False))


def bare(path: Path) -> Repository:
    """An empty bare repository, as a host offers it."""
    return Repository(init_repository(path, bare=True))


def own_head(repository: OwnRepository) -> str | None:
    """The newest commit of the branch main."""
    return repository.head(OWN_REF)


def fetch(own: OwnRepository | None, remote: Remote, known: tuple[str, ...] = ()) -> Fetched:
    """Fetch a branch once."""
    base = own.base if own else Path.cwd()
    return remote.transport(base).fetch(known.__contains__, own)


def push(own: OwnRepository, url: str) -> None:
    """Publish the branch main once."""
    transport(url, own.base).push(own)


def probe(url: str, base: Path | None = None) -> Probe:
    """Look at a repository once; a relative address starts at `base`."""
    return transport(url, base or Path.cwd()).probe()


def act(repository: OwnRepository, text: str = "a move", *parents: str) -> str:
    """Append an honest commit with two small files to the branch main."""
    files = ("game.yml", "edition: formal\n"), ("state.yml", f"said: {text}\n")
    rows = [(FILE, name, raw(repository, "blob", content.encode())) for name, content in files]
    before = own_head(repository)
    above = (*([before] if before else []), *parents)
    return raw_commit(repository, raw_tree(repository, *rows), *above, text=text)


def raw(repository: OwnRepository, kind: str, content: bytes) -> str:
    """Write an object as it is, sensible or not."""
    name = object_id(kind, content)
    write_loose(str(repository.objects), kind, name, content)
    return name


def raw_tree(repository: OwnRepository, *rows: tuple[str, str, str]) -> str:
    """Write a tree of (mode, name, id)."""
    pieces = [f"{mode} {name}\0".encode() + bytes.fromhex(blob) for mode, name, blob in rows]
    return raw(repository, "tree", b"".join(pieces))


def raw_commit(repository: OwnRepository, tree: str, *parents: str, text: str = "raw") -> str:
    """Write a commit and move the branch main to it."""
    lines = [f"tree {tree}", *(f"parent {name}" for name in parents)]
    lines += [f"{role} {WHO}" for role in ("author", "committer")]
    name = raw(repository, "commit", ("\n".join(lines) + f"\n\n{text}\n").encode())
    set_branch(repository, name)
    return name


def set_branch(repository: OwnRepository, content: str, branch: str = "main") -> None:
    """Write the file of a branch, whatever it says."""
    path = repository.path / "refs" / "heads" / branch
    new = path.with_name(f"{branch}.lock")
    new.write_text(content + "\n", encoding="ascii")
    new.replace(path)  # whoever looks meanwhile sees the old or the new, never half of it
