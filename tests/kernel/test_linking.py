"""The switch between the two ways of compiling, and that both give the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import numba
import pytest

from gitopoly.kernel import fragments, linking, plain_numba
from gitopoly.kernel.codes import HOTEL
from gitopoly.kernel.money import liquid, tenth, winner_of_game
from gitopoly.kernel.randomness import below, seeded
from tests.kernel.walks import Game, late_position

pytestmark = pytest.mark.xdist_group("compiled")

GAME: Game = ("classic", 4, {})
PROGRAM = """
import json, sys
{before}
from random import Random
from gitopoly.kernel import compiled, linking
from gitopoly.kernel.randomness import seeded
from tests.kernel.walks import late_position
kernel = compiled.CompiledKernel(compiled.MODULES)
s = late_position(("classic", 4, {{}}), Random(7))
state, rules = compiled.record(s), compiled.rules_record(s.rules)
generator = compiled.record(seeded(7))
found = [
    [int(kernel.below(generator, 36)) for _ in range(20)],
    [int(kernel.liquid(state, rules, player)) for player in range(4)],
    [int(kernel.winner_of_game(state, rules)), int(kernel.tenth(rules, 1234))],
]
json.dump([linking.NAME, found], sys.stdout)
"""


def by_the_plain_source() -> list[list[int]]:
    """What the program finds, interpreted."""
    s = late_position(GAME, Random(7))
    assert HOTEL in s.level
    generator = seeded(7)
    return [
        [below(generator, 36) for _ in range(20)],
        [liquid(s, s.rules, player) for player in range(4)],
        [winner_of_game(s, s.rules), tenth(s.rules, 1234)],
    ]


def in_a_fresh_process(cache: Path, before: str = "", **settings: str) -> tuple[str, object]:
    """Which way a process of its own compiled, and what its functions found."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before)],
        cwd=Path(__file__).resolve().parents[2],
        env={"GITOPOLY_CACHE": str(cache), "PATH": "", "PYTHONPATH": ".:src", **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    name, found = json.loads(done.stdout)
    return name, found


@pytest.mark.slow
def test_the_plain_way_gives_the_same_with_an_empty_and_with_a_filled_cache(tmp_path: Path) -> None:
    expected = ("plain_numba", by_the_plain_source())
    plain = {"GITOPOLY_PLAIN_NUMBA": "1"}
    assert in_a_fresh_process(tmp_path, **plain) == expected
    kept = sorted(tmp_path.rglob("*.nbc"))
    assert kept
    assert in_a_fresh_process(tmp_path, **plain) == expected
    assert sorted(tmp_path.rglob("*.nbc")) == kept


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        'import numba; numba.__version__ = "99.1.0"',
        pytest.param(
            "from numba.core import codegen; del codegen.JITCodeLibrary", marks=pytest.mark.long
        ),
        pytest.param(
            "from numba.core import caching; del caching.CompileResultCacheImpl",
            marks=pytest.mark.long,
        ),
        "from numba.core import codegen; codegen.JITCodeLibrary = len",
    ],
    ids=["another release", "a class gone", "another class gone", "no class any more"],
)
def test_a_numba_that_we_do_not_know_slows_us_down_and_breaks_nothing(
    change: str, tmp_path: Path
) -> None:
    found = in_a_fresh_process(tmp_path, before=change)
    assert found == ("plain_numba", by_the_plain_source())


@pytest.mark.slow
def test_what_one_way_keeps_is_not_read_by_the_other(tmp_path: Path) -> None:
    expected = by_the_plain_source()
    plain = in_a_fresh_process(tmp_path, GITOPOLY_PLAIN_NUMBA="1")
    assert plain == ("plain_numba", expected)
    assert in_a_fresh_process(tmp_path) == ("fragments", expected)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("wanted", "release", "way"),
    [
        ("", numba.__version__, fragments),
        ("1", numba.__version__, plain_numba),
        ("", "0.69.0", plain_numba),
        ("0", "0.69.0", fragments),
        ("", f"{linking.TRIED[-1]}.99", fragments),
    ],
)
def test_the_choice_follows_the_release_unless_somebody_insists(
    wanted: str, release: str, way: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITOPOLY_PLAIN_NUMBA", wanted)
    monkeypatch.setattr(numba, "__version__", release)
    assert linking.chosen() is way


def test_both_ways_offer_the_same() -> None:
    offered = ("as_fragment", "as_entry_point", "load", "make")
    for name in offered:
        assert callable(getattr(plain_numba, name))
        assert callable(getattr(fragments, name))
