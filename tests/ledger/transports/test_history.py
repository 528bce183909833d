"""What does not fit the ledger is left out with its reason, and what came before it is kept."""

import os
import zlib
from pathlib import Path

import pygit2
import pytest

from gitopoly.errors import RefusedObjects, Unreachable
from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git import cat_file
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.transports.history import LIMITS, HistoryLimits, copy_history
from gitopoly.ledger.transports.remote import incoming_head, transport
from gitopoly.ledger.transports.transport import OwnObjects
from tests.ledger.packs import Pack, copy, difference
from tests.ledger.repositories import FILE, act, game, raw, raw_commit, raw_tree, set_branch
from tests.ledger.servers import git


class Table:
    """A hostile peer, an honest commit of hers, and our own repository."""

    def __init__(self, folder: Path) -> None:
        self.peer, self.own = game(folder / "peer"), game(folder / "own")
        self.honest = act(self.peer, "honest")
        self.blob = raw(self.peer, "blob", b"x")
        self.talk = transport("../peer", folder / "own")

    def refusal(self) -> RefusedObjects:
        """Fetch, and be refused without harm."""
        with pytest.raises(RefusedObjects) as caught:
            self.talk.fetch(self.own, "anna")
        assert str(caught.value).isprintable()
        assert incoming_head(self.own, "anna") == self.honest == caught.value.head
        git("fsck", "--strict", "--no-dangling", at=Path(self.own.workdir))
        return caught.value


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A hostile peer and our own repository."""
    return Table(tmp_path)


@pytest.mark.parametrize(
    ("mode", "name", "reason"),
    [
        ("120000", "state.yml", "not a plain file"),
        ("40000", "state.yml", "not a plain file"),
        ("160000", "state.yml", "not a plain file"),
        ("100755", "state.yml", "not a plain file"),
        ("100644", "../state.yml", "not a plain file name"),
        ("100644", ".git", "not a plain file name"),
        ("100644", ".gitattributes", "not a plain file name"),
        ("100644", ".gitmodules", "not a plain file name"),
        ("100644", "a\x1b[2J", "not a plain file name"),
        ("100644", "/etc/passwd", "not a plain file name"),
    ],
)
def test_a_tree_of_anything_but_plain_files_is_refused(
    table: Table, mode: str, name: str, reason: str
) -> None:
    tree = raw_tree(table.peer, (mode, name, table.blob))
    bad = raw_commit(table.peer, tree, table.honest)
    refusal = table.refusal()
    assert refusal.commit == bad
    assert reason in refusal.reason


@pytest.mark.parametrize(
    "names", [("b", "a"), ("a", "a"), tuple("abcdefghi")], ids=["order", "twice", "many"]
)
def test_a_tree_out_of_order_or_too_long_is_refused(table: Table, names: tuple[str, ...]) -> None:
    tree = raw_tree(table.peer, *((FILE, name, table.blob) for name in names))
    raw_commit(table.peer, tree, table.honest)
    assert "tree" in table.refusal().reason


def test_a_giant_file_is_refused_by_its_size_alone(table: Table) -> None:
    giant = raw(table.peer, "blob", bytes(100_000_000))
    bad = raw_commit(table.peer, raw_tree(table.peer, (FILE, "state.yml", giant)), table.honest)
    refusal = table.refusal()
    assert (refusal.size, refusal.commit) == (100_000_000, bad)
    assert not table.own.odb.exists(giant)


def test_a_giant_file_in_a_pack_is_refused_as_well(table: Table) -> None:
    giant = raw(table.peer, "blob", bytes(1_000_000))
    raw_commit(table.peer, raw_tree(table.peer, (FILE, "state.yml", giant)), table.honest)
    git("repack", "-adq", at=Path(table.peer.workdir))
    assert table.refusal().size == 1_000_000


def test_a_small_file_told_as_a_difference_to_a_giant_is_not_unpacked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cat_file, "MEMORY", 48 * 1024 * 1024)
    pack, giant, little = Pack(), bytes(100_000_000), bytes(50_000)
    small = object_id("blob", little)
    change = difference(len(giant), len(little), copy(0, len(little)))
    pack.delta(small, pack.whole("blob", giant), change)
    pack.write(Path(table.peer.path) / "objects" / "pack")
    raw_commit(table.peer, raw_tree(table.peer, (FILE, "s", small)), table.honest)
    with pytest.raises(RefusedObjects, match="cannot be read"):
        table.talk.fetch(table.own, "anna")
    assert not table.own.odb.exists(small)


def test_a_giant_that_nothing_needs_does_no_harm(table: Table) -> None:
    giant = raw(table.peer, "blob", bytes(20_480_000))
    git("tag", "keep", giant, at=Path(table.peer.workdir))
    git("repack", "-adq", at=Path(table.peer.workdir))
    head = act(table.peer)
    assert table.talk.fetch(table.own, "anna") == head


def test_a_file_at_the_limit_is_taken(table: Table) -> None:
    large = raw(table.peer, "blob", bytes(LIMITS.file))
    head = raw_commit(table.peer, raw_tree(table.peer, (FILE, "s", large)), table.honest)
    assert table.talk.fetch(table.own, "anna") == head


def test_a_file_that_unpacks_to_more_than_it_says_is_refused(table: Table) -> None:
    path = Path(table.peer.path) / "objects" / table.blob[:2] / table.blob[2:]
    path.chmod(0o600)
    path.write_bytes(zlib.compress(b"blob 10\0" + bytes(200_000_000)))
    raw_commit(table.peer, raw_tree(table.peer, (FILE, "s", table.blob)), table.honest)
    assert table.refusal().reason.startswith(f"object {table.blob} ")


@pytest.mark.parametrize("trick", ["other", "rubbish", "link", "pipe"])
def test_an_object_that_is_not_what_its_name_says_is_refused(table: Table, trick: str) -> None:
    path = Path(table.peer.path) / "objects" / table.blob[:2] / table.blob[2:]
    path.unlink()
    if trick == "other":
        path.write_bytes(zlib.compress(b"blob 1\0y"))
    elif trick == "rubbish":
        path.write_bytes(b"rubbish")
    elif trick == "link":
        secret = path.parents[3] / "secret"
        secret.write_bytes(zlib.compress(b"blob 1\0x"))
        path.symlink_to(secret)
    else:
        os.mkfifo(path)
    raw_commit(table.peer, raw_tree(table.peer, (FILE, "s", table.blob)), table.honest)
    table.refusal()


def test_a_parent_that_does_not_exist_is_blamed_on_who_names_it(table: Table) -> None:
    tree = raw_tree(table.peer, (FILE, "s", table.blob))
    bad = raw_commit(table.peer, tree, table.honest, "ab" * 20)
    refusal = table.refusal()
    assert refusal.commit == bad
    assert "abab" in refusal.reason
    assert "missing" in refusal.reason


def test_an_object_of_the_wrong_kind_is_refused(table: Table) -> None:
    bad = raw_commit(table.peer, table.blob, table.honest)
    assert "instead of a tree" in table.refusal().reason
    assert not table.own.odb.exists(bad)


PERSON = b"a <a@b> 1 +0000"
ODD_COMMITS = {
    "nonsense": b"tree nonsense\n",
    "no author": b"tree %s\n\nx",
    "no committer": b"tree %s\nauthor " + PERSON + b"\n\nx",
    "no name": b"tree %s\nauthor <a@b> 1 +0000\ncommitter " + PERSON + b"\n\nx",
    "odd time": b"tree %s\nauthor a <a@b> 01 +0000\ncommitter " + PERSON + b"\n\nx",
    "zero byte": b"tree %s\nauthor " + PERSON + b"\ncommitter " + PERSON + b"\n\nx\0y",
    "two trees": b"tree %s\ntree %s\nauthor " + PERSON + b"\ncommitter " + PERSON + b"\n\nx",
}


@pytest.mark.parametrize("odd", ODD_COMMITS)
def test_a_commit_that_git_itself_would_complain_about_is_refused(table: Table, odd: str) -> None:
    tree = raw_tree(table.peer, (FILE, "s", table.blob)).encode()
    set_branch(table.peer, raw(table.peer, "commit", ODD_COMMITS[odd].replace(b"%s", tree)))
    with pytest.raises(RefusedObjects, match="not a well-formed commit") as caught:
        table.talk.fetch(table.own, "anna")
    assert caught.value.head is None


def test_what_stands_on_a_refused_commit_is_left_out_and_the_rest_is_kept(table: Table) -> None:
    link = raw_tree(table.peer, ("120000", "s", table.blob))
    bad = raw_commit(table.peer, link, table.honest)
    good = raw_tree(table.peer, (FILE, "s", table.blob))
    later = raw_commit(table.peer, good, bad)
    assert table.refusal().commit == bad
    assert not table.own.odb.exists(later)


@pytest.mark.parametrize("limits", [HistoryLimits(commits=2), HistoryLimits(total=2000)])
def test_too_much_at_once_is_refused(tmp_path: Path, limits: HistoryLimits) -> None:
    peer, own = game(tmp_path / "peer"), game(tmp_path / "own")
    for number in range(5):
        act(peer, f"{number}" * 200)
    with pytest.raises(RefusedObjects, match="at once"):
        transport("../peer", tmp_path / "own", limits).fetch(own, "anna")
    assert own.references.get("refs/gitopoly/incoming/anna") is None
    assert transport("../peer", tmp_path / "own").fetch(own, "anna") is not None


def test_a_branch_that_points_to_nothing_is_unreachable(table: Table) -> None:
    set_branch(table.peer, "ab" * 20)
    with pytest.raises(Unreachable, match="git fsck"):
        table.talk.fetch(table.own, "anna")


def test_a_copy_that_is_cut_off_leaves_only_whole_commits(tmp_path: Path) -> None:
    peer, own = game(tmp_path / "peer"), game(tmp_path / "own")
    heads = [act(peer, str(number)) for number in range(4)]

    class Failing(OwnObjects):
        """Writes some objects one by one, then the power goes."""

        left = 7

        def write(self, objects: object) -> None:
            """Write until it is over."""
            assert isinstance(objects, list)
            for item in objects:
                if self.left == 0:
                    raise OSError("no power")
                self.left -= 1
                super().write([item])

    target = Failing(own)
    source = CatFile(Path(peer.path) / "objects")
    with pytest.raises(OSError, match="no power"):
        copy_history(source, target, heads[-1], "peer", LIMITS)
    kept = [head for head in heads if own.odb.exists(head)]
    assert 0 < len(kept) < 4
    for head in kept:
        commit = own.get(head)
        assert isinstance(commit, pygit2.Commit)
        assert all(own.odb.exists(item.id) for item in commit.tree)
    assert copy_history(source, OwnObjects(own), heads[-1], "", LIMITS)
    git("fsck", "--strict", "--no-dangling", at=Path(own.workdir))
