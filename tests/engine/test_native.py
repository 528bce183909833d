"""Building translated functions: what is kept, and what is said where nothing can be built."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gitopoly.engine import native
from gitopoly.errors import MissingTool
from tests.engine import namesakes, samples
from tests.engine.samples import Box

SOURCE = 'extern "C" int answer() {{ return {}; }}\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    native._entry.cache_clear()
    return tmp_path / "cache" / "translated"


def answer(number: int, *flags: str) -> int:
    """A number that a library gives, which is built if it must be."""
    return int(native.build((str(number),), lambda: SOURCE.format(number), flags).answer())


def test_a_library_is_built_once_for_each_name_and_flags(own_cache: Path) -> None:
    assert answer(42) == answer(42) == 42
    (kept,) = own_cache.iterdir()
    stamp = kept.stat().st_ino
    assert (answer(42, "-O1"), answer(43), answer(42)) == (42, 43, 42)
    assert len(list(own_cache.iterdir())) == 3
    assert kept.stat().st_ino == stamp


def test_threads_that_want_the_same_library_build_it_once(own_cache: Path) -> None:
    written = []

    def source() -> str:
        written.append(1)
        time.sleep(0.1)
        return SOURCE.format(4)

    with ThreadPoolExecutor(4) as pool:
        built = list(pool.map(lambda _: native.build(("many",), source), range(4)))
    assert [library.answer() for library in built] == [4] * 4
    assert len(written) == 1


def test_a_source_that_changes_is_built_anew(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(42)
    monkeypatch.setattr(native, "state_of_sources", lambda: "another state")
    answer(42)
    assert len(list(own_cache.iterdir())) == 2


def test_the_state_of_the_sources_covers_all_that_is_compiled() -> None:
    rooms = {Path(function.__code__.co_filename).parent for function in native_functions()}
    package = Path(native.__file__).parent.parent
    for room in rooms:
        assert any(room.is_relative_to(package / name) for name in native.ROOMS), room


def native_functions() -> list[object]:
    """All functions of the shipped file."""
    from gitopoly.engine import ENTRIES
    from gitopoly.engine.program import Program
    from tools import generate

    generate.source()
    program = Program()
    for entry in ENTRIES:
        program.function(entry)
    return [function.python for function in program.functions.values()]


def test_a_damaged_library_is_built_again(own_cache: Path) -> None:
    answer(42)
    (kept,) = own_cache.iterdir()
    whole = kept.stat().st_size
    kept.unlink()
    kept.write_bytes(b"\x7fELF cut off")
    assert answer(42) == 42
    assert [file.stat().st_size for file in own_cache.iterdir()] == [whole]


def test_a_function_is_built_when_it_is_first_called() -> None:
    box = Box()
    box.wide = 5
    assert not native.is_built(samples.take)
    assert native.NativeEngine().call(samples.take, box, 3) == 5
    assert box.wide == 18
    assert native.is_built(samples.take)


def test_without_a_compiler_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(MissingTool, match="needs a C\\+\\+ compiler, and none is installed"):
        native.NativeEngine().call(samples.divided, 7, 2)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("no-such-compiler -O1", "CXX is 'no-such-compiler -O1', which names no compiler"),
        (" ", "CXX is ' ', which names no compiler"),
        ('"g++', "which names no compiler"),
        ("{folder}/no-program", "no-program cannot be run: "),
        ("{folder}/french", "french cannot compile the translated rules: .*rror"),
        ("true", "true cannot compile the translated rules: it wrote no file"),
        ("sh -c 'kill -9 $$'", "it wrote no file, with exit code -9"),
    ],
)
def test_an_odd_compiler_is_told_in_one_line(
    chosen: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = {"no-program": b"nothing", "french": b"#!/bin/sh\nprintf '\351rror' >&2; exit 1\n"}
    for name, content in programs.items():
        (tmp_path / name).write_bytes(content)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("CXX", chosen.format(folder=tmp_path))
    with pytest.raises(MissingTool, match=said) as told:
        answer(42)
    assert "\n" not in str(told.value)


def test_functions_of_one_name_are_not_confused() -> None:
    engine = native.NativeEngine()
    assert engine.call(samples.divided, 7, 2) == 3
    assert engine.call(namesakes.divided, 7, 2) == 14


def test_what_a_compiler_refuses_gives_one_line() -> None:
    with pytest.raises(MissingTool, match=r"cannot compile the translated rules: .*error") as told:
        native.build(("wrong",), lambda: "this is not C++")
    assert "\n" not in str(told.value)
