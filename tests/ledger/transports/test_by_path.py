"""Fetch and push between folders: quick, sound for stock Git, and deaf to the other's settings."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.errors import NotFastForward, Unreachable
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.transports.by_path import PathTransport
from gitopoly.ledger.transports.remote import Remote, transport
from gitopoly.ledger.transports.transport import Fetched
from tests.ledger.repositories import (
    Repository,
    act,
    bare,
    fetch,
    game,
    nobody,
    own_head,
    set_branch,
)
from tests.ledger.servers import git

ROOT = Path(__file__).resolve().parents[3]


class Seats:
    """Anna with her bare repository, and Bea who follows her."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.anna, self.bea = game(folder / "anna"), game(folder / "bea")
        self.origin = bare(folder / "anna.git")
        self.push = transport("../anna.git", folder / "anna")
        self.fetch = transport("../anna.git", folder / "bea")

    def look(self, *known: str) -> Fetched:
        """What Bea finds who knows some commits."""
        return self.fetch.fetch(known.__contains__, self.bea)


@pytest.fixture
def seats(tmp_path: Path) -> Seats:
    """Two seats and a bare repository."""
    return Seats(tmp_path)


def test_a_move_goes_from_one_seat_through_a_bare_repository_to_another(seats: Seats) -> None:
    for number in range(5):
        head = act(seats.anna, f"move {number}")
        seats.push.push(seats.anna)
        found = seats.look()
        assert found.head == head
        assert found.objects.read(head) == seats.anna.read(head)
    git("fsck", "--strict", at=seats.folder / "anna.git")
    git("clone", "--quiet", seats.folder / "anna.git", seats.folder / "clone")
    assert (seats.folder / "clone" / "state.yml").read_text() == "said: move 4\n"


def test_a_child_of_git_is_asked_only_about_what_others_published(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = CatFile.holds
    monkeypatch.setattr(CatFile, "holds", lambda *given: asked.append(given[1]) or ask(*given))  # type: ignore[func-returns-value]
    for number in range(3):
        act(seats.anna, f"move {number}")
        seats.push.push(seats.anna)
    assert asked == []
    before = own_head(seats.anna)
    act(seats.anna, "a move of the next process")
    again = PathTransport(check_url("../anna.git"), seats.folder / "anna")
    again.push(seats.anna)
    assert asked == [before]
    assert again._opened is not None
    assert again._opened[1]._child is None


def test_looking_changes_nothing(seats: Seats) -> None:
    act(seats.anna)
    seats.push.push(seats.anna)
    act(seats.bea, "mine")

    def there() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in seats.folder.rglob("*")}

    before = there()
    assert len(seats.look().objects) > 0
    assert there() == before


def test_a_long_history_is_published_as_one_sound_pack(seats: Seats) -> None:
    for number in range(60):
        head = act(seats.anna, f"move {number}")
    seats.push.push(seats.anna)
    assert seats.look().head == head
    (pack,) = seats.origin.objects.glob("pack/*.idx")
    git("verify-pack", pack)
    git("fsck", "--strict", at=seats.origin.path)


def test_fetching_from_a_seats_own_folder_works_as_well(seats: Seats) -> None:
    head = act(seats.anna)
    assert fetch(seats.bea, Remote("anna", "../anna")).head == head


def test_an_empty_repository_has_no_head(seats: Seats) -> None:
    assert seats.look().head is None
    probe = seats.fetch.probe()
    assert (probe.head, probe.empty) == (None, True)


def test_a_repository_with_other_branches_only_is_not_empty(seats: Seats) -> None:
    head = act(seats.anna)
    seats.push.push(seats.anna)
    git("branch", "-m", "main", "other", at=seats.folder / "anna.git")
    git("pack-refs", "--all", at=seats.folder / "anna.git")
    probe = seats.fetch.probe()
    assert (probe.head, probe.empty) == (None, False)
    git("branch", "-m", "other", "main", at=seats.folder / "anna.git")
    assert seats.fetch.probe().head == head


