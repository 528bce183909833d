"""Interpreted against compiled: the same games, states, choices and refusals."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gitopoly.arena.environments import batch
from gitopoly.bots import POLICIES, playout
from gitopoly.bots.simulation import Series, play_chunk
from gitopoly.errors import NoRoom
from gitopoly.kernel import Rules, compiled, violated_invariants
from gitopoly.kernel.rules import FLAGS
from gitopoly.kernel.state import FIELDS
from gitopoly.kernel.transition import step
from gitopoly.verify.native import checker
from tests.kernel.carriers import Pair, compiled_kernel
from tests.kernel.house_options import EVERY

pytestmark = pytest.mark.xdist_group("compiled")

STRETCH = 400

EDITIONS = {
    "classic": Rules.of("classic", 4),
    "formal": Rules.of("formal", 3),
    "formal-small": Rules.of("formal-small", 3),
    "arena": Rules.of("arena", 2),
}
VARIANTS = {
    "classic, 8 players, all options": Rules.of(
        "classic", 8, free_parking_pot=1, turn_limit=300, decks=17, opening_throw_moves=1
    ),
    "classic, 2 players, poor": Rules.of("classic", 2, starting_money=300),
    "classic, few buildings": Rules.of("classic", 3, houses=4, hotels=2, starting_money=9000),
    "formal, 6 players": Rules.of("formal", 6),
    "formal-small, dice to 3, all defects": Rules.of(
        "formal-small",
        4,
        dice_max=3,
        **{name: 1 for name in FLAGS if name.startswith("defect_")},
    ),
    "london": Rules.of("london", 4),
    **{f"classic, {name}": Rules.of("classic", 4, **EVERY[name]) for name in EVERY},
}


def compare(rules: Rules, actions: int, policy: int = 0) -> int:
    """Play so many actions on both carriers and compare them every few; the actions played."""
    played = game = 0
    while played < actions:
        pair = Pair(rules, policy, seed=7, game=game)
        status = playout.INTERRUPTED
        while status == playout.INTERRUPTED and played < actions:
            before = pair.plain.tally.actions
            status, other = pair.play(STRETCH)
            assert status == other
            assert not pair.difference(), f"game {game} within {STRETCH} actions of {before}"
            played += pair.plain.tally.actions - before
        # Only the published defects can leave everybody without an action.
        assert status != playout.STUCK or rules.defect_stale_debt
        game += 1
    return played


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_carriers_agree_over_20_000_random_actions(edition: str) -> None:
    """A million of them are compared in `tests/bots/test_native.py`."""
    assert compare(EDITIONS[edition], 20_000) >= 20_000


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_carriers_agree_on_options(variant: str) -> None:
    compare(VARIANTS[variant], 20_000)


def test_both_carriers_agree_on_the_sensible_policy() -> None:
    compare(EDITIONS["classic"], 20_000, POLICIES["sensible"])


def test_a_difference_between_the_carriers_is_noticed() -> None:
    pair = Pair(EDITIONS["classic"])
    pair.play(50)
    pair.compiled.s.money[2] += 1
    assert list(pair.difference()) == ["money"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_carriers_refuse_alike_with_the_same_reason(edition: str) -> None:
    pair = Pair(EDITIONS[edition], seed=3)
    refuse = compiled_kernel().step
    rules, record = pair.rules, pair.compiled.rules
    for _ in range(60):
        if pair.play(37)[0] != playout.INTERRUPTED:
            break
        for kind in range(60):
            code = kind | pair.plain.s.turn_player << 7 | 5 << 10 | 3 << 18
            expected = step(pair.plain.s, rules, code, 0, False)
            assert refuse(pair.compiled.s, record, code, 0, False) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_invariants_hold_after_every_action(edition: str) -> None:
    pair = Pair(EDITIONS[edition], seed=5)
    status = playout.INTERRUPTED, playout.INTERRUPTED
    while status[0] == playout.INTERRUPTED:
        status = pair.play(500, check=True)
        assert not violated_invariants(pair.compiled_state())
    assert status in ((playout.TERMINATED,) * 2, (playout.CAPPED,) * 2)
    assert not pair.difference()


def test_a_compiled_violation_is_noticed_and_named() -> None:
    pair = Pair(EDITIONS["classic"])
    pair.play(200)
    for carrier in (pair.plain, pair.compiled):
        carrier.s.bank_money -= 1
    assert pair.play(10, check=True) == (playout.VIOLATED, playout.VIOLATED)
    assert not pair.difference()
    assert violated_invariants(pair.plain.s) == ["InvConservationOfMoney"]


def test_a_series_gives_the_same_results_on_both_engines() -> None:
    series = Series("classic", 3, ("random", "sensible", "random"), seed=11)
    assert play_chunk(series, "compiled", 4, 3) == play_chunk(series, "interpreted", 4, 3)


def test_a_state_becomes_a_record_and_comes_back() -> None:
    pair = Pair(EDITIONS["classic"], seed=9)
    pair.play(1500)
    copy = compiled.from_record(pair.rules, compiled.record(pair.plain.s))
    assert copy == pair.plain.s
    assert all(type(getattr(copy, name)) is type(getattr(pair.plain.s, name)) for name in FIELDS)


def test_threads_that_come_at_the_same_time_compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = compiled.CompiledKernel(compiled.MODULES)
    together = threading.Barrier(4)
    begun = []
    make = compiled.as_entry_point

    asked: set[int] = set()
    all_asked = threading.Event()
    lock = compiled._COMPILING

    class Counted:
        """The compiler's lock, which notes who has asked for it."""

        def __enter__(self) -> None:
            asked.add(threading.get_ident())
            if len(asked) == 4:
                all_asked.set()
            lock.acquire()

        def __exit__(self, *_: object) -> None:
            lock.release()

    def slow(*given: Any) -> Any:
        begun.append(threading.get_ident())
        assert all_asked.wait(60)  # nobody finds it finished
        return make(*given)

    def first_use(_: int) -> None:
        together.wait()
        assert fresh.next_word is fresh._entry_points["next_word"]

    monkeypatch.setattr(compiled, "_COMPILING", Counted())
    monkeypatch.setattr(compiled, "as_entry_point", slow)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(first_use, range(4)))
    assert len(set(begun)) == 1


