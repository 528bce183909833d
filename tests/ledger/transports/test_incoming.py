"""A look at a branch brings its new commits and what an invitation says, and nothing else."""

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.errors import MissingObject, RefusedObjects, Unreachable
from gitopoly.ledger.entry import MAX_COMMIT, MAX_FILE, file_ids, links
from gitopoly.ledger.git import cat_file
from gitopoly.ledger.transports import incoming
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits
from gitopoly.ledger.transports.remote import transport
from gitopoly.ledger.transports.transport import Fetched
from tests.ledger.packs import Pack, copy, difference
from tests.ledger.repositories import (
    FILE,
    Repository,
    act,
    game,
    raw,
    raw_commit,
    raw_tree,
    set_branch,
)
from tests.ledger.servers import git


class Peer:
    """A peer's repository that nobody vouches for, with an honest invitation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.theirs = game(folder / "peer")
        self.root = act(self.theirs, "honest")

    def look(self, *known: str, limits: HistoryLimits = LIMITS) -> Fetched:
        """What somebody finds who knows some commits."""
        return transport("peer", self.folder, limits).fetch(known.__contains__)

    def path(self, name: str) -> Path:
        """The file of an object."""
        return self.theirs.objects / name[:2] / name[2:]


@pytest.fixture
def peer(tmp_path: Path) -> Peer:
    """A peer with an invitation."""
    return Peer(tmp_path)


def invitation(repository: Repository, root: str) -> dict[str, str]:
    """The tree of an invitation and its files."""
    tree = links(*repository.read(root))[0]
    return {"tree": tree} | file_ids(repository.read(tree)[1])


def test_a_look_brings_commits_and_of_the_invitation_its_game_yml(peer: Peer) -> None:
    heads = [peer.root, *(act(peer.theirs, f"move {number}") for number in range(80))]
    found = peer.look()
    assert found.head == heads[-1]
    first = invitation(peer.theirs, peer.root)
    wanted = {*heads, first["tree"], first["game.yml"]}
    assert len(found.objects) == len(wanted)
    for name in wanted:
        assert found.objects.read(name) == peer.theirs.read(name)
    with pytest.raises(MissingObject):
        found.objects.read(first["state.yml"])


def test_what_is_known_is_not_brought_again(peer: Peer) -> None:
    known = act(peer.theirs, "one")
    new = act(peer.theirs, "two")
    assert (peer.look(known).head, len(peer.look(known).objects)) == (new, 1)
    assert (peer.look(new).head, len(peer.look(new).objects)) == (new, 0)


def test_the_past_of_every_parent_is_brought(peer: Peer) -> None:
    other = game(peer.folder / "other")
    theirs = [act(other, str(number)) for number in range(3)]
    git("fetch", "--quiet", other.path, "main", at=peer.theirs.path)
    head = act(peer.theirs, "both", theirs[-1])
    found = peer.look(theirs[0]).objects
    assert all(found.holds(name) for name in (head, peer.root, *theirs[1:]))
    assert not found.holds(theirs[0])


@pytest.mark.parametrize(
    ("mode", "name"),
    [("120000", "state.yml"), ("160000", "state.yml"), (FILE, "../x"), (FILE, ".gitmodules")],
)
def test_the_files_of_a_later_commit_are_not_even_looked_at(
    peer: Peer, mode: str, name: str
) -> None:
    """They follow from its past; so there is nothing in them that could do harm."""
    giant = raw(peer.theirs, "blob", bytes(20_000_000))
    tree = raw_tree(peer.theirs, (mode, name, giant))
    head = raw_commit(peer.theirs, tree, peer.root)
    peer.path(giant).unlink()
    found = peer.look(peer.root)
    assert (found.head, len(found.objects)) == (head, 1)
    assert not found.objects.holds(tree)


@pytest.mark.parametrize("rows", ["link", "giant", "missing", "many", "other names", "no tree"])
def test_of_an_odd_invitation_the_commit_alone_is_brought(peer: Peer, rows: str) -> None:
    blob = raw(peer.theirs, "blob", b"x")
    giant = raw(peer.theirs, "blob", bytes(MAX_FILE + 1))
    state = (FILE, "state.yml", blob)
    trees = {
        "link": raw_tree(peer.theirs, ("120000", "game.yml", blob), state),
        "giant": raw_tree(peer.theirs, (FILE, "game.yml", giant), state),
        "missing": raw_tree(peer.theirs, (FILE, "game.yml", "ab" * 20), state),
        "many": raw_tree(peer.theirs, *((FILE, f"{n:03}", blob) for n in range(900))),
        "other names": raw_tree(peer.theirs, (FILE, "a", blob), (FILE, "b", blob)),
        "no tree": blob,
    }
    root = raw_commit(peer.theirs, trees[rows])
    found = peer.look()
    assert found.head == root
    assert found.objects.holds(root)
    for name in (blob, giant):
        with pytest.raises(MissingObject):
            found.objects.read(name)


def test_no_more_invitations_are_read_than_a_game_could_need(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "MOST_INVITATIONS", 3)
    roots = []
    for number in range(9):
        blob = raw(peer.theirs, "blob", b"%d" % number)
        files = (FILE, "game.yml", blob), (FILE, "state.yml", blob)
        roots.append(raw_commit(peer.theirs, raw_tree(peer.theirs, *files)))
    head = raw_commit(peer.theirs, raw_tree(peer.theirs), *roots)
    found = peer.look()
    assert found.head == head
    assert all(found.objects.holds(root) for root in roots)
    assert len(found.objects) == 1 + 9 + 2 * 3


@pytest.mark.parametrize("kind", ["blob", "tree", "giant"])
def test_what_is_no_entry_is_only_told(peer: Peer, kind: str) -> None:
    size = MAX_COMMIT + 1 if kind == "giant" else 100_000_000 if kind == "blob" else 0
    kind = "commit" if kind == "giant" else kind
    name = raw(peer.theirs, kind, bytes(size))
    raw_commit(peer.theirs, raw_tree(peer.theirs), peer.root, name)
    found = peer.look(peer.root).objects
    assert found.holds(name)
    assert found.header(name) == (kind, size)
    with pytest.raises(MissingObject):
        found.read(name)
    set_branch(peer.theirs, name)
    assert peer.look().objects.header(name) == (kind, size)


def test_a_commit_at_the_limit_is_taken(peer: Peer) -> None:
    head = act(peer.theirs, "x")
    text = "x" * (MAX_COMMIT + 1 - len(peer.theirs.read(head)[1]))
    set_branch(peer.theirs, peer.root)
    large = act(peer.theirs, text)
    assert peer.look().objects.header(large) == ("commit", MAX_COMMIT)
    assert peer.look().objects.read(large) == peer.theirs.read(large)


def spoil_other(path: Path, content: bytes) -> None:
    """Another content of the same size."""
    path.write_bytes(zlib.compress(b"commit %d\0" % len(content) + content[:-2] + b"?\n"))


def spoil_rubbish(path: Path, content: bytes) -> None:
    """No object at all."""
    path.write_bytes(b"rubbish")


def spoil_size(path: Path, content: bytes) -> None:
    """Far more than it says."""
    path.write_bytes(zlib.compress(b"commit 200\0" + bytes(200_000_000)))


def spoil_link(path: Path, content: bytes) -> None:
    """The right object, but elsewhere."""
    away = path.with_name("away")
    away.write_bytes(zlib.compress(b"commit %d\0" % len(content) + content))
    path.symlink_to(away)


def spoil_pipe(path: Path, content: bytes) -> None:
    """What one would wait at for ever."""
    os.mkfifo(path)


def spoil_missing(path: Path, content: bytes) -> None:
    """Nothing."""


SPOILERS = (spoil_other, spoil_rubbish, spoil_size, spoil_link, spoil_pipe, spoil_missing)


@pytest.mark.parametrize("spoil", SPOILERS)
def test_a_commit_that_is_not_what_its_name_says_is_missing(
    peer: Peer, spoil: Callable[[Path, bytes], None]
) -> None:
    """An id is computed again from the bytes, whoever says what they are."""
    bad = act(peer.theirs, "bad")
    head = act(peer.theirs, "stands on it", peer.root)
    content = peer.theirs.read(bad)[1]
    peer.path(bad).unlink()
    spoil(peer.path(bad), content)
    found = peer.look()
    assert found.head == head
    assert found.objects.holds(head)
    assert found.objects.holds(peer.root)  # what can be read is brought
    with pytest.raises(MissingObject):
        found.objects.read(bad)
    set_branch(peer.theirs, bad)
    with pytest.raises(Unreachable, match="git fsck"):
        peer.look()


def test_a_commit_told_as_a_difference_to_a_giant_is_not_unpacked(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cat_file, "MEMORY", 48 * 1024 * 1024)
    bad = act(peer.theirs, "bad")
    content = peer.theirs.read(bad)[1]
    pack, giant = Pack(), content + bytes(100_000_000)
    change = difference(len(giant), len(content), copy(0, len(content)))
    pack.delta(bad, pack.whole("commit", giant), change)
    pack.write(peer.theirs.objects / "pack")
    peer.path(bad).unlink()
    with pytest.raises(Unreachable, match="git fsck"):
        peer.look()


def test_a_giant_that_nothing_needs_does_no_harm(peer: Peer) -> None:
    giant = raw(peer.theirs, "blob", bytes(20_480_000))
    git("tag", "keep", giant, at=peer.theirs.path)
    git("repack", "-adq", at=peer.theirs.path)
    head = act(peer.theirs)
    assert peer.look().head == head


@pytest.mark.parametrize("limits", [HistoryLimits(commits=2), HistoryLimits(total=2000)])
def test_too_much_at_once_is_refused(peer: Peer, limits: HistoryLimits) -> None:
    for number in range(5):
        head = act(peer.theirs, f"{number}" * 200)
    with pytest.raises(RefusedObjects, match="at once") as caught:
        peer.look(limits=limits)
    assert caught.value.offered == head
    assert str(caught.value).isprintable()
    assert peer.look().head == head