def test_a_packed_repository_is_read_as_well(seats: Seats) -> None:
    act(seats.anna, "one")
    seats.push.push(seats.anna)
    seats.look()
    head = act(seats.anna, "two")
    seats.push.push(seats.anna)
    git("gc", "--quiet", "--prune=now", at=seats.folder / "anna.git")
    git("pack-refs", "--all", at=seats.folder / "anna.git")
    assert seats.fetch.may_have_moved()
    assert seats.look().head == head
    head = act(seats.anna, "three")
    seats.push.push(seats.anna)
    assert seats.look().head == head


def test_another_branch_travels_beside_the_log(seats: Seats) -> None:
    head = act(seats.anna)
    seats.push.push(seats.anna)
    other = game(seats.folder / "other")
    said = act(other, "a line")
    transport("../anna.git", seats.folder / "anna", branch="talk").push(other)
    talk = transport("../anna.git", seats.folder / "bea", branch="talk")
    assert talk.probe().head == said
    assert talk.fetch(nobody).head == said
    assert seats.look().head == head
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/main\n"
    git("fsck", "--strict", at=seats.folder / "anna.git")


def test_another_branch_never_becomes_the_one_that_a_clone_shows(seats: Seats) -> None:
    git("symbolic-ref", "HEAD", "refs/heads/trunk", at=seats.folder / "anna.git")
    act(seats.anna)
    transport("../anna.git", seats.folder / "anna", branch="talk").push(seats.anna)
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/trunk\n"
    seats.push.push(seats.anna)
    assert (seats.folder / "anna.git" / "HEAD").read_text() == "ref: refs/heads/main\n"


def test_a_push_that_would_overwrite_is_refused_and_says_what_to_do(seats: Seats) -> None:
    other = game(seats.folder / "copy")
    theirs = act(other, "played elsewhere")
    transport("../anna.git", seats.folder / "copy").push(other)
    act(seats.anna, "here")
    with pytest.raises(NotFastForward, match="resume"):
        seats.push.push(seats.anna)
    assert seats.push.probe().head == theirs


def test_what_a_host_has_lost_is_published_again_by_the_next_process(seats: Seats) -> None:
    """After a power failure a branch may be there without what it names."""
    act(seats.anna, "one")
    lost = act(seats.anna, "two")
    seats.push.push(seats.anna)
    for path in seats.origin.objects.glob("??/*"):
        path.unlink()
    with pytest.raises(Unreachable, match=f"object {lost} is missing"):
        seats.look()
    head = act(seats.anna, "three")
    PathTransport(check_url("../anna.git"), seats.folder / "anna").push(seats.anna)
    assert seats.look().head == head
    git("fsck", "--strict", at=seats.origin.path)


def test_yesterdays_copy_does_not_push_backwards(seats: Seats) -> None:
    act(seats.anna, "one")
    git("clone", "--quiet", seats.folder / "anna", seats.folder / "yesterday")
    newest = act(seats.anna, "two")
    seats.push.push(seats.anna)
    old = Repository(seats.folder / "yesterday" / ".git")
    with pytest.raises(NotFastForward):
        transport("../anna.git", seats.folder / "yesterday").push(old)
    assert seats.push.probe().head == newest


def test_a_push_into_a_working_copy_is_refused(seats: Seats) -> None:
    act(seats.anna)
    with pytest.raises(Unreachable, match="git init --bare"):
        transport("../bea", seats.folder / "anna").push(seats.anna)
    assert own_head(seats.bea) is None


