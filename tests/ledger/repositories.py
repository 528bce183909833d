"""Repositories for the tests: honest moves, and raw objects that no honest Git would write."""

from __future__ import annotations

from pathlib import Path

import pygit2

from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git.object_files import write_loose
from gitopoly.ledger.transports.remote import own_head

AUTHOR = pygit2.Signature("anna", "anna@gitopoly", 1_700_000_000, 0)
FILE = "100644"


def game(path: Path) -> pygit2.Repository:
    """An empty repository with a working copy, as a seat has it."""
    return pygit2.init_repository(str(path), initial_head="main")


def bare(path: Path) -> pygit2.Repository:
    """An empty bare repository, as a host offers it."""
    return pygit2.init_repository(str(path), bare=True)


def act(repository: pygit2.Repository, text: str = "a move", *parents: str) -> str:
    """Append an honest commit with two small files to the branch main."""
    tree = repository.TreeBuilder()
    for name, content in (("game.yml", "edition: formal\n"), ("state.yml", f"said: {text}\n")):
        blob = repository.create_blob(content.encode())
        tree.insert(name, blob, pygit2.enums.FileMode.BLOB)
    before = own_head(repository)
    above = [pygit2.Oid(hex=name) for name in ([before] if before else []) + list(parents)]
    new = repository.create_commit(None, AUTHOR, AUTHOR, f"{text}\n", tree.write(), above)
    repository.references.create("refs/heads/main", new, force=True)
    return str(new)


def raw(repository: pygit2.Repository, kind: str, content: bytes) -> str:
    """Write an object as it is, sensible or not."""
    name = object_id(kind, content)
    write_loose(f"{repository.path}/objects", kind, name, content)
    return name


def raw_tree(repository: pygit2.Repository, *rows: tuple[str, str, str]) -> str:
    """Write a tree of (mode, name, id)."""
    pieces = [f"{mode} {name}\0".encode() + bytes.fromhex(blob) for mode, name, blob in rows]
    return raw(repository, "tree", b"".join(pieces))


def raw_commit(repository: pygit2.Repository, tree: str, *parents: str) -> str:
    """Write a commit and move the branch main to it."""
    lines = [f"tree {tree}", *(f"parent {name}" for name in parents)]
    lines += [f"{role} anna <anna@gitopoly> 1700000000 +0000" for role in ("author", "committer")]
    name = raw(repository, "commit", ("\n".join(lines) + "\n\nraw\n").encode())
    set_branch(repository, name)
    return name


def set_branch(repository: pygit2.Repository, content: str) -> None:
    """Write the file of the branch main, whatever it says."""
    path = Path(repository.path) / "refs" / "heads" / "main"
    new = path.with_name("main.lock")
    new.write_text(content + "\n", encoding="ascii")
    new.replace(path)  # whoever looks meanwhile sees the old or the new, never half of it
