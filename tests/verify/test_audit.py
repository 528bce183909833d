"""Audits: what holds, what does not, and that nothing is written."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pygit2
import pytest

from gitopoly.errors import InvalidGame, InvalidRepository
from gitopoly.table.simulation import Plan
from gitopoly.verify.audit import audit, entries_to_check, opened, record_of
from gitopoly.verify.replay import replay
from tests.table.test_simulation import simulated


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository of a seat after a short game."""
    folder = tmp_path_factory.mktemp("played")
    outcome = simulated(folder, Plan("formal", 3, 3, (("turn_limit", 5),), "joint"))
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
    assert report.complete
    assert told == sorted(told)
    assert files(played) == before


def test_an_address_is_copied_and_audited(played: Path) -> None:
    with opened(f"file://{played}") as repository:
        report, _ = audit(repository)
    assert report.holds
    assert report.over


def test_the_record_of_a_game_is_legal_by_the_rules_alone(played: Path) -> None:
    with opened(str(played)) as repository:
        _, game = audit(repository)
    replayed = replay(record_of(game))
    assert replayed.fault is None
    assert replayed.over


def test_an_empty_repository_is_no_game(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path / "empty"), bare=True)
    with opened(str(tmp_path / "empty")) as repository, pytest.raises(InvalidGame, match="empty"):
        audit(repository)
    with pytest.raises(InvalidRepository), opened(str(tmp_path)):
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