def test_a_lock_left_by_a_crash_is_removed_and_a_fresh_one_respected(seats: Seats) -> None:
    act(seats.anna)
    lock = seats.folder / "anna.git" / "refs" / "heads" / "main.lock"
    lock.touch()
    with pytest.raises(Unreachable, match=r"main\.lock"):
        seats.push.push(seats.anna)
    assert seats.push.probe().head is None
    os.utime(lock, (1, 1))
    seats.push.push(seats.anna)
    assert seats.push.probe().head == own_head(seats.anna)
    assert not lock.exists()


def test_a_disk_without_second_names_for_files_will_do(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    head = act(seats.anna)
    seats.push.push(seats.anna)
    assert seats.push.probe().head == head
    (seats.folder / "anna.git" / "refs" / "heads" / "main.lock").touch()
    act(seats.anna)
    with pytest.raises(Unreachable, match=r"main\.lock"):
        seats.push.push(seats.anna)
    assert list((seats.folder / "anna.git").glob("tmp_*")) == []


def test_the_look_before_a_fetch_notices_every_move(seats: Seats) -> None:
    assert seats.fetch.may_have_moved()
    for number in range(20):
        act(seats.anna, str(number))
        seats.push.push(seats.anna)
        assert seats.fetch.may_have_moved()
        seats.look()


def test_the_look_before_a_fetch_rests_when_nothing_moved(seats: Seats) -> None:
    act(seats.anna)
    seats.push.push(seats.anna)
    seats.look()
    assert not seats.fetch.may_have_moved()
    git("pack-refs", "--all", at=seats.folder / "anna.git")
    assert not seats.fetch.may_have_moved()
    git("update-ref", "-d", "refs/heads/main", at=seats.folder / "anna.git")
    assert seats.fetch.may_have_moved()


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda folder: None, "no such folder"),
        (lambda folder: folder.mkdir(), "git init --bare"),
        (lambda folder: folder.write_text(""), "no such folder"),
    ],
    ids=["nothing", "folder", "file"],
)
def test_what_is_no_repository_is_said_in_one_line(
    seats: Seats, prepare: object, reason: str
) -> None:
    assert callable(prepare)
    prepare(seats.folder / "other")
    for use in (
        lambda t: t.fetch(nobody),
        lambda t: t.push(seats.bea),
        lambda t: t.probe(),
    ):
        with pytest.raises(Unreachable, match=reason):
            use(transport("../other", seats.folder / "bea"))


@pytest.mark.parametrize("format_", ["sha256", "reftable", "shallow"])
def test_a_repository_of_a_kind_that_we_do_not_read_is_unreachable(
    seats: Seats, format_: str
) -> None:
    other = seats.folder / "other"
    if format_ == "sha256":
        git("init", "--quiet", "--object-format=sha256", "--initial-branch=main", other)
        person = ("-c", "user.name=a", "-c", "user.email=a@b")
        git(*person, "commit", "--quiet", "--allow-empty", "-m", "x", at=other)
    elif format_ == "shallow":
        for number in range(3):
            act(seats.anna, str(number))
        source = f"file://{seats.folder / 'anna'}"
        git("clone", "--quiet", "--depth=1", source, other)
    else:  # too new for some versions of Git, so only its mark
        game(other)
        (other / ".git" / "reftable").mkdir()
    with pytest.raises(Unreachable, match=r"by SHA-256|as a reftable|only the newest part"):
        fetch(seats.bea, Remote("x", "../other"))


def test_nothing_is_published_where_objects_have_other_names(seats: Seats) -> None:
    """Newer versions of Git, or a setting, make an empty repository so without being asked."""
    act(seats.anna)
    for kind in ("sha1", "sha256"):
        git("init", "--quiet", "--bare", f"--object-format={kind}", seats.folder / f"{kind}.git")
    usual = transport("../sha1.git", seats.folder / "anna")
    assert usual.probe().empty
    usual.push(seats.anna)
    other = transport("../sha256.git", seats.folder / "anna")
    uses: tuple[Callable[[], object], ...] = (other.probe, lambda: other.push(seats.anna))
    for use in uses:
        with pytest.raises(Unreachable, match="--object-format=sha1"):
            use()
    assert git("for-each-ref", at=seats.folder / "sha256.git") == ""


