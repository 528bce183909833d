"""Damaged repositories: nobody crashes, hangs, shows a traceback or loses anything."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.hostile.flips.damage import damage
from tests.hostile.flips.readers import READERS
from tests.hostile.flips.run import Worker, try_all
from tests.hostile.flips.scenes import OWN, READABLE, make_scenes
from tests.hostile.flips.worker import task
from tests.hostile.program import gitopoly

SEED = os.environ.get("FLIPS_SEED", "1")
SHARE, SHORT, LONG = 250, 2_000, 100_000
COMMANDS = 6
"""Flips that are also tried with the real commands."""


@pytest.fixture(scope="session")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game in every form."""
    folder = tmp_path_factory.mktemp("scenes")
    make_scenes(folder)
    return folder


def shares() -> list[object]:
    """Numbers of flips, those beyond the short ones for `make test-long`."""
    return [
        pytest.param(first, marks=[pytest.mark.long] if first >= SHORT else [])
        for first in range(0, LONG, SHARE)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("first", shares())
def test_flips(first: int, scenes: Path) -> None:
    tally = try_all(scenes, SEED, range(first, first + SHARE))
    repeat = f"repeat one with: python -m tests.hostile.flips --seed {SEED} --only NUMBER"
    assert not tally.wrong, "\n".join((repeat, *tally.wrong))
    # Twin: the damage is felt, and not everything is.
    assert len(tally.ends) > 5, tally.ends


@pytest.mark.slow
@pytest.mark.parametrize("number", range(COMMANDS))
def test_flips_with_the_real_commands(number: int, scenes: Path, tmp_path: Path) -> None:
    random, scene, _ = task(SEED, number)
    place = tmp_path / scene
    shutil.copytree(scenes / scene, place)
    damage(place, random)
    gitopoly("verify", str(place)).expect(0, 1, 2)
    gitopoly("log", str(place)).expect(0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("scene", [*READABLE, *OWN])
def test_without_damage_everything_is_read(scene: str, scenes: Path, tmp_path: Path) -> None:
    names = ("verify", "log", "resume") if scene in OWN else ("verify", "log", "take")
    for name in names:
        place = tmp_path / name / scene
        shutil.copytree(scenes / scene, place)
        said = READERS[name](place, scenes)
        assert said in ("done", "exit 0: ")


def test_the_owner_can_publish(scenes: Path, tmp_path: Path) -> None:
    shutil.copytree(scenes / "earlier", tmp_path / "earlier")
    assert READERS["publish"](tmp_path / "earlier", scenes) == "done"


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by signal 11"),
        ("os.kill(os.getpid(), signal.SIGPROF)", "it computes without end"),
        ("time.sleep(600)", "no answer in 1 seconds"),
        ("sys.exit(3)", "ended with 3"),
    ],
)
def test_whoever_dies_of_a_flip_is_noticed(does: str, told: str, scenes: Path) -> None:
    worker = Worker(scenes, SEED, wall=1.0 if "sleep" in does else 240.0)
    script = f"import os, signal, sys, time; sys.stdin.readline(); {does}"
    worker.command = [sys.executable, "-c", script]
    try:
        assert worker.attempt(0)["wrong"] == told
        assert worker.attempt(1)["wrong"] == told, "and the next one is tried all the same"
    finally:
        worker.close()
