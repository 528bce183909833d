"""Building translated functions: what is kept, and what is said where nothing can be built."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import MissingTool
from gitopoly.translation import native
from tests.translation import samples

SOURCE = 'extern "C" int answer() { return 42; }\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_library_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built = native.build(SOURCE)
    stamp = built.stat().st_ino
    assert native.build(SOURCE) == built
    assert built.stat().st_ino == stamp


def test_other_sources_and_other_flags_give_other_libraries() -> None:
    other = SOURCE.replace("42", "43")
    assert len({native.build(SOURCE), native.build(other), native.build(SOURCE, ("-O1",))}) == 3


def test_a_damaged_library_is_built_again() -> None:
    built = native.build(SOURCE)
    whole = built.read_bytes()
    built.write_bytes(whole[:100])
    again = native.build(SOURCE)
    assert again.stat().st_size == len(whole)
    assert len(list(again.parent.iterdir())) == 1


def test_without_a_compiler_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(MissingTool, match="needs a C\\+\\+ compiler, and none is installed"):
        native.translated.__wrapped__(samples.divided)


def test_a_compiler_that_is_named_and_not_there_is_named_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(MissingTool, match="CXX names no-such-compiler"):
        native.build(SOURCE)


def test_what_a_compiler_refuses_gives_one_line() -> None:
    with pytest.raises(MissingTool, match=r"cannot compile the translated rules: .*error") as told:
        native.build("this is not C++")
    assert "\n" not in str(told.value)
