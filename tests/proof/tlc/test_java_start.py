"""Java keeps its start where it can, and starts anyway where it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitopoly.engine.builds import keep_newest
from gitopoly.proof.tlc import java_start, tlc
from gitopoly.proof.tlc.output import CheckResult

AUCTION = Path(__file__).parents[3] / "specs" / "auction"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("GITOPOLY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def place() -> Path:
    tools = tlc.find_tools()
    found = java_start.place_of(tools.java, tools.jar)
    assert found is not None
    return found


def run() -> tuple[list[str], CheckResult]:
    """The command and the result of a small model."""
    commands: list[list[str]] = []
    found = tlc.run(
        AUCTION / "MCAuction1.tla",
        AUCTION / "MCAuction1TwinTypeOK.cfg",
        on_start=lambda process: commands.append(list(process.args)),  # type: ignore[arg-type]
    )
    return commands[0], found.result


@pytest.mark.slow
def test_what_was_kept_is_used_changes_no_result_and_does_no_harm_when_damaged(cache: Path) -> None:
    """Java would read a file that is damaged in its middle as it stands, and crash in every run."""
    assert not any("AOTCache" in word for word in run()[0])
    tlc.prepare()
    assert [path.name for path in cache.iterdir()] == [place().name]
    command, result = run()
    assert f"-XX:AOTCache={place()}" in command
    assert result is CheckResult.INVARIANT
    kept = bytearray(place().read_bytes())
    middle = len(kept) // 2
    kept[middle : middle + 65536] = bytes(65536)
    place().write_bytes(kept)
    assert run()[1] is CheckResult.INVARIANT


def test_what_is_kept_is_kept_once(cache: Path) -> None:
    cache.mkdir()
    place().write_text("as if kept")
    tlc.prepare()
    assert place().read_text() == "as if kept"


def test_what_others_may_have_written_is_not_used(cache: Path) -> None:
    cache.mkdir(mode=0o755)
    place().write_text("as if kept")
    assert java_start.options_of(place()) != []
    cache.chmod(0o777)
    assert java_start.options_of(place()) == []


def test_only_what_was_used_last_is_kept(cache: Path) -> None:
    cache.mkdir()
    files = [cache / name for name in ("tlc-1.aot", "tlc-2.aot", "tlc-3.aot.77", "tlc-4.aot")]
    for age, path in enumerate(files):
        path.touch()
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    (cache / "checked.json").touch()
    java_start.options_of(files[3])
    keep_newest(cache, "tlc-*.aot*", 2)
    assert {path.name for path in cache.iterdir()} == {"tlc-1.aot", "tlc-4.aot", "checked.json"}


@pytest.mark.slow
def test_a_broken_file_does_no_harm(cache: Path) -> None:
    cache.mkdir()
    place().write_bytes(b"nonsense" * 100)
    assert run()[1] is CheckResult.INVARIANT


@pytest.mark.slow
@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_folder_checks_without_a_cache() -> None:
    tlc.prepare()
    command, result = run()
    assert not any("AOTCache" in word for word in command)
    assert result is CheckResult.INVARIANT


@pytest.mark.slow
def test_a_folder_that_holds_nothing_does_no_harm(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    tlc.prepare()
    assert run()[1] is CheckResult.INVARIANT


def test_another_version_has_another_file(tmp_path: Path) -> None:
    java, jar = tmp_path / "java", tmp_path / "tla2tools.jar"
    java.write_text("1")
    jar.write_text("1")
    before = java_start.place_of(java, jar)
    jar.write_text("22")
    assert java_start.place_of(java, jar) != before
