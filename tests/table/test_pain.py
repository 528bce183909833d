"""Nothing that was acknowledged is lost, and nobody is blamed, whatever the machines suffer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gitopoly.proof.games.audit import audit, opened
from tests.ledger.servers import git
from tests.table.tables import NAMES

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="harming needs processes as Linux has them"
)

ROOT = Path(__file__).resolve().parents[2]
SEATS = NAMES[:3]
WAYS = ("local path", "git daemon", "smart HTTP", "door", "stream")
HARMS = ("stop", "full", "read-only", "clock", "twice")


@pytest.fixture
def harmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Lets players be harmed and killed through a game that then ends; what was found."""

    def play(way: str, kills: int, seed: int, *harms: str) -> dict[str, Any]:
        words = [str(tmp_path), way, str(kills), str(seed), *harms]
        command = [sys.executable, "-m", "tests.table.pain", *words]
        # However long it takes: it ends by itself if nothing happens any more.
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        with capsys.disabled():
            print(f"\n{done.stderr}", end="")
        assert "Traceback" not in done.stderr  # as threads end that meet what they do not expect
        found: dict[str, Any] = json.loads(done.stdout)
        assert found["done"]["kill"] == kills
        assert found["acknowledged"] >= kills // 2  # on a busy machine many are killed at the start
        assert all(found["done"].get(harm) for harm in harms if harm != "early")
        return found

    return play


def check_that_nothing_was_lost(folder: Path, found: dict[str, Any]) -> None:
    """All seats saw the same end and hold nothing against anybody, and all copies are sound."""
    assert found["lost"] == 0
    first = found["ends"][0]
    assert found["ends"] == [first] * len(SEATS)
    assert first["finished"] == [True] * len(SEATS)
    assert first["evidence"] == []
    published = [path for path in folder.rglob("*.git") if path.name != ".git"]
    assert len(published) == len(SEATS)
    for place in (*(folder / name for name in SEATS), *published):
        git("fsck", "--strict", "--full", at=place)
        with opened(str(place)) as repository:
            report, game = audit(repository)
        assert report.holds
        # The last words of the others may be in their own repositories only.
        assert report.complete or place in published
        for entry in game.log:  # however clocks were moved
            own = [game.log[parent] for parent in entry.parents]
            assert all(past.time <= entry.time for past in own if past.seat == entry.seat)


@pytest.mark.long
@pytest.mark.parametrize("way", ["local path", "stream"])
def test_players_that_are_harmed_and_killed_lose_nothing(
    way: str, tmp_path: Path, harmed: Callable[..., dict[str, Any]]
) -> None:
    check_that_nothing_was_lost(tmp_path, harmed(way, 6, 1, *HARMS))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_two_hundred_kills_lose_nothing(
    way: str, tmp_path: Path, harmed: Callable[..., dict[str, Any]]
) -> None:
    check_that_nothing_was_lost(tmp_path, harmed(way, 200, 2, *HARMS))


@pytest.mark.slow
def test_players_that_acknowledge_too_early_are_noticed(
    harmed: Callable[..., dict[str, Any]],
) -> None:
    """The twin of the two above."""
    assert harmed("local path", 6, 3, "early")["lost"] > 0