def test_objects_are_not_borrowed_from_elsewhere(seats: Seats) -> None:
    act(seats.anna, "secret")
    git("clone", "--quiet", "--shared", "--bare", seats.folder / "anna", seats.folder / "lent.git")
    with pytest.raises(Unreachable, match="borrows"):
        fetch(seats.bea, Remote("x", "../lent.git"))


@pytest.mark.parametrize("part", ["objects", "refs"])
def test_a_linked_folder_inside_a_repository_is_not_followed(seats: Seats, part: str) -> None:
    act(seats.anna)
    real = seats.folder / "anna" / ".git" / part
    trap = bare(seats.folder / "trap.git")
    inside = trap.path / part
    inside.rename(seats.folder / "moved")
    inside.symlink_to(real)
    with pytest.raises(Unreachable):
        fetch(seats.bea, Remote("x", "../trap.git"))


@pytest.mark.parametrize("content", ["ref: refs/heads/other", "zz", "", "../../secret"])
def test_a_branch_that_holds_no_commit_id_is_unreachable(seats: Seats, content: str) -> None:
    act(seats.anna)
    set_branch(seats.anna, content)
    with pytest.raises(Unreachable, match="not hold a commit id"):
        fetch(seats.bea, Remote("x", "../anna"))


def test_a_pipe_in_the_place_of_a_branch_does_not_hang(seats: Seats) -> None:
    os.mkfifo(seats.folder / "anna" / ".git" / "refs" / "heads" / "main")
    with pytest.raises(Unreachable, match="not a regular file"):
        fetch(seats.bea, Remote("x", "../anna"))


def test_hooks_settings_replacements_and_grafts_of_the_other_have_no_effect(seats: Seats) -> None:
    first, head = act(seats.anna, "one"), act(seats.anna, "two")
    seats.push.push(seats.anna)
    origin, marker = seats.folder / "anna.git", seats.folder / "marker"
    for hook in ("pre-receive", "update", "post-update", "reference-transaction", "post-checkout"):
        path = origin / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\ntouch '{marker}'\n", encoding="utf-8")
        path.chmod(0o755)
    git("config", "core.fsmonitor", f"touch '{marker}'", at=origin)
    git("config", "core.worktree", "/", at=origin)
    (origin / "refs" / "replace").mkdir()
    (origin / "refs" / "replace" / head).write_text(first + "\n", encoding="ascii")
    (origin / "info").mkdir(exist_ok=True)
    (origin / "info" / "grafts").write_text(head + "\n", encoding="ascii")
    found = seats.look()
    assert found.head == head
    assert found.objects.read(head) == seats.anna.read(head)
    assert found.objects.holds(first)
    act(seats.anna, "three")
    seats.push.push(seats.anna)
    assert not marker.exists()