def test_a_full_disk_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = compiled.CompiledKernel(compiled.MODULES)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(compiled, "load", lambda *_: False)
    monkeypatch.setattr(compiled, "make", full)
    with pytest.raises(NoRoom, match=r"No space left on device; free some space, set GITOPOLY_"):
        fresh.next_word  # noqa: B018
    assert fresh.steps("next_word")


def modules_of(found: compiled.CompiledKernel) -> tuple[ModuleType, ...]:
    """The modules whose functions are compiled together."""
    names = dict.fromkeys(function.__module__ for function in found._plain.values())
    return tuple(sys.modules[name] for name in names)


def imported_by(module: ModuleType) -> Iterator[ModuleType]:
    """The modules of ours that a module takes names from."""
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("gitopoly."):
            for name in node.names:
                inner = sys.modules.get(f"{node.module}.{name.name}")
                yield inner or sys.modules[str(node.module)]


@pytest.mark.parametrize(
    "found",
    [compiled_kernel, batch._compiled_kernel, checker.functions],
    ids=["bots", "batch", "checker"],
)
def test_the_name_of_the_cache_covers_all_that_compiled_code_is_made_from(
    found: Callable[[], compiled.CompiledKernel],
) -> None:
    """A constant that changes elsewhere would leave code in the cache that knows the old one."""
    modules = modules_of(found())
    covered = set(compiled._sources_of(modules))
    used = {used for module in modules for used in imported_by(module)}
    # Refusals are raised around compiled code, not in it, and bounds are read there.
    used -= {sys.modules[f"gitopoly.{name}"] for name in ("errors", "verify.kernel_search")}
    assert not [module for module in used if Path(str(module.__file__)) not in covered]


def test_a_source_that_is_not_covered_is_noticed() -> None:
    alone = set(compiled._sources_of((checker.packing,)))
    assert Path(str(checker.packing.__file__)).with_name("atomic.py") in alone
    assert Path(str(playout.__file__)) not in alone


WHERE_TO_KEEP = """
from gitopoly.kernel import compiled
print(compiled._cache_folder_for(compiled.MODULES))
"""


def place_to_keep(cache: str, temporary: Path, **process: Any) -> Path:
    """Where a fresh process keeps compiled code."""
    done = subprocess.run(
        [sys.executable, "-c", WHERE_TO_KEEP],
        env={"GITOPOLY_CACHE": cache, "TMPDIR": str(temporary), "PATH": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        **process,
    )
    return Path(done.stdout.strip())


def test_where_nothing_can_be_kept_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    place = place_to_keep(str(tmp_path / "cache"), tmp_path)
    assert place.name.startswith("gitopoly-")
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


def test_a_cache_of_somebody_else_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one that was made with more rights."""
    usual = place_to_keep(str(tmp_path / "cache"), tmp_path)
    assert usual.parent == tmp_path / "cache"
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda place, _: place != usual)
    # Past the memory of this function.
    assert compiled._cache_folder_for.__wrapped__(compiled.MODULES).parent != tmp_path / "cache"


def test_what_was_used_last_stays_in_the_cache(tmp_path: Path) -> None:
    """Not what was made last: an old version may be the one that is in use."""
    folders = [tmp_path / f"{number:016x}" for number in range(9)]
    for age, folder in enumerate(folders):
        (folder / "gitopoly.kernel").mkdir(parents=True)
        os.utime(folder, (1_700_000_000 - age, 1_700_000_000 - age))
    (tmp_path / "checked.json").touch()
    compiled._forget_old_caches(tmp_path, keep=4)
    assert sorted(tmp_path.glob("0*")) == folders[:4]
    assert (tmp_path / "checked.json").exists()


def test_using_a_cache_is_noted(tmp_path: Path) -> None:
    place = place_to_keep(str(tmp_path / "cache"), tmp_path)
    os.utime(place, (1_700_000_000, 1_700_000_000))
    assert place_to_keep(str(tmp_path / "cache"), tmp_path) == place
    assert place.stat().st_mtime > 1_700_000_000


def test_versions_side_by_side_do_not_push_each_other_out_of_the_cache() -> None:
    keep = inspect.signature(compiled._forget_old_caches).parameters["keep"].default
    found = (
        compiled_kernel(),
        batch._compiled_kernel(),
        checker.functions(),
        compiled.compiled_kernel(checker.fingerprints),
    )
    folders = {folder for kernel in found for folder in kernel._folders.values()}
    assert keep >= 4 * len(folders)
