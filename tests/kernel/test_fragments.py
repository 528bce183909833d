"""Fragments and entry points: only what is asked for is compiled, in any order of processes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest
from numba.core import caching, errors

from gitopoly.kernel import compiled, fragments
from gitopoly.kernel.randomness import next_word, seeded

pytestmark = pytest.mark.xdist_group("compiled")

ONE_WORD = """
import os, shutil
from gitopoly.kernel import compiled
from gitopoly.kernel.randomness import seeded
found = compiled.CompiledKernel(compiled.MODULES)
print(len(found.steps("{name}")))
folder = os.environ["GITOPOLY_CACHE"]
{between}
if "{name}" == "next_word":
    print(found.next_word(compiled.record(seeded(7))))
else:
    print(found.below(compiled.record(seeded(7)), 1 << 32))
"""


def steps_and_word(
    name: str, cache: Path, sources: str = "", between: str = "", **more: str
) -> list[int]:
    """How many steps a fresh process takes for a function, and what the function says."""
    done = subprocess.run(
        [sys.executable, "-c", ONE_WORD.format(name=name, between=between)],
        env={"GITOPOLY_CACHE": str(cache), "PATH": "", "PYTHONPATH": sources, **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(line) for line in done.stdout.split()]


@pytest.mark.slow
def test_an_entry_point_is_loaded_at_once_and_a_new_one_is_linked_from_stored_fragments(
    tmp_path: Path,
) -> None:
    expected = next_word(seeded(7))
    steps, word = steps_and_word("below", tmp_path)
    assert steps > 1
    assert steps_and_word("below", tmp_path) == [0, word]
    assert any("next_word" in path.name for path in tmp_path.rglob("*.fragment.*"))
    # Here `next_word` is an entry point of its own, though it has been a fragment of `below`.
    assert steps_and_word("next_word", tmp_path) == [1, expected]


@pytest.mark.slow
def test_a_part_whose_callees_other_processes_made_is_linked(tmp_path: Path) -> None:
    """Parts find each other by names that do not depend on what a process compiled before."""
    steps_and_word("next_word", tmp_path)
    _, word = steps_and_word("below", tmp_path)
    for path in tmp_path.rglob("*below*"):
        path.unlink()
    assert steps_and_word("below", tmp_path)[1] == word


def test_only_what_is_asked_for_is_compiled() -> None:
    found = compiled.CompiledKernel(compiled.MODULES)
    assert found.below(compiled.record(seeded(7)), 1) == 0
    assert "below" not in found._ready
    called = {"next_word", "surplus_words"}
    assert found._ready <= called.union(*map(found._called_by, called))
    assert "step" not in vars(found)


def fragments_of(found: compiled.CompiledKernel, name: str) -> list[str]:
    """Compile or load the fragments of a function, whether it is an entry point yet or not."""
    order: list[str] = []
    found._collect(name, order)
    for each in order:
        found._prepare(each)
    return order


def test_each_fragment_has_one_signature() -> None:
    found = compiled.CompiledKernel(compiled.MODULES)
    names = fragments_of(found, "first_violation")
    assert len(names) > 20
    assert {len(found._fragments[name].signatures) for name in names} == {1}


def test_a_fragment_cannot_be_called_by_mistake() -> None:
    found = compiled.CompiledKernel(compiled.MODULES)
    fragments_of(found, "below")
    (result,) = found._fragments["next_word"].overloads.values()
    assert isinstance(result.library, fragments.Fragment)
    assert result.library.get_pointer_to_function("anything") == 0


def test_an_entry_point_that_is_gone_from_the_cache_is_made_again(tmp_path: Path) -> None:
    before = steps_and_word("below", tmp_path)
    for path in tmp_path.rglob("*below*.nb?"):
        if ".fragment." not in path.name:
            path.unlink()
    assert steps_and_word("below", tmp_path) == before


@pytest.mark.slow
def test_copies_of_the_package_share_what_they_compile(tmp_path: Path) -> None:
    """A fresh clone or a reinstalled package finds the same sources elsewhere, and newer."""
    package = Path(compiled.__file__).parents[1]
    # Other processes may be writing what Python keeps beside its sources.
    kept_by_python = shutil.ignore_patterns("__pycache__")
    place = tmp_path / "copy" / package.name
    copy = shutil.copytree(package, place, ignore=kept_by_python, copy_function=shutil.copy)
    kept = tmp_path / "cache"
    _, word = steps_and_word("below", kept)
    assert steps_and_word("below", kept, str(copy.parent)) == [0, word]


def test_no_fragment_is_compiled_for_what_a_caller_comes_with() -> None:
    """Two callers that come with different types would find one name for two functions."""
    found = compiled.CompiledKernel(compiled.MODULES)
    entry = found._entry_point("below")
    entry._cache = caching.NullCache()
    with pytest.raises(errors.TypingError, match="next_word"):
        fragments.make(entry, compiled._signature(found._plain["below"]))
    assert not found._fragments["next_word"].signatures


def cut_off(path: Path) -> None:
    """As a full disk leaves it."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    """As a loss of power can leave it."""
    path.write_bytes(b"")


def blotted(path: Path) -> None:
    """With other bytes in its middle, which unpickling need not notice."""
    kept = bytearray(path.read_bytes())
    kept[len(kept) // 2] ^= 255
    path.write_bytes(kept)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "damage"),
    [
        ("nbi", cut_off),
        ("nbc", blotted),
        pytest.param("nbc", cut_off, marks=pytest.mark.long),
        pytest.param("nbi", emptied, marks=pytest.mark.long),
    ],
)
def test_what_is_damaged_in_the_cache_is_made_again(
    tmp_path: Path, kind: str, damage: Callable[[Path], None]
) -> None:
    before = steps_and_word("below", tmp_path)
    damaged = list(tmp_path.rglob(f"*.{kind}"))
    assert damaged
    for path in damaged:
        damage(path)
    assert steps_and_word("below", tmp_path) == before
    # And what was made again is whole.
    assert steps_and_word("below", tmp_path) == [0, before[1]]


@pytest.mark.slow
def test_it_is_compiled_also_where_people_look_into_functions_of_their_own(tmp_path: Path) -> None:
    """They tell Numba to compile nothing, which left us with half of what we need."""
    _, word = steps_and_word("below", tmp_path)
    assert steps_and_word("below", tmp_path, NUMBA_DISABLE_JIT="1") == [0, word]
    steps, same = steps_and_word("below", tmp_path / "empty", NUMBA_DISABLE_JIT="1")
    assert (steps > 1, same) == (True, word)


def test_a_folder_that_vanishes_while_it_is_written_to_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(numba.config), "CACHE_DIR", str(tmp_path / "kept"))
    files = fragments._EntryPointCache(next_word)._cache_file
    files.save("key", "code")
    assert files.load("key") == "code"
    shutil.rmtree(tmp_path / "kept")
    files.save("key", "other code")
    assert files.load("key") == "other code"


@pytest.mark.slow
def test_processes_that_compile_at_the_same_time_do_not_disturb_each_other(
    tmp_path: Path,
) -> None:
    with ThreadPoolExecutor(4) as pool:
        words = {word for _, word in pool.map(steps_and_word, ["below"] * 4, [tmp_path] * 4)}
    assert len(words) == 1
    assert steps_and_word("below", tmp_path) == [0, *words]


@pytest.mark.slow
def test_a_cache_that_vanishes_meanwhile_is_begun_again(tmp_path: Path) -> None:
    """Whoever tidies up the cache does not ask who uses it."""
    steps, word = steps_and_word("below", tmp_path, between="shutil.rmtree(folder)")
    assert steps > 1
    assert steps_and_word("below", tmp_path) == [0, word]