def test_nothing_runs_in_a_folder_that_somebody_else_has_prepared(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git obeys the settings of the repository it is run in, and some of them run programs."""
    origin, marker = seats.folder / "anna.git", seats.folder / "marker"
    program = seats.folder / "program"
    program.write_text(f"#!/bin/sh\ntouch '{marker}'\n", encoding="utf-8")
    program.chmod(0o755)
    for name, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "elsewhere",
        "remote.elsewhere.url": "ssh://elsewhere/x.git",
        "remote.elsewhere.promisor": "true",
        "core.sshCommand": str(program),
        "core.fsmonitor": str(program),
        "core.alternateRefsCommand": str(program),
        "core.hooksPath": str(seats.folder),
        "pack.packSizeLimit": "1k",
    }.items():
        git("config", name, value, at=origin)
    (origin / "refs" / "heads" / "other").write_text("ab" * 20 + "\n", encoding="ascii")
    monkeypatch.setattr(PathTransport, "loose_at_most", 0)
    for number in range(400):
        head = act(seats.anna, f"move {number}")
        seats.push.push(seats.anna)
        if list((origin / "objects" / "pack").glob("*.idx")):
            break
    assert list((origin / "objects" / "pack").glob("*.idx"))
    assert not marker.exists()
    assert seats.look().head == head


@pytest.mark.slow
@pytest.mark.parametrize("place", ["objects/pack", "objects/17", "refs/heads"])
def test_publishing_does_not_follow_links_in_the_folder(seats: Seats, place: str) -> None:
    origin, elsewhere = seats.folder / "anna.git", seats.folder / "elsewhere"
    elsewhere.mkdir()
    path = origin / place
    if path.exists():
        path.rmdir()
    path.symlink_to(elsewhere)

    def publish() -> None:
        for count in (200, *[1] * 2000):  # as one pack, then until an object has that folder
            for _ in range(count):
                act(seats.anna, "a move")
            seats.push.push(seats.anna)

    with pytest.raises(Unreachable, match="is a symbolic link"):
        publish()
    assert list(elsewhere.iterdir()) == []


def test_fetch_and_push_go_on_while_another_process_packs(seats: Seats) -> None:
    stop = threading.Event()

    def pack() -> None:
        while not stop.is_set():
            git("repack", "-adq", at=seats.folder / "anna.git")
            git("prune-packed", "-q", at=seats.folder / "anna.git")
            git("pack-refs", "--all", at=seats.folder / "anna.git")

    packer = threading.Thread(target=pack)
    packer.start()
    try:
        for number in range(40):
            head = act(seats.anna, f"move {number}")
            deadline = time.monotonic() + 120
            while True:  # a branch that Git is packing is locked for a moment
                try:
                    seats.push.push(seats.anna)
                    break
                except Unreachable:
                    assert time.monotonic() < deadline
            found = seats.look()
            assert found.head == head
            assert len(found.objects) == number + 3  # and of the invitation its tree and game.yml
    finally:
        stop.set()
        packer.join()
    git("fsck", "--strict", at=seats.origin.path)


def test_published_objects_are_packed_once_they_are_many(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    objects = seats.folder / "anna.git" / "objects"

    def loose() -> int:
        return sum(1 for path in objects.glob("??/*") if path.is_file())

    monkeypatch.setattr(PathTransport, "loose_at_most", 10**9)
    for number in range(100):
        act(seats.anna, f"move {number}")
        seats.push.push(seats.anna)
    assert loose() == 301  # three each, and the file that never changes
    monkeypatch.setattr(PathTransport, "loose_at_most", 0)
    for number in range(300):  # until one falls into the folder that is counted
        head = act(seats.anna, f"more {number}")
        seats.push.push(seats.anna)
        if loose() < 300:
            break
    assert loose() < 300
    assert seats.look().head == head
    git("fsck", "--strict", at=seats.folder / "anna.git")


PUSHING = """
import sys
from pathlib import Path
from tests.ledger.repositories import Repository, act, push
repository = Repository(Path(sys.argv[1]))
print("ready", flush=True)
for number in range(10_000):
    act(repository, f"{sys.argv[2]} {number}")
    push(repository, "../anna.git")
"""


@pytest.mark.long
def test_killing_a_pushing_process_leaves_a_sound_repository(
    seats: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ref_files, "STALE_LOCK", 0.0)
    for turn in range(20):
        command = [sys.executable, "-c", PUSHING, str(seats.anna.path), str(turn)]
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.05 + 0.013 * turn)
        child.kill()
        child.wait()
        child.stdout.close()
        (seats.anna.path / "refs" / "heads" / "main.lock").unlink(missing_ok=True)
        seats.push.push(seats.anna)
        assert seats.push.probe().head == own_head(seats.anna)
        assert seats.look().head == own_head(seats.anna)
    git("fsck", "--strict", at=seats.origin.path)
