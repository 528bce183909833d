"""The shipped WebAssembly: made from these sources, stopped when it goes wrong, thread-safe."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gitopoly.bots.desk import Desk, new_run
from gitopoly.bots.play import choose, play_on
from gitopoly.bots.series import Series, play_chunk, play_series
from gitopoly.editions import load
from gitopoly.engine import Rows, engine_for, new_engine, wasm
from gitopoly.engine.memory import MOST_RULES
from gitopoly.engine.native import NativeEngine
from gitopoly.errors import EngineFault
from gitopoly.rules import Rules, State, initial
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import list_actions
from tools import generate

RULES = Rules.of("classic", 2)
OWN = replace(load("harbour"), name="mytown")
"""Somebody's own edition."""
FOREIGN = Rules.of(OWN, 2)


@pytest.fixture
def fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little fuel for rules of others."""
    monkeypatch.setattr(wasm, "FUEL", 10_000)


def played(rules: Rules, turns: int = 30, engine: Any = None) -> int:
    """How many actions a random game has on a compiled engine."""
    run = new_run([0] * 8, turns)
    s, generator = initial(rules), seeded(1)
    engine = engine or engine_for("compiled", rules)
    engine.call(play_on, s, rules, run, generator, generator, ActionBuffer(), Desk())
    return run.actions


# What the file is.


@pytest.mark.parametrize("file", generate.FILES)
def test_a_file_is_made_from_the_sources_as_they_are(file: str) -> None:
    """Otherwise write it anew, with `make generate`."""
    written, _ = generate.FILES[file]
    assert generate.digest_in(wasm.shipped(file)) == generate.digest_of(written())


def test_a_source_that_changed_would_be_noticed() -> None:
    changed = generate.source().replace("return", "return ", 1)
    assert generate.digest_in(wasm.shipped()) != generate.digest_of(changed)
    assert generate.digest_in(wasm.shipped()[:8]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("file", generate.FILES)
def test_two_builds_give_the_bytes_that_are_shipped(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ziglang")
    written, flags = generate.FILES[file]
    for number in range(2):
        for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"):
            monkeypatch.setenv(name, str(tmp_path / f"{name}{number}"))  # nothing is kept
        assert generate.built(written(), flags) == wasm.shipped(file)


# What goes wrong.


def test_a_trap_is_one_clear_error_and_the_program_goes_on() -> None:
    engine = engine_for("compiled", RULES)
    s = initial(RULES)
    nowhere = Rows(engine, 0xFFFF_0000, 1, 1)  # type: ignore[arg-type]
    with pytest.raises(EngineFault, match=r"stopped in choose: .*out of bounds.*; nothing else"):
        engine.call(choose, s, RULES, 0, 0, nowhere, seeded(1), Desk())
    with pytest.raises(EngineFault, match="stopped in an earlier call; make a new one"):
        engine.call(choose, s, RULES, 0, 0, ActionBuffer(), seeded(1), Desk())
    assert engine_for("compiled", RULES) is not engine
    assert played(RULES) > 30


def test_rules_of_others_that_go_on_too_long_are_stopped(fuel: None) -> None:
    with pytest.raises(EngineFault, match=r"stopped in play_on: .*fuel"):
        played(FOREIGN)


def test_a_file_without_a_function_says_how_to_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_actions, "__name__", "list_everything")
    with pytest.raises(EngineFault, match="has no list_everything; write it anew with make"):
        engine_for("compiled", RULES).call(list_actions, initial(RULES), RULES, 0, ActionBuffer())


def test_what_does_not_fit_into_memory_is_refused_in_one_line() -> None:
    engine = engine_for("compiled", RULES)
    for each, many in ((engine, 1 << 30), (NativeEngine(), 1 << 70)):
        with pytest.raises(EngineFault, match="do not fit into the memory of the engine"):
            each.numbers(8, many)  # type: ignore[union-attr]
    assert played(RULES) > 30


FOREIGN_CODE = b"\0asm\1\0\0\0"
"""A whole module that has nothing."""


@pytest.mark.parametrize("code", [b"", wasm.shipped()[:9000], FOREIGN_CODE, None])
def test_a_file_that_is_damaged_or_missing_is_told_in_one_line(
    code: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wasm, "_module", wasm._module.__wrapped__)
    if code is None:
        monkeypatch.setattr(wasm.WasmEngine, "file", "engine/none.wasm")
    else:
        monkeypatch.setattr(wasm, "shipped", lambda _: code)
    with pytest.raises(EngineFault, match="is missing or damaged; install gitopoly again") as told:
        wasm.WasmEngine()
    assert "\n" not in str(told.value)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the memory of a process")
def test_a_process_with_little_memory_is_told_so() -> None:
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))\n"
        "from gitopoly.engine import wasm; wasm.WasmEngine()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert b"EngineFault: this process may not use enough memory" in done.stderr


@pytest.mark.parametrize("error", ["OSError", "RuntimeError", "ImportError"])
def test_where_wasmtime_does_not_run_games_are_played_interpreted(
    error: str, tmp_path: Path
) -> None:
    """PyPI has a package of it for every system, which fails on those it is not made for."""
    (tmp_path / "wasmtime.py").write_text(f"raise {error}('this system is not supported')")
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from gitopoly.bots.series import Series, choose_engine, play_chunk\n"
        "engine = choose_engine('auto', 1000)\n"
        "series = Series('classic', 2, ('random',), 1, 9)\n"
        "print(engine, len(play_chunk(series, engine, 0, 2).games))\n"
        "play_chunk(series, 'compiled', 0, 2)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.stdout.split() == [b"interpreted", b"2"], done.stderr
    assert done.stderr.splitlines()[-1].startswith(b"gitopoly.errors.Missing")


def test_arrays_may_be_used_until_the_very_end() -> None:
    script = (
        "import atexit\n"
        "from gitopoly.engine import new_engine\n"
        "from gitopoly.rules import Rules\n"
        "class Last:\n"
        "    def __del__(self): print(*self.numbers)\n"
        "last = Last()\n"
        "last.numbers = new_engine('compiled', Rules.of('classic', 2)).numbers(1, 3).memory\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"0 0 0\n", b"")


def test_a_call_has_its_rules_also_after_many_others() -> None:
    """Only some rules stay in memory."""
    engine = new_engine("compiled", RULES)
    before = played(RULES, engine=engine)
    for _ in range(MOST_RULES + 1):
        played(Rules.of("formal-small", 2), engine=engine)
    assert played(RULES, engine=engine) == before


# Whose rules they are.


def test_rules_of_others_are_bounded_and_ours_do_not_pay_for_it(fuel: None) -> None:
    assert FOREIGN.is_shipped is False
    assert engine_for("compiled", FOREIGN).bounded  # type: ignore[union-attr]
    assert not engine_for("compiled", RULES).bounded  # type: ignore[union-attr]
    assert played(RULES) > 30  # with so little fuel it would be stopped


def test_an_edition_of_ones_own_runs_compiled_at_once() -> None:
    series = Series(OWN, 3, ("trader", "random", "builder"), 5, 100, observed=True)
    assert play_chunk(series, "compiled", 0, 4) == play_chunk(series, "interpreted", 0, 4)


def test_a_long_series_under_rules_of_others_is_not_taken_for_an_endless_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    series = Series(OWN, 3, ("random",), 5, 100, observed=True)
    whole = play_chunk(series, "compiled", 0, 41)
    monkeypatch.setattr(wasm, "FUEL", 10_000_000)  # enough for six games, not for all of them
    assert play_chunk(series, "compiled", 0, 41) == whole


# Threads.


def test_instances_in_threads_give_the_results_of_one() -> None:
    series = Series("classic", 4, ("trader", "random"), 3, 200, observed=True)
    series = replace(series, policies=("trader", "random", "builder", "sensible"))
    alone = list(play_series(series, "compiled", 0, 12, 1, 2))
    assert list(play_series(series, "compiled", 0, 12, 3, 2)) == alone


def test_threads_that_begin_at_once_compile_the_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    monkeypatch.setattr(wasm, "_module", cache(wasm._module.__wrapped__))
    shipped = wasm.shipped
    monkeypatch.setattr(wasm, "shipped", lambda _: read.append(b"") or shipped())
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: wasm.WasmEngine(), range(4)))
    assert len(read) == 1


def test_an_engine_that_threads_share_gives_the_results_of_one() -> None:
    """Its memory holds the objects of one call at a time."""
    engine = new_engine("compiled", RULES)
    found = []

    def play() -> None:
        for _ in range(100):
            found.append(played(RULES, engine=engine))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [played(RULES)] * 400


def test_a_long_call_leaves_python_free_for_other_threads() -> None:
    begun, done = threading.Event(), threading.Event()
    series = Series("classic", 4, ("trader",), 3, 400)

    def play() -> None:
        begun.set()
        play_chunk(series, "compiled", 0, 400)
        done.set()

    thread = threading.Thread(target=play)
    thread.start()
    begun.wait()
    meanwhile = 0
    while not done.is_set():
        assert played(RULES, 5) > 5
        meanwhile += 1
    thread.join()
    assert meanwhile > 20


@pytest.mark.parametrize("name", ["compiled", "native"])
def test_an_array_is_the_memory_and_not_a_copy(name: str) -> None:
    rows = new_engine(name, RULES).rows(initial(RULES), 3)
    money, phase = rows.field(State, "money"), rows.field(State, "phase")
    assert (money.shape, phase.shape) == ((3, MOST_PLAYERS), (3,))
    money[1, 0], phase[2] = 77, 5
    held = [rows.read(initial(RULES), number) for number in range(3)]
    assert [s.money[0] for s in held] == [1500, 77, 1500]
    assert [s.phase for s in held] == [initial(RULES).phase] * 2 + [5]
    rows.at(1).write(initial(RULES))
    assert money[:, 0].tolist() == [1500] * 3


def test_what_looks_into_the_memory_of_an_engine_keeps_it_alive() -> None:
    numbers = new_engine("compiled", RULES).numbers(8, 1000).array("i8")
    gc.collect()
    for _ in range(20):
        played(RULES, 2)
        new_engine("compiled", RULES)
    assert not numbers.any()
    numbers[:] = 7
    assert numbers.sum() == 7000
