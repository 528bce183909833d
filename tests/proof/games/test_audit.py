"""Audits: what holds, what does not, and that nothing is written."""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from gitopoly.errors import GitopolyError, UnknownGame, Unreachable
from gitopoly.game.record import GameRecord
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.proof.games.audit import audit, entries_to_check, opened
from gitopoly.proof.games.replay import replay
from gitopoly.rules import initial, steps
from gitopoly.rules.yaml import to_yaml
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.local_game import SimulationPlan
from tests.ledger.servers import git
from tests.table.attacks import table_at
from tests.table.tables import copy, fetch
from tests.table.test_simulation import simulated


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of a seat after a short game."""
    folder = tmp_path_factory.mktemp("played")
    outcome = simulated(folder, SimulationPlan("formal", 3, 3, (("turn_limit", 5),), "joint"))
    assert outcome.ended
    return folder / "monopoly_2" / "m2_p1"


def files(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_an_honest_game_holds_and_nothing_is_written(played: Path) -> None:
    before = files(played)
    told: list[int] = []
    with opened(str(played)) as repository:
        total = entries_to_check(repository)
        report, _ = audit(repository, told.append)
    assert report.holds
    assert report.entries == total
    assert report.moves == total - 7  # the invitation, three joins, two who are ready, the start
    assert report.complete
    assert told == sorted(told)
    assert files(played) == before


def test_an_address_is_copied_and_audited(played: Path) -> None:
    with opened(f"file://{played}") as repository:
        report, _ = audit(repository)
    assert report.holds
    assert report.over


@pytest.mark.parametrize("content", [b"tree " + b"0" * 295, b"cut off"])
def test_a_log_whose_newest_commit_is_damaged_is_a_finding(
    played: Path, tmp_path: Path, content: bytes
) -> None:
    folder, name = tmp_path / "copy", "ab" * 20
    shutil.copytree(played, folder)
    commit = folder / ".git" / "objects" / name[:2] / name[2:]
    commit.parent.mkdir(exist_ok=True)
    commit.write_bytes(zlib.compress(b"commit 300\0" + content))
    log = folder / ".git" / "refs" / "remotes" / "stranger" / "main"
    log.parent.mkdir(parents=True)
    log.write_text(f"{name}\n")
    with opened(str(folder)) as repository:
        report, _ = audit(repository)
    assert report.complete
    assert [(found.commit, found.code) for found in report.offences] == [(name, "unknown-parent")]


def taken_in(game: GameReplica) -> GameRecord:
    """What was done under the rules, without who signed it."""
    done = (taken.step for event in game.fold.move_log().events() for taken in event.steps)
    return GameRecord(game.file.rules(), tuple(done))


def test_the_record_of_a_game_is_legal_by_the_rules_alone(played: Path) -> None:
    with opened(str(played)) as repository:
        _, game = audit(repository)
    replayed = replay(taken_in(game))
    assert replayed.fault is None
    assert replayed.over


def test_an_empty_repository_is_no_game(tmp_path: Path) -> None:
    init_repository(tmp_path / "empty", bare=True)
    with opened(str(tmp_path / "empty")) as repository, pytest.raises(UnknownGame, match="empty"):
        audit(repository)
    with pytest.raises(Unreachable, match="not a Git repository"), opened(str(tmp_path)):
        pass


def published(played: Path, folder: Path) -> Path:
    """A bare repository with the log of a seat."""
    subprocess.run(["git", "clone", "-q", "--bare", str(played), str(folder)], check=True)
    return folder


def test_settings_of_a_repository_that_is_published_to_are_not_obeyed(
    played: Path, tmp_path: Path
) -> None:
    bare = published(played, tmp_path / "bare.git")
    with (bare / "config").open("a") as settings:
        settings.write("[include]\n\tpath = /dev/null/nothing\n[core\n")
    with opened(str(bare)) as repository:
        assert audit(repository)[0].holds


@pytest.mark.skipif(os.name != "posix", reason="needs pipes with names")
def test_a_branch_that_would_be_waited_for_is_refused(played: Path, tmp_path: Path) -> None:
    bare = published(played, tmp_path / "bare.git")
    (bare / "packed-refs").unlink(missing_ok=True)
    (bare / "refs" / "heads" / "main").unlink(missing_ok=True)
    os.mkfifo(bare / "refs" / "heads" / "main")
    with pytest.raises(Unreachable, match="not a regular file"), opened(str(bare)):
        pass


def test_borrowed_objects_are_not_looked_for(played: Path, tmp_path: Path) -> None:
    bare = published(played, tmp_path / "bare.git")
    shutil.move(bare / "objects", tmp_path / "objects")
    (bare / "objects" / "info").mkdir(parents=True)
    (bare / "objects" / "info" / "alternates").write_text(f"{tmp_path / 'objects'}\n")
    with pytest.raises(Unreachable, match="borrows"), opened(str(bare)):
        pass


def rewritten(played: Path, folder: Path, change: str) -> Path:
    """A copy in which stock Git has put a changed commit on top of the newest entry."""
    copy = folder / "copy"
    shutil.copytree(played, copy)
    git = ["git", "-C", str(copy), "-c", "user.name=p1", "-c", "user.email=p1@gitopoly"]
    subprocess.run([*git, "checkout", "-q", "-f", "main"], check=True)
    (copy / "state.yml").write_text((copy / "state.yml").read_text() + change)
    message = "p1 cheats.\n\nAction: EndTurn"
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-am", message], check=True)
    return copy


@pytest.mark.parametrize("change", ["", "# more\n"])
def test_an_unsigned_commit_is_found_with_its_seat_and_reason(
    played: Path, tmp_path: Path, change: str
) -> None:
    with opened(str(rewritten(played, tmp_path, change))) as repository:
        report, _ = audit(repository)
    assert not report.holds
    assert report.offences[0].code == "malformed"
    assert report.offences[0].seat == "p1"
    assert "not signed" in report.offences[0].reason


def test_an_object_that_is_gone_is_found(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(played, copy)
    packs = copy / ".git" / "objects" / "pack"
    newest = next(packs.glob("*.pack"))
    with opened(str(copy)) as repository:
        head = repository.heads[0]
    shutil.move(packs, tmp_path / "packs")
    subprocess.run(
        ["git", "-C", str(copy), "unpack-objects", "-q"],
        stdin=(tmp_path / "packs" / newest.name).open("rb"),
        check=True,
    )
    parent = subprocess.run(
        ["git", "-C", str(copy), "rev-parse", f"{head}~3"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    (copy / ".git" / "objects" / parent[:2] / parent[2:]).unlink()
    with opened(str(copy)) as repository:
        report, _ = audit(repository)
    assert not report.holds
    assert report.offences[0].code == "unknown-parent"
    assert parent in report.offences[0].reason
    # Not the one that is gone is to blame, but the one that names it.
    shown = ["git", "-C", str(copy), "cat-file", "-p", report.offences[0].commit]
    assert f"parent {parent}" in subprocess.run(shown, capture_output=True, text=True).stdout


def unpacked(played: Path, copy: Path) -> Path:
    """A copy in which every object has a file of its own."""
    shutil.copytree(played, copy)
    packs = copy / ".git" / "objects" / "pack"
    shutil.move(packs, copy / "packs")
    packs.mkdir()
    for pack in (copy / "packs").glob("*.pack"):
        with pack.open("rb") as data:
            subprocess.run(["git", "-C", str(copy), "unpack-objects", "-q"], stdin=data, check=True)
    return copy


def garble(path: Path, at: int) -> None:
    """Change a bit of a file."""
    data = bytearray(path.read_bytes())
    data[at] ^= 8
    path.chmod(0o644)
    path.write_bytes(data)


def harm_object(copy: Path, name: str, harm: str) -> None:
    """Do something to one object, in a file of its own or in a pack."""
    file = copy / ".git" / "objects" / name[:2] / name[2:]
    if harm == "gone":
        file.unlink()
    elif harm == "garbled":
        garble(file, file.stat().st_size // 2)
    elif harm == "another":
        file.chmod(0o644)
        file.write_bytes(zlib.compress(b"blob 3\0abc"))
    else:
        (index,) = (copy / ".git" / "objects" / "pack").glob("*.idx")
        rows = git("verify-pack", "-v", str(index)).splitlines()
        (row,) = (row.split() for row in rows if row.startswith(name))
        garble(index.with_suffix(".pack"), int(row[4]) + int(row[3]) // 2)


@pytest.mark.parametrize("harm", ["gone", "garbled", "another", "garbled in a pack"])
@pytest.mark.parametrize("path", ["", ":", ":state.yml", ":game.yml"])
@pytest.mark.parametrize("entry", ["newest", "main~40", "first"])
def test_any_object_that_cannot_be_read_is_told(
    played: Path, tmp_path: Path, harm: str, path: str, entry: str
) -> None:
    """A commit, a tree and two files: of both ends of the game, and in its midst."""
    first = git("rev-list", "--max-parents=0", "main", at=played).strip()
    found = {"newest": "main", "first": first}.get(entry, entry)
    name = git("rev-parse", f"{found}{path}", at=played).strip()
    copy = tmp_path / "copy"
    if harm == "garbled in a pack":
        shutil.copytree(played, copy)
        git("repack", "-a", "-d", "-q", at=copy)
    else:
        unpacked(played, copy)
    harm_object(copy, name, harm)
    try:
        with opened(str(copy)) as repository:
            report, _ = audit(repository)
    except GitopolyError as error:
        said = str(error)
    else:
        assert not report.holds
        said = " ".join(offence.reason for offence in report.offences)
    assert name in said


def voted_out() -> GameReplica:
    """A game in which ann was voted out, and shows later that she had gone on."""
    table = table_at("its own draw", retire_after=60)
    ann, ben, cleo = table.seats
    asked = cleo.position.draws
    for seat in (ben, cleo):
        seat.run_automatic_moves()  # who owes a link has no vote
        seat.vote("ann")
    ann.run_automatic_moves()
    for _ in range(3):
        fetch(ben, cleo)
        fetch(cleo, ben)
        ben.run_automatic_moves()
        cleo.run_automatic_moves()
    assert cleo.position.retired[0] >= 0
    assert (cleo.position.draws, cleo.position.draw) == (asked, None)
    # A seat that has voted would not even look; who comes later does.
    late = GameReplica(
        Store(MemoryJournal()), *find_invitation(cleo.game.store, cleo.game.root), onlooker=True
    )
    for seat in table.seats:
        head = seat.game.store.head(seat.name)
        assert head is not None
        copy(seat, late.store)
        late.receive(seat.name, head)
    assert late.position == cleo.position
    return late


def test_what_comes_after_the_end_of_a_log_is_neither_told_nor_recorded() -> None:
    game = voted_out()
    after = {
        entry.id
        for entry in game.log
        if entry.seat == "ann" and game.log.number(entry.id) > game.fold.ends()["ann"]
    }
    assert after
    assert not after & {event.id for event in game.story()}
    *_, last = steps(initial(game.file.rules()), taken_in(game).steps)
    assert to_yaml(last.after, game.names) == to_yaml(game.position.state, game.names)
